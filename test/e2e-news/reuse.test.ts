/**
 * The table “When an image is stored, generated or re-rendered”, row by row, on real n8n: pictures are counted at the AI, covers at
 * the renderer, and what is reused is looked up in the rows. A post and a news item go through all of it.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import type { Desk } from '../support/desk.ts';
import { Lookout, newsDesk, putNewsAway, read as readOf, settled as settledOf } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, isPreview, takingOf, type People, type SeenMessage } from '../support/people.ts';

interface Row {
	readonly version: number;
	readonly state: string;
	readonly source_image_id: string | null;
	readonly cover_asset_id: string | null;
	readonly messenger_file_id: string | null;
	readonly cover_origin_version: number | null;
	readonly link: string | null;
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly caption: string | null;
	readonly facts: string | null;
	readonly image_prompt: string | null;
}

const pictureOf = (message: SeenMessage): string | undefined => message.photo?.at(-1)?.file_unique_id;

describe('Pictures and covers, as the table says', function () {
	this.timeout(420_000);
	let desk: Desk;
	let people: People;
	const lookout = new Lookout();

	before(async function () {
		({ desk, people } = await newsDesk(this));
	});
	after(() => putNewsAway(desk, people));
	afterEach(() => people.clearFaults());

	const read = (sql: string) => readOf(desk, sql);
	const settled = () => settledOf(desk, people);

	/** How often a cover was composed: a repeat finds what is stored, and composes nothing. */
	const covers = async (): Promise<number> => {
		const key = ensureSecrets(join(desk.dataDir, 'secrets')).value('renderer-key');
		const answer = await fetch(`${desk.urls.renderer}/metrics`, { headers: { Authorization: `Bearer ${key}` } });
		return Number(/^renderer_phase_seconds_count\{phase="compose"\} (\d+)$/m.exec(await answer.text())?.[1]);
	};
	/** The requests to the sandbox, of which it forgets the oldest. */
	const calls = async () => (await new SandboxClient(desk.urls.sandbox).state()).calls;

	/** What an act costs in pictures and covers, once everything has come to rest. */
	async function cost<T>(
		act: () => Promise<T>,
	): Promise<{ readonly made: readonly [pictures: number, covers: number]; readonly result: T }> {
		await settled();
		await lookout.lookAround(people);
		const lastCall = Math.max(0, ...(await calls()).map(({ id }) => id));
		const composed = await covers();
		const result = await act();
		await settled();
		const pictures = (await calls()).filter(({ id, kind, method }) => id > lastCall && kind === 'ai' && method === 'images/generations');
		return { made: [pictures.length, (await covers()) - composed], result };
	}
	const newTo = (chat: number, what: string, fits: (message: SeenMessage) => boolean) => lookout.newTo(people, chat, what, fits);
	const previewed = async (): Promise<SeenMessage> => {
		await newTo(EDITOR, 'a preview', isPreview);
		return newTo(OWNER, 'a preview', isPreview);
	};
	const replyTo = async (preview: SeenMessage, words: string): Promise<SeenMessage> => {
		await people.press(OWNER, preview, 'feedback');
		const question = await newTo(OWNER, 'the question', ({ text = '' }) => text.startsWith('What should change in'));
		await people.send(OWNER, words, question.message_id);
		return previewed();
	};
	const latest = async (draftKey: string): Promise<Row> =>
		(await read(`select * from material where draft_key = '${draftKey}' order by version desc limit 1`))[0] as unknown as Row;
	/** A word that the text has once, and the cover does not. */
	const onceIn = (caption: string, { title, subtitle }: Row): string => {
		const all = `${caption}\n${String(title)}\n${String(subtitle)}`;
		const words = caption.split('\n\nOriginal: ')[0]?.match(/\p{L}{5,}/gu) ?? [];
		return words.find((word) => all.split(word).length === 2) as string;
	};

	const begin = {
		async post(): Promise<void> {
			await people.send(OWNER, '/post The observatory opens its dome on 14 March at 19:30. Forty places are free and visitors see Saturn.');
		},
		async news(): Promise<void> {
			await people.send(OWNER, '/news Gull Island');
			const card = await newTo(OWNER, 'a card', (message) => takingOf(message) !== undefined && /night-ferry/.test(message.text ?? ''));
			await people.take(OWNER, card);
		},
	};

	for (const kind of ['post', 'news'] as const) {
		it(`make a ${kind === 'post' ? 'post' : 'news item'} from its first creation to the channel`, async () => {
			// Resume after a technical failure: neither copy went out, and everything else is there.
			await people.setFault({ target: 'messenger', kind: 'no_rights', method: 'sendPhoto', times: 2 });
			const failed = await cost(async () => {
				await begin[kind]();
				return newTo(OWNER, 'the word that it stopped', ({ text = '' }) => /The preview did not reach anybody/.test(text));
			});
			expect(failed.made, 'first creation').to.deep.equal([1, 1]);
			await people.clearFaults();
			const [{ draft_key: draftKey = '' } = {}] = (await read('select draft_key from material order by created_at_ms desc limit 1')) as {
				draft_key: string;
			}[];
			const first = await latest(draftKey);

			const resumed = await cost(async () => {
				await people.send(OWNER, `/resume ${draftKey}`);
				return previewed();
			});
			expect(resumed.made, 'resume').to.deep.equal([0, 0]);
			const ready = await latest(draftKey);
			expect(ready).to.include({ version: 1, source_image_id: first.source_image_id, cover_asset_id: first.cover_asset_id });

			const text = await cost(() => replyTo(resumed.result, 'Please make the text a little warmer.'));
			expect(text.made, 'ordinary text revision').to.deep.equal([0, 1]);
			const second = await latest(draftKey);
			expect(second).to.include({ version: 2, source_image_id: first.source_image_id, link: first.link });

			const title = await cost(() => replyTo(text.result, 'title: Another title for it'));
			expect(title.made, 'title change').to.deep.equal([0, 1]);
			const third = await latest(draftKey);
			expect(third).to.include({ version: 3, source_image_id: first.source_image_id });
			expect(third.cover_asset_id).to.not.equal(second.cover_asset_id);

			const word = onceIn(title.result.caption ?? '', third);
			const exact = await cost(() => replyTo(title.result, `replace "${word}" with "${word},"`));
			expect(exact.made, 'exact replacement').to.deep.equal([0, 0]);
			const fourth = await latest(draftKey);
			expect(fourth).to.include({ version: 4, cover_asset_id: third.cover_asset_id, messenger_file_id: third.messenger_file_id });
			expect([fourth.cover_origin_version, pictureOf(exact.result)]).to.deep.equal([3, pictureOf(title.result)]);

			const picture = await cost(() => replyTo(exact.result, 'new picture'));
			expect(picture.made, 'illustration change').to.deep.equal([1, 1]);
			const fifth = await latest(draftKey);
			expect(fifth.source_image_id).to.not.equal(first.source_image_id);
			expect(fifth, 'the text and its source are kept').to.include({ caption: fourth.caption, link: fourth.link });
			if (kind === 'news') {
				const [{ text = '' } = {}] = JSON.parse(fifth.facts ?? '[]') as { text?: string }[];
				expect(fifth.image_prompt, 'drawn from what the source says').to.include(text).and.not.include(first.image_prompt);
			}

			const published = await cost(async () => {
				await people.press(OWNER, picture.result, 'publish');
				return newTo(CHANNEL, 'the post', (message) => message.caption === picture.result.caption);
			});
			expect(published.made, 'publication').to.deep.equal([0, 0]);
			expect(pictureOf(published.result)).to.equal(pictureOf(picture.result));
		});
	}
});
