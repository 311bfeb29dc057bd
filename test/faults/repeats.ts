/** What must hold of topics that people ask for twice: nobody repeats one without knowing it. */
import type { Database, Row } from '@copydesk/kit/database/types';
import type { RepeatAct } from './schedule.ts';

/** In the same words each time. How the desk knows a topic by other words is measured by the check suite. */
export const TOPIC = 'The Lindholm ferry returns to Port Ashby on 14 March with 312 berths';

/** A press of a button of the question. */
export interface RepeatAnswer {
	readonly action: RepeatAct;
	/** The draft that would be begun. */
	readonly draft: string;
	readonly updateId: number;
}

/** One draft of the topic was begun without a press of "Write anyway", and each press of it has begun one. */
export async function judgeRepeats(db: Database, answers: readonly RepeatAnswer[]): Promise<string[]> {
	const keysOf = (rows: readonly Row[]): readonly string[] => rows.map(({ draft_key }) => String(draft_key));
	// A call whose caller had given up may begin a draft when its event has failed already: then somebody else was free to ask.
	const drafts = keysOf(
		await db.query(
			`select distinct draft_key from material m where request = $1 and not exists
				(select 1 from event e where e.draft_key = m.draft_key and e.state = 'failed' and e.closed_at_ms < m.created_at_ms)
				order by draft_key`,
			[TOPIC],
		),
	);
	const anyway = answers.filter(({ action }) => action === 'write_anyway');
	const unasked = drafts.filter((draft) => !anyway.some((press) => press.draft === draft));
	// The desk may ask about other requests too.
	const begun = keysOf(await db.query('select distinct draft_key from material'));
	const events = await db.query('select event_key, state, intent from event');
	// The person may have been asked to press once more, or was told that the work stopped, which is judged elsewhere.
	const counts = ({ updateId }: RepeatAnswer): boolean =>
		events.some(
			({ event_key, state, intent }) =>
				event_key === `u:${updateId}` && state === 'handled' && /"kind":"callback"|"buttons"/.test(String(intent)),
		);
	const isLeft = ({ draft }: RepeatAnswer): boolean => answers.some((other) => other.draft === draft && other.action === 'leave_repeat');
	const missing = anyway.filter((press) => !begun.includes(press.draft) && !isLeft(press) && counts(press));
	return [
		...(unasked.length > 1 ? [`${unasked.join(' and ')} are about one topic, and nobody was asked`] : []),
		...missing.map(({ draft }) => `${draft} was wanted anyway, and there is none`),
	];
}
