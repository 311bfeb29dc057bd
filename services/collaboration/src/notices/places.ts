/** Messages that said that somebody gives feedback: what comes of it takes their place. */
import type { Database } from '@copydesk/kit/database/types';
import { messageUnder } from '../deliveries/journal.ts';
import { eventsOf } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';

/** Feedback may be asked for several times on one version. */
export const questionKey = ({ draft_key, version }: VersionRef, eventKey: string): string => `${draft_key}:${version}:${eventKey}`;

/** Who was told that feedback is given on a version, and in which message. */
export async function placesOfQuestion(
	db: Database,
	people: readonly Participant[],
	version: VersionRef,
): Promise<ReadonlyMap<number, number>> {
	const places = new Map<number, number>();
	const keys = (await eventsOf(db, version, 'awaiting_feedback')).map((eventKey) => questionKey(version, eventKey));
	for (const { userId } of keys.length === 0 ? [] : people) {
		const messageId = await messageUnder(db, { purpose: 'decision.awaiting_feedback', recipient_user_id: userId }, ...keys);
		if (messageId !== null) places.set(userId, messageId);
	}
	return places;
}
