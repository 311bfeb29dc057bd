import type { IExecuteFunctions } from 'n8n-workflow';

import type { Material } from '../../domain/api/collaboration.ts';
import type { Patch } from '../../domain/material/content.ts';
import { at } from './fields.ts';
import { untilAnswered } from './patience.ts';
import { ask } from './transport.ts';
import type { Travelling } from './item.ts';

/**
 * Keeps a paid answer in the row of its draft, under its admission, before anything is made of it: after a crash, the next execution takes
 * it from there. If it cannot be kept, the work continues, because its result is stored next.
 * @param asked the item as it was admitted
 */
export async function storePaidResult(
	context: IExecuteFunctions,
	itemIndex: number,
	asked: Travelling,
	{ draft_key, version, state }: Pick<Material, 'draft_key' | 'version' | 'state'>,
	patchUnder: (admissionId: string) => Patch,
): Promise<void> {
	const { _svc } = asked;
	const admissionId = at(asked, 'admission.admission_id');
	if (typeof admissionId !== 'string' || _svc === undefined) return;
	// The nodes of earlier graphs may not ask that service.
	const isAdmitted = await context.getCredentials('copydeskCollaborationApi', itemIndex).then(Boolean, () => false);
	if (!isAdmitted) return;
	const step = { _svc, draft_key, version, from: state, to: state, patch: patchUnder(admissionId) };
	await untilAnswered(() => ask(context, itemIndex, 'collaboration', '/materials/advance', step)).catch(() => null);
}
