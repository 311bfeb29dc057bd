/** What must hold of recordings: each is heard and paid for once, and nothing is made of it before its person has read what was heard. */
import type { Database } from '@copydesk/kit/database/types';

export interface Spoken {
	/** Numbers of the updates with a recording. */
	readonly sent: ReadonlySet<number>;
	/** The words that were paid for, by event. */
	readonly heard: ReadonlyMap<string, readonly string[]>;
	/** Drafts for which somebody pressed "Write a post". */
	readonly pressed: ReadonlySet<string>;
}

export async function judgeVoices(db: Database, { sent, heard, pressed }: Spoken): Promise<readonly string[]> {
	const broken: string[] = [];
	if (sent.size === 0) return broken;
	const events = await db.query('select event_key, update_id, state, heard, intent_kind from event');
	const drafts = new Set((await db.query('select distinct draft_key from material')).map(({ draft_key }) => String(draft_key)));
	for (const row of events.filter(({ update_id }) => sent.has(Number(update_id)))) {
		const key = String(row['event_key']);
		const words = heard.get(key) ?? [];
		if (words.length > 1) broken.push(`${key} was heard and paid for ${words.length} times`);
		const kept = String(row['heard'] ?? '');
		if (kept !== '' && !words.includes(kept)) broken.push(`${key} has the words "${kept}", which nobody said`);
		if (kept === '' && words.length > 0 && row['state'] === 'handled') broken.push(`${key} was heard and paid for, and its words are lost`);
		const draft = `p${String(row['update_id'])}`;
		if (drafts.has(draft) && !pressed.has(draft)) broken.push(`${draft} was made of spoken words that nobody had approved`);
	}
	return broken;
}
