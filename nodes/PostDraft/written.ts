import type { TextOutcome, WrittenPost } from '../../domain/ai/post.ts';
import type { Patch } from '../../domain/material/content.ts';
import { buildCaption } from '../../domain/caption/caption.ts';
import type { Language } from '../../domain/language.ts';
import { problem } from '../shared/material.ts';
import type { Travelling } from '../shared/item.ts';

/** What a text that may be kept writes into the row: the text, and the caption as it would be published. */
export function patchOf(post: WrittenPost, link: string | null, locale: Language): Patch {
	return {
		title: post.title,
		subtitle: post.subtitle,
		body: post.body,
		category: post.category,
		image_prompt: post.image_prompt,
		caption: buildCaption(post.body, link, locale),
	};
}

/** Where the graph goes with what came of a text request. */
export function afterText(item: Travelling, outcome: TextOutcome, link: string | null, locale: Language): Travelling {
	const { request: _request, ...rest } = item;
	switch (outcome.kind) {
		case 'written':
			// What the AI wrote is no exact edit, even where it shortened one.
			return { ...rest, edit_scope: null, patch: patchOf(outcome.post, link, locale), next: 'keep' };
		case 'too_long':
			return { ...rest, written: outcome.post, max_units: outcome.maxUnits, next: 'shorten' };
		case 'refused':
			return { ...rest, problem: problem(outcome.code, 'text', outcome.detail), next: 'failed' };
	}
}
