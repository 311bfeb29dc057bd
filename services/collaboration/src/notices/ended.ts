/** Tells the others that a stopped draft ended without a new version. The execution of the person who ended it tells that person. */
import type { TellDecisionAnswer } from '@copydesk/domain/api/collaboration';
import type { Material } from '@copydesk/domain/material/material';
import { draftName, explain, personName } from '@copydesk/domain/messages/sentences';
import type { Cause } from '../deliveries/journal.ts';
import { saidIn } from '../events/events.ts';
import type { Participant } from '../participants/participants.ts';
import type { NoticesOptions } from './unconfirmed.ts';

/** Called if somebody dropped the draft, or its source is refused for ever. @param eventKey the event that ended it */
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
