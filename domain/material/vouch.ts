/** A text that says what no source says: what the fact check held against it, and a person who vouches for that. */
import type { Fact, SourceBlock } from '../caption/facts.ts';
import type { Issue } from '../check/verdict.ts';
import { MAX_FACT_UNITS, MAX_FACTS, MAX_SOURCE_BLOCK_GUARD_UNITS, MAX_SOURCE_IDS_PER_FACT } from '../limits.ts';
import { applyPatch, type HashOf } from './content.ts';
import { conflict, isPressed, step, type Deciding, type Judgement } from './judgement.ts';
import type { Material } from './material.ts';
import { UNFOUNDED, isStopped } from './recoveryActions.ts';

type Checked = Pick<Material, 'title' | 'subtitle' | 'body' | 'kept_verdicts'>;

/** What the fact check holds against the text as it stands, in the order of the text. */
export function issuesOf(material: Pick<Material, 'title' | 'subtitle' | 'body'> & Partial<Checked>): readonly Issue[] {
	const all = (material.kept_verdicts ?? []).flatMap(({ pass, issues }) => (pass ? [] : issues));
	const placed = all
		.map((issue) => ({ issue, at: (material[issue.field] ?? '').indexOf(issue.fragment) }))
		.filter(({ issue, at }) => issue.fragment !== '' && at >= 0);
	const order = ['title', 'subtitle', 'body'];
	return placed
		.filter(
			({ issue }, index) =>
				placed.findIndex(({ issue: { field, fragment } }) => field === issue.field && fragment === issue.fragment) === index,
		)
		.sort((one, other) => order.indexOf(one.issue.field) - order.indexOf(other.issue.field) || one.at - other.at)
		.map(({ issue }) => issue);
}

/** What the AI is told where the text is written again; null if nothing is known against it. */
export function wishOf(material: Parameters<typeof issuesOf>[0]): string | null {
	const issues = issuesOf(material);
	if (issues.length === 0) return null;
	const places = issues.map(({ fragment, reason }) => `- ${fragment}${reason.trim() === '' ? '' : ` (${reason.trim()})`}`);
	return `Write the text again without these places. The fact check found nothing that supports them:\n${places.join('\n')}`;
}

/** The sentences that have them, each once. A title or subtitle is one sentence. */
export function sentencesIn(material: Checked): readonly string[] {
	const found = issuesOf(material).flatMap(({ field, fragment }) => {
		const text = material[field] ?? '';
		if (field !== 'body') return [text];
		const at = text.indexOf(fragment);
		return spansOf(text)
			.filter(({ start, end }) => start < at + fragment.length && at < end)
			.map(({ start, end }) => text.slice(start, end).trim());
	});
	return [...new Set(found)].filter((sentence) => sentence !== '');
}

function spansOf(text: string): readonly { readonly start: number; readonly end: number }[] {
	const ends = [...text.matchAll(/(?<=[.!?…])\s+|(?<=[。！？])|\n+/gu)].map(({ index }) => index);
	return [...ends, text.length].map((end, at) => ({ start: ends[at - 1] ?? 0, end }));
}

/**
 * The person vouches for what the text says: its sentences are facts that they gave, so the check has passed, and no AI is asked. Only the
 * press of the button under the newest version does it, once.
 */
export function judgeVouch(found: Material, deciding: Deciding, latestVersion: number, hashOf: HashOf): Judgement {
	if (!isPressed(deciding, found, 'vouch')) return conflict(found, 'nobody vouches for it');
	if (found.version !== latestVersion || !isStopped(found) || found.error_code !== UNFOUNDED)
		return conflict(found, 'there is nothing to vouch for');
	const sentences = sentencesIn(found);
	if (sentences.length === 0) return conflict(found, 'no verdict on this text is kept');
	const patch = { ...withVouched(found, sentences), text_check: 'passed' } as const;
	return step(applyPatch(found, patch, deciding.person, false, hashOf), { vouched: sentences.length });
}

function withVouched({ facts, source_blocks, version }: Material, sentences: readonly string[]) {
	const id = `vouched-${version}`;
	const block: SourceBlock = { id, text: sentences.join('\n').slice(0, MAX_SOURCE_BLOCK_GUARD_UNITS) };
	const added = sentences.filter(({ length }) => length <= MAX_FACT_UNITS).map((text) => ({ text, source_ids: [id] }));
	return { facts: joined([...(facts ?? []), ...added]), source_blocks: [...(source_blocks ?? []), block] };
}

/** At most as many as there may be: the two neighbours that are shortest together become one. What fits nowhere is in the block alone. */
function joined(all: readonly Fact[]): readonly Fact[] {
	const facts = [...all];
	while (facts.length > MAX_FACTS) {
		const pairs = facts.slice(1).map((next, at) => {
			const before = facts[at] ?? next;
			return { at, text: `${before.text} ${next.text}`, source_ids: [...new Set([...before.source_ids, ...next.source_ids])] };
		});
		const [best] = pairs
			.filter(({ text, source_ids }) => text.length <= MAX_FACT_UNITS && source_ids.length <= MAX_SOURCE_IDS_PER_FACT)
			.sort((one, other) => one.text.length - other.text.length);
		if (best === undefined) return facts.slice(0, MAX_FACTS);
		facts.splice(best.at, 2, { text: best.text, source_ids: best.source_ids });
	}
	return facts;
}
