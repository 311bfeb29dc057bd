import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

/** The collaboration service: its address and the key that every call of it needs. */
export class CopydeskCollaborationApi implements ICredentialType {
	name = 'copydeskCollaborationApi';

	displayName = 'Copydesk Collaboration API';

	icon = { light: 'file:../icons/copydesk.svg', dark: 'file:../icons/copydesk.dark.svg' } as const;

	documentationUrl = 'https://github.com/copydesk/n8n-nodes-copydesk/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'http://127.0.0.1:8091',
			required: true,
			description: 'Where the collaboration service is, without a path',
		},
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- it does hold a secret
		{
			displayName: 'Service Key',
			name: 'serviceKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The value of COLLAB_SERVICE_KEY, at least 32 characters',
		},
	];

	/** The nodes ask for paths. A function, because an expression would take an isolate of its own in every execution. */
	authenticate = async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions): Promise<IHttpRequestOptions> => ({
		baseURL: String(credentials['baseUrl']).trim(),
		...request,
		headers: { ...request.headers, 'X-Copydesk-Key': String(credentials['serviceKey']) },
	});

	// Not /healthz: that answers without a key, and a wrong key has to show here.
	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/metrics', method: 'GET' },
	};
}
