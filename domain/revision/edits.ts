import type { PostText } from '../caption/bounds.ts';
import { cleanCharacters, normaliseCaption } from '../caption/normalise.ts';
import { MAX_EDIT_SPANS } from '../limits.ts';

export const textFields = ['body', 'title', 'subtitle'] as const;

export type TextField = (typeof textFields)[number];

/** Put `replacement` in place of `fragment`. */
export interface Edit {
	readonly fragment: string;
	readonly replacement: string;
	/** Where to look; without it in all three fields. */
	readonly field?: TextField;
	/** In all places where the fragment occurs, instead of in the only one. */
	readonly everywhere?: boolean;
}

/** A stretch of one field, in UTF-16 units, end excluded. */
export interface Span {
	readonly field: TextField;
	readonly start: number;
	readonly end: number;
}

export type EditFault =
	| 'fragment_not_found'
	| 'fragment_ambiguous'
	| 'replacement_duplicate'
	| 'fragments_overlap'
	| 'replacement_empty_change'
	| 'edit_scope_violation';

type EditResult =
	| {
			readonly ok: true;
			readonly post: PostText;
			/** What the edits touched, as stretches of the new text. */
			readonly scope: readonly Span[];
	  }
	| { readonly ok: false; readonly code: EditFault; readonly fragment: string };

/** The first two places where the fragment begins, places that overlap included: a second one makes it ambiguous. */
export function occurrences(text: string, fragment: string): number[] {
	const first = fragment === '' ? -1 : text.indexOf(fragment);
	const second = first === -1 ? -1 : text.indexOf(fragment, first + 1);
	return [first, second].filter((at) => at !== -1);
}

/** Every place of it without those that overlap one before them: what can be replaced. */
function separateOccurrences(text: string, fragment: string): number[] {
	const found: number[] = [];
	if (fragment === '') return found;
	for (let at = text.indexOf(fragment); at !== -1; at = text.indexOf(fragment, at + fragment.length)) found.push(at);
	return found;
}

/**
 * Applies all edits, or none: each fragment must be in exactly one place unless it is meant everywhere, no two edits may
 * touch the same place, and each must change something. `allowed` limits where edits may be; without it they may be anywhere.
 */
export function applyEdits(post: PostText, edits: readonly Edit[], allowed?: readonly Span[]): EditResult {
	/** Which edit each unit of a field is of. */
	const taken = {
		title: Array<Span | undefined>(post.title.length),
		subtitle: Array<Span | undefined>(post.subtitle.length),
		body: Array<Span | undefined>(post.body.length),
	} as const;
	const placed: { readonly span: Span; readonly edit: Edit; readonly replacement: string }[] = [];
	for (const edit of edits) {
		const refuse = (code: EditFault): EditResult => ({ ok: false, code, fragment: edit.fragment });
		const fragment = cleanCharacters(edit.fragment);
		const replacement = cleanCharacters(edit.replacement);
		const fields = edit.field === undefined ? textFields : [edit.field];
		const places = fields.flatMap((field) =>
			(edit.everywhere === true ? separateOccurrences : occurrences)(post[field], fragment).map(
				(start): Span => ({ field, start, end: start + fragment.length }),
			),
		);
		if (places.length === 0) return refuse('fragment_not_found');
		if (places.length > 1 && edit.everywhere !== true) return refuse('fragment_ambiguous');
		if (fragment === replacement) return refuse('replacement_empty_change');
		for (const span of places) {
			const other = taken[span.field].slice(span.start, span.end).find((each) => each !== undefined);
			if (other !== undefined) return refuse(isSame(other, span) ? 'replacement_duplicate' : 'fragments_overlap');
			taken[span.field].fill(span, span.start, span.end);
			if (allowed !== undefined && !allowed.some((area) => contains(area, span))) return refuse('edit_scope_violation');
			placed.push({ span, edit, replacement });
		}
	}

	const scope: Span[] = [];
	const next = { title: post.title, subtitle: post.subtitle, body: post.body };
	for (const field of textFields) {
		const ofField = placed.filter(({ span }) => span.field === field).sort((one, other) => one.span.start - other.span.start);
		if (ofField.length === 0) continue;
		let text = '';
		let from = 0;
		const touched: Span[] = [];
		for (const { span, replacement } of ofField) {
			text += post[field].slice(from, span.start);
			touched.push({ field, start: text.length, end: text.length + replacement.length });
			text += replacement;
			from = span.end;
		}
		text += post[field].slice(from);
		next[field] = normaliseField(field, text);
		scope.push(...(next[field] === text ? touched : [changedSpan(field, post[field], next[field])]));
	}
	return { ok: true, post: next, scope: scope.length > MAX_EDIT_SPANS ? areasOf(scope) : scope };
}

/** One stretch of each field, from the first place that was touched to the last one. */
function areasOf(scope: readonly Span[]): Span[] {
	return textFields.flatMap((field) => {
		const own = scope.filter((span) => span.field === field);
		const [first, last] = [own[0], own.at(-1)];
		return first === undefined || last === undefined ? [] : [{ field, start: first.start, end: last.end }];
	});
}

/** One-line fields keep their line breaks here: it is the bounds' work to refuse them. */
export function normaliseField(field: TextField, text: string): string {
	return field === 'body' ? normaliseCaption(text) : cleanCharacters(text).trim();
}

/** From the first to the last unit that differs: where normalisation moved things, this is what changed. */
export function changedSpan(field: TextField, before: string, after: string): Span {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && before[start] === after[start]) start += 1;
	let same = 0;
	while (same < shorter - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
	return { field, start, end: after.length - same };
}

/**
 * The same stretches of a text that was shortened since. Words that the new text does not have, or has more than once, leave
 * their whole field; a field that was not edited stays closed.
 */
export function rescoped(scope: readonly Span[], before: PostText, after: PostText): Span[] {
	return scope.map((span) => {
		const { field, start, end } = span;
		if (after[field] === before[field]) return span;
		const [found, second] = occurrences(after[field], before[field].slice(start, end));
		return found === undefined || second !== undefined
			? { field, start: 0, end: after[field].length }
			: { field, start: found, end: found + end - start };
	});
}

const isSame = (one: Span, other: Span): boolean => one.field === other.field && one.start === other.start && one.end === other.end;

const contains = (area: Span, span: Span): boolean => area.field === span.field && area.start <= span.start && span.end <= area.end;
