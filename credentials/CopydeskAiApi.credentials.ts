import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

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
			default: 'https://api.openai.com',
			required: true,
			description: 'The provider for texts: the part before /v1',
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
			displayName: 'Image Base URL',
			name: 'imageBaseUrl',
			type: 'string',
			default: '',
			description: 'The provider for images, when it is another one: the part before /v1',
		},
		{
			displayName: 'Image API Key',
			name: 'imageApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The key for images, when it is another one',
		},
	];

	/** Each provider gets its own key and never the other's. Our nodes ask for paths, n8n's own names whole addresses. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => {
		const isForImages = /\/v1\/images\/[a-z]+$/.test(request.url);
		/** An empty field means that images come from the same provider. */
		const given = (own: string, common: string): string => {
			const [value, other] = [credentials[own], credentials[common]].map((each) => (typeof each === 'string' ? each.trim() : ''));
			return (isForImages && value !== '' ? value : other) ?? '';
		};
		const isPath = typeof request.url === 'string' && request.url.startsWith('/');
		return {
			...(isPath ? { baseURL: given('imageBaseUrl', 'baseUrl') } : {}),
			...request,
			headers: { ...request.headers, Authorization: `Bearer ${given('imageApiKey', 'apiKey')}` },
		};
	};

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/v1/models', method: 'GET' },
	};
}
