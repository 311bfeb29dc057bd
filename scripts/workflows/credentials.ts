import type { Interfaces, Models } from '../desk/provider.ts';
import type { CredentialToImport } from './n8nCommand.ts';

/** An address and what opens it. */
interface Door {
	readonly url: string;
	readonly key: string;
}

interface GraphDoors {
	/** What the messenger sends along with each update. */
	readonly webhookSecret: string;
	readonly collaboration: Door;
	readonly renderer: Door;
	readonly reader: Door;
	/** Empty ones of images mean: the same as for texts. */
	readonly texts: Door;
	readonly images: Door;
	/** Empty ones mean: the same as for texts. */
	readonly sounds?: Door;
	readonly models: Models;
	readonly interfaces: Interfaces;
	/** Fields of the AI credential for a second provider of texts. */
	readonly fallback?: Readonly<Record<string, string>>;
}

/** Our own nodes alone use it: an HTTP Request node may not, to any address. */
const NOWHERE = { allowedHttpRequestDomains: 'none' } as const;

/** n8n's HTTP Request node asks the AI, and brings the key to no other host. */
function onlyTo(...urls: readonly string[]): { readonly allowedHttpRequestDomains: string; readonly allowedDomains: string } {
	return { allowedHttpRequestDomains: 'domains', allowedDomains: [...new Set(urls.filter((url) => url !== '').map(hostOf))].join(', ') };
}

export const hostOf = (url: string): string => new URL(url).hostname.toLowerCase();

/** What the graphs refer to by name and id. */
export function graphCredentials({
	webhookSecret,
	collaboration,
	renderer,
	reader,
	texts,
	images,
	sounds = { url: '', key: '' },
	models,
	interfaces,
	fallback = {},
}: GraphDoors): CredentialToImport[] {
	return [
		{
			id: 'cd-webhook',
			name: 'Copydesk Messenger Webhook',
			type: 'httpHeaderAuth',
			data: { name: 'X-Telegram-Bot-Api-Secret-Token', value: webhookSecret, ...NOWHERE },
		},
		{
			id: 'cd-collab',
			name: 'Copydesk Collaboration',
			type: 'copydeskCollaborationApi',
			data: { baseUrl: collaboration.url, serviceKey: collaboration.key, ...NOWHERE },
		},
		{
			id: 'cd-renderer',
			name: 'Copydesk Renderer',
			type: 'copydeskRendererApi',
			data: { baseUrl: renderer.url, apiKey: renderer.key, ...NOWHERE },
		},
		{
			id: 'cd-reader',
			name: 'Copydesk Reader',
			type: 'copydeskReaderApi',
			data: { baseUrl: reader.url, apiKey: reader.key, ...NOWHERE },
		},
		{
			id: 'cd-ai',
			name: 'Copydesk AI',
			type: 'copydeskAiApi',
			data: {
				baseUrl: texts.url,
				apiKey: texts.key,
				textModel: models.text,
				textInterface: interfaces.text,
				textSchemas: interfaces.schemas,
				authHeader: interfaces.header,
				imageBaseUrl: images.url,
				imageApiKey: images.key,
				imageModel: models.image,
				imageInterface: interfaces.images,
				audioBaseUrl: sounds.url,
				audioApiKey: sounds.key,
				audioModel: models.audio ?? '',
				audioInterface: interfaces.audio ?? 'multipart',
				...fallback,
				...onlyTo(texts.url, images.url, sounds.url),
			},
		},
	];
}
