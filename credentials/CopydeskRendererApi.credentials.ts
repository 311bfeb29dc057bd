import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The cover renderer: its address and its own key. */
export class CopydeskRendererApi implements ICredentialType {
	name = 'copydeskRendererApi';

	displayName = 'Copydesk Renderer API';

	icon = { light: 'file:../icons/coverRender.svg', dark: 'file:../icons/coverRender.dark.svg' } as const;

	documentationUrl = 'https://github.com/copydesk/n8n-nodes-copydesk/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8090',
			required: true,
			description: 'Where the renderer is, without a path',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The value of RENDERER_API_KEY, at least 32 characters',
		},
	];

	/** The nodes ask for paths. A function, because an expression would take an isolate of its own in every execution. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => ({
		baseURL: String(credentials['baseUrl']).trim(),
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${String(credentials['apiKey'])}` },
	});

	// Not /healthz: that answers without a key, and a wrong key has to show here.
	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/metrics', method: 'GET' },
	};
}
