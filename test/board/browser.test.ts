import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { fillDesk } from '../../scripts/demo/boardDesk.ts';
import { openBoard, type TestBoard } from '../support/board.ts';
import { axeFindings, chromiumPath, openChromium } from '../support/chromium.ts';
import { CHANNEL, EDITOR, OWNER, openDesk, type TestDesk } from '../support/collaboration.ts';

const NOW = Date.UTC(2027, 2, 5, 14, 12);
const VIEWS = ['/', '/plan', '/plan?span=month', '/posts', '/posts/56', '/posts/56/record', '/news', '/figures', '/audit', '/health'];
const WIDTHS = [1440, 1024, 360];

describe('The board in a real browser', function () {
	this.timeout(180_000);
	let desk: TestDesk;
	let board: TestBoard;
	let browser: Browser;
	let page: Page;
	const complaints: string[] = [];

	before(async function () {
		const path = chromiumPath();
		if (path === undefined) {
			console.warn('\n  SKIPPED: no Chromium on this machine, so nobody looked at the board. Install chromium or set CHROMIUM_PATH.\n');
			this.skip();
		}
		desk = await openDesk({ clock: { nowMs: NOW } });
		const bytes = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#36648b' } })
			.png()
			.toBuffer();
		desk.covers.fetch = async () => ({ bytes });
		await fillDesk(desk.service.db, { drafts: 60, days: 60, nowMs: NOW, owner: OWNER, editor: EDITOR, channelId: CHANNEL, auditRows: 1 });
		board = await openBoard(desk);
		browser = await openChromium(path);
	});
	after(async () => {
		await browser?.close();
		await board?.close();
		await desk?.close();
	});
	beforeEach(() => {
		complaints.length = 0;
		desk.clock.nowMs += 61_000;
	});
	afterEach(async () => {
		await page?.context().close();
		expect(complaints, 'errors in the console').to.deep.equal([]);
	});

	/** A page of somebody who signed in by the link, as a person does. */
	const signedIn = async (options: BrowserContextOptions = {}): Promise<void> => {
		page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })).newPage();
		page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
		page.on('pageerror', (error) => complaints.push(String(error)));
		await page.goto(`${board.origin}/enter/${await board.link()}`);
		await page.getByRole('button', { name: 'Open the board' }).click();
		await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
	};

	for (const colorScheme of ['light', 'dark'] as const)
		it(`has nothing that axe finds, and nothing beside the screen, at any width (${colorScheme})`, async () => {
			await signedIn({ colorScheme });
			for (const width of WIDTHS)
				for (const view of VIEWS) {
					await page.setViewportSize({ width, height: 800 });
					await page.goto(`${board.origin}${view}`);
					expect(await page.evaluate(() => document.documentElement.scrollWidth), `${view} at ${width}`).to.be.at.most(width);
					expect(await axeFindings(page), `${view} at ${width}`).to.deep.equal([]);
				}
		});

	it('is used by keyboard alone: past the menu, into a post, and out of the session', async () => {
		await signedIn();
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Tab');
		expect(await page.evaluate(() => document.activeElement?.className), 'the first draft behind the menu').to.equal('title');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'What it rests on' }).waitFor();
		await page.getByRole('button', { name: 'Sign out' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'The board is closed' }).waitFor();
		complaints.splice(0, 1);
	});

	it('works without scripts: signing in, searching, the next page, the numbers behind a chart', async () => {
		await signedIn({ javaScriptEnabled: false });
		await page.goto(`${board.origin}/posts`);
		await page.getByRole('link', { name: 'Older' }).click();
		await page.waitForURL(/before=/);
		await page.getByLabel('Search').fill('lighthouse');
		await page.getByRole('button', { name: 'Show' }).click();
		await page.waitForURL(/q=lighthouse/);
		expect(await page.locator('.card').count()).to.equal(5);
		await page.goto(`${board.origin}/figures`);
		await page.getByText('Show the numbers').first().click();
		await page.getByRole('table', { name: 'Posts published a week' }).waitFor();
	});

	it('keeps Now up to date by itself, and leaves the focus where it was', async () => {
		await signedIn();
		await page.locator('.live-note').waitFor();
		const link = page.locator('#live a.title').first();
		await link.focus();
		const before = await link.getAttribute('href');
		await desk.service.db.query("update material set title = 'A new title for the last draft' where number = 51 and state = 'claimed'");
		await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
		await page.getByText('A new title for the last draft').first().waitFor();
		expect(await page.evaluate(() => document.activeElement?.getAttribute('href'))).to.equal(before);
	});

	it('loads pictures of its own host alone, each small', async () => {
		const asked: string[] = [];
		await signedIn();
		page.on('request', (request) => void asked.push(request.url()));
		await page.goto(`${board.origin}/posts`);
		await page
			.locator('.card img')
			.first()
			.evaluate((image: HTMLImageElement) => image.decode());
		expect(asked.filter((url) => !url.startsWith(`${board.origin}/`))).to.deep.equal([]);
		expect(
			await page
				.locator('.card img')
				.first()
				.evaluate((image: HTMLImageElement) => image.naturalWidth),
		).to.equal(320);
	});

	it('opens as a Mini App only with what the messenger signed', async () => {
		page = await (await browser.newContext()).newPage();
		await page.goto(`${board.origin}/app#tgWebAppData=${encodeURIComponent('user=%7B%22id%22%3A1001%7D&hash=00')}`);
		await page.getByText('The messenger did not confirm who you are.').waitFor();
		expect(page.url(), 'nothing of it stays in the address').to.equal(`${board.origin}/app`);
	});
});
