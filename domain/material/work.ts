import type { SourceBlock } from '../caption/facts.ts';
import { hasPicture, isPhoto } from '../cover/template.ts';
import { BUILT_IN_IMAGE_ID } from '../ids.ts';
import type { MaterialState } from './machine.ts';
import type { Material, TextCheck } from './material.ts';
import { asksForPages, hasPages, type Understood } from './pages.ts';
import { UNCONFIRMED, canRetry } from './recoveryActions.ts';

/** What may have to be done before previews go out. The graph that draws makes the cover too. */
export type WorkStep = 'search' | 'read' | 'facts' | 'write' | 'check' | 'draw' | 'cover';

/** States in which a draft is still being made; from `ready` on, only decisions change it. */
export const WORK_STATES: readonly MaterialState[] = ['text_generating', 'text_preparing'];

export const isInWork = (state: string): boolean => (WORK_STATES as readonly string[]).includes(state);

/** Whether a text is still to be written. What goes on by an operator's proof is past the first state, and has none all the same. */
export const awaitsText = ({ state, body }: Pick<Material, 'state' | 'body'>): boolean =>
	state === 'text_generating' || (state === 'text_preparing' && body === null);

/** What follows for a draft that an event begins or revises: a second run of the event may find it done. */
export function stepOfWork(state: MaterialState): 'work' | 'done' {
	return isInWork(state) ? 'work' : 'done';
}

/**
 * What somebody gets who names a draft: it is gone on with, shown with its buttons, or told what state it is in.
 * @param onlyAsks asked what state it is in, which starts nothing
 * @param saysAbsent says that an unconfirmed preview is not there: it is sent again
 */
export function stepOfNamed(
	state: MaterialState,
	onlyAsks: boolean,
	errorCode: string | null,
	saysAbsent = false,
): 'work' | 'show' | 'say' {
	// What would fail again in the same way is not paid for again: the way out is another one.
	if (isInWork(state) && !onlyAsks && (errorCode === null || (saysAbsent && errorCode === UNCONFIRMED) || canRetry(errorCode)))
		return 'work';
	return state === 'ready' ? 'show' : 'say';
}

/** What of a version says whether its text is still to be checked. A service that is older than this package does not say `text_check`. */
interface Checkable {
	readonly cover_asset_id?: string | null;
	readonly text_check?: TextCheck | null;
}

/** What a text needs before its previews go out. `check` is what the plan of a revision says, where the row says nothing. */
export function stepOfText({ text_check = null, cover_asset_id = null }: Checkable, check: boolean | null): 'check' | 'cover' {
	if (text_check !== null) return text_check === 'needed' ? 'check' : 'cover';
	// Without either a text is checked as long as it has no cover, which is made only after a passed check.
	return (check ?? cover_asset_id === null) ? 'check' : 'cover';
}

/** What a version is written from. Without a body it says so itself; a service that is older than this package leaves parts out. */
interface Sourced {
	readonly kind?: Material['kind'];
	readonly body?: string | null;
	readonly source_blocks?: readonly SourceBlock[] | null;
	readonly facts?: readonly unknown[] | null;
	readonly brief?: Understood | null;
	readonly version?: number;
}

const isEmpty = (list: readonly unknown[] | null | undefined): boolean => (list?.length ?? 0) === 0;

/** What news, and posts that rest on pages, lack before their text can be written. */
export function missingSource(version: Sourced): 'article' | 'pages' | 'facts' | 'nothing' {
	const { kind, body = null, source_blocks, facts } = version;
	if (body !== null) return 'nothing';
	if (kind === 'news' && isEmpty(source_blocks)) return 'article';
	if (!isEmpty(facts)) return 'nothing';
	if (kind === 'news') return 'facts';
	// Without facts it waits for pages; written from general knowledge, it has what was asked for as its fact.
	if (asksForPages(version)) return 'pages';
	return hasPages(source_blocks) ? 'facts' : 'nothing';
}

/** What a cover is made from. */
interface Drawn {
	readonly source_image_id: string | null;
	readonly cover_asset_id: string | null;
	/** Not said by a service that is older than this package. */
	readonly kept_admission_id?: string | null;
	readonly cover_template?: string | null;
}

/** What a version lacks before it can be shown: a picture, one that was paid for and is to be stored, a cover of it, or nothing. */
export function missingCover(version: Drawn): 'draw' | 'fetch' | 'render' | 'ready' {
	const { source_image_id, cover_asset_id, kept_admission_id = null, cover_template } = version;
	if ((cover_asset_id ?? '') !== '') return 'ready';
	// The built-in illustration is made for covers.
	const hasImage = (source_image_id ?? '') !== '' && !(isPhoto(cover_template) && source_image_id === BUILT_IN_IMAGE_ID);
	if (hasImage || !hasPicture(cover_template)) return 'render';
	return kept_admission_id === null ? 'draw' : 'fetch';
}

/** All that is left before the previews of a version go out, in order. @param check as for `stepOfText` */
export function stepsAhead(version: Sourced & Drawn & Checkable, check: boolean | null): readonly WorkStep[] {
	const { body = null, facts } = version;
	const [source, cover] = [missingSource(version), missingCover(version)];
	const steps: WorkStep[] = [];
	if (source === 'pages') steps.push('search');
	if (source === 'article') steps.push('read');
	// Which pages a post will rest on is not known yet.
	if (source !== 'nothing' && source !== 'pages' && isEmpty(facts)) steps.push('facts');
	if (body === null) steps.push('write');
	if (body === null || stepOfText(version, check) === 'check') steps.push('check');
	if (cover !== 'ready') steps.push(cover === 'draw' ? 'draw' : 'cover');
	return steps;
}
