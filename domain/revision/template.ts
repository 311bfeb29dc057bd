import type { FeedbackPatterns } from '../chat/patterns.ts';
import type { Look } from '../cover/template.ts';
import { literally } from '../text/literally.ts';
import { readPictureLook } from './shown.ts';

interface NamedTemplate {
	readonly template: Look;
	/** What the reply says beside it. */
	readonly rest: string;
}

/**
 * The template that a reply names: `use the frame template`, «шаблон рамка»; or the picture alone: `without a cover`. Null when it
 * names none, or more than one.
 */
export function readTemplate(text: string, patterns: readonly FeedbackPatterns[]): NamedTemplate | null {
	const picture = readPictureLook(text, patterns);
	if (picture !== null) return { template: picture.look, rest: picture.rest };
	for (const { template: table, illustration } of patterns) {
		const names = Object.keys(table.names).sort((one, other) => other.length - one.length);
		const name = `[“"«]?(?<name>${names.map(literally).join('|')})[”"»]?`;
		const noun = `(?:${table.nouns.map(literally).join('|')})`;
		const [begin, end] = ['(?<![\\p{L}\\p{N}-])', '(?![\\p{L}\\p{N}-])'];
		for (const order of [`${name}\\s+${noun}`, `${noun}\\s*(?::|—|-)?\\s*${name}`]) {
			const every = [...text.matchAll(new RegExp(`${begin}${order}${end}`, 'giu'))];
			const [match] = every;
			if (match === undefined || every.length > 1) continue;
			const template = table.names[match.groups?.['name']?.toLowerCase() ?? ''];
			if (template === undefined) continue;
			// What led to the name asks for nothing more: “… and use the”.
			const joiners = `[,;.\\n]|${begin}(?:${illustration.joiners.map(literally).join('|')})${end}`;
			const leading = `(?:${joiners})\\s*(?:${begin}(?:${table.fillers.map(literally).join('|')})${end}\\s*)+$`;
			const before = text.slice(0, match.index).replace(new RegExp(leading, 'iu'), '');
			const beside = `${before} ${text.slice(match.index + match[0].length)}`;
			const lines = beside.split('\n').filter((line) => !isFilling(line, table.fillers));
			return { template, rest: lines.join('\n').trim() };
		}
	}
	return null;
}

const isFilling = (words: string, fillers: readonly string[]): boolean =>
	(words.match(/[\p{L}\p{N}'’]+/gu) ?? []).every((word) => fillers.includes(word.toLowerCase()));
