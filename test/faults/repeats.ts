/** What must hold of topics that people ask for twice: nobody repeats one without knowing it. */
import type { Database } from '@copydesk/kit/database/types';

/** In the same words each time. How the desk knows a topic by other words is measured by the check suite. */
export const TOPIC = 'The Lindholm ferry returns to Port Ashby on 14 March with 312 berths';

/** Answers to the question, by the draft that would be begun. */
export interface RepeatAnswers {
	/** Somebody pressed "Write anyway". */
	readonly anyway: ReadonlySet<string>;
	/** Somebody pressed "Leave it". */
	readonly left: ReadonlySet<string>;
}

/** One draft of the topic was begun without a press of "Write anyway", and each press of it has begun one. */
export async function judgeRepeats(db: Database, { anyway, left }: RepeatAnswers): Promise<string[]> {
	// A call whose caller had given up may begin a draft when its event has failed already: then somebody else was free to ask.
	const rows = await db.query(
		`select distinct draft_key from material m where request = $1 and not exists
			(select 1 from event e where e.draft_key = m.draft_key and e.state = 'failed' and e.closed_at_ms < m.created_at_ms)
			order by draft_key`,
		[TOPIC],
	);
	const drafts = rows.map(({ draft_key }) => String(draft_key));
	const unasked = drafts.filter((draft) => !anyway.has(draft));
	const missing = [...anyway].filter((draft) => !left.has(draft) && !drafts.includes(draft));
	return [
		...(unasked.length > 1 ? [`${unasked.join(' and ')} are about one topic, and nobody was asked`] : []),
		...missing.map((draft) => `${draft} was wanted anyway, and there is none`),
	];
}
