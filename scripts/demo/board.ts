// npm run demo -- --board: fills a desk with sixty days of posts and leaves a picture of each view of the board. It needs no n8n: the
// board shows what is stored. Chromium draws the pictures (CHROMIUM_PATH, or the one of the system).
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { boardLinkOf, createAudit, makeBoardLink } from '@copydesk/collaboration/operator';
import { openDatabase } from '@copydesk/kit/database/open';
import { openLog } from '@copydesk/kit/log';
import { listen } from '@copydesk/kit/server';
import { painters } from '@copydesk/sandbox/ai/paint';
import { createSandbox } from '@copydesk/sandbox/app';
import { dataFolder } from '../desk/paths.ts';
import { HOST, freePorts } from '../desk/ports.ts';
import { ensureSecrets } from '../desk/secrets.ts';
import { SANDBOX } from '../desk/services.ts';
import { startTogether } from '../desk/together.ts';
import { STORIES, fillDesk } from './boardDesk.ts';

const DRAFTS = 150;
const DAYS = 60;
const PRICES = 'EUR gpt-5.6-terra=1.8/10.8 gpt-image-2=4.5/27/0.04';
const TEMPLATES = ['panel', 'full', 'frame', 'news'];
const VIEWS = {
	now: '/',
	week: '/plan',
	month: '/plan?span=month',
	posts: '/posts',
	post: `/posts/${DRAFTS - 22}`,
	record: `/posts/${DRAFTS - 22}/record`,
	news: '/news',
	figures: '/figures',
	audit: '/audit',
	health: '/health',
} as const;
const SCREENS = [
	{ name: 'wide', width: 1440, height: 900, colorScheme: 'light' },
	{ name: 'dark', width: 1024, height: 768, colorScheme: 'dark' },
	{ name: 'phone', width: 360, height: 780, colorScheme: 'light' },
] as const;

/** @throws Error that says what is missing */
export async function playBoard(): Promise<void> {
	const executablePath = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
		(path) => path !== undefined && existsSync(path),
	);
	if (executablePath === undefined) throw new Error('Expected Chromium at CHROMIUM_PATH or in /usr/bin but found none');
	const folder = join(dataFolder(), 'demo', 'board');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	const data = await mkdtemp(join(tmpdir(), 'copydesk-board-'));
	const ports = await freePorts();
	const extraEnv = { collaboration: { COLLAB_PRICES: PRICES, COLLAB_MENU: 'off', COLLAB_LOG_LEVEL: 'error' } };
	const desk = await startTogether({ data, ports, way: 'graphs', ownN8n: { url: `http://${HOST}:${ports.n8n}` }, extraEnv });
	const secrets = ensureSecrets(join(data, 'secrets'));
	const sandbox = createSandbox({
		...{ token: secrets.value('bot-token'), dataDir: join(data, 'sandbox'), pictures: 'rough', loopbackWebhooks: true },
		log: openLog('sandbox', 'error'),
	});
	const messenger = await listen(sandbox.app, HOST, ports.sandbox);
	const browser = await chromium.launch({ executablePath, args: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
	try {
		process.stdout.write(`Filling a desk with ${DRAFTS} drafts of ${DAYS} days …\n`);
		const covers = await coversOf(`http://${HOST}:${ports.renderer}`, secrets.value('renderer-key'));
		const link = await fill(data, `http://${HOST}:${ports.board}`, covers);
		await draw(browser, link, folder);
		process.stdout.write(`A picture of each view: ${folder}\n`);
	} finally {
		await browser.close();
		await desk.stop();
		await messenger.stop(500);
		sandbox.close();
		await rm(data, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** A cover for each story, made by the renderer as in a real post. */
async function coversOf(url: string, key: string): Promise<readonly string[]> {
	const authorization = `Bearer ${key}`;
	const asked = async <T>(path: string, type: string, body: Buffer | string): Promise<T> => {
		const answer = await fetch(`${url}${path}`, {
			method: 'POST',
			headers: { authorization, 'content-type': type },
			body: new Uint8Array(Buffer.from(body)),
		});
		if (!answer.ok) throw new Error(`The renderer answered ${answer.status}: ${await answer.text()}`);
		return (await answer.json()) as T;
	};
	const covers: string[] = [];
	for (const [at, { title, subtitle, category }] of STORIES.entries()) {
		const picture = await painters.rough(title, 1_536, 1_024);
		const { image_id } = await asked<{ readonly image_id: string }>('/v1/images', 'image/png', picture);
		const template_version = TEMPLATES[at % TEMPLATES.length];
		const request = { draft_id: `demo-${at}`, version: 1, template_version, category, title, subtitle, image_id };
		covers.push((await asked<{ readonly asset_id: string }>('/v1/covers', 'application/json', JSON.stringify(request))).asset_id);
	}
	return covers;
}

/** @returns a link that lets the owner in */
async function fill(data: string, origin: string, covers: readonly string[]): Promise<string> {
	const db = await openDatabase(`sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`);
	try {
		const { ownerId: owner, editorId: editor, channelId } = SANDBOX;
		await fillDesk(db, { drafts: DRAFTS, days: DAYS, nowMs: Date.now(), owner, editor, channelId, covers });
		return boardLinkOf(origin, await makeBoardLink(createAudit(db, Date.now), owner, Date.now(), { actorUserId: null }));
	} finally {
		await db.close();
	}
}

async function draw(browser: Browser, link: string, folder: string): Promise<void> {
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.goto(link);
	await page.getByRole('button').click();
	await page.waitForURL((url) => url.pathname === '/');
	for (const { name, width, height, colorScheme } of SCREENS) {
		await page.setViewportSize({ width, height });
		await page.emulateMedia({ colorScheme });
		for (const [view, path] of Object.entries(VIEWS)) {
			await page.goto(new URL(path, link).href, { waitUntil: 'networkidle' });
			await writeFile(join(folder, `${view}-${name}.png`), await page.screenshot());
		}
	}
}
