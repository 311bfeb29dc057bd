import { expect } from 'chai';
import sharp from 'sharp';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import type { LogoParts } from '@copydesk/collaboration/jobs/brandSheets';
import { decodedBy } from '@copydesk/collaboration/photos/prepare';
import { EDITOR, OWNER, openDesk, postEvent, pressUpdate, textUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

const cover = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#14335c' } })
	.png()
	.toBuffer();
const PAIRS = [
	{ panel: '#e8ebef', accent: '#f28c28', isRecoloured: false, logo: 'bG9nbw==' },
	{ panel: '#14335c', accent: '#f28c28', isRecoloured: true, logo: 'bG9nbw==' },
];

describeOnEachEngine('A logo that the owner sends', (engine) => {
	let desk: TestDesk;
	/** What the renderer was asked to keep, and what stands in for the messenger's file. */
	let kept: { readonly panel: string; readonly name: string }[];
	let read: Awaited<ReturnType<LogoParts['readLogo']>>;
	let isAway: boolean;
	const logos: LogoParts = {
		readLogo: () => Promise.resolve(read),
		branding: {
			keep(brand) {
				kept.push(brand);
				return Promise.resolve(isAway ? 'away' : { brand_id: (brand.panel === '#e8ebef' ? 'a' : 'b').repeat(64) });
			},
			sample: () => Promise.resolve(cover),
		},
	};
	beforeEach(async () => {
		[kept, read, isAway] = [[], { pairs: PAIRS }, false];
		desk = await openDesk({ engine, logos });
	});
	afterEach(async () => {
		onFaultPoint(undefined);
		await desk.close();
	});

	const logo = (from: number, caption = 'Logo', mime_type = 'image/png') => {
		const update = textUpdate(from, '');
		const { text: _none, ...message } = update.message;
		const document = { file_id: 'logo1', mime_type, file_size: 4_000 };
		return { ...update, message: { ...message, document, caption } };
	};
	const shown = (chat = OWNER) =>
		desk.messenger.messages(chat).map(({ text, caption, buttons }) => [text ?? caption, ...buttons.map(({ text: label }) => label)]);
	const later = async (ms = 60_000) => {
		desk.clock.nowMs += ms;
		await desk.service.tick();
	};
	const data = (label: string) => {
		const all = desk.messenger.messages(OWNER).flatMap(({ buttons, messageId }) => buttons.map((each) => ({ ...each, messageId })));
		const found = all.findLast(({ text }) => text === label);
		if (found === undefined) throw new Error(`There is no button ${label}`);
		return found;
	};
	const press = ({ callback_data = '', messageId }: { callback_data?: string; messageId: number }, from = OWNER) =>
		postEvent(desk, pressUpdate(from, messageId, callback_data));
	const brand = async () => {
		const [row] = await desk.service.db.query("select value from setting where name = 'brand'");
		return row === undefined ? null : (JSON.parse(String(row['value'])) as Record<string, unknown>);
	};
	const offered = () => desk.service.db.query("select name from setting where name = 'brand_offer'");
	const first = 'Covers with your logo, in two of its colours.';
	const other = 'Covers with your logo, in two of its colours.\n\nA part of the logo is light or dark here, so that it can be seen.';
	const below = ['Use it', 'Other colours', 'Leave it'];

	it('is answered by a sheet of covers; other colours take its place, and what is used is the brand of new posts', async () => {
		await postEvent(desk, logo(OWNER, 'Наш логотип'));
		await later();
		expect(shown()).to.deep.equal([[first, ...below]]);
		expect(await brand(), 'nothing is chosen yet').to.equal(null);
		await press(data('Other colours'));
		await later();
		expect(shown()).to.deep.equal([[other, ...below]]);
		expect(kept, 'the logo is read once').to.have.length(2);
		await press(data('Use it'));
		await later();
		expect(await brand()).to.include({ brand_id: 'b'.repeat(64), panel: '#14335c', accent: '#f28c28', has_logo: true });
		expect(shown()).to.deep.equal([['✅ New covers show this logo. Posts that you have keep their covers.']]);
		expect([await offered(), shown(EDITOR)]).to.deep.equal([[], []]);
	});

	it('changes nothing when it is left, and keeps the name and the font of the brand before', async () => {
		const before = { brand_id: 'c'.repeat(64), name: 'Harbour News', panel: '#000000', accent: '#ffffff', font: 'Inter', has_logo: false };
		await desk.service.db.query("insert into setting (name, value, set_by, set_at_ms) values ('brand', $1, 0, 0)", [
			JSON.stringify(before),
		]);
		await postEvent(desk, logo(OWNER));
		await later();
		expect(kept[0]).to.include({ name: 'Harbour News', font: 'Inter' });
		await press(data('Leave it'));
		await later();
		expect([shown(), await brand()]).to.deep.equal([[['Nothing has changed. The covers stay as they were.']], before]);
	});

	it('is the owner’s alone, in its words and in its presses', async () => {
		expect((await postEvent(desk, logo(EDITOR))).intent.text).to.equal('Only the owner changes the logo of the covers.');
		await postEvent(desk, logo(OWNER));
		await later();
		const use = data('Use it');
		expect((await press(use, EDITOR)).intent.text).to.equal('Only the owner changes the logo of the covers.');
		expect(await brand()).to.equal(null);
	});

	it('has one sheet: a press below an older one is refused, and of two presses at once one counts', async () => {
		await postEvent(desk, logo(OWNER));
		await later();
		const old = data('Use it');
		await postEvent(desk, logo(OWNER, 'New logo'));
		await later();
		expect((await press(old)).intent.text).to.equal('This sheet is over. Send the logo again to get a new one.');
		const [use, leave] = [data('Use it'), data('Leave it')];
		const answers = await Promise.all([press(use), press(leave), press(use)]);
		expect(answers.filter(({ intent }) => intent.kind === 'callback')).to.have.length(1);
		await later();
		expect(await brand()).to.deep.equal(answers[1]?.intent.kind === 'callback' ? null : await brand());
		expect(await offered()).to.deep.equal([]);
	});

	for (const label of ['brand.prepared', 'brand.sent', 'delivery.sending_committed', 'delivery.answered'])
		it(`is not lost when the service dies at ${label}`, async () => {
			await postEvent(desk, logo(OWNER));
			onFaultPoint((each) => {
				if (each === label) throw new Error('killed here');
			});
			desk.clock.nowMs += 1_000;
			await desk.service.tick();
			onFaultPoint(undefined);
			const next = await desk.sibling();
			try {
				await desk.service.db.query("update delivery set instance_id = 'i_dead' where state = 'sending'");
				for (let round = 0; round < 3; round += 1) {
					desk.clock.nowMs += 60_000;
					await next.service.tick();
				}
				// What may be there is not sent a second time.
				expect(shown().length).to.equal(label === 'delivery.sending_committed' ? 0 : 1);
				expect(await offered()).to.have.length(1);
			} finally {
				await next.close();
			}
		});

	it('says why no sheet comes of it, and asks again what only passes', async () => {
		read = { problem: { kind: 'busy' } };
		await postEvent(desk, logo(OWNER));
		await later();
		expect(shown()).to.deep.equal([['The logo lies on a picture. Send it on a plain or transparent ground.']]);
		expect(await offered()).to.deep.equal([]);
		read = { problem: { kind: 'format' } };
		await postEvent(desk, logo(OWNER, 'logo', 'application/pdf'));
		await later();
		expect(shown().at(-1)).to.deep.equal(['I cannot read this file. Send the logo as PNG, JPEG or WebP.']);
		[read, isAway] = [{ pairs: PAIRS }, true];
		await postEvent(desk, logo(OWNER));
		for (let round = 0; round < 6; round += 1) await later();
		expect(shown().at(-1)).to.deep.equal(['I could not draw the covers just now. Send the logo again in a few minutes.']);
		isAway = false;
		await postEvent(desk, logo(OWNER));
		await later();
		expect(shown().at(-1)).to.deep.equal([first, ...below]);
	});
});

describe('The file of a logo', function () {
	this.timeout(60_000);

	interface Said {
		readonly problem?: object;
		readonly pairs?: readonly { readonly panel: string; readonly accent: string; readonly isRecoloured: boolean; readonly logo: string }[];
	}
	const saidOf = async (bytes: Buffer) => (await decodedBy(['logo'], bytes)).said as Said;
	const drawn = (svg: string, width = 600, height = 240) =>
		sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`));
	const MARK = '<circle cx="120" cy="120" r="90" fill="#14335c"/><rect x="250" y="90" width="300" height="60" fill="#f28c28"/>';
	const WHITE = '<rect width="600" height="240" fill="#fff"/>';

	it('gives two of its own colours, and the logo without its ground', async () => {
		for (const file of [drawn(MARK).png(), drawn(WHITE + MARK).jpeg({ quality: 70 }), drawn(WHITE + MARK).webp({ quality: 70 })]) {
			const [pair] = (await saidOf(await file.toBuffer())).pairs ?? [];
			expect(pair?.isRecoloured).to.equal(false);
			const { data, info } = await sharp(Buffer.from(pair?.logo ?? '', 'base64'))
				.raw()
				.toBuffer({ resolveWithObject: true });
			expect([info.channels, data[3]], 'its corner is clear').to.deep.equal([4, 0]);
			expect(info.width / info.height, 'its margin is gone').to.be.within(2.7, 2.9);
			expect(Math.max(info.width / 560, info.height / 180)).to.be.at.most(1);
		}
		const [ofGround] =
			(
				await saidOf(
					await drawn('<rect width="600" height="240" fill="#c4122f"/><rect x="60" y="60" width="300" height="90" fill="#fff"/>')
						.png()
						.toBuffer(),
				)
			).pairs ?? [];
		expect(ofGround).to.include({ panel: '#c4122f', accent: '#ffffff', isRecoloured: false });
	});

	it('is light on its own colour, if it has only one', async () => {
		const { pairs = [] } = await saidOf(await drawn('<rect x="40" y="40" width="500" height="150" fill="#0a5b8a"/>').png().toBuffer());
		expect(pairs.map(({ panel, isRecoloured }) => [panel, isRecoloured]).slice(0, 2)).to.deep.equal([
			['#e7eff3', false],
			['#0a5b8a', true],
		]);
		const light = await sharp(Buffer.from(pairs[1]?.logo ?? '', 'base64')).stats();
		expect(light.channels.slice(0, 3).map(({ max }) => max)).to.deep.equal([250, 247, 240]);
	});

	it('is refused with the reason if nothing comes of it', async () => {
		const png = await drawn(WHITE + MARK)
			.png()
			.toBuffer();
		const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * at * 31) % 251));
		const bomb = sharp({ create: { width: 10_000, height: 10_100, channels: 3, background: '#fff' }, limitInputPixels: false });
		const cases: readonly (readonly [string, Buffer, string])[] = [
			['tiny', await drawn(MARK, 60, 24).png().toBuffer(), 'too_small'],
			['clear', await drawn('<rect width="600" height="240" fill="none"/>').png().toBuffer(), 'empty'],
			['one colour', await drawn(WHITE).png().toBuffer(), 'empty'],
			[
				'a photo',
				await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
					.png()
					.toBuffer(),
				'busy',
			],
			['a bomb', await bomb.png({ compressionLevel: 9 }).toBuffer(), 'too_many_pixels'],
			['cut', png.subarray(0, png.length / 2), 'unreadable'],
			['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'format'],
			['a document', Buffer.from('%PDF-1.7'), 'format'],
			['too large', Buffer.concat([png, Buffer.alloc(21 * 1_048_576)]), 'too_large'],
		];
		for (const [what, bytes, kind] of cases) expect((await saidOf(bytes)).problem, what).to.include({ kind });
	});
});
