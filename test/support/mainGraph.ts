/** The webhook of the main graph without its graph: each post is stored by the service's /event, and answered as n8n answers it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newExecutionId, type Answer } from './collaboration.ts';

export const MAIN_SECRET = 'the-secret-of-the-main-webhook-0123456789';

type Update = { readonly update_id: number };

export interface MainGraph {
	readonly url: string;
	/** Every post that came with the secret, in order. */
	readonly posted: readonly Update[];
	/** What /event said to each, if it answered. */
	readonly answers: readonly Answer[];
	/** The service whose /event is asked. */
	serve(service: { post(path: string, body: unknown): Promise<Answer> }): void;
	/** Nobody listens until `open`. */
	shut(): Promise<void>;
	open(): Promise<void>;
}

export async function startMainGraph(): Promise<MainGraph> {
	const posted: Update[] = [];
	const answers: Answer[] = [];
	let service: { post(path: string, body: unknown): Promise<Answer> } | undefined;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('error', () => undefined);
		request.on('data', (chunk: Buffer) => void chunks.push(chunk));
		request.on('end', () => {
			const isOurs = request.headers['x-telegram-bot-api-secret-token'] === MAIN_SECRET;
			const update = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Update;
			if (isOurs) posted.push(update);
			const event = { update, execution_id: newExecutionId(), can_wait: true };
			const stored = isOurs && service !== undefined ? service.post('/event', event) : Promise.reject(new Error('nobody'));
			stored.then(
				(answer) => {
					answers.push(answer);
					response.writeHead(answer.status === 200 ? 200 : 503).end();
				},
				() => response.writeHead(503).end(),
			);
		});
	});
	let port = 0;
	const open = () =>
		new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(port, '127.0.0.1', () => {
				port = (server.address() as AddressInfo).port;
				resolve();
			});
		});
	await open();
	return {
		url: `http://127.0.0.1:${port}/webhook/copydesk`,
		posted,
		answers,
		serve: (given) => void (service = given),
		shut: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
		open,
	};
}
