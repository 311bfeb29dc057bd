import { checkBody, checkImagePrompt, checkLink, checkSubtitle, checkTitle, detailOf } from '../caption/bounds.ts';
import type { BoundCode, PostText } from '../caption/bounds.ts';
import { PHOTO } from '../cover/template.ts';
import type { Look } from '../cover/template.ts';
import type { Language } from '../language.ts';
import { MAX_IMAGE_PROMPT_UNITS } from '../limits.ts';
import { applyEdits, changedSpan, normaliseField } from './edits.ts';
import type { EditFault, Span } from './edits.ts';
import type { FeedbackIntent, WishFault } from './intent.ts';

/** What a revision is made from. */
interface Revisable extends PostText {
	readonly kind: 'news' | 'post';
	readonly link: string | null;
	/** Units of what is shown below the caption. */
	readonly below?: number;
	/** Titles of the AI that a person may choose instead. */
	readonly other_titles?: readonly string[];
	/** What the present illustration was made from. */
	readonly image_prompt?: string;
	/** What it shows. */
	readonly template?: Exclude<Look, 'cover'>;
	/** What the source of news says, the most important first. */
	readonly facts?: readonly string[];
}

/**
 * What a reply leads to (docs/specification.md#revision).
 * `check` says whether the meaning is checked again; `scope` limits where that check may repair.
 */
export type RevisionPlan =
	| { readonly kind: 'cancel' }
	| {
			readonly kind: 'revise';
			/** The text is complete as it is here, or one text request is made with the wish. */
			readonly text: { readonly kind: 'fixed'; readonly post: PostText } | { readonly kind: 'request'; readonly wish: string };
			readonly illustration: 'reuse' | 'new' | 'before';
			/** For a new illustration: the stored context with the wish, so that it does not come out the same. */
			readonly image_prompt?: string;
			/** A reused cover brings its file at the messenger with it. */
			readonly cover: 'reuse' | 'render';
			readonly check: boolean;
			readonly scope: readonly Span[] | null;
			/** The cover looks otherwise from now on. */
			readonly template?: Look;
	  }
	| { readonly kind: 'refuse'; readonly code: EditFault | BoundCode | WishFault; readonly detail: string };

const refuse = (code: EditFault | BoundCode | WishFault, detail: string): RevisionPlan => ({ kind: 'refuse', code, detail });

/** Nothing changes unless everything the reply asks for can be done within every bound. */
export function planRevision(material: Revisable, intent: FeedbackIntent, locale: Language = 'en', wish = ''): RevisionPlan {
	switch (intent.kind) {
		case 'cancel':
			return { kind: 'cancel' };
		case 'unclear':
			return refuse(intent.code, '');
		case 'picture_before':
			if (material.body === '') return refuse('wish_unclear', '');
			return withTemplate({ ...unchanged(material), illustration: 'before', cover: 'render' }, intent.template);
		case 'shown':
			return material.body === '' ? refuse('wish_unclear', '') : unchanged(material);
		case 'template':
			if (material.body === '') return refuse('wish_unclear', '');
			return isSameLook(material, intent)
				? refuse('replacement_empty_change', intent.template)
				: { ...unchanged(material), cover: 'render', template: intent.template };
		default:
			// There is no text yet that anything could be done to: what the person says is what it is to be made from.
			return withTemplate(
				material.body === '' ? { ...rewritten(wish), illustration: 'new' } : planChange(material, intent, locale),
				intent.template,
			);
	}
}

/**
 * The same for a reply with a picture: it is the illustration, so that none is drawn. Words that ask for another picture ask for
 * this one, and without words the text stays. A video is not on the cover.
 */
export function planWithPicture(
	material: Revisable,
	intent: FeedbackIntent,
	locale: Language = 'en',
	wish = '',
	sent: 'picture' | 'media' = 'picture',
): RevisionPlan {
	const isPictureAlone =
		material.body !== '' &&
		(wish === '' || intent.kind === 'illustration' || intent.kind === 'picture_before' || isSameLook(material, intent));
	const plan: RevisionPlan = isPictureAlone ? unchanged(material) : planRevision(material, intent, locale, wish);
	if (plan.kind !== 'revise') return plan;
	const { image_prompt: _drawn, ...rest } = plan;
	return { ...rest, illustration: 'reuse', cover: sent === 'media' ? rest.cover : 'render' };
}

type Change = Exclude<FeedbackIntent, { kind: 'cancel' | 'unclear' | 'template' | 'shown' | 'picture_before' }>;

