/**
 * The board's own listener. It answers GET, and POST for signing in and out; nothing else of the desk can be reached or changed here.
 * The order of checks: host, method, the ways in, the session, the number of requests, the page.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Approval } from '@copydesk/domain/material/approval';
import { readBody } from '@copydesk/kit/body';
import type { Log } from '@copydesk/kit/log';
import { isContentType } from '@copydesk/kit/server';
import { baseStyle } from '@copydesk/kit/style';
import { KEY, SESSION_MS, type Access, type Session } from './access.ts';
import { createDoors, type Answer } from './doors.ts';
import { MAX_INIT_DATA_UNITS } from './initData.ts';
import { createLimits } from './limits.ts';
import { pageText } from './pages/layout.ts';
import { pageAt } from './pages/pages.ts';
import { createPictures } from './pictures.ts';
import type { BoardParts, View } from './view.ts';
import { wordsIn } from './words/words.ts';

export interface BoardOptions {
	readonly parts: BoardParts;
	readonly access: Access;
	/** Under which address people open it, e.g. `https://desk.example.org`. */
	readonly origin: string;
	readonly bot: () => Promise<string | null>;
	readonly channelId: number;
	readonly prices: Prices | undefined;
	readonly approval: Approval;
	readonly log: Log;
}

const MAX_FORM_BYTES = 16_384;
const MAX_ADDRESS_UNITS = 2_000;

/** Nothing is loaded from or sent to anybody else, and no page may show the board in itself. */
const POLICY =
	"default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
	'Content-Security-Policy': POLICY,
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
	'X-Robots-Tag': 'noindex',
	'Cache-Control': 'no-store',
};

const asset = (name: string, type: string, body = readFileSync(join(import.meta.dirname, 'assets', name))): Answer => ({
	...{ status: 200, type, body },
	headers: { 'Cache-Control': 'max-age=300' },
});

const ASSETS = new Map([
	['/base.css', asset('base.css', 'text/css; charset=utf-8', baseStyle)],
	['/board.css', asset('board.css', 'text/css; charset=utf-8')],
	['/board.js', asset('board.js', 'text/javascript; charset=utf-8')],
	['/app.js', asset('app.js', 'text/javascript; charset=utf-8')],
	['/icon.svg', asset('icon.svg', 'image/svg+xml')],
]);

type Doors = ReturnType<typeof createDoors>;

export function createBoard(options: BoardOptions) {
	const { parts, access, origin, log } = options;
	const { host } = new URL(origin);
	const cookies = createCookies(origin);
	const doors = createDoors(parts.languages.ofDesk);
	const signing = createSigning({ access, origin, doors, cookies });
	const inside = createInside(options, doors);

	async function answer(request: IncomingMessage): Promise<Answer> {
		if (request.headers.host?.toLowerCase() !== host) return { status: 421, type: 'text/plain', body: 'Wrong host\n' };
		const address = request.url ?? '';
		const isAddress = address.startsWith('/') && address.length <= MAX_ADDRESS_UNITS && URL.canParse(address, origin);
		if (!isAddress) return doors.door(request, 404, 'missing');
		const { pathname, searchParams } = new URL(address, origin);
		if (request.method === 'POST') {
			if (pathname === '/enter') return signing.in(request, 'enter');
			if (pathname === '/app') return signing.in(request, 'enterApp');
			if (pathname === '/leave') return signing.out(request);
		}
		if (request.method !== 'GET') return { status: 405, type: 'text/plain', body: 'Only GET\n', headers: { Allow: 'GET' } };
		const open = ASSETS.get(pathname);
		if (open !== undefined) return open;
		const [, way, link = '', ...more] = pathname.split('/');
		if (way === 'enter') return KEY.test(link) && more.length === 0 ? doors.enter(request, link) : doors.door(request, 404, 'bad');
		if (pathname === '/app') return doors.app(request);
		const key = cookies.keyIn(request);
		const session = key === undefined ? undefined : await access.sessionOf(key);
		return session === undefined ? doors.door(request, 401, 'closed') : inside(request, session, pathname, searchParams);
	}

	return (request: IncomingMessage, response: ServerResponse): void => {
		answer(request)
			.catch((error: unknown): Answer => {
				log.error({ err: error, path: pathOf(request) }, 'a page of the board failed');
				return doors.door(request, 500, 'failed');
			})
			.then((done) => {
				log.debug({ path: pathOf(request), status: done.status }, 'board answered');
				send(request, response, done);
			})
			.catch(() => response.destroy());
	};
}

