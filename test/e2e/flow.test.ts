/**
 * One real post, end to end, on real n8n: everything as `npm start` brings it up, driven from outside as two people would.
 */
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import sharp from 'sharp';
import { openDatabase } from '@copydesk/kit/database/open';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { databaseOf, read, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

const draftOf = (message: SeenMessage): { draftKey: string; version: number } => {
	const [, , draftKey = '', version = ''] = (buttonOf(message, 'publish') ?? '').split('|');
	return { draftKey, version: Number(version) };
};

/** An event that nobody works on any more is taken up again after a minute: the minute is over. */
async function minutePasses(desk: Desk): Promise<void> {
	const db = await openDatabase(databaseOf(desk));
	try {
		await db.query("update event set lease_until_ms = 1 where state = 'stored'");
	} finally {
		await db.close();
	}
}

/** Graphs with an execution that is marked with this draft, a step and an outcome. */
function marksOf({ dataDir }: Desk, draftKey: string): unknown[] {
	const db = new DatabaseSync(join(dataDir, 'n8n', '.n8n', 'database.sqlite'), { readOnly: true });
	try {
		const marked = (key: string) => `exists (select 1 from execution_metadata m where m.executionId = e.id and m.key = '${key}')`;
		return db
			.prepare(
				`select distinct substr(e.workflowId, 4) as graph from execution_entity e join execution_metadata d on d.executionId = e.id
					where d.key = 'draft' and d.value = ? and ${marked('version')} and ${marked('step')} and ${marked('outcome')}`,
			)
			.all(draftKey)
			.map(({ graph }) => graph);
	} finally {
		db.close();
	}
}

describe('One post on real n8n', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});

	const previewsOf = async (request: string): Promise<{ owner: SeenMessage; editor: SeenMessage }> => {
		const known = new Set([...(await people.messages(OWNER)), ...(await people.messages(EDITOR))].map((message) => message.message_id));
		const isNew = (message: SeenMessage) => isPreview(message) && !known.has(message.message_id);
		await people.send(OWNER, `/post ${request}`);
		return {
			owner: await people.see(OWNER, 'a preview', isNew, 120_000),
			editor: await people.see(EDITOR, 'a preview', isNew, 120_000),
		};
	};
	const newMessages = async () => {
		const known = new Set((await people.messages(OWNER)).map(({ message_id }) => message_id));
		return ({ message_id }: SeenMessage) => !known.has(message_id);
	};
	const postsWith = async (caption: string | undefined) =>
		(await people.messages(CHANNEL)).filter((message) => message.caption === caption);

	it('shows both people the same, publishes exactly that once, though pressed twice and by both at once, and tells both', async () => {
		const { owner, editor } = await previewsOf(
			'The city library opens its new reading room on 12 May with 140 seats. Entry is free until the end of June.',
		);
		expect(editor.caption).to.equal(owner.caption);
		expect(editor.photo?.at(-1)?.file_unique_id).to.equal(owner.photo?.at(-1)?.file_unique_id);
		const { draftKey, version } = draftOf(owner);

		await Promise.all([
			people.press(OWNER, owner, 'publish'),
			people.press(EDITOR, editor, 'publish'),
			people.press(EDITOR, editor, 'publish'),
			people.press(OWNER, owner, 'publish'),
		]);
		const post = await people.see(CHANNEL, 'the post', (message) => message.caption === owner.caption);
		await settled(desk, people);

		expect(await postsWith(owner.caption)).to.have.length(1);
		expect(post.photo?.map((size) => size.file_id)).to.include(owner.photo?.at(-1)?.file_id);
		for (const [person, { message_id: last }] of [
			[OWNER, owner],
			[EDITOR, editor],
		] as const)
			await people.see(
				person,
				'a notice of the publication',
				(message) => message.message_id > last && /published|is in the channel/i.test(message.text ?? ''),
			);

		expect(await read(desk, `select state, published_message_id from material where draft_key = '${draftKey}'`)).to.deep.equal([
			{ state: 'published', published_message_id: post.message_id },
		]);
		const deliveries = await read(
			desk,
			`select operation, recipient_user_id, state from delivery
				where draft_key = '${draftKey}' and operation in ('preview', 'publish') order by recipient_user_id`,
		);
		expect(deliveries).to.deep.equal([
			{ operation: 'publish', recipient_user_id: 0, state: 'sent' },
			{ operation: 'preview', recipient_user_id: OWNER, state: 'sent' },
			{ operation: 'preview', recipient_user_id: EDITOR, state: 'sent' },
		]);
		const moves = await read(
			desk,
			`select to_state from material_event where draft_key = '${draftKey}' and version = ${version} order by seq`,
		);
		expect(moves.map((row) => row['to_state'])).to.deep.equal(['text_generating', 'text_preparing', 'ready', 'claimed', 'published']);
		const paid = await read(
			desk,
			`select purpose, count(*) as times from admission where paid = 1 and event_key = 'u:' || substr('${draftKey}', 2)
				group by purpose order by purpose`,
		);
		expect(paid).to.not.deep.equal([]);
		expect(
			paid.every((row) => row['times'] === 1),
			JSON.stringify(paid),
		).to.equal(true);
		// n8n's list of executions shows whose they were and how they came out.
		expect(marksOf(desk, draftKey)).to.include.members(['write-post', 'check-caption', 'make-cover', 'deliver']);
	});

	it('sends nothing to the channel when the post is rejected', async () => {
		const { owner, editor } = await previewsOf('Night buses run every 20 minutes from Friday, on lines N1 and N4.');
		await people.press(EDITOR, editor, 'reject');
		await people.see(
			OWNER,
			'a notice of the rejection',
			(message) => /rejected/i.test(message.text ?? '') && message.message_id > owner.message_id,
		);
		await settled(desk, people);
		expect(await postsWith(owner.caption)).to.have.length(0);
		expect(await read(desk, `select state from material where draft_key = '${draftOf(owner).draftKey}'`)).to.deep.equal([
			{ state: 'rejected' },
		]);
	});

	it('reads a press as proof that an unconfirmed preview arrived, and publishes it once', async () => {
		await people.setFault({ target: 'messenger', kind: 'accept_then_drop', method: 'sendPhoto', times: 2 });
		const { owner, editor } = await previewsOf(
			'The botanical garden shows 70 orchids in its glass house from 9 February. The tour takes 40 minutes and costs 3 euros.',
		);
		await settled(desk, people);
		await people.clearFaults();
		const { draftKey } = draftOf(editor);
		const copies = (): Promise<unknown> =>
			read(desk, `select state from delivery where draft_key = '${draftKey}' and operation = 'preview' order by recipient_user_id`);
		expect(await copies()).to.deep.equal([{ state: 'unknown' }, { state: 'unknown' }]);
		await people.press(EDITOR, editor, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === owner.caption);
		await settled(desk, people);
		expect(await postsWith(owner.caption)).to.have.length(1);
		expect(await copies()).to.deep.equal([{ state: 'unknown' }, { state: 'sent' }]);
	});

	it('gives one cover another look by a reply, and new ones by the setting, and pays for no other picture', async () => {
		const { owner } = await previewsOf('The tram museum shows 12 carriages from 3 September. Tickets cost 5 euros.');
		const { draftKey } = draftOf(owner);
		const paid = (key: string) => read(desk, `select purpose from admission where paid = 1 and draft_key = '${key}' order by purpose`);
		const before = await paid(draftKey);
		await people.press(OWNER, owner, 'feedback');
		const asked = await people.see(
			OWNER,
			'the question',
			({ message_id, text = '' }) => message_id > owner.message_id && text.startsWith('What should change in'),
		);
		await people.send(OWNER, 'Use the frame template', asked.message_id);
		const isOther = (message: SeenMessage) => isPreview(message) && message.message_id > owner.message_id;
		const framed = await people.see(OWNER, 'another cover', isOther, 120_000);
		expect(framed.caption).to.equal(owner.caption);
		expect(framed.photo?.at(-1)?.file_unique_id).to.not.equal(owner.photo?.at(-1)?.file_unique_id);
		await settled(desk, people);
		const looks = (key: string) =>
			read(desk, `select cover_template, source_image_id is null as bare from material where draft_key = '${key}' order by version`);
		expect(await looks(draftKey)).to.deep.equal([
			{ cover_template: 'ff-square-0.1', bare: 0 },
			{ cover_template: 'frame', bare: 0 },
		]);
		expect(await paid(draftKey)).to.deep.equal(before);

		await people.send(OWNER, '/settings template words');
		await people.see(OWNER, 'the setting', ({ message_id, text = '' }) => message_id > framed.message_id && /words/i.test(text));
		const { owner: plain } = await previewsOf('The market hall opens on 7 October with 30 stalls.');
		await settled(desk, people);
		expect(await looks(draftOf(plain).draftKey)).to.deep.equal([{ cover_template: 'words', bare: 1 }]);
		expect(await paid(draftOf(plain).draftKey)).to.deep.equal([{ purpose: 'caption_check' }, { purpose: 'text_generate' }]);
		await people.send(OWNER, '/settings template classic');
		await settled(desk, people);
	});

	it('changes the template by a button of the question, and then shows the picture alone as the next button says', async () => {
		const { owner } = await previewsOf('The pottery class for adults begins on 14 November in the town hall, room 3.');
		const { draftKey } = draftOf(owner);
		const paid = () => read(desk, `select purpose from admission where paid = 1 and draft_key = '${draftKey}' order by purpose`);
		const before = await paid();
		/** Presses through the question to a look. @returns the preview that follows */
		const choose = async (copy: SeenMessage, look: string) => {
			await people.press(OWNER, copy, 'feedback');
			const has = (action: string) => (message: SeenMessage) =>
				message.message_id > copy.message_id && buttonOf(message, action)?.includes(`|${draftKey}|`) === true;
			await people.press(OWNER, await people.see(OWNER, 'the buttons', has('other_template')), 'other_template');
			await people.press(OWNER, await people.see(OWNER, 'the templates', has(look)), look);
			const isNext = (message: SeenMessage) => isPreview(message) && message.message_id > copy.message_id;
			return people.see(OWNER, `the preview after ${look}`, isNext, 120_000);
		};
		const framed = await choose(owner, 'look_frame');
		await settled(desk, people);
		const bare = await choose(framed, 'look_photo');
		const isSame = (message: SeenMessage) => isPreview(message) && message.photo?.at(-1)?.file_id === bare.photo?.at(-1)?.file_id;
		const others = await people.see(EDITOR, 'the same', isSame);
		await settled(desk, people);
		expect(await paid(), 'nothing is paid for').to.deep.equal(before);
		const [first, second, third] = await read(
			desk,
			`select cover_template, cover_asset_id, source_image_id from material where draft_key = '${draftKey}' order by version`,
		);
		expect([first, second, third].map((row) => row?.['cover_template'])).to.deep.equal(['ff-square-0.1', 'frame', 'photo']);
		expect(`sha256:${String(third?.['cover_asset_id'])}`, 'the picture as it is').to.equal(first?.['source_image_id']);

		await people.press(EDITOR, others, 'publish');
		const post = await people.see(CHANNEL, 'the post', (message) => message.caption === bare.caption);
		expect(post.photo?.at(-1)?.file_id).to.equal(bare.photo?.at(-1)?.file_id);
		await settled(desk, people);
	});

	it('keeps pages and other bodies away from the webhook, before their bytes are read', async () => {
		const asked = (url: string, headers: Readonly<Record<string, string>>, body = '{}') =>
			new Promise<number>((resolve, reject) => {
				const sent = request(url, { method: 'POST', headers: { 'X-Telegram-Bot-Api-Secret-Token': 'wrong', ...headers } }, (answer) => {
					answer.resume();
					resolve(answer.statusCode ?? 0);
				});
				sent.on('error', reject);
				sent.end(body);
			});
		const json = { 'Content-Type': 'application/json' };
		const { webhook, n8n } = desk.urls;
		expect(await asked(webhook, json), 'the service, with a wrong secret').to.equal(403);
		expect(await asked(webhook, { ...json, Origin: n8n }), 'a page').to.equal(403);
		expect(await asked(webhook, { 'Content-Type': 'application/xml' }, '<a>'.repeat(1_000)), 'XML').to.equal(415);
		for (const path of ['/webhook/copydesk', '/webhook-test/copydesk', '/rest/login', '/anything'])
			expect(await asked(`${n8n}${path}`, { 'Content-Type': 'text/xml' }, '<a>'.repeat(1_000)), path).to.equal(415);
		expect(await asked(`${n8n}/rest/login`, json), 'the editor').to.equal(400);
		expect(await asked(webhook, { 'Content-Type': 'text/plain' }), 'what a page may send without asking').to.equal(415);
	});

	it('tells a stranger nothing and does nothing for them', async () => {
		const before = await read(desk, 'select count(*) as n from material');
		const answer = await fetch(desk.urls.webhook, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': desk.secrets.webhookSecret },
			body: JSON.stringify({
				update_id: 900_000_001,
				message: {
					message_id: 1,
					date: 1,
					from: { id: 6666, is_bot: false, first_name: 'X' },
					chat: { id: 6666, type: 'private' },
					text: '/post publish me',
				},
			}),
		});
		expect(answer.status).to.equal(200);
		expect(await answer.text()).to.equal('');
		await settled(desk, people);
		expect(await read(desk, 'select count(*) as n from material')).to.deep.equal(before);
	});

	it('pays for one picture though the renderer is away when it is drawn: it is kept, and going on asks for it first', async () => {
		// Each start after a death waits twice as long as the one before: at the third it is away long enough.
		for (let death = 0; death < 3; death += 1) {
			await desk.kill('renderer', 'SIGKILL');
			await desk.whole();
		}
		await people.setFault({ target: 'ai', endpoint: 'images/generations', kind: 'latency', latency_ms: 2_000 });
		const known = new Set((await people.messages(EDITOR)).map((message) => message.message_id));
		const drawings = (at = '') => read(desk, `select draft_key, settled_at_ms from admission where purpose = 'illustration' ${at}`);
		const before = (await drawings()).length;
		await people.send(EDITOR, '/post The night market returns on 14 June with 62 stalls, and the first 200 visitors get a lantern.');
		await until(async () => (await drawings()).length > before, 50);
		await desk.kill('renderer', 'SIGKILL');

		const isOffered = (message: SeenMessage) => !known.has(message.message_id) && buttonOf(message, 'retry') !== undefined;
		const stopped = await people.see(EDITOR, 'why it stopped, with a way on', isOffered, 120_000);
		expect(stopped.text).to.include('The picture is drawn');
		const draftKey = buttonOf(stopped, 'retry')?.split('|')[2];
		const [row] = await read(desk, `select kept_admission_id, source_image_id, error_stage from material where draft_key = '${draftKey}'`);
		expect(row).to.deep.include({ source_image_id: null, error_stage: 'illustration' });
		expect(row?.['kept_admission_id']).to.be.a('string');

		await desk.whole();
		await settled(desk, people);
		await people.press(EDITOR, stopped, 'retry');
		const isOurs = (message: SeenMessage) => !known.has(message.message_id) && isPreview(message);
		const shown = await people.see(EDITOR, 'a preview', isOurs, 120_000);
		expect(draftOf(shown).draftKey).to.equal(draftKey);
		await settled(desk, people);
		expect(await drawings(`and draft_key = '${draftKey}'`), 'one picture was paid for').to.have.length(1);
		const paid = await read(desk, `select purpose from admission where paid = 1 and draft_key = '${draftKey}' order by purpose`);
		expect(
			paid.map(({ purpose }) => purpose),
			'each once: a text that passed its check is not checked again',
		).to.deep.equal(['caption_check', 'illustration', 'text_generate']);
		// It is no longer needed, and the next look at what is over puts it away.
		await until(async () => (await read(desk, 'select admission_id from kept_picture')).length === 0, 50);
	});

	/** What was paid for a draft, in order. */
	const paidFor = async (draftKey: string) =>
		(await read(desk, `select purpose from admission where paid = 1 and draft_key = '${draftKey}' order by purpose`)).map(
			({ purpose }) => purpose,
		);
	const NEW_TEXT = ['caption_check', 'illustration', 'text_generate'];

	for (const [answer, purpose, endpoint] of [
		['text', 'text_generate', 'copydesk_post'],
		['verdict', 'caption_check', 'copydesk_verdict'],
	] as const)
		it(`pays for one ${answer} though the service is away when the AI answers: the answer waits for it`, async () => {
			await people.setFault({ target: 'ai', endpoint, kind: 'latency', latency_ms: 700 });
			const known = new Set((await people.messages(EDITOR)).map((message) => message.message_id));
			const asked = () => read(desk, `select draft_key from admission where purpose = '${purpose}'`);
			const before = (await asked()).length;
			await people.send(EDITOR, `/post The bakery on Elm Street bakes ${30 + answer.length} loaves a day from 20 June, and opens at 7.`);
			await until(async () => (await asked()).length > before, 50);
			await desk.kill('collaboration', 'SIGKILL');
			await desk.whole();
			const shown = await people.see(EDITOR, 'a preview', (message) => !known.has(message.message_id) && isPreview(message), 120_000);
			await settled(desk, people);
			expect(await paidFor(draftOf(shown).draftKey)).to.deep.equal(NEW_TEXT);
		});

	it('does not pay again for a text whose shortening failed: it is kept, and going on shortens it', async () => {
		await people.setFault({ target: 'ai', endpoint: 'copydesk_post', kind: 'too_long' });
		await people.setFault({ target: 'ai', endpoint: 'copydesk_shorten', kind: '5xx' });
		const known = new Set((await people.messages(EDITOR)).map((message) => message.message_id));
		const isNew = (message: SeenMessage) => !known.has(message.message_id);
		await people.send(EDITOR, '/post The swimming hall opens on 3 May with 4 pools, and children swim for nothing.');
		const stopped = await people.see(
			EDITOR,
			'why it stopped, with a way on',
			(message) => isNew(message) && buttonOf(message, 'retry') !== undefined,
			120_000,
		);
		await settled(desk, people);
		await people.clearFaults();
		await people.press(EDITOR, stopped, 'retry');
		const shown = await people.see(EDITOR, 'a preview', (message) => isNew(message) && isPreview(message), 120_000);
		await settled(desk, people);
		expect(await paidFor(draftOf(shown).draftKey)).to.deep.equal([...NEW_TEXT, 'text_shorten', 'text_shorten']);
		const kept = `select version from material where draft_key = '${draftOf(shown).draftKey}' and kept_text is not null`;
		expect(await read(desk, kept)).to.deep.equal([]);
	});

	it('offers the version before at once, for nothing, when the cover cannot show the title that the AI wrote', async () => {
		const { owner } = await previewsOf('The rose garden opens on 12 May with 90 sorts, and entry costs 3 euros.');
		const { draftKey, version } = draftOf(owner);
		const isNew = (message: SeenMessage) => message.message_id > owner.message_id;
		await people.press(OWNER, owner, 'feedback');
		const question = await people.see(
			OWNER,
			'the question',
			({ message_id, text = '' }) => message_id > owner.message_id && text.startsWith('What should change in'),
		);
		const answer = { title: 'Roses 🌹 שלום', subtitle: '', body: owner.caption, category: 'Garden', image_prompt: 'Roses' };
		await people.setFault({ target: 'ai', endpoint: 'copydesk_post', kind: 'answer', answer });
		await people.send(OWNER, 'Please make it a little warmer', question.message_id);
		const stopped = await people.see(OWNER, 'a way back', (m) => isNew(m) && buttonOf(m, 'back') !== undefined, 120_000);
		expect(stopped.text).to.include('The cover cannot show a character of the title or subtitle: “ש ל ו ם”');
		await settled(desk, people);
		const paid = await paidFor(draftKey);
		expect(paid, 'no check of a text that no cover can show').to.deep.equal([...NEW_TEXT, 'text_revise']);
		await people.press(OWNER, stopped, 'back');
		const shown = await people.see(OWNER, 'the version before', (m) => m.message_id > stopped.message_id && isPreview(m), 120_000);
		await settled(desk, people);
		expect(shown.caption).to.equal(owner.caption);
		expect(draftOf(shown)).to.deep.equal({ draftKey, version: version + 2 });
		expect(await paidFor(draftKey), 'nothing more').to.deep.equal(paid);
	});

	it('keeps a title that a person set in another language than the post, through a free wish and to the channel', async () => {
		const title = 'Ночной трамвай';
		const { owner } = await previewsOf('The night tram runs from 14 June every 30 minutes. A ride costs 3 euros.');
		const change = async (copy: SeenMessage, words: string): Promise<SeenMessage> => {
			await people.press(OWNER, copy, 'feedback');
			const isQuestion = ({ message_id, text = '' }: SeenMessage) =>
				message_id > copy.message_id && text.startsWith('What should change in');
			const question = await people.see(OWNER, 'the question', isQuestion);
			await people.send(OWNER, words, question.message_id);
			const isNext = (message: SeenMessage) => isPreview(message) && message.message_id > question.message_id;
			const next = await people.see(OWNER, `the preview after ${words}`, isNext, 120_000);
			await settled(desk, people);
			return next;
		};
		const titled = await change(owner, `title: ${title}`);
		const shorter = await change(titled, 'Say it more warmly, please.');
		const { draftKey } = draftOf(owner);
		const versions = await read(desk, `select version, title, error_code from material where draft_key = '${draftKey}' order by version`);
		expect(versions.slice(1)).to.deep.equal([2, 3].map((version) => ({ version, title, error_code: null })));
		await people.press(OWNER, shorter, 'publish');
		await people.see(CHANNEL, 'the post', (message) => message.caption === shorter.caption);
		await settled(desk, people);
	});

	it('gives three titles and two pictures to choose from, for what it said before', async () => {
		const request = 'The reading room opens on 9 June with 40 seats. Entry is free for everyone. Guided tours start at 11:00 every Sunday.';
		let shown = (await previewsOf(request)).owner;
		const { draftKey } = draftOf(shown);
		const rowOf = async () =>
			(await read(desk, `select * from material where draft_key = '${draftKey}' order by version desc limit 1`))[0] ?? {};
		const after = (what: string, action: string) => {
			const from = shown.message_id;
			return people.see(OWNER, what, (m) => m.message_id > from && buttonOf(m, action) !== undefined, 120_000);
		};
		const pressed = async (message: SeenMessage, action: string) => {
			const { version } = draftOf(shown);
			await people.press(OWNER, message, action);
			const isNext = (m: SeenMessage) => isPreview(m) && draftOf(m).draftKey === draftKey && draftOf(m).version > version;
			shown = await people.see(OWNER, 'the next preview', isNext, 120_000);
			await settled(desk, people);
		};
		const asked = async (of: string, answer: string) => {
			await people.press(OWNER, shown, 'feedback');
			await people.press(OWNER, await after('what may change', of), of);
			const cost = await after('what it costs', answer);
			expect(cost.text).to.match(/AI requests?/);
			await pressed(cost, answer);
		};
		/** Beside the newest preview. */
		const beside = (what: string, action: string) => {
			const { version } = draftOf(shown);
			return people.see(OWNER, what, (m) => buttonOf(m, action) === `cd1|${action}|${draftKey}|${version}`, 120_000);
		};
		const { title: first, source_image_id: picture } = await rowOf();
		await asked('other_title', 'three_titles');
		const { title: present, other_titles } = await rowOf();
		expect(present, 'the present one stays until one is chosen').to.equal(first);
		const others = JSON.parse(String(other_titles)) as string[];
		const [third] = others;
		expect(new Set([first, ...others]).size).to.equal(4);
		expect((await beside('the other titles', 'title_3')).text).to.include(`1. ${third}`);
		await pressed(await beside('the other titles', 'title_1'), 'title_1');
		expect((await rowOf())['title']).to.equal(third);

		await asked('other_picture', 'draw_new');
		expect((await rowOf())['source_image_id']).to.not.equal(picture);
		await pressed(await beside('the picture before', 'picture_before'), 'picture_before');
		expect(await rowOf()).to.include({ source_image_id: picture, title: third, state: 'ready' });
		const titles = ['text_revise', 'caption_check', 'caption_check'];
		expect(await paidFor(draftKey)).to.have.members([...NEW_TEXT, ...titles, 'illustration']);
	});

	// Milliseconds after the press: before the claim, about the claim, about the publication.
	const moments = { n8n: 60, collaboration: 150, renderer: 10 } as const;
	for (const victim of ['n8n', 'collaboration', 'renderer'] as const) {
		it(`never posts twice, and carries the press out or says that it is unknown, when ${victim} is killed right after it`, async () => {
			const { owner } = await previewsOf(
				`The ${victim} museum shows ${30 + victim.length} paintings from 3 March, and the tour takes 50 minutes.`,
			);
			await people.press(OWNER, owner, 'publish');
			await sleep(moments[victim]);
			await desk.kill(victim, 'SIGKILL');
			await desk.whole();
			await desk.idle();
			await minutePasses(desk);
			const told = (message: SeenMessage) => message.message_id > owner.message_id && /did not confirm|unknown/i.test(message.text ?? '');
			await until(async () => (await postsWith(owner.caption)).length > 0 || (await people.messages(OWNER)).some(told), 500);
			await settled(desk, people);
			expect((await postsWith(owner.caption)).length).to.be.at.most(1);
			const [row] = await read(desk, `select state, published_message_id from material where draft_key = '${draftOf(owner).draftKey}'`);
			expect(row?.['state']).to.equal(
				(await postsWith(owner.caption)).length === 1 && row?.['published_message_id'] !== null ? 'published' : 'claimed',
			);
		});
	}

	it('makes a post of a photo and a sentence without paying for a picture, and puts another photo into it', async () => {
		const photo = (background: string) =>
			sharp({ create: { width: 1_200, height: 900, channels: 3, background } })
				.jpeg()
				.toBuffer();
		const pictures = async () =>
			read(desk, "select count(*) as n from admission where purpose = 'illustration'").then(([row]) => Number(row?.['n']));
		const before = await pictures();
		const isFresh = await newMessages();
		await people.sendPhoto(OWNER, await photo('#2a6f97'), 'The ferry to Gull Island sails every hour from 1 May, with 80 seats.');
		const asked = await people.see(
			OWNER,
			'a question about the photo',
			(message) => isFresh(message) && buttonOf(message, 'photo_mine') !== undefined,
		);
		await people.press(OWNER, asked, 'photo_mine');
		const first = await people.see(OWNER, 'a preview of the photo', (message) => isFresh(message) && isPreview(message), 120_000);
		const { draftKey, version } = draftOf(first);
		const rowOf = async (of: number) =>
			(await read(desk, `select * from material where draft_key = '${draftKey}' and version = ${of}`))[0] ?? {};
		const made = await rowOf(version);
		expect(made['source_image_id']).to.equal(made['own_image_id']);

		await people.press(OWNER, first, 'feedback');
		const question = await people.see(
			OWNER,
			'the question',
			(message) => isFresh(message) && message.text?.includes('should change') === true,
		);
		await people.sendPhoto(OWNER, await photo('#9b2226'), '', question.message_id);
		const isSecond = (message: SeenMessage) => isFresh(message) && isPreview(message) && draftOf(message).version === version + 1;
		const second = await people.see(OWNER, 'a preview of the other photo', isSecond, 120_000);
		expect(second.caption).to.equal(first.caption);
		const other = await rowOf(version + 1);
		expect(other['source_image_id']).to.equal(other['own_image_id']).and.not.equal(made['own_image_id']);
		expect(await pictures(), 'no picture was paid for').to.equal(before);
	});

	it('makes a post of a video of 300 MB and a sentence, gives it a cover by a wish, and publishes what was seen', async () => {
		const isFresh = await newMessages();
		const video = { width: 1_280, height: 720, duration: 34, file_size: 314_572_800 };
		await people.sendVideo(OWNER, video, '/post The lighthouse on Gull Island opens its stairs on 3 June, 120 steps up.');
		const isAsked = (message: SeenMessage) => isFresh(message) && buttonOf(message, 'photo_mine') !== undefined;
		const begun = await people.see(
			OWNER,
			'a question, or the work',
			(message) => isAsked(message) || (isFresh(message) && isWork(message)),
		);
		if (isAsked(begun)) await people.press(OWNER, begun, 'photo_mine');
		await people.see(OWNER, 'that it is large', (message) => isFresh(message) && isWork(message), 60_000);
		const first = await people.see(OWNER, 'a preview of the video', (message) => isFresh(message) && isPreview(message), 120_000);
		expect(first.video?.file_unique_id).to.match(/./);
		expect(first.video?.cover, 'nothing was drawn').to.equal(undefined);
		const { draftKey, version } = draftOf(first);

		await people.press(OWNER, first, 'feedback');
		const question = await people.see(
			OWNER,
			'the question',
			(message) => isFresh(message) && message.text?.includes('should change') === true,
		);
		await people.send(OWNER, 'with a cover', question.message_id);
		const isSecond = (message: SeenMessage) => isFresh(message) && isPreview(message) && draftOf(message).version === version + 1;
		const second = await people.see(OWNER, 'a preview with a cover', isSecond, 120_000);
		expect(second.video?.file_unique_id).to.equal(first.video?.file_unique_id);
		expect(second.video?.cover).to.not.equal(undefined);
		await people.press(OWNER, second, 'publish');
		const post = await people.see(CHANNEL, 'the post', (message) => message.caption === second.caption, 60_000);
		expect(post.video).to.deep.equal(second.video);
		await settled(desk, people);
		expect(await read(desk, `select state from material where draft_key = '${draftKey}' and version = ${version + 1}`)).to.deep.equal([
			{ state: 'published' },
		]);
	});
});

/** The message that work has begun, on a video that no bot can look at. */
const isWork = ({ text = '' }: SeenMessage): boolean => text.includes('It has more than 20 MB');
