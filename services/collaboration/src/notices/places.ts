/** Finds the messages that said that somebody gives feedback: the result replaces them. */
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { messageUnder } from '../deliveries/journal.ts';
import { eventsOf, triedBefore, type VersionRef } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';

/** One key per event, because feedback may be asked for several times on one version. */
export const questionKey = ({ draft_key, version }: VersionRef, eventKey: string): string => `${draft_key}:${version}:${eventKey}`;

/** The purpose of the buttons for the person who is asked; the others are told who gives feedback. */
export const FEEDBACK_MENU = 'feedback_menu';

interface Place {
	readonly messageId: number;
	readonly isMenu: boolean;
}

/** The message that told each person that somebody gives feedback on a version, or that has its buttons; by user id. */
export async function placesOfQuestion(
	db: Database,
	people: readonly Participant[],
	version: VersionRef,
): Promise<ReadonlyMap<number, Place>> {
	const places = new Map<number, Place>();
	const keys = (await eventsOf(db, version, 'awaiting_feedback')).map((eventKey) => questionKey(version, eventKey));
	for (const { userId } of keys.length === 0 ? [] : people) {
		for (const purpose of ['decision.awaiting_feedback', FEEDBACK_MENU]) {
			const messageId = await messageUnder(db, { purpose, recipient_user_id: userId }, ...keys);
			if (messageId !== null) places.set(userId, { messageId, isMenu: purpose === FEEDBACK_MENU });
		}
	}
	return places;
}

/** The messages that a decision is told in place of, by user id. */
export async function placesOf(
	db: Database,
	people: readonly Participant[],
	material: Material,
	{ decision, by }: { readonly decision: string; readonly by: Participant },
): Promise<ReadonlyMap<number, Place>> {
	if (decision === 'superseded') return placesOfQuestion(db, people, material);
	return decision === 'awaiting_feedback' ? placesOfTry(db, people, material, by) : new Map();
}

/** What told the others of a template that somebody tried, if the same person goes on to the next; by user id. */
async function placesOfTry(
	db: Database,
	people: readonly Participant[],
	material: Material,
	by: Participant,
): Promise<ReadonlyMap<number, Place>> {
	const before = material.created_by_user_id === by.userId ? await triedBefore(db, material) : undefined;
	const places = new Map<number, Place>();
	if (before === undefined) return places;
	for (const { userId } of people.filter((person) => person.userId !== by.userId)) {
		const told = { purpose: 'decision.superseded', recipient_user_id: userId };
		const messageId = await messageUnder(db, told, `${before.draft_key}:${before.version}`);
		if (messageId !== null) places.set(userId, { messageId, isMenu: false });
	}
	return places;
}
