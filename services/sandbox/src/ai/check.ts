/**
 * `copydesk_verdict`: compares every number, date, name and quotation of a text with its facts and sources. For each one that they lack,
 * it proposes the most similar one.
 */
import { finderIn, type Finding } from '@copydesk/domain/check/hints';
import type { Issue, Verdict } from '@copydesk/domain/check/verdict';
import { MAX_CHECK_ISSUES } from '@copydesk/domain/limits';
import { languageOf, paragraphsOf, sentencesOf, stem, words, type Language } from './language.ts';
import { evidenceOf } from './request.ts';

const REASONS: Readonly<Record<Language, Readonly<Record<Finding['kind'], string>>>> = {
	en: {
		number: 'The facts and sources do not give this number.',
		thing: 'The facts and sources give this number for something else.',
		date: 'The facts and sources give no such date.',
		time: 'The facts and sources give no such time.',
		weekday: 'The facts and sources give no such weekday.',
		name: 'The name is in no fact and no source.',
		quote: 'The quotation is in no fact and no source.',
	},
	ru: {
		number: 'Такого числа нет в фактах и источниках.',
		thing: 'В фактах и источниках это число относится к другому.',
		date: 'Такой даты в фактах и источниках нет.',
		time: 'Такого времени в фактах и источниках нет.',
		weekday: 'Такого дня недели в фактах и источниках нет.',
		name: 'Этого имени нет ни в фактах, ни в источниках.',
		quote: 'Этой цитаты нет ни в фактах, ни в источниках.',
	},
};

/** The position of a number, date, name or quotation. */
interface Place {
	readonly start: number;
	readonly end: number;
	readonly written: string;
	/** The next word, which is counted, with the text between; and its stem. */
	readonly thing: string;
	readonly of: string;
	readonly around: readonly string[];
}

/** A pattern in which all spaces are equal, and all apostrophes. */
const asPattern = (text: string): string =>
	text
		.replace(/[.*+?^$()|{}[\]\\]/g, '\\$&')
		.replaceAll(' ', '\\s')
		.replaceAll("'", "['’]");

