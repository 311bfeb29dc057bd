import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { pathBelow } from '../domain/ai/address.ts';
import { AUDIO_PATH, keyHeader, keyHeaders, wordOf } from '../domain/ai/interfaces.ts';
import { DEFAULT_MODELS, DEFAULT_PROVIDER } from '../domain/ai/models.ts';

/** How our node asks for a picture by chat completions: the address that is left says nothing of pictures. */
const CHAT_IMAGES = '/v1/images:/chat/completions';
const CHAT = '/v1/chat/completions';
/** How our nodes ask the fallback provider: the path of the interface comes behind it. */
const FALLBACK = '/v1/fallback:';

const BASE_URL_HINT = 'with the version of its interface at the end, such as /v1 or /v1beta/openai, or without: then it is /v1';

/** What both providers for texts are asked about. */
const KEY_HEADERS = [
	{ name: 'Authorization: Bearer …', value: 'Authorization' },
	{ name: 'api-key (Azure OpenAI)', value: 'api-key' },
];
const TEXT_INTERFACES = [
	{ name: 'Responses (/v1/responses)', value: 'responses' },
	{ name: 'Chat Completions (/v1/chat/completions)', value: 'chat' },
];
const JSON_ANSWERS = [
	{ name: 'Strict Schema', value: 'strict' },
	{ name: 'JSON Object', value: 'object' },
];

/** Where pictures, or voices, are not asked for at the provider of texts. */
const anotherProvider = (title: string, name: 'image' | 'audio', what: string): INodeProperties[] => [
	{
		displayName: `${title} Base URL`,
		name: `${name}BaseUrl`,
		type: 'string',
		default: '',
		description: `The provider for ${what}, when it is another one, ${BASE_URL_HINT}`,
	},
	{
		displayName: `${title} API Key`,
		name: `${name}ApiKey`,
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: `The key for ${what}, when it is another one`,
	},
];

/**
 * Any provider that speaks OpenAI's Responses API, and one, perhaps another, for images.
 * n8n's own HTTP Request node uses it for texts, so that a request can be seen and changed in the editor.
 */
export class CopydeskAiApi implements ICredentialType {
	name = 'copydeskAiApi';

	displayName = 'Copydesk AI API';

	icon = { light: 'file:../icons/copydesk.svg', dark: 'file:../icons/copydesk.dark.svg' } as const;

