/** A node run as n8n runs it, against a local service: items in, parameters and credentials given, HTTP real. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INodeExecutionData, INodeType } from 'n8n-workflow';

export interface Call {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** The JSON of the body, or its bytes when it is none. */
	readonly body: unknown;
}

export interface StubAnswer {
	/** 0 for a connection that ends without an answer. */
	readonly status?: number;
	readonly body?: unknown;
}

export interface StubService {
	readonly url: string;
	readonly calls: Call[];
	/** What paid requests took: written down beside the work, so apart from its calls. */
	readonly notes: Call[];
	close(): Promise<void>;
}

/** Answers by path; what has no answer is a 404. A function gets the call. */
export async function stubService(answers: Readonly<Record<string, StubAnswer | ((call: Call) => StubAnswer)>>): Promise<StubService> {
	const calls: Call[] = [];
	const notes: Call[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const bytes = Buffer.concat(chunks);
			const isJson = String(request.headers['content-type'] ?? '').includes('json');
			const call: Call = {
				method: request.method ?? '',
				path: request.url ?? '',
				headers: request.headers,
				body: isJson ? (JSON.parse(bytes.toString('utf8')) as unknown) : bytes,
			};
			(call.path === '/admissions/note' ? notes : calls).push(call);
			const found = answers[`${call.method} ${call.path}`] ?? answers[call.path];
			const answer =
				typeof found === 'function'
					? found(call)
					: (found ?? { status: 404, body: { code: 'not_found', detail: 'There is nothing at this address.' } });
			if (answer.status === 0) return void request.socket.destroy();
			if (Buffer.isBuffer(answer.body)) {
				response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/octet-stream' });
				response.end(answer.body);
				return;
			}
			response.writeHead(answer.status ?? 200, {
				'Content-Type': (answer.status ?? 200) < 400 ? 'application/json' : 'application/problem+json',
			});
			response.end(JSON.stringify(answer.body ?? {}));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		calls,
		notes,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export interface Run {
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly items: readonly IDataObject[];
	/** Base URL by credential type; keys are made up. */
	readonly services?: Readonly<Record<string, string>>;
	/** Fields of credentials beside their addresses. */
	readonly credentials?: Readonly<Record<string, IDataObject>>;
	readonly continueOnFail?: boolean;
	/** What other nodes gave, by their names. */
	readonly outputs?: Readonly<Record<string, readonly IDataObject[]>>;
	/** The nodes before it, the nearest one first. */
	readonly wiredAfter?: readonly string[];
	/** Is given what the execution is marked with. */
	readonly highlights?: Map<string, string>;
}

const KEYS: Readonly<Record<string, string>> = {
	copydeskCollaborationApi: 'X-Copydesk-Key',
	copydeskRendererApi: 'Authorization',
	copydeskReaderApi: 'Authorization',
	copydeskAiApi: 'Authorization',
};

/** Runs a node that has one output, and returns its items. */
export async function runNode(node: INodeType, run: Run): Promise<INodeExecutionData[]> {
	const [items] = await runNodeByOutput(node, run);
	return items ?? [];
}

/** Runs a node and returns the items of each output. */
export async function runNodeByOutput(node: INodeType, run: Run): Promise<INodeExecutionData[][]> {
	const context = {
		getTimezone: () => 'UTC',
		getInputData: () => run.items.map((json) => ({ json })),
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) =>
			run.parameters[name] ?? defaultOf(node, run.parameters['operation'], name) ?? fallback,
		getNode: () => ({
			id: 'n',
			name: node.description.displayName,
			type: node.description.name,
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		getExecutionId: () => '4711',
		getInstanceId: () => 'f00dcafe0123456789',
		getWorkflow: () => ({ id: 'cd-test', name: 'A test graph', active: true }),
		customData: run.highlights ?? new Map<string, string>(),
		getWorkflowDataProxy: (itemIndex: number) => ({
			$(name: string) {
				const items = run.outputs?.[name];
				if (items === undefined) throw new Error(`Referenced node doesn't exist: ${name}`);
				return { item: { json: items[itemIndex] } };
			},
		}),
		getParentNodes(name: string) {
			const [before = []] = [run.wiredAfter].map((names = []) => names.slice(names.indexOf(name) + 1, names.indexOf(name) + 2));
			return before.map((each) => ({ name: each }));
		},
		continueOnFail: () => run.continueOnFail === true,
		getCredentials: async (type: string) => {
			const baseUrl = run.services?.[type];
			if (baseUrl === undefined) throw new Error(`No credential ${type}`);
			return { baseUrl, imageBaseUrl: '', ...run.credentials?.[type] };
		},
		helpers: {
			httpRequestWithAuthentication: async (type: string, options: IHttpRequestOptions) => {
				const isBytes = Buffer.isBuffer(options.body);
				const answer = await fetch(`${run.services?.[type] ?? ''}${options.url}`, {
					method: options.method ?? 'GET',
					headers: {
						...(options.headers as Record<string, string>),
						...(isBytes || options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
						[KEYS[type] ?? 'Authorization']: 'test-key',
					},
					...(options.body === undefined ? {} : { body: isBytes ? new Uint8Array(options.body as Buffer) : JSON.stringify(options.body) }),
				});
				const body: unknown = options.encoding === 'stream' ? answer.body : await answer.json();
				return { statusCode: answer.status, body, headers: Object.fromEntries(answer.headers) };
			},
		},
	} as unknown as IExecuteFunctions;
	return (node.execute as (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>).call(context);
}

/** What the field of the chosen operation says by default, as n8n fills it in. */
function defaultOf(node: INodeType, operation: unknown, name: string): unknown {
	return node.description.properties.find(
		(property) => property.name === name && (property.displayOptions?.show?.['operation'] ?? [operation]).includes(operation as string),
	)?.default;
}
