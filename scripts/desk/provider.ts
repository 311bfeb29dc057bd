import { audioInterfaces, imageInterfaces, keyHeaders, schemaModes, textInterfaces } from '@copydesk/domain/ai/interfaces';
import type { AudioInterface, ImageInterface, KeyHeader, SchemaMode, TextInterface } from '@copydesk/domain/ai/interfaces';
import { DEFAULT_MODELS, DEFAULT_PROVIDER } from '@copydesk/domain/ai/models';
import { oneOf, optional, readConfig, secret, textOf, urlOf, type ConfigOf, type Variable } from '@copydesk/kit/config';
import { PRESETS, presetNames, type Preset } from './presets.ts';

const A_NAME = { pattern: /^\S{1,200}$/, expected: 'a name without spaces' };

/** Paths are put behind it. What is behind a `?` may be a key, so it is not repeated. */
function baseOf(about: string, options: { readonly fallback?: string } = {}): Variable<string> {
	const variable = urlOf(about, options);
	return {
		...variable,
		parse(text, env) {
			const [, sign] = /([?#])/.exec(text) ?? [];
			if (sign !== undefined) throw new Error(`Expected ${about}: the part before the “${sign}” alone`);
			return variable.parse(text, env);
		},
	};
}

/** What is said of the AI provider, in `.env`, to the operator's commands and to an installation. The keys are secrets of each. */
export const PROVIDER = {
	AI_PROVIDER: oneOf('the kind of AI provider, which says all that is not set here', presetNames, 'openai'),
	AI_BASE_URL: baseOf("the AI provider's address, with or without the version of its interface; its own where this is the default", {
		fallback: DEFAULT_PROVIDER,
	}),
	AI_TEXT_MODEL: textOf('the model for texts', { fallback: DEFAULT_MODELS.text, ...A_NAME }),
	AI_TEXT_API: optional(oneOf('the interface for texts: /v1/responses, or chat completions', textInterfaces)),
	AI_TEXT_SCHEMAS: optional(oneOf('whether chat completions hold to a strict schema, or promise a JSON object only', schemaModes)),
	AI_KEY_HEADER: optional(oneOf('the header for the key', keyHeaders)),
	AI_FALLBACK_BASE_URL: optional(baseOf('the address of another provider for texts, asked when the first one definitely did nothing')),
	AI_FALLBACK_TEXT_MODEL: optional(textOf('the model of the fallback provider', A_NAME)),
	AI_FALLBACK_TEXT_API: oneOf('the interface of the fallback provider', textInterfaces, 'responses'),
	AI_FALLBACK_TEXT_SCHEMAS: oneOf('how the fallback provider keeps to a schema', schemaModes, 'strict'),
	AI_FALLBACK_KEY_HEADER: oneOf('the header for the key of the fallback provider', keyHeaders, 'Authorization'),
	AI_IMAGE_BASE_URL: optional(baseOf('the address for images, if it is another provider')),
	AI_IMAGE_MODEL: textOf('the model for images', { fallback: DEFAULT_MODELS.image, ...A_NAME }),
	AI_IMAGE_API: optional(
		oneOf('the interface for images: /v1/images/generations, chat completions that return pictures, or none', imageInterfaces),
	),
	AI_AUDIO_BASE_URL: optional(baseOf('the address of the provider that writes down voice messages, if it is another one')),
	AI_AUDIO_MODEL: optional(textOf('the model that writes down voice messages', A_NAME)),
	AI_AUDIO_API: optional(
		oneOf(
			'the interface for voices: /v1/audio/transcriptions with a form, the same with JSON as OpenRouter has it, or none',
			audioInterfaces,
		),
	),
};

/** The keys, where they may be missing. */
export const PROVIDER_KEYS = {
	AI_API_KEY: secret('the key for texts', { optional: true }),
	AI_IMAGE_API_KEY: { ...secret('the key for images, if it is another one', { optional: true }), mayEqual: 'AI_API_KEY' as const },
	AI_AUDIO_API_KEY: { ...secret('the key for voices, if it is another one', { optional: true }), mayEqual: 'AI_API_KEY' as const },
	AI_FALLBACK_API_KEY: { ...secret('the key of the fallback provider', { optional: true }), mayEqual: 'AI_API_KEY' as const },
};

type Addressed = ConfigOf<typeof PROVIDER>;
type Said = Addressed & ConfigOf<typeof PROVIDER_KEYS>;

/** How a provider is spoken to. */
export interface Interfaces {
	readonly text: TextInterface;
	readonly schemas: SchemaMode;
	readonly images: ImageInterface;
	/** As OpenAI's, where nothing is said. */
	readonly audio?: AudioInterface;
	readonly header: KeyHeader;
}

/** Where texts and images are asked for. */
export interface Provider {
	readonly textUrl: string;
	readonly textKey: string;
	readonly imageUrl: string;
	readonly imageKey: string;
	/** Where voices are written down; where nothing is said, as texts. */
	readonly audioUrl?: string;
	readonly audioKey?: string;
	/** As OpenAI's, where nothing is said. */
	readonly by?: Interfaces;
}

export interface Models {
	readonly text: string;
	readonly image: string;
	readonly audio?: string;
}

/** The fallback provider as the AI credential names it; empty if there is none. */
export function fallbackFields(said: Addressed, key: string): Readonly<Record<string, string>> {
	if (said.AI_FALLBACK_BASE_URL === undefined) return {};
	return {
		fallbackBaseUrl: said.AI_FALLBACK_BASE_URL,
		fallbackApiKey: key,
		fallbackModel: said.AI_FALLBACK_TEXT_MODEL ?? '',
		fallbackInterface: said.AI_FALLBACK_TEXT_API,
		fallbackSchemas: said.AI_FALLBACK_TEXT_SCHEMAS,
		fallbackAuthHeader: said.AI_FALLBACK_KEY_HEADER,
	};
}

/** The same for the operator's commands, without its key. */
export function fallbackVariables(said: Addressed): Readonly<Record<string, string>> {
	const names = Object.keys(said).filter((name) => name.startsWith('AI_FALLBACK_')) as (keyof Addressed)[];
	return Object.fromEntries(names.flatMap((name) => (said[name] === undefined || name.endsWith('_KEY') ? [] : [[name, said[name]]])));
}

/** The second provider for texts, in the form of the first one; undefined if none is named. */
export function fallbackProviderOf(said: Said): { readonly ai: Provider; readonly models: Models } | undefined {
	const url = said.AI_FALLBACK_BASE_URL;
	if (url === undefined) return undefined;
	const key = said.AI_FALLBACK_API_KEY;
	const by = {
		text: said.AI_FALLBACK_TEXT_API,
		schemas: said.AI_FALLBACK_TEXT_SCHEMAS,
		images: 'none',
		header: said.AI_FALLBACK_KEY_HEADER,
	} as const;
	const model = said.AI_FALLBACK_TEXT_MODEL ?? said.AI_TEXT_MODEL;
	return { ai: { textUrl: url, textKey: key, imageUrl: url, imageKey: key, by }, models: { text: model, image: '' } };
}

/** Images of another provider are asked for as OpenAI's are, unless something else is said. */
export function interfacesOf(said: Addressed): Interfaces {
	const preset: Preset = PRESETS[said.AI_PROVIDER];
	return {
		text: said.AI_TEXT_API ?? preset.text,
		schemas: said.AI_TEXT_SCHEMAS ?? preset.schemas,
		images: said.AI_IMAGE_API ?? (said.AI_IMAGE_BASE_URL === undefined ? preset.images : 'images'),
		audio: said.AI_AUDIO_API ?? (said.AI_AUDIO_BASE_URL === undefined ? preset.audio : 'multipart'),
		header: said.AI_KEY_HEADER ?? preset.header,
	};
}

/** What of the provider cannot be as it is said. */
export function providerMistakes(said: Addressed): readonly string[] {
	try {
		textUrlOf(said);
		return [];
	} catch (error) {
		return [(error as Error).message];
	}
}

/** @throws Error where the address of such a provider has a part that only a person knows */
export function textUrlOf({ AI_PROVIDER: name, AI_BASE_URL: said }: Addressed): string {
	const url = said === DEFAULT_PROVIDER ? PRESETS[name].base : said;
	if (url.includes('<')) throw new Error(`AI_BASE_URL: Expected ${url} with your own name in it, because AI_PROVIDER is ${name}`);
	return url;
}

/** What is not said of images is as for texts. */
export function providerOf(said: Said): Provider {
	const textUrl = textUrlOf(said);
	return {
		textUrl,
		textKey: said.AI_API_KEY,
		imageUrl: said.AI_IMAGE_BASE_URL ?? textUrl,
		imageKey: said.AI_IMAGE_API_KEY || said.AI_API_KEY,
		audioUrl: said.AI_AUDIO_BASE_URL ?? textUrl,
		audioKey: said.AI_AUDIO_API_KEY || said.AI_API_KEY,
		by: interfacesOf(said),
	};
}

/** The model for voices: what is said, what the kind of provider calls it, or the default. */
const audioModelOf = ({ AI_AUDIO_MODEL: said, AI_PROVIDER: name, AI_AUDIO_BASE_URL: other }: AudioSaid): string =>
	said ?? (other === undefined ? (PRESETS[name] as Preset).audioModel : undefined) ?? DEFAULT_MODELS.audio;
type AudioSaid = Pick<Addressed, 'AI_AUDIO_MODEL' | 'AI_PROVIDER' | 'AI_AUDIO_BASE_URL'>;

export const modelsSaid = (said: Pick<Said, 'AI_TEXT_MODEL' | 'AI_IMAGE_MODEL'> & AudioSaid): Models => ({
	audio: audioModelOf(said),
	text: said.AI_TEXT_MODEL,
	image: said.AI_IMAGE_MODEL,
});

/** How the sandbox is spoken to: as OpenAI is. */
export const SANDBOX_PROVIDER = readConfig({}, PROVIDER);

/** The interfaces for the operator's commands, all said. */
export function interfaceVariables(said: Addressed): Readonly<Record<string, string>> {
	const { text, schemas, images, audio = 'multipart', header } = interfacesOf(said);
	return { AI_AUDIO_API: audio, AI_TEXT_API: text, AI_TEXT_SCHEMAS: schemas, AI_IMAGE_API: images, AI_KEY_HEADER: header };
}
