/** A board on a port of its own, and a browser of one person as far as HTTP goes. */
import { request } from 'node:http';
import { createAccess, makeBoardLink } from '@copydesk/collaboration/board/access';
import { createBoard, type BoardOptions } from '@copydesk/collaboration/board/listener';
import { openLog } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { CHANNEL, OWNER, type TestDesk } from './collaboration.ts';
import { TOKEN } from './messenger.ts';

export interface Answered {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
	readonly bytes: number;
}

export interface Asked {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly cookie?: string | undefined;
	readonly form?: Readonly<Record<string, string>>;
}

export async function openBoard(desk: TestDesk, more: Partial<BoardOptions> = {}) {
	const { service } = desk;
	// The board has to know its address before it answers.
	const later: { handle?: ReturnType<typeof createBoard> } = {};
	const running = await listen((incoming, outgoing) => later.handle?.(incoming, outgoing), '127.0.0.1', 0);
	const logged: string[] = [];
	const access = createAccess({ ...service, botToken: TOKEN });
	const origin = running.url;
	later.handle = createBoard({
		parts: service,
		access,
		origin,
		bot: async () => 'copydesk_bot',
		channelId: CHANNEL,
		prices: undefined,
		approval: 'either',
		log: openLog('board', 'debug', { write: (line: string) => void logged.push(line) }),
		...more,
	});

	const ask = (path: string, { method = 'GET', headers = {}, cookie, form }: Asked = {}): Promise<Answered> =>
		new Promise((resolve, reject) => {
			const body = form === undefined ? undefined : new URLSearchParams(form).toString();
			const sent = request(
				`${origin}`,
				{
					path,
					method,
					headers: {
						...(cookie === undefined ? {} : { cookie }),
						...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin }),
						...headers,
					},
				},
				(response) => {
					const chunks: Buffer[] = [];
					response.on('data', (chunk: Buffer) => chunks.push(chunk));
					response.on('end', () => {
						const bytes = Buffer.concat(chunks);
						resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8'), bytes: bytes.length });
					});
				},
			);
			sent.once('error', reject);
			sent.end(body);
		});
	const link = (userId: number = OWNER) => makeBoardLink(service.audit, userId, service.nowMs(), { actorUserId: userId });
	const enter = (key: string) => ask('/enter', { method: 'POST', form: { link: key } });
	const cookieOf = ({ headers }: Answered): string | undefined => headers['set-cookie']?.[0]?.split(';')[0];
	return {
		origin,
		logged,
		access,
		ask,
		link,
		enter,
		cookieOf,
		/** A cookie of a new session. */
		signIn: async (userId: number = OWNER): Promise<string> => cookieOf(await enter(await link(userId))) ?? '',
		close: async (): Promise<void> => {
			running.server.closeAllConnections();
			await running.stop(10);
		},
	};
}

export type TestBoard = Awaited<ReturnType<typeof openBoard>>;