/** Where it occurs: a number with any thousands separator, a quotation with its marks. */
function placesOf(text: string, { kind, text: found }: Finding): Place[] {
	const number = /^[\d.,' ]*\d/.exec(found)?.[0] ?? '';
	const digits = [...number].map((sign) => (/\d/.test(sign) ? sign : '[.,]')).join("[\\s.,']?");
	const isNumber = number !== '' && (kind === 'number' || kind === 'thing');
	const shape = isNumber ? digits : kind === 'quote' ? `["“«„]${asPattern(found)}["”»“]` : asPattern(found);
	const pattern = new RegExp(`(?<![\\p{L}\\d])${shape}(?![\\p{L}\\d])`, 'gu');
	return [...text.matchAll(pattern)].map(({ index: start, 0: written }) => {
		const end = start + written.length;
		const after = text.slice(end, end + 60);
		const before = words(text.slice(Math.max(0, start - 60), start)).slice(-4);
		const around = [...before, ...words(after).slice(0, 4)].map(stem).filter((one) => one.length > 2);
		const [thing = '', counted = ''] = /^[\s-]*(\p{L}+|%)/u.exec(after) ?? [];
		return { start, end, written, thing, of: stem(counted), around };
	});
}

const isMoment = (kind: Finding['kind']): boolean => kind === 'date' || kind === 'time' || kind === 'weekday';

function likeness(kind: Finding['kind'], wrong: Place, other: Place): number {
	const around = other.around.filter((word) => wrong.around.includes(word)).length;
	if (kind === 'number' || kind === 'thing') return around + (other.of !== '' && other.of === wrong.of ? 3 : 0);
	const theirs = words(other.written).map(stem);
	const shared = words(wrong.written).filter((word) => theirs.includes(stem(word))).length;
	// A date in another month may still be the intended one; a name or a quotation must look similar.
	return shared * 2 + (isMoment(kind) ? 1 : 0);
}

/** The replacement if the sources have nothing similar; '' for a sentence that has to be deleted. */
function neutral(kind: Finding['kind'], wrong: Place, language: Language): string {
	if (kind === 'quote') return wrong.written.slice(1, -1);
	if (kind === 'name') return language === 'ru' ? 'авторы' : 'the organisers';
	return isMoment(kind) || wrong.of === '%' ? '' : language === 'ru' ? 'несколько' : 'several';
}

/** Widens a span by whole words until it occurs once, so that it names one place only. */
function unique(text: string, place: Place, by: string): { fragment: string; replacement: string } {
	let { start, end } = place;
	const once = (): boolean => text.indexOf(text.slice(start, end)) === text.lastIndexOf(text.slice(start, end));
	while (!once() && (start > 0 || end < text.length)) {
		const after = /^\s*\S+/u.exec(text.slice(end))?.[0] ?? '';
		if (after !== '' && !after.includes('\n')) end += after.length;
		else {
			const before = /(?<!\S)\S+\s*$/u.exec(text.slice(0, start))?.[0].length ?? 0;
			if (before === 0) break;
			start -= before;
		}
	}
	return { fragment: text.slice(start, end), replacement: text.slice(start, place.start) + by + text.slice(place.end, end) };
}

function editOf(
	text: string,
	kind: Finding['kind'],
	wrong: Place,
	known: readonly Place[],
	language: Language,
): Omit<Issue, 'field' | 'reason'> {
	const others = known.filter(({ written }) => written !== wrong.written);
	const best = others.sort((a, b) => likeness(kind, wrong, b) - likeness(kind, wrong, a))[0];
	const same = known.find(({ written, thing }) => written === wrong.written && thing !== '');
	// A right number for a wrong thing that has no number of its own, or with a wrong unit.
	if ((kind === 'thing' || kind === 'number') && best?.of !== wrong.of && same !== undefined)
		return unique(text, { ...wrong, end: wrong.end + wrong.thing.length }, same.written + same.thing);
	const by = best !== undefined && likeness(kind, wrong, best) > 0 ? best.written : neutral(kind, wrong, language);
	if (by !== '') return unique(text, wrong, by);
	const isAround = (one: string): boolean => text.indexOf(one) <= wrong.start && text.indexOf(one) + one.length >= wrong.end;
	return { fragment: paragraphsOf(text).flatMap(sentencesOf).find(isAround) ?? text, replacement: '' };
}

function issuesIn(field: Issue['field'], text: string, evidence: string, language: Language): Issue[] {
	const known = finderIn('', Infinity)(evidence).map((finding) => ({ kind: finding.kind, places: placesOf(evidence, finding) }));
	const issues: (Issue & { at: number })[] = [];
	for (const finding of finderIn(evidence)(text)) {
		const kind = finding.kind === 'thing' ? 'number' : finding.kind;
		const places = known.filter((one) => one.kind === kind).flatMap((one) => one.places);
		for (const wrong of placesOf(text, finding)) {
			const edit = editOf(text, finding.kind, wrong, places, language);
			// A single unknown word may not be a name, and not every text can be given up.
			if (
				edit.fragment === text.trim() ||
				(kind === 'name' && edit.replacement === neutral(kind, wrong, language) && !/\s/.test(wrong.written))
			)
				continue;
			if (issues.some(({ fragment }) => fragment.includes(edit.fragment) || edit.fragment.includes(fragment))) continue;
			issues.push({ field, ...edit, reason: REASONS[language][finding.kind], at: wrong.start });
		}
	}
	return issues.sort((a, b) => a.at - b.at).map(({ at: _at, ...issue }) => issue);
}

/** Answers the document of a `copydesk_verdict` request. */
export function checkText(document: Record<string, unknown>): Verdict {
	const evidence = evidenceOf(document);
	const language = languageOf(`${String(document['body'] ?? '')} ${evidence}`);
	const issues = (['title', 'subtitle', 'body'] as const).flatMap((field) =>
		issuesIn(field, typeof document[field] === 'string' ? document[field] : '', evidence, language),
	);
	return { pass: issues.length === 0, issues: issues.slice(0, MAX_CHECK_ISSUES) };
}
