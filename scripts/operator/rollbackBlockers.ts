/** What a return to the earlier graphs would take out of somebody's hands. */
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { askedEdit, openSessions, plansAhead, tables, type Participant } from '@copydesk/collaboration/operator';
import type { Database } from '@copydesk/kit/database/types';

/** Versions that may still be decided on. One in `text_preparing` becomes ready once its first copy is confirmed. */
const UNDECIDED = ['text_preparing', 'ready', 'awaiting_feedback', 'claimed'] as const;

/** Each open session and each plan, and each preview or card that the owner has no confirmed copy of: a line each. */
export async function rollbackBlockers(db: Database, people: readonly Participant[]): Promise<readonly string[]> {
	const ownerId = people.find(({ role }) => role === 'owner')?.userId ?? 0;
	const nameOf = (userId: number): string => people.find((person) => person.userId === userId)?.displayName ?? String(userId);
	const sessions = await openSessions(db);
	const edits = await Promise.all(people.map(async ({ userId }) => ({ userId, asked: await askedEdit(db, userId) })));
	return [
		...sessions.map(
			({ draft_key, version, feedback_actor_user_id }) =>
				`${draft_key} v${version}: feedback is awaited from ${nameOf(feedback_actor_user_id)}`,
		),
		...edits.flatMap(({ userId, asked }) =>
			asked === null ? [] : [`${asked.draft_key} v${asked.version}: other words for its ${asked.edits} are awaited from ${nameOf(userId)}`],
		),
		...(await plansAhead(db)).map(
			({ draft_key, version, at_ms, user_id }) =>
				`${draft_key} v${version}: it is planned for ${new Date(at_ms).toISOString()} by ${nameOf(user_id)}; publish it or take it off`,
		),
		...(await previewsWithout(db, ownerId)).map(({ draft_key, version }) => `${draft_key} v${version}: only the editor has its preview`),
		...(await cardsWithout(db, ownerId)).map(({ batch_key, item }) => `news ${batch_key}, item ${item}: only the editor has its card`),
	];
}

/** Whether others have, or may have, a message about something, and this person has none for certain. */
function isMissing(db: Database, about: RawBuilder<SqlBool>, operation: 'preview' | 'card', userId: number) {
	const messages = tables(db).selectFrom('delivery as d').select('d.delivery_id').where(about).where('d.operation', '=', operation);
	const others = messages.where('d.recipient_user_id', '!=', userId).where('d.state', 'in', ['sent', 'unknown']);
	const own = messages.where('d.recipient_user_id', '=', userId).where('d.state', '=', 'sent');
	const { and, exists, not } = expressionBuilder();
	return and([exists(others), not(exists(own))]);
}

/** Undecided versions whose preview somebody may have, but not this person. */
async function previewsWithout(db: Database, userId: number) {
	const isOfVersion = sql<SqlBool>`d.draft_key = m.draft_key and d.version = m.version`;
	return tables(db)
		.selectFrom('material as m')
		.select(['m.draft_key', 'm.version'])
		.where('m.state', 'in', UNDECIDED)
		.where(isMissing(db, isOfVersion, 'preview', userId))
		.orderBy('m.draft_key')
		.execute();
}

/** The same for the cards of news that are still on offer. */
async function cardsWithout(db: Database, userId: number) {
	const key = sql<string>`i.batch_key || ':' || cast(i.item as text)`;
	const isOfItem = sql<SqlBool>`(d.entity_key = ${key} or d.entity_key like ${key} || '#%')`;
	return tables(db)
		.selectFrom('news_item as i')
		.select(['i.batch_key', 'i.item'])
		.where('i.state', '=', 'offered')
		.where(isMissing(db, isOfItem, 'card', userId))
		.orderBy('i.batch_key')
		.orderBy('i.item')
		.execute();
}
