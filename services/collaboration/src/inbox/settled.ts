/** The words about what an event decided. Each is in the journal under the event or the version, so a second run says nothing twice. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Material } from '@copydesk/domain/material/material';
import { draftName, explain, standingText } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { causeOf } from '../deliveries/journal.ts';
import type { Operations } from '../deliveries/operations.ts';
import { findMaterial } from '../materials/read.ts';
import { readItem } from '../news/items.ts';
import type { Notices } from '../notices/notices.ts';
import { questionKey } from '../notices/places.ts';
import type { Actor } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import type { Edit } from './questions.ts';
import type { Settled } from './settle.ts';

export interface SettledOptions {
	readonly db: Database;
	readonly operations: Operations;
	readonly notices: Pick<Notices, 'decision' | 'removeButtons' | 'ended' | 'closed' | 'cardDecision' | 'clearCards'>;
	readonly languages: Languages;
}

export interface SettledWords {
	/** Tells everybody what was decided, or the person why it was not. */
	tell(actor: Actor, settled: Settled): Promise<void>;
	/** Asks for another title or text of a version that stopped. */
	askForWords(actor: Actor, version: { readonly draft_key: string; readonly version: number }, edit: Edit): Promise<void>;
}

export function createSettledWords({ db, operations, notices, languages }: SettledOptions): SettledWords {
	const say = (actor: Actor, message: string, text: string) =>
		operations.status(actor, { purpose: 'status', entity_key: `${actor.context.event_key}:${message}`, text });

	async function ask(actor: Actor, material: Material, purpose: string, text: string): Promise<void> {
		const { draft_key, version } = material;
		const entity_key = questionKey(material, actor.context.event_key);
		try {
			await operations.prompt(actor, { purpose, entity_key, draft_key, version, text });
		} catch (error) {
			// It is not asked any more: the version has gone on.
			if (!(error instanceof CopydeskError) || !OVER.includes(error.code)) throw error;
		}
	}

	async function tellRefused(actor: Actor, { decision, refused }: Settled, messages: Messages): Promise<void> {
		const cause = {
			code: decision === 'back' && refused?.code === 'not_ready' ? 'nothing_before' : (refused?.code ?? ''),
			state: refused?.state ?? null,
		};
		const problem = explain(messages, cause);
		await (decision === 'skip' ? say(actor, 'textOfItem', problem) : say(actor, 'refused', messages.refused({ problem })));
	}

	return {
		async tell(actor, settled) {
			const { participant, context } = actor;
			const messages = await languages.messagesFor(participant);
			const cause = causeOf(actor);
			if (settled.refused !== null) return tellRefused(actor, settled, messages);
			if (settled.decision === 'skip') {
				const item = await readItem(db, settled.at);
				await Promise.all([notices.cardDecision(item, 'dismissed', participant, cause), notices.clearCards(item, cause)]);
				return;
			}
			const { decision, at } = settled;
			const material = await findMaterial(db, at.draft_key, at.version);
			// A next version goes on to its preview.
			if (material === undefined || decision === 'back') return;
			const draft = draftName(messages, material);
			switch (decision) {
				case 'feedback':
				case 'reject': {
					if (decision === 'feedback') await ask(actor, material, 'prompt', messages.feedbackQuestion({ draft }));
					const made = decision === 'feedback' ? 'awaiting_feedback' : 'rejected';
					await Promise.all([notices.decision(material, made, participant, cause), notices.removeButtons(at, cause)]);
					return;
				}
				case 'drop':
					await notices.ended(material, participant, context.event_key, cause);
					await say(actor, 'draft_state', standingText(messages, material));
					return;
				case 'cancel':
					await notices.closed(material, participant, cause);
					await say(actor, 'feedback_cancelled', messages.feedbackClosed({ draft }));
			}
		},

		async askForWords(actor, at, edit) {
			const material = await findMaterial(db, at.draft_key, at.version);
			if (material === undefined) return;
			const messages = await languages.messagesFor(actor.participant);
			await ask(actor, material, edit, messages.editQuestions[edit]({ draft: draftName(messages, material) }));
		},
	};
}

const OVER: readonly string[] = ['state_conflict', 'session_held', 'transition_forbidden', 'material_not_found'];
