import type { PostText } from '../caption/bounds.ts';
import { buildCaption } from '../caption/caption.ts';
import type { Language } from '../language.ts';
import { partsInOtherLanguage } from '../languages/mixed.ts';
import { contactsShown, unknownContacts } from '../text/contacts.ts';
import type { CheckMaterial } from './material.ts';
import { repair, type RepairFault, type TooLong } from './repair.ts';
import { checkSources, type GroundError } from './sources.ts';
import { readVerdict, type Issue, type Verdict, type VerdictFault } from './verdict.ts';

/** Everything that can end a check without a verdict on the text. */
export type Diagnostic = GroundError | VerdictFault | Exclude<RepairFault, 'semantic_fail'> | 'settings_invalid' | 'language_mixed';

/** How far a check has come. It travels from step to step of the graph and ends as a `CheckResult`. */
export interface CheckProgress {
	readonly ground_error: Diagnostic | null;
	/** What the reason is about, for a person; never a secret. */
	readonly ground_detail: string | null;
	/** How many verdicts were asked for and read. */
	readonly checks: number;
	readonly passed: boolean;
	readonly repair_needed: boolean;
	readonly repaired: boolean;
	readonly preview_issues: readonly Issue[];
	/** Units that a body has, when `ground_error` is `shorten_required`. */
	readonly shorten_to_units: number | null;
	/** The repaired text that has to be shortened. */
	readonly repaired_text: PostText | null;
}

export interface CheckResult {
	readonly outcome: 'verified' | 'semantic_fail' | 'diagnostic';
	readonly ground_error: Diagnostic | null;
	readonly ground_detail: string | null;
	readonly shorten_to_units: number | null;
	readonly repaired_text: PostText | null;
	readonly preview_issues: readonly Issue[];
	readonly checks: number;
	readonly title: string;
	readonly subtitle: string;
	readonly body: string;
	readonly caption: string;
}

const BEGUN: CheckProgress = {
	ground_error: null,
	ground_detail: null,
	checks: 0,
	passed: false,
	repair_needed: false,
	repaired: false,
	preview_issues: [],
	shorten_to_units: null,
	repaired_text: null,
};

/**
 * Step 2: with a ground error the AI is not asked.
 * @param known what the text may take addresses, accounts and telephone numbers from, beside its facts, sources and link
 * @param promptFault what of the prompt cannot be sent
 */
export function beginCheck(material: CheckMaterial, known: readonly string[] = [], promptFault: string | null = null): CheckProgress {
	if (promptFault !== null) return { ...BEGUN, ground_error: 'settings_invalid', ground_detail: promptFault };
	const ground_error = checkSources(material);
	if (ground_error !== null) return { ...BEGUN, ground_error };
	const foreign = foreignIn(material, [...groundOf(material), ...known]);
	if (foreign !== null) return { ...BEGUN, ground_error: 'foreign_contact', ground_detail: foreign };
	const { parts, isMost } = inOtherLanguage(material);
	// A repair replaces single places: a text that is in another language on the whole is not worth paying for.
	return isMost ? { ...BEGUN, ground_error: 'language_mixed', ground_detail: parts[0] ?? null } : BEGUN;
}

/** What a person wrote into a text stays in the language in which they wrote it. */
const inOtherLanguage = ({ language, edit_scope, as_set = [], ...post }: CheckMaterial) =>
	language === undefined || edit_scope !== null
		? { parts: [], isMost: false }
		: partsInOtherLanguage({ ...post, ...Object.fromEntries(as_set.map((line) => [line, ''])) }, language);

const groundOf = ({ link, facts, source_blocks }: CheckMaterial): readonly string[] => [
	link ?? '',
	...facts.map(({ text }) => text),
	...source_blocks.map(({ text }) => text),
];

/** Contacts of a text that its ground does not have, as they are shown; null when there are none. */
function foreignIn({ title, subtitle, body }: PostText, known: readonly string[]): string | null {
	const foreign = unknownContacts([title, subtitle, body].join('\n'), known);
	return foreign.length === 0 ? null : contactsShown(foreign);
}

