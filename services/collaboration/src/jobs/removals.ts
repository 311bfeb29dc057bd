/**
 * Deletes messages of the desk that are of no use any more, also after a crash: forwards that were looked at, questions that are over,
 * and “I am busy” once nothing of its person waits.
 */
import { WORK_STATES } from '@copydesk/domain/material/work';
import { sql, type Selectable } from 'kysely';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY } from '../deliveries/journal.ts';
import type { Try } from '../deliveries/tell.ts';
import { didSomething } from '../inbox/questions.ts';
import { waitsForN8n } from '../intake/updateQueue.ts';
import { findMaterial } from '../materials/read.ts';
import { removal } from '../messenger/requests.ts';
import { openPlanOf, wasPlannedSince } from '../plans/plans.ts';
import { QUESTION } from '../plans/question.ts';
import { tables, type Tables } from '../tables.ts';

/** The messenger deletes no message that is older than this. */
const REMOVABLE_MS = 47 * 3_600_000;
/** An unconfirmed deletion is retried, each time with a key of its own: deleting twice does no harm. */
const TRIES = [1, 2, 3] as const;
const PER_ROUND = 20;

const PURPOSES = { look: 'look.removed', prompt: 'question.removed', away: 'away.removed' } as const;
/** As in the two indexes; of “I am busy” there are few. */
const OF = {
	look: sql<boolean>`d.operation = 'look' and d.state = 'sent'`,
	prompt: sql<boolean>`d.operation = 'prompt' and d.state = 'sent'`,
	away: sql<boolean>`d.purpose = 'away' and d.state = 'sent'`,
};
type Removed = keyof typeof PURPOSES;

interface RemovalsOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly nowMs: () => number;
}

type Left = Pick<
	Selectable<Tables['delivery']>,
	'delivery_id' | 'purpose' | 'recipient_user_id' | 'chat_id' | 'message_id' | 'draft_key' | 'version' | 'created_at_ms'
> & {
	/** Of the press that led to a question. */
	readonly update_id: number | null;
};

/** Deletes every forward in the owner's chat. */
export async function removeForwards(options: RemovalsOptions): Promise<void> {
	for (const left of (await messagesLeft(options, 'look')).slice(0, PER_ROUND)) await remove(options, 'look', left);
}

/** Deletes every question that is over: its open field for an answer would take the next words of the person. */
export async function removeQuestions(options: RemovalsOptions): Promise<void> {
	for (const left of await messagesLeft(options, 'prompt')) if (await isOver(options.db, left)) await remove(options, 'prompt', left);
}

/** Deletes “I am busy” when n8n took what its person sent. */
export async function removeAway(options: RemovalsOptions): Promise<void> {
	for (const left of await messagesLeft(options, 'away'))
		if (left.recipient_user_id !== null && !(await waitsForN8n(options.db, left.recipient_user_id))) await remove(options, 'away', left);
}

const removals = (db: Database, operation: Removed) =>
	tables(db)
		.selectFrom('delivery as n')
		.where('n.purpose', '=', PURPOSES[operation])
		.where('n.entity_key', 'in', [
			sql<string>`d.delivery_id`,
			...TRIES.slice(1).map((tries) => sql<string>`d.delivery_id || ${`:${tries}`}`),
		]);

async function messagesLeft({ db, nowMs }: RemovalsOptions, operation: Removed): Promise<readonly (Left & { readonly tried: unknown })[]> {
	const unconfirmed = removals(db, operation)
		.select(({ fn }) => fn.countAll<number>().as('tries'))
		.where('n.state', '=', 'unknown');
	const settled = removals(db, operation).select('n.delivery_id').where('n.state', 'in', ['sending', 'sent', 'rejected']);
	return tables(db)
		.selectFrom('delivery as d')
		.leftJoin('event as e', 'e.event_key', 'd.event_key')
		.select(['d.delivery_id', 'd.purpose', 'd.recipient_user_id', 'd.chat_id', 'd.message_id', 'd.draft_key', 'd.version'])
		.select(['d.created_at_ms', 'e.update_id', unconfirmed.as('tried')])
		.where(OF[operation])
		.where('d.message_id', '>', 0)
		.where('d.changed_at_ms', '>', nowMs() - REMOVABLE_MS)
		.where(({ not, exists }) => not(exists(settled)))
		.where(unconfirmed, '<', TRIES.length)
		.execute();
}

async function remove(
	{ trySend }: RemovalsOptions,
	operation: Removed,
	{ delivery_id, recipient_user_id, chat_id, message_id, tried }: Left & { readonly tried: unknown },
): Promise<void> {
	if (message_id === null) return;
	const tries = Number(tried) + 1;
	await trySend(
		{
			...NOBODY,
			purpose: PURPOSES[operation],
			entity_key: tries === 1 ? delivery_id : `${delivery_id}:${tries}`,
			operation: 'unlook',
			recipient_user_id,
			chat_id,
		},
		{ build: async () => removal(chat_id, message_id), allowed: async () => true },
	);
}

/**
 * The question for feedback is over when its version does not wait for this answer any more. Each other question is over too when its
 * person went on to something else.
 */
async function isOver(
	db: Database,
	{ purpose, recipient_user_id, message_id, draft_key, version, created_at_ms, update_id }: Left,
): Promise<boolean> {
	if (draft_key === null || version === null) return false;
	const about = await findMaterial(db, draft_key, version);
	if (about === undefined) return true;
	if (purpose === 'prompt') return about.state !== 'awaiting_feedback' || ![null, message_id].includes(about.feedback_prompt_message_id);
	const since = update_id === null ? (['received_at_ms', created_at_ms] as const) : (['update_id', update_id] as const);
	if (await didSomething(db, recipient_user_id, since, ['callback', 'command', 'feedback_reply'])) return true;
	if (purpose === QUESTION)
		return (await wasPlannedSince(db, about, created_at_ms)) || (about.state !== 'ready' && (await openPlanOf(db, about)) === undefined);
	if (about.state === 'published') return about.withdrawn_at_ms !== null || about.withdrawn_by_user_id !== null;
	return !WORK_STATES.some((state) => state === about.state) || about.error_code === null;
}
