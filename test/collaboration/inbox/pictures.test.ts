import { createHash } from 'node:crypto';
import { expect } from 'chai';
import sharp from 'sharp';

import { callbackData } from '@copydesk/domain/chat/callback';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { checkPng } from '@copydesk/domain/ai/image';
import {
	EDITOR,
	OWNER,
	newExecutionId,
	newUpdateId,
	openDesk,
	postEvent,
	press,
	pressUpdate,
	ready,
	textUpdate,
	requested,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { TOKEN } from '../../support/messenger.ts';

const WORDS = 'Our harbour tram opens on Saturday';
const OTHER_WORDS = 'The rose garden shows ninety sorts';

const picture = (width = 900, height = 700): Promise<Buffer> =>
	sharp({ create: { width, height, channels: 3, background: '#c0392b' } })
		.jpeg()
		.toBuffer();

/** A photo as the messenger brings it: sizes, the words below, nothing else of the file. */
const photoUpdate = (from: number, fileId: string, caption?: string, more: Readonly<Record<string, unknown>> = {}) => {
	const { text: _none, ...message } = textUpdate(from, '').message;
	const sizes = [
		{ file_id: `${fileId}-s`, file_unique_id: 'u1', width: 90, height: 70, file_size: 900 },
		{ file_id: fileId, file_unique_id: 'u2', width: 900, height: 700, file_size: 90_000 },
	];
	return { update_id: newUpdateId(), message: { ...message, photo: sizes, ...(caption === undefined ? {} : { caption }), ...more } };
};

const draftOf = ({ update_id }: { update_id: number }) => `p${update_id}`;
const button = (from: number, action: CallbackAction, draftKey: string, version = 1, messageId = 7) =>
	pressUpdate(from, messageId, callbackData({ action, draftKey, version }));

describeOnEachEngine('pictures that people send', (engine) => {
	let desk: TestDesk;
	let imported: Buffer[];
	let rendererIsAway: boolean;
	const open = (more: Parameters<typeof openDesk>[0] = {}) =>
		openDesk({
			engine,
			importImage: async (png) => {
				if (rendererIsAway) return null;
				imported.push(png);
				return `sha256:${createHash('sha256').update(png).digest('hex')}`;
			},
			...more,
		});

	beforeEach(async () => {
		[imported, rendererIsAway] = [[], false];
		desk = await open();
		desk.messenger.serveFile('f1', await picture());
	});
	afterEach(() => desk.close());

	const saysMayUse = async (from: number) => {
		const first = photoUpdate(from, 'f1', 'A choir sings at the fish market');
		await postEvent(desk, first);
		return postEvent(desk, button(from, 'photo_mine', draftOf(first)));
	};
	const create = (event: { _svc: string }, more: object = {}) =>
		desk.post('/materials/create', { _svc: event._svc, ...more, content: { request: WORDS } });
	const audited = (action: string) => desk.service.db.query('select detail from audit where action = $1', [action]);

	it('asks the role again right before each request for one, and takes none of a person who was disabled meanwhile', async () => {
		await saysMayUse(EDITOR);
		const admissions = async () =>
			(await audited('authorize')).map(({ detail }) => (JSON.parse(String(detail)) as { purpose: string }).purpose);
		expect(await admissions()).to.deep.equal(['photo_fetch', 'image_import']);
		const before = imported.length;
		desk.messenger.reset({
			async arrived({ method }) {
				if (method === 'getFile') await desk.setEditor(false);
				return true;
			},
		});
		desk.messenger.serveFile('f1', await picture());
		expect((await postEvent(desk, photoUpdate(EDITOR, 'f1', OTHER_WORDS))).intent).to.deep.equal({ kind: 'ignored' });
		expect([imported.length - before, await admissions()]).to.deep.equal([
			0,
			['photo_fetch', 'image_import', 'photo_fetch', 'image_import'],
		]);
	});

	it('asks once who may use them, keeps the answer in the audit, and makes the picture the illustration of the draft', async () => {
		const first = photoUpdate(EDITOR, 'f1', WORDS);
		const asked = await postEvent(desk, first);
		const about = { draft_key: draftOf(first), version: 1 };
		expect(asked.intent).to.deep.include({
			kind: 'usage',
			buttons: [
				[{ action: 'photo_mine', ...about }],
				[
					{ action: 'draw_one', ...about },
					{ action: 'no_post', ...about },
				],
			],
		});
		expect(imported, 'nothing is fetched before').to.deep.equal([]);

		const allowed = await postEvent(desk, button(EDITOR, 'photo_mine', draftOf(first)));
		expect(imported).to.have.length(1);
		const image_id = `sha256:${createHash('sha256')
			.update(imported[0] ?? '')
			.digest('hex')}`;
		expect(allowed.intent).to.deep.equal({ kind: 'post_request', text: WORDS, draft_key: about.draft_key, picture: { image_id } });
		const { body } = await create(allowed, { draft_key: about.draft_key });
		expect(body.material).to.include({ draft_key: about.draft_key, source_image_id: image_id, own_image_id: image_id });
		expect(await audited('picture.rights_said')).to.have.length(1);

		const repeated = photoUpdate(EDITOR, 'f1', WORDS);
		expect((await postEvent(desk, repeated)).intent.text, 'the desk has that').to.match(/^We have that/);
		expect(imported, 'nothing is fetched for it').to.have.length(1);
		const anyway = await postEvent(desk, button(EDITOR, 'write_anyway', draftOf(repeated)));
		expect(anyway.intent).to.deep.include({ kind: 'post_request', text: WORDS, picture: { image_id } });

		const second = await postEvent(desk, photoUpdate(EDITOR, 'f1', OTHER_WORDS));
		expect(second.intent, 'asked once').to.deep.equal({ kind: 'post_request', text: OTHER_WORDS, picture: { image_id } });
		const others = await postEvent(desk, photoUpdate(OWNER, 'f1', WORDS));
		expect(others.intent.kind, 'each person for themselves').to.equal('usage');
	});

	it('are shown, also where covers have words alone', async () => {
		await desk.service.db.query("insert into setting (name, value, set_by, set_at_ms) values ('template', 'words', 1001, 1)");
		const ofPicture = await create(await saysMayUse(EDITOR));
		expect(ofPicture.body.material).to.include({ cover_template: 'panel' });
		const ofWords = await create(await requested(desk, textUpdate(OWNER, '/post ' + WORDS)));
		expect(ofWords.body.material).to.include({ cover_template: 'words' });
	});

	it('are shown as they are where that is set, or as the request says', async () => {
		const look = async (event: { _svc: string }, more: object = {}) => {
			const { body } = await desk.post('/materials/create', { _svc: event._svc, content: { request: WORDS, ...more } });
			return body.material.cover_template as string;
		};
		expect(await look(await saysMayUse(EDITOR), { cover_template: 'photo' })).to.equal('photo');
		await desk.service.db.query("insert into setting (name, value, set_by, set_at_ms) values ('picture', 'photo', 1001, 1)");
		expect(await look(await postEvent(desk, photoUpdate(EDITOR, 'f1', OTHER_WORDS)))).to.equal('photo');
		await desk.service.db.query("insert into setting (name, value, set_by, set_at_ms) values ('template', 'words', 1001, 1)");
		expect(await look(await postEvent(desk, textUpdate(OWNER, '/post The lights are red')), { cover_template: 'cover' })).to.equal('words');
		const withPhoto = await postEvent(desk, photoUpdate(EDITOR, 'f1', 'The library opens at night'));
		expect(await look(withPhoto, { cover_template: 'cover' }), 'with room for the picture').to.equal('panel');
	});

	it('draws one instead, or lets it be, as the person says', async () => {
		const first = photoUpdate(EDITOR, 'f1', WORDS);
		await postEvent(desk, first);
		const drawn = await postEvent(desk, button(EDITOR, 'draw_one', draftOf(first)));
		expect(drawn.intent).to.deep.equal({ kind: 'post_request', text: WORDS, draft_key: draftOf(first) });
		expect((await create(drawn, { draft_key: draftOf(first) })).body.material).to.include({ source_image_id: null, own_image_id: null });
		expect(await audited('picture.rights_said')).to.deep.equal([]);
		const foreign = await postEvent(desk, button(OWNER, 'photo_mine', draftOf(first)));
		expect(foreign.intent.kind, "the other person's picture").to.equal('callback');
		expect(imported).to.deep.equal([]);
	});

	it('takes a file that is a picture, and a picture whose words come as an answer to it', async () => {
		await saysMayUse(EDITOR);
		const { photo: _sizes, ...message } = photoUpdate(EDITOR, 'f1', WORDS).message;
		const document = { file_id: 'f1', file_unique_id: 'u', mime_type: 'image/jpeg', file_size: 9 };
		const file = await postEvent(desk, { update_id: newUpdateId(), message: { ...message, document } });
		expect(file.intent).to.have.property('picture');
		const alone = photoUpdate(EDITOR, 'f1');
		expect((await postEvent(desk, alone)).intent.text).to.contain('What is this post about?');
		const words = await postEvent(desk, textUpdate(EDITOR, OTHER_WORDS, { reply_to_message: alone.message }));
		expect(words.intent).to.include({ kind: 'post_request', text: OTHER_WORDS }).and.have.property('picture');
		const ours = { ...alone.message, from: { id: 7, is_bot: true } };
		expect((await postEvent(desk, textUpdate(EDITOR, WORDS, { reply_to_message: ours }))).intent).to.not.have.property('picture');
	});

	describe('that come before their words', () => {
		const alone = async (from: number, more: Readonly<Record<string, unknown>> = {}) => {
			const update = photoUpdate(from, 'f1', undefined, more);
			return { update, event: await postEvent(desk, update) };
		};
		const paid = async () => desk.service.db.query('select purpose from admission where paid = 1');
		const together = ({ update_id }: { update_id: number }) => {
			const about = { draft_key: `p${update_id}`, version: 1 };
			return [
				[{ action: 'with_photo', ...about }],
				[
					{ action: 'draw_one', ...about },
					{ action: 'no_post', ...about },
				],
			];
		};

		it('are asked about with a forced reply, and a reply to that brings the words, days later and after a restart too', async () => {
			const { event } = await alone(EDITOR);
			const { body } = await desk.post('/messenger', {
				...{ _svc: event._svc, operation: 'status', purpose: 'answer', entity_key: event.event_key, text: event.intent.text },
			});
			expect(desk.messenger.calls.at(-1)?.fields['reply_markup']).to.deep.equal({ force_reply: true });
			const { message_id } = body.delivery;
			desk.clock.nowMs += 86_400_000;
			const next = await open({ database: desk.database, messenger: desk.messenger, clock: desk.clock });
			const reply = textUpdate(EDITOR, WORDS, { reply_to_message: { message_id } });
			expect((await postEvent(next, reply)).intent.buttons[0], 'its rights').to.deep.equal([
				{ action: 'photo_mine', draft_key: draftOf(reply), version: 1 },
			]);
			const mine = await postEvent(next, button(EDITOR, 'photo_mine', draftOf(reply)));
			await next.die();
			expect(mine.intent).to.include({ kind: 'post_request', text: WORDS }).and.have.property('picture');
			const other = textUpdate(EDITOR, OTHER_WORDS, { reply_to_message: { message_id } });
			expect((await postEvent(desk, other)).intent, 'asked once')
				.to.include({ kind: 'post_request' })
				.and.have.property('picture');
			expect(await paid()).to.deep.equal([]);
		});

		for (const [what, more] of [
			['as a message', {}],
			['as an album of one', { media_group_id: '77' }],
			['from somebody else', { forward_origin: { type: 'hidden_user', sender_user_name: 'N. N.', date: 1 } }],
		] as const)
			it(`${what}: words of the next ten minutes are asked about, and take the photo with a press`, async () => {
				await alone(EDITOR, more);
				await postEvent(desk, textUpdate(EDITOR, '/status'));
				const words = textUpdate(EDITOR, WORDS);
				const asked = await postEvent(desk, words, { can_brief: true });
				expect(asked.intent).to.deep.include({ kind: 'usage', text: 'With the photo or video you sent?', buttons: together(words) });
				expect(asked.brief, 'no AI is asked').to.equal(null);
				const others = await postEvent(desk, button(OWNER, 'with_photo', draftOf(words)));
				expect(others.intent.kind, 'of the other person').to.equal('callback');
				const pressed = await postEvent(desk, button(EDITOR, 'with_photo', draftOf(words)));
				expect(pressed.intent.buttons[0][0]).to.include({ action: 'photo_mine' });
				const mine = await postEvent(desk, button(EDITOR, 'photo_mine', draftOf(words)));
				expect(mine.intent).to.include({ kind: 'post_request', text: WORDS }).and.have.property('picture');
				expect(await paid()).to.deep.equal([]);
			});

		it('are for words that are forwarded or have a link too, and draw one if that is wanted', async () => {
			await saysMayUse(EDITOR);
			const forward_origin = { type: 'hidden_user', sender_user_name: 'N. N.', date: 1 };
			const wayOf = async (text: string, more: Readonly<Record<string, unknown>>, way: CallbackAction) => {
				await alone(EDITOR);
				const words = textUpdate(EDITOR, text, more);
				expect((await postEvent(desk, words)).intent.buttons).to.deep.equal(together(words));
				const { intent } = await postEvent(desk, button(EDITOR, way, draftOf(words)));
				if (intent.buttons === undefined) return intent;
				expect(intent.buttons.flat().map(({ action }: { action: string }) => action)).to.deep.equal(['read_link', 'mention', 'no_post']);
				return (await postEvent(desk, button(EDITOR, 'mention', draftOf(words), 1, 8))).intent;
			};
			for (const [way, text, more] of [
				['with_photo', WORDS, { forward_origin }],
				['draw_one', 'A choir sings at the fish market', { forward_origin }],
				['with_photo', `${OTHER_WORDS}, see https://coast-wire.example/1`, {}],
				['draw_one', 'The library opens at night, see https://coast-wire.example/2', {}],
			] as const) {
				const intent = await wayOf(text, more, way);
				expect(intent, way).to.include({ text });
				expect('picture' in intent, way).to.equal(way === 'with_photo');
			}
		});

		it('are forgotten after ten minutes, after other words, and by the other person', async () => {
			const plain = async (from: number, text: string) => (await postEvent(desk, textUpdate(from, text))).intent;
			await alone(EDITOR);
			expect(await plain(OWNER, WORDS)).to.include({ kind: 'post_request' });
			expect((await plain(EDITOR, OTHER_WORDS)).text).to.equal('With the photo or video you sent?');
			expect(await plain(EDITOR, 'A choir sings at the fish market')).to.include({ kind: 'post_request' });
			await alone(EDITOR);
			desk.clock.nowMs += 600_001;
			expect(await plain(EDITOR, 'The library opens at night')).to.include({ kind: 'post_request' });
		});

		it('are asked about once for an album', async () => {
			const album = { media_group_id: '78' };
			expect((await alone(EDITOR, album)).event.intent.text).to.contain('What is this post about?');
			expect((await alone(EDITOR, album)).event.intent).to.deep.equal({ kind: 'ignored' });
			const words = textUpdate(EDITOR, WORDS);
			expect((await postEvent(desk, words)).intent.buttons).to.deep.equal(together(words));
		});
	});

	const spoilt: readonly (readonly [string, () => Promise<Buffer | number>, RegExp])[] = [
		['too small', () => picture(900, 500), /900 × 500 pixels/],
		['cut off', async () => (await picture()).subarray(0, 3_000), /seems to be broken/],
		['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /Send it as a photo/],
		['gone', async () => 404, /has deleted this file/],
		['moving', async () => Buffer.from('GIF89a\x21\xf9\x04 and \x21\xf9\x04', 'latin1'), /moves/],
	];
	for (const [what, bytes, said] of spoilt) {
		it(`says what is wrong with one that is ${what}, and draws one if that is wanted`, async () => {
			await saysMayUse(EDITOR);
			imported = [];
			desk.messenger.serveFile('f2', await bytes());
			const update = photoUpdate(EDITOR, 'f2', WORDS);
			const { intent } = await postEvent(desk, update);
			expect(intent.kind).to.equal('usage');
			expect(intent.text).to.match(said);
			expect(intent.buttons).to.deep.equal([
				[
					{ action: 'draw_one', draft_key: draftOf(update), version: 1 },
					{ action: 'no_post', draft_key: draftOf(update), version: 1 },
				],
			]);
			expect(imported).to.deep.equal([]);
			expect((await postEvent(desk, button(EDITOR, 'draw_one', draftOf(update)))).intent.text).to.equal(WORDS);
		});
	}

	it('keeps the message while renderer or messenger is away, and goes on with a press', async () => {
		await saysMayUse(EDITOR);
		for (const away of [() => (rendererIsAway = true), () => desk.messenger.serveFile('f1', 502)]) {
			[imported, rendererIsAway] = [[], false];
			away();
			const update = photoUpdate(EDITOR, 'f1', WORDS);
			const { intent } = await postEvent(desk, update);
			expect(intent.text).to.contain('Try again');
			expect(intent.buttons[0]).to.deep.equal([{ action: 'photo_again', draft_key: draftOf(update), version: 1 }]);
			rendererIsAway = false;
			desk.messenger.serveFile('f1', await picture());
			const again = await postEvent(desk, button(EDITOR, 'photo_again', draftOf(update)));
			expect(again.intent).to.include({ kind: 'post_request', text: WORDS }).and.have.property('picture');
		}
	});

	it('stores nothing when it dies on the way: the same update gives the same picture, once', async () => {
		await saysMayUse(EDITOR);
		imported = [];
		const update = photoUpdate(EDITOR, 'f1', WORDS);
		const sibling = await open({
			database: desk.database,
			messenger: desk.messenger,
			importImage: () => Promise.reject(new Error('dies here')),
		});
		const died = await sibling.post('/event', { update, execution_id: newExecutionId() });
		expect(died.status).to.equal(500);
		await sibling.die();
		const { intent } = await postEvent(desk, update);
		expect(intent).to.include({ kind: 'post_request' }).and.have.property('picture');
		expect(imported).to.have.length(1);
		expect(await postEvent(desk, update), 'a second time').to.deep.include({ admitted: false, reason: 'duplicate' });
		expect(imported, 'fetched once').to.have.length(1);
	});

	it('puts a picture into a draft that is asked about, and its cover shows it, also where it had words alone', async () => {
		await saysMayUse(EDITOR);
		const at = await asked(desk);
		const brand = 'a'.repeat(64);
		await desk.service.db.query(`update material set cover_template = 'words@${brand}'`, []);
		const event = await postEvent(desk, photoUpdate(EDITOR, 'f1', undefined, { reply_to_message: { message_id: at.prompt } }));
		const { draft_key, version } = at;
		expect(event.intent).to.include({ kind: 'feedback_reply', draft_key, version, text: '' }).and.have.property('picture');
		const { body } = await desk.post('/materials/revise', {
			_svc: event._svc,
			draft_key,
			version,
			content: { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open.', text_check: 'none' },
			reuse: { source_image_id: true },
		});
		const { image_id } = event.intent.picture;
		expect(body.material).to.include({ version: 2, source_image_id: image_id, own_image_id: image_id, cover_asset_id: null });
		expect(body.material.cover_template, 'in the same brand').to.equal(`panel@${brand}`);
	});

	it('asks whether to draw one where a person sent the picture, and remembers what was wished for', async () => {
		const at = await asked(desk);
		await desk.service.db.query('update material set own_image_id = source_image_id', []);
		const wish = await postEvent(desk, textUpdate(EDITOR, 'another picture please', { reply_to_message: { message_id: at.prompt } }));
		const about = { draft_key: at.draft_key, version: 1 };
		expect(wish.intent.buttons).to.deep.equal([
			[
				{ action: 'draw_one', ...about },
				{ action: 'send_one', ...about },
			],
		]);
		const { body } = await desk.post('/messenger', {
			_svc: wish._svc,
			operation: 'status',
			purpose: 'say',
			entity_key: 'say-1',
			text: wish.intent.text,
			buttons: wish.intent.buttons,
		});
		const { message_id } = body.delivery;
		expect((await postEvent(desk, button(EDITOR, 'send_one', at.draft_key, 1, message_id))).intent.text).to.contain('Send the picture');
		const draw = await postEvent(desk, button(EDITOR, 'draw_one', at.draft_key, 1, message_id));
		expect(draw.intent).to.deep.equal({ kind: 'feedback_reply', ...about, text: 'another picture please' });
	});

	it('offers the other pictures of an album, once the first is a draft', async () => {
		await saysMayUse(EDITOR);
		const album = { media_group_id: '123456' };
		const first = photoUpdate(EDITOR, 'f1', WORDS, album);
		const event = await postEvent(desk, first);
		await create(event);
		const second = await postEvent(desk, photoUpdate(EDITOR, 'f1', undefined, album));
		expect(second.intent.buttons).to.deep.equal([[{ action: 'photo_other', draft_key: draftOf(first), version: 1 }]]);
		const said = await desk.post('/messenger', {
			_svc: second._svc,
			operation: 'status',
			purpose: 'say',
			entity_key: 'say-2',
			text: second.intent.text,
			buttons: second.intent.buttons,
		});
		const pressed = await postEvent(desk, button(EDITOR, 'photo_other', draftOf(first), 1, said.body.delivery.message_id));
		expect(pressed.intent.text).to.contain('still working');
	});

	it('fetches nothing for a forged update, and never writes the token', async () => {
		await saysMayUse(EDITOR);
		await desk.close();
		desk = await open({ updates: 'polling', withWebhook: true });
		desk.messenger.serveFile('f1', await picture());
		const calls = desk.messenger.calls.length;
		const forged = await desk.post('/event', { update: photoUpdate(EDITOR, 'f1', WORDS), execution_id: newExecutionId() });
		expect([forged.status, forged.body.code]).to.deep.equal([403, 'update_unknown']);
		expect(desk.messenger.calls).to.have.length(calls);
		expect(imported).to.have.length(1);
		expect(desk.logged.join('')).to.not.contain(TOKEN.split(':')[1]);
	});

	it('gives the renderer a PNG that it takes, upright and without what the camera wrote', async () => {
		const turned = await sharp({ create: { width: 1_000, height: 700, channels: 3, background: '#336699' } })
			.withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
			.jpeg()
			.withMetadata({ orientation: 6 })
			.toBuffer();
		desk.messenger.serveFile('f1', turned);
		await saysMayUse(EDITOR);
		const [png = Buffer.alloc(0)] = imported;
		expect(checkPng(png)).to.equal(null);
		const { width, height, exif, icc } = await sharp(png).metadata();
		expect({ width, height, exif, icc }).to.deep.equal({ width: 700, height: 1_000, exif: undefined, icc: undefined });
	});
});

/** A draft of the editor whose question for feedback is open. */
async function asked(desk: TestDesk) {
	const { draft_key, version, ...at } = await ready(desk, EDITOR);
	const { _svc } = await press(desk, EDITOR, { draft_key, version, ...at }, 'feedback');
	await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
	const { body } = await desk.post('/messenger', {
		_svc,
		operation: 'prompt',
		purpose: 'feedback',
		entity_key: `${draft_key}:${version}`,
		draft_key,
		version,
		text: 'What should change?',
	});
	return { draft_key, version, prompt: body.delivery.message_id as number };
}
