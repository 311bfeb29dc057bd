/**
 * `npm run look`: plays one post on a desk of its own, in a real browser on the sandbox page as a phone shows it, and keeps three stills
 * beside each other in docs/look.webp: the request, the preview, and the post. Run it whenever the page or the covers change, and look.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { startDesk } from '../../scripts/desk/desk.ts';
import { freePorts } from '../../scripts/desk/ports.ts';
import { chromiumPath, openChromium } from './chromium.ts';

const REQUEST =
	'The night train to the coast runs again from 14 June. It leaves at 22:40, has 8 sleeping cars and arrives at 7:15. ' +
	'Tickets cost 39 euros, and bicycles travel free.';
const SCREEN = { width: 400, height: 900 };
const SCALE = 1.5;
const GAP_PX = 36;
/** As long as a toast of the page is seen. */
const TOAST_MS = 4_000;
/** A post takes a second; a busy machine may take long. */
const PATIENCE_MS = 240_000;

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error('Expected Chromium at CHROMIUM_PATH or in /usr/bin but found none');
const data = await mkdtemp(join(tmpdir(), 'copydesk-look-'));
const desk = await startDesk({ data, ports: await freePorts(), tell: () => undefined });
const browser = await openChromium(executablePath);
try {
	const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: SCALE, colorScheme: 'light' });
	const page = await context.newPage();
	await page.goto(desk.urls.sandbox);
	await page.locator('#live.on').waitFor();
	const show = async (panel: 'owner' | 'editor' | 'channel') => page.locator(`.tabs [data-panel=${panel}]`).click();
	await show('editor');
	await page.locator('#editor select.language').selectOption('en');
	await sleep(TOAST_MS);

	const still = async (panel: 'owner' | 'editor' | 'channel'): Promise<Buffer> => {
		await show(panel);
		// Messages slide in, pictures are decoded, and a toast fades.
		await sleep(TOAST_MS);
		return page.locator(`#${panel}`).screenshot();
	};
	await show('owner');
	await page.getByLabel('Message as the owner').fill(REQUEST);
	await page.keyboard.press('Enter');
	const first = page.locator('#owner .message:not(.mine)').first();
	await first.waitFor({ timeout: PATIENCE_MS });
	const stills = [await page.locator('#owner').screenshot()];
	await page.locator('#editor').getByRole('button', { name: 'Publish' }).waitFor({ timeout: PATIENCE_MS });
	stills.push(await still('editor'));
	await page.locator('#editor').getByRole('button', { name: 'Publish' }).click();
	await page.locator('#channel .message img').waitFor({ timeout: PATIENCE_MS });
	stills.push(await still('channel'));
	const { width = 0, height = 0 } = await sharp(stills[0]).metadata();
	const { size } = await sharp({
		create: { width: stills.length * (width + GAP_PX) - GAP_PX, height, channels: 4, background: '#ffffff00' },
	})
		.composite(stills.map((input, at) => ({ input, top: 0, left: at * (width + GAP_PX) })))
		.webp({ quality: 86 })
		.toFile('docs/look.webp');
	process.stdout.write(`docs/look.webp: ${Math.round(size / 1_000)} kB\n`);
} finally {
	await browser.close();
	await desk.stop();
	await rm(data, { recursive: true, force: true, maxRetries: 5 });
}
