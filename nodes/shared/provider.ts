/** Which AI is asked: the settings of the main graph say it, and where they say nothing the credential does. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { aiUrl } from '../../domain/ai/address.ts';
import { DEFAULT_MODELS } from '../../domain/ai/models.ts';
import type { DeskSettings } from '../../domain/ai/post.ts';
import { settingsOf, travelling } from './fields.ts';

/** What travels with an item that is about to ask for a text. It holds no key. */
export interface TextAi {
	readonly model: string;
	/** The model that is asked for the picture of the text. */
	readonly image_model: string;
	/** Where n8n's own HTTP Request node sends the request. */
	readonly url: string;
}

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
	const url = aiUrl(settings.ai_base_url || said(credentials['baseUrl']), '/v1/responses');
	return { settings: { ...settings, text_model: model }, ai: { model, image_model: imageModelOf(settings, credentials), url } };
}

/** What an item says of the AI that its request goes to; `ai_url` is the address that n8n's HTTP Request node reads. */
export const sentBy = (ai: TextAi): { readonly ai: TextAi; readonly ai_url: string } => ({ ai, ai_url: ai.url });

/** The settings for another question about the same item, as the first one was asked. */
export function askedSettings(context: IExecuteFunctions, itemIndex: number): DeskSettings {
	const settings = settingsOf(context, itemIndex);
	const { ai } = travelling(context, itemIndex);
	return { ...settings, text_model: settings.text_model || (ai?.model ?? DEFAULT_MODELS.text) };
}

export async function imageModel(context: IExecuteFunctions, itemIndex: number): Promise<string> {
	return imageModelOf(settingsOf(context, itemIndex), await context.getCredentials('copydeskAiApi', itemIndex));
}

const imageModelOf = (settings: DeskSettings, credentials: IDataObject): string =>
	settings.image_model || said(credentials['imageModel']) || DEFAULT_MODELS.image;
