/** Which AI is asked: the settings of the main graph say it, and where they say nothing the credential does. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { aiUrl } from '../../domain/ai/address.ts';
import { chatRequest, type ChatRequest } from '../../domain/ai/chat.ts';
import { TEXT_PATHS, audioInterfaces, imageInterfaces, schemaModes, textInterfaces, wordOf } from '../../domain/ai/interfaces.ts';
import type { AudioInterface, ImageInterface, SchemaMode, TextInterface } from '../../domain/ai/interfaces.ts';
import { DEFAULT_MODELS } from '../../domain/ai/models.ts';
import type { DeskSettings } from '../../domain/ai/post.ts';
import type { ResponsesRequest } from '../../domain/ai/responses.ts';
import { settingsOf, travelling } from './fields.ts';

/** What travels with an item that is about to ask for a text. It holds no key. */
export interface TextAi {
	readonly model: string;
	/** The model that is asked for the picture of the text; null where pictures are not asked for. */
	readonly image_model: string | null;
	/** Where n8n's own HTTP Request node sends the request. */
	readonly url: string;
	readonly interface: TextInterface;
	readonly schemas: SchemaMode;
	/** Who is asked when the provider definitely did nothing. */
	readonly fallback?: Pick<TextAi, 'model' | 'interface' | 'schemas'>;
}

/** How our nodes ask the fallback provider: the credential knows the rest of the address. */
export const FALLBACK = '/v1/fallback:';

/** The settings with their models in them, and where a text is asked for. */
export interface Asking {
	readonly settings: DeskSettings;
	readonly ai: TextAi;
}

const said = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

export async function askingText(context: IExecuteFunctions, itemIndex: number): Promise<Asking> {
	const settings = settingsOf(context, itemIndex);
	const credentials = await context.getCredentials('copydeskAiApi', itemIndex);
	const model = settings.text_model || said(credentials['textModel']) || DEFAULT_MODELS.text;
	const by = wordOf(textInterfaces, credentials['textInterface']);
	const url = aiUrl(settings.ai_base_url || said(credentials['baseUrl']), TEXT_PATHS[by]);
	const image = imageAiOf(settings, credentials);
	const image_model = image.interface === 'none' ? null : image.model;
	const fallback = fallbackOf(credentials, model);
	const ai = {
		...{ model, image_model, url, interface: by, schemas: wordOf(schemaModes, credentials['textSchemas']) },
		...(fallback === undefined ? {} : { fallback }),
	};
	return { settings: { ...settings, text_model: model }, ai };
}

function fallbackOf(credentials: IDataObject, model: string): TextAi['fallback'] {
	if (said(credentials['fallbackBaseUrl']) === '') return undefined;
	return {
		model: said(credentials['fallbackModel']) || model,
		interface: wordOf(textInterfaces, credentials['fallbackInterface']),
		schemas: wordOf(schemaModes, credentials['fallbackSchemas']),
	};
}

/** What an item says of a request and of the AI that it goes to; `ai_url` is the address that n8n's HTTP Request node reads. */
export const sentTo = (
	ai: TextAi,
	request: ResponsesRequest,
): {
	readonly ai: TextAi;
	readonly ai_url: string;
	readonly request: ResponsesRequest | ChatRequest;
	/** The question, where it is sent in another form: the fallback provider and a model node of a person's own are asked by it. */
	readonly original?: ResponsesRequest;
} => ({
	ai,
	ai_url: ai.url,
	request: ai.interface === 'chat' ? chatRequest(request, ai.schemas) : request,
	...(ai.interface === 'chat' ? { original: request } : {}),
});

/** Another question about the same item, asked where the first one was. */
export function askedBefore(context: IExecuteFunctions, itemIndex: number): Partial<Asking> & Pick<Asking, 'settings'> {
	const settings = settingsOf(context, itemIndex);
	const { ai } = travelling(context, itemIndex);
	// The check of an earlier release began without saying where.
	if (ai === undefined) return { settings: { ...settings, text_model: settings.text_model || DEFAULT_MODELS.text } };
	return { settings: { ...settings, text_model: ai.model }, ai };
}

/** What is asked for pictures, and how. */
export interface ImageAi {
	readonly model: string;
	readonly interface: ImageInterface;
}

export async function imageAi(context: IExecuteFunctions, itemIndex: number): Promise<ImageAi> {
	return imageAiOf(settingsOf(context, itemIndex), await context.getCredentials('copydeskAiApi', itemIndex));
}

/** What is asked to write down sounds, and how. */
export interface AudioAi {
	readonly model: string;
	readonly interface: AudioInterface;
}

export async function audioAi(context: IExecuteFunctions, itemIndex: number): Promise<AudioAi> {
	const credentials = await context.getCredentials('copydeskAiApi', itemIndex);
	return {
		model: said(credentials['audioModel']) || DEFAULT_MODELS.audio,
		interface: wordOf(audioInterfaces, credentials['audioInterface']),
	};
}

const imageAiOf = (settings: DeskSettings, credentials: IDataObject): ImageAi => ({
	model: settings.image_model || said(credentials['imageModel']) || DEFAULT_MODELS.image,
	interface: wordOf(imageInterfaces, credentials['imageInterface']),
});
