import type { TextOutcome, WrittenPost } from '../../domain/ai/post.ts';
import type { Patch } from '../../domain/material/content.ts';
import { buildCaption } from '../../domain/caption/caption.ts';
import type { Language } from '../../domain/language.ts';
import type { Material } from '../../domain/material/material.ts';
import { rescoped, type Span } from '../../domain/revision/edits.ts';
import { isWish } from '../../domain/revision/plan.ts';
import { postOf, problem } from '../shared/material.ts';
import type { Travelling } from '../shared/item.ts';

type Pictured = Partial<Pick<Material, 'source_image_id' | 'image_prompt'>>;

/** What a text that may be kept writes into the row: the text, and the caption as it would be published. */
function patchOf(
	post: WrittenPost,
	{ source_image_id = null, image_prompt = null }: Pictured,
	link: string | null,
	locale: Language,
): Patch {
	return {
		title: post.title,
		subtitle: post.subtitle,
		body: post.body,
		...(post.caption_entities === undefined ? {} : { caption_entities: post.caption_entities }),
		...(post.other_titles === undefined ? {} : { other_titles: post.other_titles }),
		category: post.category,
		// The picture that somebody asked for beside other words is drawn as they asked.
		...(source_image_id === null && isWish(image_prompt) ? {} : { image_prompt: post.image_prompt }),
		caption: buildCaption(post.body, link, locale),
	};
}

/** Where the check of this text may repair: in an exact edit, shortened or not, what was edited. */
function scopeOf({ edit_scope, material }: Travelling, post: WrittenPost): Span[] | null {
	return Array.isArray(edit_scope) ? rescoped(edit_scope as Span[], postOf(material ?? {}), post) : null;
}

/** Where the graph goes with what came of a text request. */
export function afterText(item: Travelling, outcome: TextOutcome, link: string | null, locale: Language): Travelling {
	const { request: _request, ...rest } = item;
	switch (outcome.kind) {
		case 'written':
			return {
				...rest,
				edit_scope: scopeOf(rest, outcome.post),
				patch: patchOf(outcome.post, rest.material ?? {}, link, locale),
				next: 'keep',
			};
		case 'too_long':
			return { ...rest, written: outcome.post, max_units: outcome.bounds, next: 'shorten' };
		case 'refused':
			return { ...rest, problem: problem(outcome.code, 'text', outcome.detail), next: 'failed' };
	}
}
