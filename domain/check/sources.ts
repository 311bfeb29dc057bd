import { checkFacts } from '../caption/bounds.ts';
import { buildCaption } from '../caption/caption.ts';
import { languages } from '../language.ts';
import { MAX_SOURCE_BLOCK_GUARD_UNITS } from '../limits.ts';
import type { CheckMaterial } from './material.ts';

/** Why a text cannot be checked at all: the AI is not asked then, and the material waits for a person. */
export type GroundError = 'caption_mismatch' | 'link_mismatch' | 'facts_invalid' | 'source_missing' | 'foreign_contact';

/** Holds the snapshot against what it is rebuilt to, and the facts and sources against their rules. The first refusal is the answer. */
export function checkSources(material: CheckMaterial): GroundError | null {
	// The label of the source line is in the language of the desk at the time of writing.
	const isRebuilt = languages.some((locale) => buildCaption(material.body, material.link, locale) === material.caption);
	if (!isRebuilt || material.caption === '') return 'caption_mismatch';
	if ((material.link ?? '') !== (material.item_link ?? '')) return 'link_mismatch';
	if (material.kind === 'news' && (material.link ?? '') === '') return 'link_mismatch';
	const found = checkFacts(material.facts, material.source_blocks);
	if (found !== null) return found.code === 'source_missing' ? 'source_missing' : 'facts_invalid';
	const isReadable = material.source_blocks.every((block) => block.text.trim() !== '' && block.text.length <= MAX_SOURCE_BLOCK_GUARD_UNITS);
	return isReadable ? null : 'source_missing';
}
