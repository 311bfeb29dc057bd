import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { axeFindings, chromiumPath, openChromium } from '../support/chromium.ts';
import { CHANNEL, EGOR, OLGA, RunningSandbox, SANDBOX_TOKEN, type Sent, type State } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const BUTTONS = {
	inline_keyboard: [[{ text: 'Publish', callback_data: 'cd1|publish|p1|1' }], [{ text: 'Reject', callback_data: 'cd1|reject|p1|1' }]],
};

describe('the sandbox page in a real browser', function () {
	this.timeout(60_000);
	let sandbox: RunningSandbox;
	let browser: Browser;
	let page: Page;
	const complaints: string[] = [];

	before(async function () {
		const path = chromiumPath();
		if (path === undefined) {
			console.warn(
				'\n  SKIPPED: no Chromium on this machine, so nobody looked at the sandbox page. Install chromium or set CHROMIUM_PATH.\n',
			);
			this.skip();
		}
		browser = await openChromium(path);
	});
	after(() => browser?.close());
	beforeEach(async () => {
		sandbox = await new RunningSandbox().start();
		complaints.length = 0;
	});
	afterEach(async () => {
		await page?.context().close();
		await sandbox?.end();
		expect(complaints, 'errors in the console').to.deep.equal([]);
	});

	const open = async (options: BrowserContextOptions = { viewport: WIDE }): Promise<void> => {
		page = await (await browser.newContext(options)).newPage();
		page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
		page.on('pageerror', (error) => complaints.push(String(error)));
		await page.goto(sandbox.url);
		await page.locator('#live.on').waitFor();
	};
	const state = (): Promise<State> => sandbox.control<State>('/state');
	const sendPhoto = async (chatId: number, caption: string, markup?: unknown): Promise<Sent> => {
		const form = new FormData();
		form.append('chat_id', String(chatId));
		form.append('caption', caption);
		if (markup !== undefined) form.append('reply_markup', JSON.stringify(markup));
		const png = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#b8543a' } })
			.png()
			.toBuffer();
		form.append('photo', new Blob([new Uint8Array(png)]), 'cover.png');
		const answer = (await (await fetch(`${sandbox.url}/bot${SANDBOX_TOKEN}/sendPhoto`, { method: 'POST', body: form })).json()) as {
			result: Sent;
		};
		return answer.result;
	};

	it('lets a person write and shows it at once, markup and all as plain text', async () => {
		await open();
		await page.getByLabel('Message as the owner').fill('/post <b>not bold</b> & "quoted"');
		await page.keyboard.press('Enter');
		const message = page.locator('#owner .message.mine .text');
		await message.waitFor();
		expect(await message.textContent()).to.equal('/post <b>not bold</b> & "quoted"');
		expect(await message.locator('b').count(), 'nothing of it became markup').to.equal(0);
		expect((await state()).chats.find(({ id }) => id === OLGA)?.messages[0]?.text).to.equal('/post <b>not bold</b> & "quoted"');
		expect(await page.getByLabel('Message as the owner').inputValue()).to.equal('');
	});

	it('sends a message once however often Enter is pressed, and keeps what is typed meanwhile and what was not taken', async () => {
		await open();
		const field = page.getByLabel('Message as the owner');
		let answer = (): void => undefined;
		const held = new Promise<void>((resolve) => (answer = resolve));
		await page.route('**/control/send', async (route) => {
			await held;
			await route.continue();
		});
		await field.fill('/status');
		await field.press('Enter');
		await field.press('Enter');
		await field.fill('/help');
		answer();
		await page.locator('#owner .message.mine', { hasText: '/status' }).waitFor();
		expect(await field.inputValue()).to.equal('/help');
		expect((await state()).chats.find(({ id }) => id === OLGA)?.messages.map(({ text }) => text)).to.deep.equal(['/status']);
		await page.unroute('**/control/send');
		await field.fill('x'.repeat(5_000));
		await field.press('Enter');
		await page.locator('#owner .toast.shown', { hasText: '4096' }).waitFor();
		expect((await field.inputValue()).length).to.equal(5_000);
		expect(complaints.splice(0), 'the refusal alone').to.have.length(1);
	});

	it('lets a person send a photo, a file and a sticker, forward, change a message, and write as a stranger', async () => {
		await open();
		const field = page.getByLabel('Message as the owner');
		const menu = () => page.locator('#owner .attach summary').click();
		const buffer = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#336699' } })
			.jpeg()
			.toBuffer();
		await field.fill('Our harbour');
		await page.locator('#owner .attach input').first().setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
		await page.locator('#owner .message.mine.has-photo', { hasText: 'Our harbour' }).waitFor();
		await page.locator('#owner .attach input').last().setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer });
		await page.locator('#owner .message.mine', { hasText: 'b.jpg' }).waitFor();
		await menu();
		await page.locator('#owner').getByRole('button', { name: 'Sticker' }).click();
		await page.locator('#owner .sticker').waitFor();
		await field.fill('Somebody wrote this');
		await menu();
		await page.locator('#owner').getByRole('button', { name: 'As forwarded' }).click();
		await page.locator('#owner .message.mine .origin').waitFor();
		await page.locator('#owner .message.mine.has-photo').getByRole('button', { name: /^Edit/ }).click();
		await field.fill('Our quay');
		await field.press('Enter');
		await page.locator('#owner .message.mine.has-photo', { hasText: 'Our quay' }).waitFor();
		await field.fill('/start');
		await menu();
		await page.locator('#owner').getByRole('button', { name: 'As a stranger' }).click();
		const stranger = () => state().then(({ chats }) => chats.find(({ id }) => id === 1003)?.messages.map(({ text }) => text));
		await until(async () => (await stranger())?.join() === '/start');
		await sandbox.bot('sendMessage', { chat_id: 1003, text: 'This desk is private.' });
		await page.locator('#owner .toast.shown', { hasText: 'The stranger is told: This desk is private.' }).waitFor();
	});

	it('shows a cover, its words and its buttons together on a screen of 1024 pixels', async () => {
		await sendPhoto(OLGA, 'The harbour tram opens on Saturday. '.repeat(20), BUTTONS);
		await open({ viewport: { width: 1024, height: 768 } });
		const frame = await page.locator('#owner .scroll').boundingBox();
		const cover = await page.locator('#owner .photo img').boundingBox();
		const buttons = await page.locator('#owner .keyboard').boundingBox();
		if (frame === null || cover === null || buttons === null) throw new Error('something is not shown');
		expect(cover.y).to.be.at.least(frame.y);
		expect(buttons.y + buttons.height).to.be.at.most(frame.y + frame.height);
		expect(cover.height).to.be.at.least(130);
	});

	it('lets a person set the language of their messenger', async () => {
		await open();
		const language = page.getByLabel('Language of Egor Editor’s messenger');
		expect(await language.inputValue()).to.equal('ru');
		await language.selectOption({ label: 'English' });
		await page.locator('#editor .toast.shown', { hasText: '/start' }).waitFor();
		await page.getByLabel('Message as the editor').fill('/start');
		await page.keyboard.press('Enter');
		const { result } = await sandbox.bot<{ message: { from: { language_code: string } } }[]>('getUpdates', { timeout: 5 });
		expect(result[0]?.message.from.language_code).to.equal('en');
		await page.reload();
		await page.locator('#live.on').waitFor();
		await until(async () => (await language.inputValue()) === 'en');
	});

	it('shows a preview with its picture, its caption counted in units, and buttons that press', async () => {
		await open();
		await sendPhoto(EGOR, 'Caption 😀', BUTTONS);
		const preview = page.locator('#editor .message');
		await preview.locator('img').waitFor();
		await until(() => preview.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1080));
		expect(await preview.locator('.units').textContent()).to.equal('10 / 1024');
		await preview.getByRole('button', { name: 'Publish' }).click();
		const { result } = await sandbox.bot<{ callback_query: { id: string; data: string; from: { id: number } } }[]>('getUpdates', {
			timeout: 5,
		});
		expect(result[0]?.callback_query).to.deep.include({ data: 'cd1|publish|p1|1' });
		expect(result[0]?.callback_query.from.id).to.equal(EGOR);
		await sandbox.bot('answerCallbackQuery', { callback_query_id: result[0]?.callback_query.id, text: 'Publishing version 1' });
		await page.locator('#editor .toast.shown', { hasText: 'Publishing version 1' }).waitFor();
		await page.locator('#editor [aria-busy]').waitFor({ state: 'detached', timeout: 5_000 });
	});

	it('lets go of a button whose press the bot answered before the press itself was', async () => {
		await open();
		await sendPhoto(EGOR, 'Caption', BUTTONS);
		const toast = page.locator('#editor .toast.shown', { hasText: 'Already' });
		await page.route('**/control/press', async (route) => {
			const response = await route.fetch();
			const { callback_query_id } = (await response.json()) as { callback_query_id: string };
			await sandbox.bot('answerCallbackQuery', { callback_query_id, text: 'Already' });
			await toast.waitFor();
			await route.fulfill({ response });
		});
		await page.locator('#editor .message').getByRole('button', { name: 'Publish' }).click();
		await toast.waitFor();
		// Long before it would be let go without any answer.
		await page.locator('#editor [aria-busy]').waitFor({ state: 'detached', timeout: 5_000 });
		await page.unroute('**/control/press');
	});

	it('follows edits and deletions without being asked again', async () => {
		await open();
		const { message_id, photo } = await sendPhoto(OLGA, 'First words', BUTTONS);
		await page.locator('#owner .key').first().waitFor();
		await sandbox.bot('editMessageCaption', { chat_id: OLGA, message_id, caption: 'Other words' });
		await page.locator('#owner .text', { hasText: 'Other words' }).waitFor();
		expect(await page.locator('#owner .key').count(), 'the buttons went with the edit').to.equal(0);
		const posted = await sandbox.bot<Sent>('sendPhoto', { chat_id: CHANNEL, photo: photo.at(-1)?.file_id, caption: 'Other words' });
		await page.locator('#channel .message img').waitFor();
		await page.locator('#channel .who p', { hasText: '1 post' }).waitFor();
		await sandbox.bot('deleteMessage', { chat_id: CHANNEL, message_id: posted.result.message_id });
		await page.locator('#channel .who p', { hasText: '0 posts' }).waitFor();
		await sandbox.bot('deleteMessage', { chat_id: OLGA, message_id });
		await page.locator('#owner .empty').waitFor();
	});

	it('is ready to answer when the bot asks, and the answer is a reply to the question', async () => {
		await open();
		const { message_id } = (
			await sandbox.bot<Sent>('sendMessage', {
				chat_id: OLGA,
				text: 'What shall change?',
				reply_markup: { force_reply: true, input_field_placeholder: 'In your words' },
			})
		).result;
		await page.locator('#owner .banner', { hasText: 'What shall change?' }).waitFor();
		const field = page.getByLabel('Message as the owner');
		expect(await field.getAttribute('placeholder')).to.equal('In your words');
		await field.fill('A warmer opening');
		await page.locator('#owner').getByRole('button', { name: 'Send' }).click();
		await page.locator('#owner .quote').waitFor();
		const { result } = await sandbox.bot<{ message: { text: string; reply_to_message: { message_id: number } } }[]>('getUpdates', {
			timeout: 5,
		});
		expect(result[0]?.message.reply_to_message.message_id).to.equal(message_id);
		await page.locator('#owner .banner').waitFor({ state: 'hidden' });
	});

	it('arms a fault, shows it, and takes it back', async () => {
		await open();
		await page.getByLabel('At which call').selectOption('sendPhoto');
		await page.getByLabel('For whom').selectOption(String(EGOR));
		await page.getByLabel('How often').selectOption('3');
		await page.getByRole('button', { name: 'Done, then hung up' }).click();
		await page.getByRole('button', { name: 'Clear: Done, then hung up' }).waitFor();
		expect((await state()).faults[0]).to.deep.include({ kind: 'accept_then_drop', method: 'sendPhoto', chat_id: EGOR, remaining: 3 });
		await page.getByRole('button', { name: 'Clear all' }).click();
		await page.getByText('Choose what should go wrong').waitFor();
		expect((await state()).faults).to.deep.equal([]);
	});

	it('blocks the bot as a person does, and lets it in again', async () => {
		await open();
		await page.getByRole('button', { name: 'Block the bot as Egor Editor' }).click();
		await page.locator('#editor.is-blocked').waitFor();
		expect(await sandbox.bot('sendMessage', { chat_id: EGOR, text: 'x' })).to.include({ status: 403 });
		await page.locator('#editor .blocked-note button').click();
		await page.locator('#editor:not(.is-blocked)').waitFor();
	});

	it('puts what the pipeline did under what a person did, failures with their words', async () => {
		await open();
		await sandbox.control('/send', { from: OLGA, text: '/status' });
		await sandbox.bot('sendMessage', { chat_id: OLGA, text: 'All is well' });
		await sandbox.bot('sendMessage', { chat_id: 4242, text: 'x' });
		await page.locator('.event.failed').waitFor();
		expect(await page.locator('.act').textContent()).to.match(/Olga wrote .*\/status/s);
		expect(await page.locator('.event.failed .said').textContent()).to.equal('Bad Request: chat not found');
		await page.locator('.event.failed summary').click();
		expect(await page.locator('.event.failed pre').textContent()).to.contain('"chat_id": 4242');
		await page.getByRole('button', { name: 'AI', exact: true }).click();
		expect(await page.locator('.event.failed').isVisible()).to.equal(false);
	});

	it('names what the AI is asked for in words, not by the name of a schema', async () => {
		await open();
		await sandbox.control('/faults', { target: 'ai', kind: '5xx', forever: true });
		const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
		for (const name of ['copydesk_post', 'copydesk_verdict', 'copydesk_shorten', 'copydesk_news_classification', 'copydesk_facts'])
			await fetch(`${sandbox.url}/ai/v1/responses`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-key' },
				body: JSON.stringify({ model: 'm', input: 'x', text: { format: { type: 'json_schema', name, strict: true, schema } } }),
			});
		await until(async () => (await page.locator('.event.failed .what > b').count()) === 5);
		expect(await page.locator('.event.failed .what > b').allTextContents()).to.deep.equal([
			'AI: write text',
			'AI: check text',
			'AI: shorten text',
			'AI: choose news',
			'AI: find facts',
		]);
	});

	it('shows once what happens while it opens, also over a slow line', async () => {
		page = await (await browser.newContext({ viewport: WIDE })).newPage();
		const asked: string[] = [];
		const ask = async (): Promise<void> => {
			asked.push(`/post while it opens ${asked.length}`);
			await sandbox.control('/send', { from: OLGA, text: asked.at(-1) });
		};
		let isOpen = false;
		const opened = page
			.locator('#live.on')
			.waitFor()
			.finally(() => (isOpen = true));
		const sending = (async () => {
			while (!isOpen) {
				await ask();
				await sleep(50);
			}
			await opened;
			await ask();
		})();
		// A page that asked for what is would be answered after what came meanwhile.
		await page.route('**/control/state', async (route) => {
			const response = await route.fetch();
			await sending;
			await route.fulfill({ response });
		});
		await page.goto(sandbox.url);
		await sending;
		// Whole: the words of one are the beginning of another's.
		await page.locator('.act q', { hasText: new RegExp(`^${asked.at(-1)}$`) }).waitFor();
		expect(await page.locator('#owner .text').allTextContents()).to.deep.equal(asked);
		expect(await page.locator('.act q').allTextContents()).to.deep.equal(asked);
	});

	it('finds its way back when the sandbox was away', async () => {
		await open();
		const { port } = new URL(sandbox.url);
		await sandbox.stop();
		await page.locator('#live:not(.on)').waitFor();
		complaints.length = 0;
		const { listen } = await import('@copydesk/kit/server');
		await sandbox.start();
		await sandbox.running.stop(50);
		sandbox.running = await listen(sandbox.sandbox.app, '127.0.0.1', Number(port));
		await sandbox.control('/send', { from: OLGA, text: 'written meanwhile' });
		await page.locator('#owner .text', { hasText: 'written meanwhile' }).waitFor();
		await page.locator('#live.on').waitFor();
		complaints.length = 0;
	});

	for (const [how, options] of [
		['light, wide', { viewport: WIDE, colorScheme: 'light' }],
		['dark, wide', { viewport: WIDE, colorScheme: 'dark' }],
		['on a phone', { viewport: PHONE, colorScheme: 'light' }],
	] as const)
		it(`has nothing that axe finds, with messages, pictures, buttons and faults (${how})`, async () => {
			await sandbox.control('/send', { from: OLGA, text: '/post The old mill opens on 3 May.' });
			await sandbox.bot('sendMessage', { chat_id: OLGA, text: 'Well?', reply_markup: BUTTONS });
			for (const chat of [OLGA, EGOR, CHANNEL]) await sendPhoto(chat, 'The old mill opens.', chat === CHANNEL ? undefined : BUTTONS);
			await sandbox.control('/faults', { target: 'messenger', method: 'sendPhoto', kind: 'accept_then_drop' });
			await open(options);
			for (const panel of options.viewport === PHONE ? ['owner', 'editor', 'channel', 'timeline', 'faults'] : ['all']) {
				if (panel !== 'all') await page.locator(`.tabs [data-panel=${panel}]`).click();
				expect(await axeFindings(page), panel).to.deep.equal([]);
			}
		});

	it('leads the keyboard to each phone at once', async () => {
		for (const [viewport, ids] of [
			[WIDE, ['owner-text', 'editor-text', 'channel-messages']],
			[PHONE, ['owner-text', 'editor-text', 'channel-messages']],
		] as const)
			for (const [index, id] of ids.entries()) {
				await page?.context().close();
				await open({ viewport });
				for (let step = 0; step <= index; step += 1) await page.keyboard.press('Tab');
				await page.keyboard.press('Enter');
				await page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
			}
	});

	it('is worked by keyboard alone, with the focus always to be seen', async () => {
		await open();
		await sandbox.bot('sendMessage', { chat_id: OLGA, text: 'Well?', reply_markup: BUTTONS });
		await page.locator('#owner .key').first().waitFor();
		await page.keyboard.press('Tab');
		expect(await page.evaluate(() => document.activeElement?.className)).to.equal('skip');
		await page.keyboard.press('Enter');
		expect(await page.evaluate(() => document.activeElement?.id)).to.equal('owner-text');
		const seen: string[] = [];
		for (let step = 0; step < 12 && !seen.includes('Publish'); step += 1) {
			await page.keyboard.press('Shift+Tab');
			const focused = await page.evaluate(() => {
				const element = document.activeElement as HTMLElement;
				const style = getComputedStyle(element);
				return { name: element.textContent?.trim() ?? '', outlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
			});
			expect(focused.outlined, `focus on "${focused.name}" is visible`).to.equal(true);
			seen.push(focused.name);
		}
		expect(seen).to.include('Publish');
		await page.keyboard.press('Enter');
		const { result } = await sandbox.bot<{ callback_query: { data: string } }[]>('getUpdates', { timeout: 5 });
		expect(result[0]?.callback_query.data).to.equal('cd1|publish|p1|1');
	});

	it('has a name for everything that can be worked, and announces new messages', async () => {
		await open();
		await sendPhoto(OLGA, 'A caption', BUTTONS);
		await page.locator('#owner .message img').waitFor();
		const nameless = await page.evaluate(() =>
			[...document.querySelectorAll<HTMLElement>('button, a[href], select, textarea, [role=group], section')]
				.filter((element) => element.checkVisibility())
				.filter((element) => {
					const by = element.getAttribute('aria-labelledby');
					const name =
						element.getAttribute('aria-label') ?? (by === null ? null : document.getElementById(by)?.textContent) ?? element.textContent;
					return name === null || name.trim() === '';
				})
				.map((element) => element.outerHTML.slice(0, 120)),
		);
		expect(nameless).to.deep.equal([]);
		expect(await page.locator('#owner .scroll').getAttribute('aria-live')).to.equal('polite');
		expect(await page.locator('#owner .message img').getAttribute('alt')).to.not.equal('');
	});

	it('fits a phone: one panel at a time, nothing wider than the screen, everything large enough for a thumb', async () => {
		await open({ viewport: PHONE, hasTouch: true, isMobile: true });
		await sendPhoto(OLGA, 'A caption that is not short, so that it has to wrap somewhere on a narrow screen. '.repeat(6), BUTTONS);
		await page.locator('#owner .message img').waitFor();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(PHONE.width);
		for (const panel of ['editor', 'channel', 'timeline', 'faults', 'owner']) {
			await page.locator(`.tabs [data-panel=${panel}]`).tap();
			await until(() =>
				page.evaluate((id) => {
					const box = document.getElementById(id)?.getBoundingClientRect();
					return box !== undefined && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
				}, panel),
			);
			expect(await page.locator(`.tabs [data-panel=${panel}]`).getAttribute('aria-current')).to.equal('true');
		}
		const small = await page.evaluate(() =>
			[...document.querySelectorAll<HTMLElement>('.tabs button, .key, .send, .chip')]
				.filter((element) => element.checkVisibility())
				.filter((element) => element.getBoundingClientRect().height < 36)
				.map((element) => element.textContent),
		);
		expect(small).to.deep.equal([]);
		await sandbox.bot('sendMessage', { chat_id: EGOR, text: 'For the other one' });
		await page.locator('.tabs [data-panel=editor] em', { hasText: '1' }).waitFor();
	});

	for (const colorScheme of ['light', 'dark'] as const) {
		it(`can be read in ${colorScheme}: text can be told from what is behind it`, async () => {
			await open({ viewport: WIDE, colorScheme });
			await sandbox.bot('sendMessage', { chat_id: OLGA, text: 'Well?', reply_markup: BUTTONS });
			await sandbox.control('/send', { from: OLGA, text: 'mine' });
			await page.locator('#owner .mine').waitFor();
			const faint = await page.evaluate(() => {
				const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
				const paint = (colours: string[]): number[] => {
					canvas.clearRect(0, 0, 1, 1);
					for (const colour of colours) {
						canvas.fillStyle = colour;
						canvas.fillRect(0, 0, 1, 1);
					}
					return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
				};
				const luminance = (rgb: number[]): number => {
					const [r, g, b] = rgb.map((one) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4)) as [
						number,
						number,
						number,
					];
					return 0.2126 * r + 0.7152 * g + 0.0722 * b;
				};
				return [
					...document.querySelectorAll<HTMLElement>(
						'h1, h2, h3, .who p, .text, .meta time, .key, .tool, .state, .calm, .chip, .filters button, .empty p, .what b, .read-only p',
					),
				]
					.filter((element) => element.checkVisibility({ opacityProperty: true }) && element.textContent?.trim() !== '')
					.map((element) => {
						const behind: string[] = [];
						for (let node: HTMLElement | null = element; node !== null; node = node.parentElement)
							behind.unshift(getComputedStyle(node).backgroundColor);
						const back = luminance(paint(behind));
						const front = luminance(paint([...behind, getComputedStyle(element).color]));
						return {
							text: element.textContent?.trim().slice(0, 30),
							ratio: (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05),
						};
					})
					.filter(({ ratio }) => ratio < 4.5);
			});
			expect(faint).to.deep.equal([]);
		});
	}
});
