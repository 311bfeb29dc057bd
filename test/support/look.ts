/**
 * `npm run look`: plays one post on a desk of its own, in a real browser on the sandbox page, and keeps what it shows:
 * docs/desk.png (the preview) and docs/look.webp (20 seconds, animated). Run it whenever the page or the covers change, and look at both.
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
const WIDTH_PX = 1200;
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
	const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, colorScheme: 'light' });
	const page = await context.newPage();
	await page.goto(desk.urls.sandbox);
	await page.locator('#live.on').waitFor();
	await page.locator('#editor select.language').selectOption('en');
	await sleep(TOAST_MS);

	const frames: { png: Buffer; ms: number }[] = [];
	const keep = async (ms: number): Promise<Buffer> => {
		// Messages slide in, pictures are decoded, and a toast fades.
		await sleep(2_500);
		const png = await page.screenshot();
		frames.push({ png, ms });
		return png;
	};
	await page.getByLabel('Message as the owner').fill(REQUEST);
	await keep(4_000);
	await page.keyboard.press('Enter');
	await page.locator('#owner .message:not(.mine)').first().waitFor();
	frames.push({ png: await page.screenshot(), ms: 2_500 });
	await page.locator('#editor').getByRole('button', { name: 'Publish' }).waitFor({ timeout: PATIENCE_MS });
	await sharp(await keep(7_500))
		.png({ compressionLevel: 9, palette: true })
		.toFile('docs/desk.png');
	await page.locator('#editor').getByRole('button', { name: 'Publish' }).click();
	await page.locator('#channel .message img').waitFor({ timeout: PATIENCE_MS });
	await keep(6_000);
	const scaled = await Promise.all(frames.map(({ png }) => sharp(png).resize(WIDTH_PX).png().toBuffer()));
	const { size } = await sharp(scaled, { join: { animated: true } })
		.webp({ quality: 80, loop: 0, delay: frames.map(({ ms }) => ms) })
		.toFile('docs/look.webp');
	process.stdout.write(`docs/desk.png and docs/look.webp: ${frames.length} frames, ${Math.round(size / 1_000)} kB\n`);
} finally {
	await browser.close();
	await desk.stop();
	await rm(data, { recursive: true, force: true, maxRetries: 5 });
}