	documentationUrl = 'https://github.com/copydesk/n8n-nodes-copydesk/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: DEFAULT_PROVIDER,
			required: true,
			description: `The provider for texts, ${BASE_URL_HINT}`,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The key for texts',
		},
		{
			displayName: 'Key Header',
			name: 'authHeader',
			type: 'options',
			default: 'Authorization',
			description: 'How the provider of Base URL takes its key; another one for images or voices takes it as Authorization',
			options: KEY_HEADERS,
		},
		{
			displayName: 'Text Interface',
			name: 'textInterface',
			type: 'options',
			default: 'responses',
			description: 'The interface of the provider for texts',
			options: TEXT_INTERFACES,
		},
		{
			displayName: 'JSON Answers',
			name: 'textSchemas',
			type: 'options',
			default: 'strict',
			description: 'Whether the provider holds its answers to a schema, or promises JSON only',
			options: JSON_ANSWERS,
			displayOptions: { show: { textInterface: ['chat'] } },
		},
		{
			displayName: 'Text Model',
			name: 'textModel',
			type: 'string',
			default: '',
			placeholder: DEFAULT_MODELS.text,
			description: `The model for texts, where the settings of the main graph name none. Empty: ${DEFAULT_MODELS.text}.`,
		},
		{
			displayName: 'Image Interface',
			name: 'imageInterface',
			type: 'options',
			default: 'images',
			description: 'The interface of the provider for images; without one covers show the built-in picture',
			options: [
				{ name: 'Images (/v1/images/generations)', value: 'images' },
				{ name: 'Chat Completions That Return Pictures', value: 'chat' },
				{ name: 'None', value: 'none' },
			],
		},
		...anotherProvider('Image', 'image', 'images'),
		{
			displayName: 'Image Model',
			name: 'imageModel',
			type: 'string',
			default: '',
			placeholder: DEFAULT_MODELS.image,
			description: `The model for images, where the settings of the main graph name none. Empty: ${DEFAULT_MODELS.image}.`,
		},
		{
			displayName: 'Audio Interface',
			name: 'audioInterface',
			type: 'options',
			default: 'multipart',
			description: 'The interface of the provider that writes down voice messages; without one people are asked to write',
			options: [
				{ name: 'Audio Transcriptions (/v1/audio/transcriptions)', value: 'multipart' },
				{ name: 'None', value: 'none' },
				{ name: 'OpenRouter (the Same Path, Sound in JSON)', value: 'json' },
			],
		},
		...anotherProvider('Audio', 'audio', 'voices'),
		{
			displayName: 'Audio Model',
			name: 'audioModel',
			type: 'string',
			default: '',
			placeholder: DEFAULT_MODELS.audio,
			description: `The model that writes down voice messages. Empty: ${DEFAULT_MODELS.audio}.`,
		},
		{
			displayName: 'Fallback Base URL',
			name: 'fallbackBaseUrl',
			type: 'string',
			default: '',
			description: `Another provider for texts, asked when the first one definitely did nothing, ${BASE_URL_HINT}. Empty: none.`,
		},
		{
			displayName: 'Fallback API Key',
			name: 'fallbackApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The key of the fallback provider',
		},
		{
			displayName: 'Fallback Key Header',
			name: 'fallbackAuthHeader',
			type: 'options',
			default: 'Authorization',
			description: 'How the fallback provider takes its key',
			options: KEY_HEADERS,
		},
		{
			displayName: 'Fallback Model',
			name: 'fallbackModel',
			type: 'string',
			default: '',
			description: 'The model of the fallback provider. Empty: the same as for texts.',
		},
		{
			displayName: 'Fallback Interface',
			name: 'fallbackInterface',
			type: 'options',
			default: 'responses',
			description: 'The interface of the fallback provider',
			options: TEXT_INTERFACES,
		},
		{
			displayName: 'Fallback JSON Answers',
			name: 'fallbackSchemas',
			type: 'options',
			default: 'strict',
			description: 'Whether the fallback provider holds its answers to a schema, or promises JSON only',
			options: JSON_ANSWERS,
			displayOptions: { show: { fallbackInterface: ['chat'] } },
		},
	];

	/** Each provider gets its own key and never the other's. Our nodes ask for paths, n8n's own names whole addresses. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => {
		if (request.url?.startsWith(FALLBACK)) return toFallback(credentials, request);
		const isForImages = /\/images\/[a-z]+$/.test(request.url) || request.url === CHAT_IMAGES;
		const special = isForImages ? 'image' : request.url?.endsWith(AUDIO_PATH) === true ? 'audio' : null;
		/** An empty field means that it is the provider of texts. */
		const said = (name: string): string => (typeof credentials[name] === 'string' ? credentials[name].trim() : '');
		const given = (own: string, common: string): string => (special === null ? '' : said(`${special}${own}`)) || said(common);
		const baseURL = given('BaseUrl', 'baseUrl');
		const isOther = special !== null && baseURL !== said('baseUrl');
		const header = isOther ? 'Authorization' : wordOf(keyHeaders, credentials['authHeader']);
		return {
			...request,
			...(isPath(request.url) ? { baseURL, url: pathBelow(baseURL, request.url === CHAT_IMAGES ? CHAT : request.url) } : {}),
			headers: { ...request.headers, ...keyHeader(header, given('ApiKey', 'apiKey')) },
		};
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			// The version of the interface goes where `authenticate` leads every path.
			url: '/v1/models',
			method: 'GET',
		},
	};
}

/** The fallback provider gets its own key, and never that of another one. */
function toFallback(credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): IHttpRequestOptions {
	const said = (name: string): string => (typeof credentials[name] === 'string' ? credentials[name].trim() : '');
	const baseURL = said('fallbackBaseUrl');
	const path = request.url.slice(FALLBACK.length) as `/v1/${string}`;
	const key = keyHeader(wordOf(keyHeaders, credentials['fallbackAuthHeader']), said('fallbackApiKey'));
	return { ...request, baseURL, url: pathBelow(baseURL, path), headers: { ...request.headers, ...key } };
}

/** n8n's HTTP Request node gives its address under another name. */
const isPath = (url: string | undefined): url is `/v1/${string}` => url?.startsWith('/v1/') === true;
