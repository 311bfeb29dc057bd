/**
 * 500 hostile files through the service's own ways: photos, files, videos, GIFs, albums and recordings. Each is taken as it is or refused
 * with a clear sentence, its words are kept, memory stays within bounds, and the desk works afterwards.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { draftKeyOf } from '@copydesk/domain/ids';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { EDITOR, newUpdateId, postEvent, pressUpdate, recordingOf, textUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { LENGTHS, LIMIT, SIDES, SIZES, bytesOf, madeNames, randomOf } from '../../support/hostileFiles.ts';
import type { Made } from '../../support/hostileFiles.ts';
import { carryOut, later, openPlanningDesk } from '../../support/planned.ts';
import { sqliteEngine } from '../../support/databases.ts';

const CASES = 500;
/** Pictures are decoded, each in a process of its own, so they are fewer. */
const KINDS = [
	'photo',
	'video',
	'voice',
	'animation',
	'album',
	'voice',
	'document',
	'video',
	'voice',
	'animation',
	'voice',
	'voice',
] as const;
type Kind = (typeof KINDS)[number];
/** Every large one costs time to send, so it comes seldom. */
const LARGE: readonly Made[] = ['limit and a byte', 'the limit less a byte'];

const { photos, usages, voice: voices } = messagesIn('en');
const { faults } = photos;
const SMALL = /^This picture has \d+ × \d+ pixels; its short side needs at least 640\. Send a larger one\.$/;
/** What may be said of the bytes of a picture; `read`: it is taken. */
const SAID: Readonly<Record<Made, readonly (string | RegExp)[]>> = {
	whole: ['read'],
	cut: [faults.unreadable, faults.format],
	edited: ['read', faults.unreadable, faults.format, faults.too_many_pixels, SMALL],
	empty: [faults.unreadable, faults.format],
	noise: [faults.unreadable, faults.format],
	bomb: [faults.too_many_pixels],
	'bomb of metadata': ['read', faults.unreadable],
	'largest sides': [faults.unreadable, faults.too_many_pixels],
	moving: [faults.moving],
	speck: [SMALL],
	thin: [SMALL],
	pdf: [faults.format, faults.unreadable],
	html: [faults.format, faults.unreadable],
	svg: [faults.format, faults.unreadable],
	zip: [faults.format, faults.unreadable],
	mp4: [faults.format, faults.unreadable],
	ogg: [faults.format, faults.unreadable],
	mp3: [faults.format, faults.unreadable],
	'limit and a byte': [faults.too_large],
	'the limit less a byte': ['read'],
};
const SOUNDS: readonly Made[] = ['mp4', 'ogg', 'mp3'];
const MIB = 1_048_576;

/** The largest memory of processes that the service started, in bytes. */
function childrenNow(): number {
	let most = 0;
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			const status = readFileSync(`/proc/${pid}/status`, 'utf8');
			if (new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status))
				most = Math.max(most, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024);
		} catch {
			// It ended meanwhile.
		}
	}
	return most;
}

