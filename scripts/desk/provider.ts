import { DEFAULT_MODELS, DEFAULT_PROVIDER } from '@copydesk/domain/ai/models';
import { optional, secret, textOf, urlOf } from '@copydesk/kit/config';
import type { ConfigOf } from '@copydesk/kit/config';

const A_NAME = { pattern: /^\S{1,200}$/, expected: 'a name without spaces' };

/** What is said of the AI provider, in `.env`, to the operator's commands and to an installation. The keys are secrets of each. */
export const PROVIDER = {
	AI_BASE_URL: urlOf("the AI provider's address, with or without the version of its interface (such as /v1)", {
		fallback: DEFAULT_PROVIDER,
	}),
	AI_TEXT_MODEL: textOf('the model for texts', { fallback: DEFAULT_MODELS.text, ...A_NAME }),
	AI_IMAGE_BASE_URL: optional(urlOf('the address for images, if it is another provider')),
	AI_IMAGE_MODEL: textOf('the model for images', { fallback: DEFAULT_MODELS.image, ...A_NAME }),
};

/** The keys, where they may be missing. */
export const PROVIDER_KEYS = {
	AI_API_KEY: secret('the key for texts', { optional: true }),
	AI_IMAGE_API_KEY: { ...secret('the key for images, if it is another one', { optional: true }), mayEqual: 'AI_API_KEY' as const },
};

type Said = ConfigOf<typeof PROVIDER> & ConfigOf<typeof PROVIDER_KEYS>;

/** Where texts and images are asked for. */
export interface Provider {
	readonly textUrl: string;
	readonly textKey: string;
	readonly imageUrl: string;
	readonly imageKey: string;
}

export interface Models {
	readonly text: string;
	readonly image: string;
}

/** What is not said of images is as for texts. */
export function providerOf(said: Said): Provider {
	return {
		textUrl: said.AI_BASE_URL,
		textKey: said.AI_API_KEY,
		imageUrl: said.AI_IMAGE_BASE_URL ?? said.AI_BASE_URL,
		imageKey: said.AI_IMAGE_API_KEY || said.AI_API_KEY,
	};
}

export const modelsSaid = (said: Pick<Said, 'AI_TEXT_MODEL' | 'AI_IMAGE_MODEL'>): Models => ({
	text: said.AI_TEXT_MODEL,
	image: said.AI_IMAGE_MODEL,
});
