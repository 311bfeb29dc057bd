import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { pathBelow } from '../domain/ai/address.ts';
import { DEFAULT_MODELS, DEFAULT_PROVIDER } from '../domain/ai/models.ts';

const BASE_URL_HINT = 'with the version of its interface at the end, such as /v1 or /v1beta/openai, or without: then it is /v1';

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
			displayName: 'Text Model',
			name: 'textModel',
			type: 'string',
			default: '',
			placeholder: DEFAULT_MODELS.text,
			description: `The model for texts, where the settings of the main graph name none. Empty: ${DEFAULT_MODELS.text}.`,
		},
		{
			displayName: 'Image Base URL',
			name: 'imageBaseUrl',
			type: 'string',
			default: '',
			description: `The provider for images, when it is another one, ${BASE_URL_HINT}`,
		},
		{
			displayName: 'Image API Key',
			name: 'imageApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The key for images, when it is another one',
		},
		{
			displayName: 'Image Model',
			name: 'imageModel',
			type: 'string',
			default: '',
			placeholder: DEFAULT_MODELS.image,
			description: `The model for images, where the settings of the main graph name none. Empty: ${DEFAULT_MODELS.image}.`,
		},
	];

	/** Each provider gets its own key and never the other's. Our nodes ask for paths, n8n's own names whole addresses. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => {
		const isForImages = /\/images\/[a-z]+$/.test(request.url);
		/** An empty field means that images come from the same provider. */
		const given = (own: string, common: string): string => {
			const [value, other] = [credentials[own], credentials[common]].map((each) => (typeof each === 'string' ? each.trim() : ''));
			return (isForImages && value !== '' ? value : other) ?? '';
		};
		const baseURL = given('imageBaseUrl', 'baseUrl');
		return {
			...request,
			...(isPath(request.url) ? { baseURL, url: pathBelow(baseURL, request.url) } : {}),
			headers: { ...request.headers, Authorization: `Bearer ${given('imageApiKey', 'apiKey')}` },
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

/** n8n's HTTP Request node gives its address under another name. */
const isPath = (url: string | undefined): url is `/v1/${string}` => url?.startsWith('/v1/') === true;