/** The pages behind a session. */
function createInside({ parts, bot, channelId, prices, approval }: BoardOptions, doors: Doors) {
	const take = createLimits(parts.nowMs);
	const pictures = createPictures(parts.db, parts.covers);

	async function viewOf({ person }: Session, query: URLSearchParams): Promise<View> {
		const { words, language } = wordsIn(await parts.languages.of(person));
		return {
			...{ db: parts.db, parts, person, words, language, query, channelId, prices, approval },
			people: await parts.participants.all(),
			messages: messagesIn(language),
			timeZone: parts.timeZone,
			nowMs: parts.nowMs(),
			bot: await bot(),
		};
	}

	return async (request: IncomingMessage, session: Session, path: string, query: URLSearchParams): Promise<Answer> => {
		const isPicture = path.startsWith('/pictures/');
		const waitSeconds = take(session.id, isPicture ? 'picture' : 'page');
		if (waitSeconds !== null) return doors.door(request, 429, 'busy', { 'Retry-After': String(waitSeconds) });
		if (isPicture) {
			const bytes = await pictures.at(path);
			if (bytes === undefined) return { status: 404, type: 'text/plain', body: 'No such picture\n' };
			return { status: 200, type: 'image/webp', body: bytes, headers: { 'Cache-Control': 'private, max-age=31536000, immutable' } };
		}
		const view = await viewOf(session, query);
		const page = await pageAt(view, path);
		if (page === undefined) return doors.door(request, 404, 'missing');
		if (!('bytes' in page)) return { status: 200, body: pageText(view, page) };
		return {
			status: 200,
			type: page.type,
			body: page.bytes,
			headers: { 'Content-Disposition': `attachment; filename="${page.fileName}"` },
		};
	};
}

interface SigningOptions {
	readonly access: Access;
	readonly origin: string;
	readonly doors: Doors;
	readonly cookies: ReturnType<typeof createCookies>;
}

function createSigning({ access, origin, doors, cookies }: SigningOptions) {
	return {
		async in(request: IncomingMessage, way: 'enter' | 'enterApp'): Promise<Answer> {
			const isForm = isFromUs(request, origin) && isContentType(request, 'application/x-www-form-urlencoded');
			if (!isForm) return doors.door(request, 403, 'bad');
			const form = new URLSearchParams((await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
			const given = form.get(way === 'enter' ? 'link' : 'init_data') ?? '';
			const key = given.length > MAX_INIT_DATA_UNITS ? undefined : await access[way](given);
			if (key === undefined) return doors.door(request, 403, 'bad');
			return { status: 303, headers: { Location: '/', 'Set-Cookie': cookies.write(key, SESSION_MS / 1_000) } };
		},
		async out(request: IncomingMessage): Promise<Answer> {
			if (!isFromUs(request, origin)) return doors.door(request, 403, 'closed');
			const key = cookies.keyIn(request);
			if (key !== undefined) await access.leave(key);
			return { status: 303, headers: { Location: '/', 'Set-Cookie': cookies.write('', 0) } };
		},
	};
}

function createCookies(origin: string) {
	const isSecure = origin.startsWith('https:');
	// With this prefix a browser takes the cookie over https alone, for this host alone.
	const name = isSecure ? '__Host-copydesk-board' : 'copydesk-board';
	return {
		write: (value: string, seconds: number): string =>
			`${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`,
		/** The key of the session; undefined if there is none, or more than one. */
		keyIn({ headers }: IncomingMessage): string | undefined {
			const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
			const keys = parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
			return keys.length === 1 && KEY.test(keys[0] ?? '') ? keys[0] : undefined;
		},
	};
}

/** No key of a link reaches the log. */
const pathOf = ({ url = '' }: IncomingMessage): string => (url.split('?')[0] ?? '').replace(/^\/enter\/.*/s, '/enter/…').slice(0, 100);

/** A browser says from where a form was sent. */
function isFromUs({ headers }: IncomingMessage, origin: string): boolean {
	const site = headers['sec-fetch-site'];
	return headers.origin === origin && (site === undefined || site === 'same-origin');
}

function send(request: IncomingMessage, response: ServerResponse, done: Answer): void {
	const { status, type = 'text/html; charset=utf-8', body = '', headers = {} } = done;
	const bytes = typeof body === 'string' ? Buffer.from(body) : body;
	// The rest of a body that was not read is of no use.
	const close = request.complete || request.method === 'GET' ? {} : { Connection: 'close' };
	response.writeHead(status, { ...HEADERS, 'Content-Type': type, 'Content-Length': bytes.length, ...headers, ...close }).end(bytes);
	if (!request.complete) request.resume();
}
