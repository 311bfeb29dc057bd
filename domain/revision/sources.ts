import type { Fact, SourceBlock } from '../caption/facts.ts';
import { cleanCharacters, normaliseCaption } from '../caption/normalise.ts';
import { MAX_FACT_UNITS, MAX_SOURCE_IDS_PER_FACT } from '../limits.ts';
import { literally } from '../text/literally.ts';
import type { Edit } from './edits.ts';

export interface Sources {
	readonly facts: readonly Fact[];
	readonly source_blocks: readonly SourceBlock[];
}

/**
 * The sources of the next version of a plain post. There the participants' own words are the sources: a reply becomes a
 * source block, and exact words that were replaced in the text are replaced in the facts too; otherwise the next
 * revision would bring the old ones back. The sources of news never change.
 */
export function sourcesAfterReply(sources: Sources, version: number, reply: string, edits: readonly Edit[]): Sources {
	const id = `reply-${version}`;
	const block: SourceBlock = { id, text: normaliseCaption(reply) };
	const pairs = new Map(edits.map((edit) => [cleanCharacters(edit.fragment), cleanCharacters(edit.replacement)]));
	pairs.delete('');
	// The longer ones first: of two that begin in one place, the longer one is meant.
	const words = [...pairs.keys()].sort((one, other) => other.length - one.length).map(whole);
	const pattern = new RegExp(words.join('|'), 'gu');
	const facts = sources.facts.map((fact) => {
		const text = words.length === 0 ? fact.text : fact.text.replace(pattern, (found) => pairs.get(found) ?? found).trim();
		if (text === fact.text || text === '' || text.length > MAX_FACT_UNITS) return fact;
		return { text, source_ids: [...fact.source_ids, id].slice(-MAX_SOURCE_IDS_PER_FACT) };
	});
	return { facts, source_blocks: [...sources.source_blocks.filter((other) => other.id !== id), block] };
}

/** Where the words occur as words of their own, not as a part of another word or number. */
function whole(words: string): string {
	const begin = /^[\p{L}\p{N}]/u.test(words) ? '(?<![\\p{L}\\p{N}]|\\d[.,])' : '';
	const end = /[\p{L}\p{N}]$/u.test(words) ? '(?![\\p{L}\\p{N}]|[.,]\\d)' : '';
	return `${begin}${literally(words)}${end}`;
}
