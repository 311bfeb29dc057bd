/** What a reply or a request says of how a post is shown: `without the signature`, «без звука», `add a button “Tickets” https://…`. */
import type { FeedbackPatterns } from '../chat/patterns.ts';
import { literally } from '../text/literally.ts';
import { MAX_LINK_BUTTONS, readLinkButton } from '../caption/linkButtons.ts';
import type { LinkButton } from '../caption/linkButtons.ts';
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
	const clauses = words.split(BETWEEN_CLAUSES);
	const left = clauses.filter((clause, at) => {
		const said = at % 2 === 1 ? undefined : wishIn(clause, patterns);
		wish = { ...wish, ...said };
		return said === undefined;
	});
	if (Object.keys(wish).length === 0) return null;
	const fillers = patterns.flatMap(({ shown }) => shown.fillers);
	const rest = withoutEnds(left.join(''));
	const isSaid = (rest.match(/[\p{L}\p{N}'’]+/gu) ?? []).some((word) => !fillers.includes(word.toLowerCase()));
	return { wish, rest: isSaid ? rest : '' };
}

/** What joined clauses that are gone joins nothing. */
function withoutEnds(words: string): string {
	const first = words.search(/[^\s.!?;,]/);
	const rest = first === -1 ? '' : words.slice(first).trim();
	return rest.replace(/(?:[,;]|\s(?:and|и))$/iu, '').replace(/[,;]$/, '');
}

function wishIn(clause: string, patterns: readonly FeedbackPatterns[]): ShownWish | undefined {
	for (const { shown } of patterns) {
		const words = (clause.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).filter((word) => !shown.fillers.includes(word)).join(' ');
		if (Object.hasOwn(shown.phrases, words)) return shown.phrases[words];
	}
	return undefined;
}

function readButtons(
	text: string,
	patterns: readonly FeedbackPatterns[],
): { readonly buttons: readonly LinkButton[]; readonly rest: string } {
	const begins = patterns.flatMap(({ shown }) => shown.addButton).map(literally);
	const pattern = new RegExp(
		`(?<![\\p{L}\\p{N}])(?:${begins.join('|')})\\s+[“„"«']?([^\\n“”„"«»']+?)[”“"»']?\\s*[:—–-]?\\s+(https://\\S+)`,
		'giu',
	);
	const found = [...text.matchAll(pattern)].flatMap(({ 1: label = '', 2: url = '' }) => {
		return readLinkButton(`${label.trim()} ${url.replace(/[.,;!?)]$/, '')}`) ?? [];
	});
	return found.length === 0 ? { buttons: [], rest: text } : { buttons: found.slice(0, MAX_LINK_BUTTONS), rest: text.replace(pattern, '') };
}
