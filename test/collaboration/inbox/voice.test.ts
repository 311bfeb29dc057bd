import { expect } from 'chai';
import { draftKeyOf } from '@copydesk/domain/ids';
import { MAX_SOUND_BYTES } from '@copydesk/domain/limits';
import {
	EDITOR,
	OWNER,
	newExecutionId,
	newUpdateId,
	openDesk,
	press as pressCopy,
	pressUpdate,
	ready,
	recordingOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

const WORDS = 'Our harbour tram opens on Saturday at nine';
const SOUND = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(2_000, 7)]);

/** A recorded voice as the messenger brings it. */
const voiceUpdate = (from: number, more: Readonly<Record<string, unknown>> = {}, message: Readonly<Record<string, unknown>> = {}) => {
	const { text: _none, ...sent } = textUpdate(from, '').message;
	const voice = { file_id: 'voice-1', file_unique_id: 'u1', duration: 7, mime_type: 'audio/ogg', file_size: SOUND.length, ...more };
	return { update_id: newUpdateId(), message: { ...sent, voice, ...message } };
};

describeOnEachEngine('A voice message', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({
			engine,
			withWebhook: true,
			prices: { currency: 'EUR', models: new Map([['ear', { perMillionInput: 0, perMillionOutput: 0, perPicture: 0, perMinute: 6 }]]) },
		});
		desk.messenger.serveFile('voice-1', SOUND);
	});
	afterEach(() => desk.close());

	const take = async (update: object, can: object = { can_wait: true, can_brief: true }) =>
		(await desk.post('/event', { update, execution_id: newExecutionId(), ...can })).body;
	const recording = (_svc: string) => recordingOf(desk, _svc);
	const admit = (_svc: string) => desk.post('/authorize', { _svc, purpose: 'transcription', target: '/v1/audio/transcriptions' });
	const heard = async ({ _svc }: { _svc: string }, given: object) => {
		const { status, body } = await admit(_svc);
		expect(status, JSON.stringify(body)).to.equal(200);
		const noted = { model: 'ear', input_tokens: 0, output_tokens: 0, pictures: 0, seconds: 30 };
		await desk.post('/admissions/note', { _svc, admission_id: body.admission_id, ...noted });
		return (await desk.post('/heard', { _svc, ...given })).body;
	};
	const actionsOf = ({ intent }: { intent: { buttons: { action: string }[][] } }) => intent.buttons.flat().map(({ action }) => action);
	const press = async (update: { update_id: number }, action: string, messageId = 900) =>
		take(pressUpdate(OWNER, messageId, `cd1|${action}|${draftKeyOf(update.update_id)}|1`));

	it('is written down, shown, and becomes a post by a press alone', async () => {
		const update = voiceUpdate(OWNER);
		const event = await take(update);
		expect(event).to.deep.include({ intent: { kind: 'voice', seconds: 7 }, brief: null });
		expect(await recording(event._svc)).to.deep.equal(SOUND);
		const shown = await heard(event, { words: WORDS });
		expect(shown.intent).to.include({ kind: 'usage' });
		expect(shown.intent.text).to.include(`“${WORDS}”`);
		expect(actionsOf(shown)).to.deep.equal(['make_post', 'say_again']);
		const asked = await press(update, 'make_post');
		expect(asked.intent).to.include({ kind: 'callback', action: 'make_post', text: WORDS });
		expect(asked.brief).to.include({ message: WORDS });
		expect((await press(update, 'say_again')).intent, 'decided').to.not.have.property('text');
	});

	it('is stored with its words before anything follows, and is priced: what comes after a crash pays nothing', async () => {
		const update = voiceUpdate(OWNER);
		const first = await heard(await take(update), { words: WORDS });
		const again = await desk.post('/heard', { _svc: first._svc, words: 'something else' });
		expect(again.body.intent, 'once').to.deep.equal(first.intent);
		desk.clock.nowMs += 120_000;
		await desk.service.tick();
		expect(desk.posted).to.deep.equal([update]);
		const replayed = await take(update);
		expect(replayed).to.deep.include({ replay: true, intent: first.intent });
		expect((await admit(replayed._svc)).body).to.include({ code: 'step_not_due' });
		const rows = await desk.service.db.query("select seconds from admission where purpose = 'transcription'");
		expect(rows.map(({ seconds }) => Number(seconds))).to.deep.equal([30]);
		await desk.post('/event-done', { _svc: replayed._svc, event_key: replayed.event_key, outcome: 'done' });
		expect((await desk.post('/heard', { _svc: replayed._svc, words: WORDS })).body.intent).to.deep.equal(first.intent);
	});

	it('is followed at once if it is short, the owner chose so, and its bytes say the same', async () => {
		await take(textUpdate(OWNER, '/settings voice_at_once 20'));
		const event = await take(voiceUpdate(EDITOR));
		expect(await heard(event, { words: WORDS })).to.deep.include({
			intent: { kind: 'words', text: WORDS, draft_key: draftKeyOf(Number(event.event_key.slice(2))) },
		});
		for (const lying of [{ duration: 21 }, { duration: 0 }, { duration: -5 }, { duration: 7, file_size: 5_000_000 }, { duration: 'x' }])
			expect((await heard(await take(voiceUpdate(EDITOR, lying)), { words: WORDS })).intent.kind, JSON.stringify(lying)).to.equal('usage');
	});

	it('answers the open question by a press, as the same words would', async () => {
		const at = await ready(desk);
		const { draft_key, version } = at;
		const { _svc } = await pressCopy(desk, OWNER, at, 'feedback');
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'ready', to: 'awaiting_feedback' });
		const update = voiceUpdate(OWNER);
		const shown = await heard(await take(update), { words: 'title: Boats at night' });
		expect(actionsOf(shown)).to.deep.equal(['use_heard', 'new_post', 'say_again']);
		expect((await press(update, 'use_heard')).intent).to.deep.equal({
			kind: 'feedback_reply',
			draft_key,
			version,
			text: 'title: Boats at night',
		});
		expect((await press(update, 'use_heard')).intent, 'once').to.include({ kind: 'callback' });
	});

	it('says in a sentence why it was not heard, and waits only for what passes', async () => {
		for (const [fault, sentence] of [
			['nothing_heard', 'I heard no words'],
			['no_ear', 'does not hear voices'],
			['sound_gone', 'Record it again'],
			['ai_no_credit', 'could not hear your voice'],
		]) {
			const { intent } = await heard(await take(voiceUpdate(OWNER)), { fault });
			expect(intent.text, fault).to.include(sentence);
		}
		expect(await heard(await take(voiceUpdate(OWNER)), { fault: 'ai_busy' })).to.include({ waits: true });
		expect((await take(voiceUpdate(OWNER), {})).intent.text, 'without an ear').to.include('cannot hear');
	});

	it('is refused before anything is paid for if it is too large, gone or no sound, whatever its sender says of it', async () => {
		expect((await take(voiceUpdate(OWNER, { file_size: MAX_SOUND_BYTES + 1 }))).intent.text).to.include('20 MB');
		const sizes: readonly [Buffer | number, unknown, string][] = [
			[Buffer.concat([SOUND, Buffer.alloc(MAX_SOUND_BYTES - SOUND.length)]), SOUND.length, 'heard'],
			[Buffer.concat([SOUND, Buffer.alloc(MAX_SOUND_BYTES + 1 - SOUND.length)]), 5, 'sound_too_large'],
			[404, 5, 'sound_gone'],
			[500, 5, 'unavailable'],
			[Buffer.from('<html>no sound</html>'), 21, 'sound_unreadable'],
			[Buffer.alloc(0), 21, 'sound_unreadable'],
			[Buffer.from('Og'), undefined, 'sound_unreadable'],
			[Buffer.from('RIFF....WEBPVP8 '), 2, 'sound_unreadable'],
		];
		for (const [index, [bytes, file_size, expected]] of sizes.entries()) {
			desk.messenger.serveFile(`hostile-${index}`, bytes);
			const event = await take(voiceUpdate(OWNER, { file_id: `hostile-${index}`, file_size }));
			const got = await recording(event._svc);
			expect(Buffer.isBuffer(got) ? 'heard' : got, String(index)).to.equal(expected);
		}
		expect(await recording((await take(voiceUpdate(OWNER, { file_id: 'never-sent' })))._svc)).to.equal('sound_gone');
		expect(await recording((await take(textUpdate(OWNER, WORDS)))._svc), 'of a text').to.equal('event_not_found');
		expect((await desk.service.db.query("select 1 from admission where purpose = 'transcription'")).length).to.equal(0);
	});

	it('may be a file of sound, with words below it', async () => {
		const audio = { file_id: 'voice-1', duration: 7, file_size: 10 };
		const update = voiceUpdate(OWNER, {}, { voice: undefined, audio, caption: 'A post, please' });
		expect((await heard(await take(update), { words: WORDS })).intent.text).to.include(`“A post, please\n\n${WORDS}”`);
		expect((await press(update, 'make_post')).intent).to.include({ text: `A post, please\n\n${WORDS}` });
	});
});