function planChange(material: Revisable, intent: Change, locale: Language): RevisionPlan {
	switch (intent.kind) {
		case 'replace': {
			const result = applyEdits(material, intent.edits);
			if (!result.ok) return refuse(result.code, result.fragment);
			return withPicture(material, fixed(material, result.post, result.scope, locale), intent.picture);
		}
		case 'set': {
			const post = {
				title: intent.title === undefined ? material.title : normaliseField('title', intent.title),
				subtitle: intent.subtitle === undefined ? material.subtitle : normaliseField('subtitle', intent.subtitle),
				body: material.body,
			};
			const scope = (['title', 'subtitle'] as const)
				.filter((field) => post[field] !== material[field])
				.map((field) => changedSpan(field, '', post[field]));
			return scope.length === 0
				? refuse('replacement_empty_change', intent.title ?? intent.subtitle ?? '')
				: withPicture(material, fixed(material, post, scope, locale), intent.picture);
		}
		case 'illustration':
			return anotherIllustration(material, intent.wish);
		case 'text':
			return withPicture(material, rewritten(intent.wish), intent.picture);
	}
}

const isSameLook = (material: Revisable, intent: FeedbackIntent): boolean =>
	intent.kind === 'template' &&
	(intent.template === 'cover' ? material.template !== undefined && material.template !== PHOTO : intent.template === material.template);

/** The same with another look of the cover, if one is wished for. */
const withTemplate = (plan: RevisionPlan, template: Look | undefined): RevisionPlan =>
	template === undefined || plan.kind !== 'revise' ? plan : { ...plan, cover: 'render', template };

/** The same words and the same picture. */
const unchanged = (material: Revisable): Extract<RevisionPlan, { kind: 'revise' }> => ({
	kind: 'revise',
	text: { kind: 'fixed', post: textOf(material) },
	illustration: 'reuse',
	cover: 'reuse',
	check: false,
	scope: null,
});

/** The same with another illustration, if one is wished for. */
function withPicture(material: Revisable, plan: RevisionPlan, picture: string | undefined): RevisionPlan {
	if (picture === undefined || plan.kind !== 'revise') return plan;
	const drawn = anotherIllustration(material, picture);
	if (drawn.kind !== 'revise' || drawn.image_prompt === undefined) return drawn;
	return { ...plan, illustration: 'new', image_prompt: drawn.image_prompt, cover: 'render' };
}

/** One text request with the wish. */
const rewritten = (wish: string): Extract<RevisionPlan, { kind: 'revise' }> => ({
	kind: 'revise',
	text: { kind: 'request', wish },
	illustration: 'reuse',
	cover: 'render',
	check: true,
	scope: null,
});

/** Separates the AI's picture prompt from what a person wants instead. */
const WISH = '\n\nAsked for now: ';

/** Whether a prompt was made from what a person asked for, so that no text request may put another one in its place. */
export const isWish = (imagePrompt: string | null): boolean => imagePrompt?.includes(WISH) === true;

/** Only the latest wish counts; a prompt that becomes too long is refused, never cut. */
function anotherIllustration(material: Revisable, wish: string): RevisionPlan {
	const image_prompt = `${contextOf(material, wish)}${WISH}${wish}`;
	const found = checkImagePrompt(image_prompt);
	if (found !== null) return refuse(found.code, detailOf(found));
	return { ...unchanged(material), illustration: 'new', image_prompt, cover: 'render' };
}

/**
 * What the picture is to be about. News are drawn again from what is stored of their source, not from the description of the old
 * picture, which would come out alike; as many whole facts as there is room for.
 */
function contextOf({ kind, title, facts = [], image_prompt = '' }: Revisable, wish: string): string {
	if (kind === 'post' || facts.length === 0) {
		const [context = ''] = image_prompt.split(WISH);
		return context === '' ? title : context;
	}
	let context = `One illustration, without any lettering in it, for this news: ${title}`;
	for (const fact of facts) {
		const longer = `${context}\n${fact}`;
		if (longer.length + WISH.length + wish.length > MAX_IMAGE_PROMPT_UNITS) break;
		context = longer;
	}
	return context;
}

/** A person's exact words: no text request, no new illustration; the cover changes only with what is on it. */
function fixed(material: Revisable, post: PostText, scope: readonly Span[], locale: Language): RevisionPlan {
	const found =
		checkTitle(post.title) ??
		checkSubtitle(post.subtitle) ??
		(material.link === null || material.link === '' ? null : checkLink(material.link, material.below)) ??
		checkBody(post.body, material.link, locale, material.below);
	if (found !== null) return refuse(found.code, detailOf(found));
	const onCover = post.title !== material.title || post.subtitle !== material.subtitle;
	return {
		kind: 'revise',
		text: { kind: 'fixed', post },
		illustration: 'reuse',
		cover: onCover ? 'render' : 'reuse',
		// In a plain post the person's words are the source; news has sources that they must agree with, and the AI's words are checked.
		check: material.kind === 'news' || isChoice(material, post),
		scope,
	};
}

/** Whether a title is one that the AI gave to choose from. */
export const isChoice = ({ other_titles = [] }: Pick<Revisable, 'other_titles'>, { title }: PostText): boolean =>
	other_titles.includes(title);

const textOf = (post: PostText): PostText => ({ title: post.title, subtitle: post.subtitle, body: post.body });
