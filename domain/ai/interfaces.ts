/** The ways in which providers take a request. Which one a provider has is chosen at set-up, tried, and kept in the AI credential. */

/** `responses`: POST /v1/responses. `chat`: POST /v1/chat/completions. */
export const textInterfaces = ['responses', 'chat'] as const;
export type TextInterface = (typeof textInterfaces)[number];

/** `strict`: the provider holds its answer to the schema. `object`: it promises JSON only, so the schema is in the instructions. */
export const schemaModes = ['strict', 'object'] as const;
export type SchemaMode = (typeof schemaModes)[number];

/** `images`: POST /v1/images/generations. `chat`: chat completions that return pictures. `none`: covers show the built-in picture. */
export const imageInterfaces = ['images', 'chat', 'none'] as const;
export type ImageInterface = (typeof imageInterfaces)[number];

/** `multipart`: POST /v1/audio/transcriptions as OpenAI has it. `json`: the same path as OpenRouter has it. `none`: nothing is heard. */
export const audioInterfaces = ['multipart', 'json', 'none'] as const;
export type AudioInterface = (typeof audioInterfaces)[number];
export const AUDIO_PATH = '/v1/audio/transcriptions';

/** The header that carries a key. */
export const keyHeaders = ['Authorization', 'api-key'] as const;
export type KeyHeader = (typeof keyHeaders)[number];

/** What is sent in the header. */
export const keyHeader = (header: KeyHeader, key: string): Readonly<Record<string, string>> =>
	header === 'api-key' ? { 'api-key': key } : { Authorization: `Bearer ${key}` };

export const TEXT_PATHS = { responses: '/v1/responses', chat: '/v1/chat/completions' } as const satisfies Record<TextInterface, string>;

/** One of the words, or the first if it is another one. */
export function wordOf<const Word extends string>(words: readonly [Word, ...Word[]], value: unknown): Word {
	return words.find((word) => word === value) ?? words[0];
}