describe('500 hostile files', function () {
	this.timeout(240_000);
	let desk: TestDesk;
	let imported: number;
	before(async function () {
		await sqliteEngine.start(this);
		imported = 0;
		desk = await openPlanningDesk({
			engine: sqliteEngine,
			importImage: async () => {
				imported += 1;
				return `sha256:${'a'.repeat(64)}`;
			},
		});
		await desk.service.db.query("insert into picture_right (user_id, event_key, said_at_ms) values (1002, 'u:2', 1)");
		await later(desk, 2_000);
	});
	after(() => desk.close());

	const message = (file: object, caption: string | undefined, more: object = {}) => {
		const { text: _none, ...sent } = textUpdate(EDITOR, '').message;
		return { update_id: newUpdateId(), message: { ...sent, ...file, ...(caption === undefined ? {} : { caption }), ...more } };
	};
	const recording = async (_svc: string) => {
		const got = await recordingOf(desk, _svc);
		return typeof got === 'string' ? got : 'read';
	};
	const fits = (text: string, allowed: readonly (string | RegExp)[]) =>
		allowed.some((each) => (typeof each === 'string' ? each === text : each.test(text)));

	it('are taken or refused with a clear sentence each, in bounded memory, and nothing is lost', async () => {
		const random = randomOf(44);
		const of = <T>(list: readonly T[]): T => list[random(list.length)] as T;
		const began = process.memoryUsage().rss;
		let [most, children] = [0, 0];
		const watch = setInterval(() => {
			most = Math.max(most, process.memoryUsage().rss);
			children = Math.max(children, childrenNow());
		}, 250);
		const counts = new Map<string, number>();
		const words = new Set<string>();

		/** What came of one picture: its sentence, or `read`. */
		const ofPicture = async (kind: 'photo' | 'document', made: Made, said: object, caption: string) => {
			const file = { file_id: `h${kind}`, file_unique_id: `h${kind}-u`, ...said };
			const sent = message(kind === 'photo' ? { photo: [file] } : { document: { ...file, mime_type: 'image/jpeg' } }, caption);
			const { intent } = await postEvent(desk, sent);
			return intent.kind === 'post_request' && intent.picture !== undefined ? 'read' : String(intent.text);
		};

		try {
			for (let at = 0; at < CASES; at += 1) {
				const kind: Kind = KINDS[at % KINDS.length] as Kind;
				const made = at % 83 === 0 ? of(LARGE) : of(madeNames.filter((name) => !LARGE.includes(name)));
				const size = of(SIZES);
				const isTooLarge = typeof size === 'number' && Number.isSafeInteger(size) && size > LIMIT;
				const caption = `Hostile number ${at} of the harbour festival`;
				const name = `${at}: ${kind}, ${made}, said to have ${JSON.stringify(size)} bytes`;
				words.add(caption);
				const id = kind === 'photo' || kind === 'document' ? `h${kind}` : `h${at}`;
				desk.messenger.serveFile(id, bytesOf(made, random));
				let outcome: string;
				if (kind === 'photo' || kind === 'document') {
					outcome = await ofPicture(kind, made, { width: of(SIDES), height: of(SIDES), file_size: size }, caption);
					expect(fits(outcome, isTooLarge ? [faults.too_large] : SAID[made]), `${name}: ${outcome}`).to.equal(true);
				} else if (kind === 'voice') {
					const voice = { file_id: id, file_unique_id: `${id}-u`, duration: of(LENGTHS), mime_type: 'audio/ogg', file_size: size };
					const event = await postEvent(desk, message({ voice }, undefined), { can_wait: true, can_brief: true });
					outcome = event.intent.kind === 'voice' ? await recording(event._svc) : String(event.intent.text);
					const expected = isTooLarge
						? usages.soundTooLarge
						: made === 'limit and a byte'
							? 'sound_too_large'
							: SOUNDS.includes(made)
								? 'read'
								: 'sound_unreadable';
					expect(outcome, name).to.equal(expected);
					if (event.intent.kind === 'voice') expect(event.intent.seconds, name).to.be.within(0, 86_400);
					words.delete(caption);
				} else if (kind === 'album') {
					const file = { file_id: id, file_unique_id: `${id}-u`, width: of(SIDES), height: of(SIDES), file_size: size };
					const lead = message({ photo: [file] }, caption, { message_id: 10, media_group_id: String(at) });
					await carryOut(desk, lead);
					const video = { ...file, file_id: `${id}v`, file_unique_id: `${id}v-u`, duration: of(LENGTHS) };
					await carryOut(desk, message({ video }, undefined, { message_id: 11, media_group_id: String(at) }));
					await later(desk, 6_000);
					const { intent } = await postEvent(desk, pressUpdate(EDITOR, 900 + at, `cd1|album_all|${draftKeyOf(lead.update_id)}|1`));
					expect(intent.media, name).to.have.length(2);
					outcome = 'read';
				} else {
					const moving = {
						file_id: id,
						file_unique_id: `${id}-u`,
						duration: of(LENGTHS),
						width: of(SIDES),
						height: of(SIDES),
						file_size: size,
					};
					const { intent } = await postEvent(desk, message({ [kind]: moving }, caption));
					expect(intent.media, name).to.have.length(1);
					const [item] = intent.media as { duration: number | null; width: number | null; file_size: number | null }[];
					for (const [value, limit] of [
						[item?.duration, 86_400],
						[item?.width, 16_384],
						[item?.file_size, 2 ** 32],
					] as const)
						expect(value === null || (Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= limit), name).to.equal(true);
					outcome = 'read';
				}
				desk.messenger.serveFile(id, 404);
				counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
			}
		} finally {
			clearInterval(watch);
		}
		for (const code of ['sound_unreadable', 'sound_too_large'] as const) expect(voices.faults[code]).to.match(/^[A-Z][^_]+\.$/);
		expect(counts.get('read')).to.be.greaterThan(100);
		for (const sentence of [faults.too_large, faults.too_many_pixels, faults.moving, faults.unreadable])
			expect(counts.get(sentence), sentence).to.be.greaterThan(0);
		const rows = await desk.service.db.query("select update_json from event where update_json like '%Hostile number%'");
		for (const { update_json } of rows) words.delete(/Hostile number \d+ of the harbour festival/.exec(String(update_json))?.[0] ?? '');
		expect([...words], 'the words of each are stored').to.deep.equal([]);
		expect((most - began) / MIB, 'MiB more than before').to.be.lessThan(400);
		expect(children / MIB, 'MiB of the largest decoder').to.be.lessThan(400);

		const before = imported;
		desk.messenger.serveFile('good', bytesOf('whole', random));
		const good = await postEvent(
			desk,
			message({ photo: [{ file_id: 'good', file_unique_id: 'good-u', width: 700, height: 700 }] }, 'The library opens at night'),
		);
		expect([good.intent.kind, imported - before], 'it works as before').to.deep.equal(['post_request', 1]);
	});
});
