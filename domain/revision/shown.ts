/** What a reply or a request says of how a post is shown: `without the signature`, «без звука», `add a button “Tickets” https://…`. */
import type { FeedbackPatterns, PictureLook } from '../chat/patterns.ts';
import { literally } from '../text/literally.ts';
import { MAX_LINK_BUTTONS, readLinkButton, type LinkButton } from '../caption/linkButtons.ts';
import type { ShownWish } from '../caption/shown.ts';

interface ReadWish {
	readonly wish: ShownWish;
	/** What the words say beside it. */
	readonly rest: string;
}

const BETWEEN_CLAUSES = /([.!?;,](?=\s|$)|\n|\s(?:and|и)(?=\s))/iu;

/** A clause counts only as a whole, so that a wish about the text does not count: `say that we stay without a signature`. Null: none. */
export function readShown(text: string, patterns: readonly FeedbackPatterns[]): ReadWish | null {
	const { buttons, rest: words } = readButtons(text, patterns);
	let wish: ShownWish = buttons.length === 0 ? {} : { buttons };
	const rest = withoutClauses(words, patterns, (clause) => {
		const said = saidIn(clause, patterns, ({ shown }) => shown.phrases);
		wish = { ...wish, ...said };
		return said !== undefined;
	});
	return Object.keys(wish).length === 0 ? null : { wish, rest };
}

/** Whether the picture is to be shown as it is, or with its cover again. Null: nothing of it. */
export function readPictureLook(
	text: string,
	patterns: readonly FeedbackPatterns[],
): { readonly look: PictureLook; readonly rest: string } | null {
	let look: PictureLook | undefined;
	const rest = withoutClauses(text, patterns, (clause) => {
		const said = saidIn(clause, patterns, ({ picture }) => picture);
		look = said ?? look;
		return said !== undefined;
	});
	return look === undefined ? null : { look, rest };
}

/**
 * The same in a request, where only its first or its last clause counts: what is between may belong to what the post says. A
 * request of these words alone asks for nothing else.
 */
export function lookOfRequest(
	text: string,
	patterns: readonly FeedbackPatterns[],
): { readonly look: PictureLook | null; readonly rest: string } {
	const clauses = text.split(BETWEEN_CLAUSES).filter((clause, at) => at % 2 === 0 && clause.trim() !== '');
	const isSaid = [clauses[0], clauses.at(-1)].some((clause) => saidIn(clause ?? '', patterns, ({ picture }) => picture) !== undefined);
	const read = isSaid ? readPictureLook(text, patterns) : null;
	return read === null || read.rest === '' ? { look: null, rest: text } : read;
}

/** What is left of words without the clauses that say something; empty where only fillers are left. */
function withoutClauses(words: string, patterns: readonly FeedbackPatterns[], says: (clause: string) => boolean): string {
	const parts = words.split(BETWEEN_CLAUSES);
	const isGone = parts.map((clause, at) => at % 2 === 0 && says(clause));
	// What ends a clause goes with it.
	const left = parts.filter((_, at) => isGone[at - (at % 2)] !== true);
	const fillers = patterns.flatMap(({ shown }) => shown.fillers);
	const rest = withoutEnds(left.join(''));
	const isSaid = (rest.match(/[\p{L}\p{N}'’]+/gu) ?? []).some((word) => !fillers.includes(word.toLowerCase()));
	return isSaid ? rest : '';
}

/** What joined clauses that are gone joins nothing. */
function withoutEnds(words: string): string {
	const first = words.search(/[^\s.!?;,]/);
	const rest = first === -1 ? '' : words.slice(first).trim();
	return rest.replace(/(?:[,;]|\s(?:and|и))$/iu, '').replace(/[,;]$/, '');
}

function saidIn<Said>(
	clause: string,
	patterns: readonly FeedbackPatterns[],
	phrasesOf: (table: FeedbackPatterns) => Readonly<Record<string, Said>>,
): Said | undefined {
	for (const table of patterns) {
		const { fillers } = table.shown;
		const words = (clause.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter((word) => !fillers.includes(word)).join(' ');
		const phrases = phrasesOf(table);
		if (Object.hasOwn(phrases, words)) return phrases[words];
	}
	return undefined;
}

function readButtons(
	text: string,
	patterns: readonly FeedbackPatterns[],
): { readonly buttons: readonly LinkButton[]; readonly rest: string } {
	// A run of blanks could be divided in too many ways.
	const plain = text.replace(/[^\S\n]+/gu, ' ');
	const anyOf = (words: readonly string[]) => `(?:${words.map(literally).join('|')})`;
	const begin = `(?<![\\p{L}\\p{N}])${anyOf(patterns.flatMap(({ shown }) => shown.addButton))}:?\\s`;
	// After the first one the words are in quotes, because an address may belong to what else is said.
	const next = `(?:[\\s,;]+${anyOf(patterns.flatMap(({ shown }) => shown.nextButton))})*[\\s,;]+(?=[“„"«'])`;
	const button = `[“„"«']?[^\\n“”„"«»']+?[”“"»']? ?[:—–-]?\\shttps://\\S+`;
	const pattern = new RegExp(`${begin}${button}(?:${next}${button})*`, 'giu');
	const said = (plain.match(pattern) ?? []).flatMap((each) =>
		each
			.replace(new RegExp(`${begin}|${next}`, 'giu'), '\n')
			.trim()
			.split(/\n(?!https:)/),
	);
	const ends = /^[“„"«']|[”“"»']? ?[:—–-]?(?=\shttps:)|[.,;!?)]$/giu;
	const found = said.flatMap((each) => readLinkButton(each.replace(ends, '')) ?? []);
	return found.length === 0 ? { buttons: [], rest: text } : { buttons: found.slice(0, MAX_LINK_BUTTONS), rest: plain.replace(pattern, '') };
}
