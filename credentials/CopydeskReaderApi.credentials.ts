import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The reader of feeds and articles: its address and its own key. */
export class CopydeskReaderApi implements ICredentialType {
	name = 'copydeskReaderApi';

	displayName = 'Copydesk Reader API';

	icon = { light: 'file:../icons/copydesk.svg', dark: 'file:../icons/copydesk.dark.svg' } as const;

	documentationUrl = 'https://github.com/copydesk/n8n-nodes-copydesk/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8092',
			required: true,
			description: 'Where the reader is, without a path',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The value of READER_API_KEY, at least 32 characters',
		},
	];

	/** The nodes ask for paths. A function, because an expression would take an isolate of its own in every execution. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => ({
		baseURL: String(credentials['baseUrl']).trim(),
		...request,
		headers: { ...request.headers, Authorization: `Bearer ${String(credentials['apiKey'])}` },
	});

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/metrics', method: 'GET' },
	};
}