/** Steps 5 and 8: reads a verdict into the progress. */
export function takeVerdict(progress: CheckProgress, answer: unknown): CheckProgress {
	const reading = readVerdict(answer);
	if (reading.ok) return applyVerdict(progress, reading.verdict);
	const checks = progress.checks + 1;
	return { ...progress, checks, ground_error: reading.code, ground_detail: reading.detail, repair_needed: false };
}

/** A second `pass: false` is final; there is no further repair. */
function applyVerdict(progress: CheckProgress, { pass, issues }: Verdict): CheckProgress {
	return { ...progress, checks: progress.checks + 1, passed: pass, preview_issues: issues, repair_needed: !pass && !progress.repaired };
}

/**
 * A check continues where an earlier run ended: with the verdicts that were paid for then, as if they came now. One that no repair could
 * follow is worth nothing, and another one is asked for.
 */
export function resumeCheck<M extends CheckMaterial>(
	material: M,
	begun: CheckProgress,
	paid: readonly Verdict[],
	locale: Language,
): RepairedText<M> {
	return paid.reduce<RepairedText<M>>(
		(so, verdict) => {
			if (so.progress.ground_error !== null) return so;
			const progress = applyVerdict(so.progress, verdict);
			if (!progress.repair_needed) return { ...so, progress };
			const mended = repairText(so.material, progress, locale);
			return mended.progress.ground_error === null || mended.progress.repaired_text !== null ? mended : so;
		},
		{ material, progress: begun },
	);
}

interface RepairedText<M> {
	readonly material: M;
	readonly progress: CheckProgress;
}

/** Step 7: all or nothing. A repair that cannot be made leaves the text as it was. */
export function repairText<M extends CheckMaterial>(material: M, progress: CheckProgress, locale: Language): RepairedText<M> {
	const result = repair(material, progress.preview_issues, locale);
	if (!result.ok) {
		const { code } = result;
		// Its issues are listed, and a person decides.
		if (code === 'semantic_fail') return { material, progress: { ...progress, repair_needed: false } };
		return {
			material,
			progress: {
				...progress,
				repair_needed: false,
				ground_error: code,
				ground_detail: result.detail,
				shorten_to_units: result.tooLong?.maxUnits ?? null,
				repaired_text: textOf(result.tooLong),
			},
		};
	}
	// What the text had before was judged at the beginning of the check.
	const foreign = foreignIn(result.post, [...groundOf(material), material.title, material.subtitle, material.body]);
	if (foreign !== null)
		return { material, progress: { ...progress, repair_needed: false, ground_error: 'foreign_contact', ground_detail: foreign } };
	const caption = buildCaption(result.post.body, material.link, locale);
	return { material: { ...material, ...result.post, caption }, progress: { ...progress, repair_needed: false, repaired: true } };
}

const textOf = (given: TooLong | null): PostText | null =>
	given === null ? null : { title: given.title, subtitle: given.subtitle, body: given.body };

/** Step 9: what the main graph gets. */
export function finishCheck(material: CheckMaterial, progress: CheckProgress): CheckResult {
	const [left] = progress.ground_error === null && progress.passed ? inOtherLanguage(material).parts : [];
	const found = left === undefined ? progress : { ...progress, ground_error: 'language_mixed' as const, ground_detail: left };
	const failed = found.ground_error !== null;
	return {
		outcome: failed ? 'diagnostic' : progress.passed ? 'verified' : 'semantic_fail',
		ground_error: found.ground_error,
		ground_detail: found.ground_detail,
		shorten_to_units: progress.shorten_to_units,
		repaired_text: progress.repaired_text,
		preview_issues: progress.preview_issues,
		checks: progress.checks,
		title: material.title,
		subtitle: material.subtitle,
		body: material.body,
		caption: material.caption,
	};
}
