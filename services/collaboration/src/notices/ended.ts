/** A draft that stopped ends without a new version: its person hears it from their own execution, and the others hear it here. */
import type { TellDecisionAnswer } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import { draftName, explain, personName } from '@copydesk/domain/messages/sentences';
import type { Cause } from '../deliveries/journal.ts';
import { saidIn } from '../events/events.ts';
import type { Participant } from '../participants/participants.ts';
import type { NoticesOptions } from './unconfirmed.ts';

/** Somebody dropped it, or its source is refused for good. @param eventKey under which it ended */
export type Ended = (material: Material, by: Participant, eventKey: string, cause: Cause) => Promise<TellDecisionAnswer['notified']>;

export function createEnded({ db, tell, actors }: Pick<NoticesOptions, 'db' | 'tell' | 'actors'>): Ended {
	return async (material, by, eventKey, cause) => {
		const { press } = await saidIn(db, eventKey);
		const isDropped = press?.action === 'drop' || press?.action === 'drop_anyway';
		const others = (await actors.everyone()).filter(({ userId }) => userId !== by.userId);
		return Promise.all(
			others.map(async (person) => {
				const { status } = await tell(person, {
					purpose: 'decision.rejected',
					entity_key: `${material.draft_key}:${material.version}`,
					text(messages) {
						const draft = draftName(messages, material);
						if (isDropped) return messages.decisions.dropped({ draft, by: personName(messages, by) });
						return messages.givenUp({ draft, problem: explain(messages, { code: material.error_code ?? 'unknown' }) });
					},
					cause,
				});
				return { user_id: person.userId, status };
			}),
		);
	};
}
