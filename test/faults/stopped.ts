/** What must hold of drafts for which nothing was found, or whose text the check refused: what people press about them, and only that. */
import type { Database, Row } from '@copydesk/kit/database/types';
import type { StoppedAct } from './schedule.ts';

/** A press of a button below the notice that a draft stopped. */
export interface StoppedPress {
	readonly action: StoppedAct;
	readonly updateId: number;
	readonly userId: number;
}

const eventOf = ({ detail }: Row): string => {
	const { event_key = '' } = JSON.parse(String(detail ?? '{}')) as { readonly event_key?: string };
	return event_key;
};

/**
 * A person vouches by a press, and the audit has it; what they vouched for is not checked again. A press of "Write it anew" begins one
 * version at most. A text without a source is written only after a press. No execution pays for a step of a version twice.
 */
export async function judgeStopped(db: Database, presses: readonly StoppedPress[]): Promise<string[]> {
	const broken: string[] = [];
	const pressed = (action: StoppedAct): ReadonlyMap<string, number> =>
		new Map(presses.filter((press) => press.action === action).map(({ updateId, userId }) => [`u:${updateId}`, userId]));
	const [vouches, anew, memories] = [pressed('vouch'), pressed('write_anew'), pressed('from_memory')];
	const audit = await db.query(
		`select action, entity, execution_id, actor_user_id, detail from audit
			where action in ('material.vouched', 'authorize') and outcome = 'ok' order by seq`,
	);
	const admissions = new Map((await db.query('select * from admission')).map((row) => [String(row['admission_id']), row]));
	const vouched = new Set<string>();
	const paid = new Set<string>();
	for (const row of audit) {
		const entity = String(row['entity']);
		if (row['action'] === 'material.vouched') {
			const by = vouches.get(eventOf(row));
			if (by === undefined || by !== Number(row['actor_user_id']))
				broken.push(`the audit says that somebody vouched for ${entity}, who did not press`);
			if (vouched.has(entity)) broken.push(`${entity} was vouched for twice`);
			vouched.add(entity);
			continue;
		}
		const admission = admissions.get(entity.slice('admission:'.length));
		if (admission === undefined || admission['draft_key'] === null) continue;
		const version = `material:${String(admission['draft_key'])}:${String(admission['version'])}`;
		const purpose = String(admission['purpose']);
		if (purpose === 'caption_check' && vouched.has(version)) broken.push(`${version} was vouched for, and its check was paid for again`);
		const step = `${String(row['execution_id'])} ${purpose} ${version}`;
		if (Number(admission['paid']) === 1 && paid.has(step)) broken.push(`${step} was paid for twice`);
		paid.add(step);
	}
	const materials = await db.query('select draft_key, version, event_key, kind, body, facts, source_blocks from material');
	const begun = new Set<string>();
	for (const row of materials) {
		const [draft, version, key] = [String(row['draft_key']), Number(row['version']), String(row['event_key'])];
		const blocks = String(row['source_blocks'] ?? '');
		if (blocks.includes(`"vouched-${version}"`) && !vouched.has(`material:${draft}:${version}`))
			broken.push(`${draft} version ${version} rests on the word of a person, and the audit does not have it`);
		if (anew.has(key) && begun.has(key)) broken.push(`${key} began two versions`);
		begun.add(key);
		const facts = String(row['facts'] ?? '');
		if (version === 1 && facts.includes(FROM_MEMORY) && memories.size === 0)
			broken.push(`${draft} was written without a source, and nobody pressed for it`);
	}
	return broken;
}

/** The fact of a draft that is written from general knowledge. */
export const FROM_MEMORY = 'What was asked for';
