/** Carries out the buttons below a sheet of covers in the transaction that stores the press. Nothing is published by it. */
import { isOfBrand } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { Participant } from '../participants/participants.ts';
import { changeOffer, offeredBrand, readOffer } from '../settings/brandOffer.ts';
import { writeBrand } from '../settings/coverStyle.ts';

interface Pressing {
	readonly intent: Intent;
	readonly sender: Participant;
	readonly executionId: string;
	readonly atMs: number;
}

/** @returns the answer if the press has no effect; undefined for any other event */
export async function decideOnBrand(tx: Database, note: Note, pressing: Pressing, { logo }: Messages): Promise<Intent | undefined> {
	const { intent, sender, executionId, atMs } = pressing;
	if (intent.kind !== 'callback' || !isOfBrand(intent.action)) return undefined;
	if (sender.role !== 'owner') return { kind: 'usage', text: logo.ownersAlone };
	const offer = await readOffer(tx);
	const over: Intent = { kind: 'usage', text: logo.over };
	if (offer?.key !== intent.draft_key || offer.sheet !== intent.version || offer.state !== 'shown') return over;
	const { action } = intent;
	const next =
		action === 'brand_other'
			? ({ ...offer, sheet: offer.sheet + 1, state: 'asked' } as const)
			: ({ ...offer, state: action === 'brand_use' ? 'used' : 'left' } as const);
	// Of two presses at once one finds it as it was.
	if (!(await changeOffer(tx, offer, next))) return over;
	const chosen = offeredBrand(offer);
	if (action !== 'brand_use' || chosen === undefined) return undefined;
	const { is_recoloured: _recoloured, ...brand } = chosen;
	await writeBrand(tx, brand, atMs);
	const { brand_id, panel, accent } = brand;
	note({
		...{ actorUserId: sender.userId, action: 'brand.set', entity: `brand:${brand_id}`, outcome: 'ok', executionId },
		detail: { panel, accent },
	});
	return undefined;
}
