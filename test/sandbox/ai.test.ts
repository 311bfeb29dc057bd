import { expect } from 'chai';
import sharp from 'sharp';
import { chatRequest } from '../../domain/ai/chat.ts';
import { readAnswer } from '../../domain/ai/responses.ts';
import {
	firstTextRequest,
	sourcesOfBrief,
	sourcesOfRequest,
	parsePostText,
	parseShortened,
	postSchema,
	revisionRequest,
	shortenRequest,
} from '../../domain/ai/post.ts';
import { partInOtherLanguage } from '@copydesk/domain/languages/mixed';
import { PROMPTS } from '../../domain/ai/prompts.ts';
import type { DeskSettings, PostSubject } from '../../domain/ai/post.ts';
import { strictObject } from '../../domain/ai/schema.ts';
import { painters } from '../../services/sandbox/src/ai/paint.ts';
import { briefOf } from '../../services/sandbox/src/ai/brief.ts';
import { checkText } from '../../services/sandbox/src/ai/check.ts';
import { shorten, shortenLine } from '../../services/sandbox/src/ai/shorten.ts';
import { writePost } from '../../services/sandbox/src/ai/write.ts';
import { RunningSandbox, type State } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const settings = (language: string): DeskSettings => ({
	language,
	...PROMPTS,
	house_style: '',
	text_model: 'sandbox-text',
	image_model: 'sandbox-image',
});
interface Chat {
	readonly choices: readonly {
		readonly finish_reason?: string;
		readonly message?: { readonly tool_calls?: readonly { readonly function: { readonly name: string } }[] };
	}[];
}
const subjectOf = (request: string): PostSubject => ({ request, link: null, ...sourcesOfRequest(request) });
const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,:]\d+)?/gu) ?? [];

const TRAM =
	'Write a short post about the new tram line between the harbour and the university: ' +
	'12 stops, 14 minutes end to end. It opens on 3 May. Mention that bicycles ride free before 9:00.';
const ТРАМВАЙ =
	'Напиши пост о новом трамвае от гавани до университета: 12 остановок, 14 минут в пути. ' +
	'Открытие 3 мая. Упомяни, что до 9:00 велосипеды бесплатно.';

/** Short requests, and what their posts have to say. */
const SHORT: readonly (readonly [language: string, request: string, facts: readonly string[]])[] = [
	['en', 'Write a short post about our harbour market: Saturday from 9:00, 40 stalls, entry is free.', ['9:00', '40 stalls', 'free']],
	['en', 'The library is open until 2:00 at night. Tea is free.', ['until 2:00 at night', 'Tea is free']],
	['en', 'Tea in Kyoto', ['Tea in Kyoto']],
	['ru', 'Напиши пост про рынок у гавани: суббота с 9:00, 40 прилавков, вход свободный.', ['9:00', '40 прилавков', 'вход свободный']],
	['ru', 'Чай в Киото', ['Чай в Киото']],
	[
		'de',
		'Schreib einen kurzen Beitrag über unseren Hafenmarkt: Samstag ab 9:00, 40 Stände, Eintritt frei.',
		['40 Stände', 'Eintritt frei'],
	],
	['de', 'Am Montag fährt die Fähre wieder. Karten gibt es an der Kasse.', ['Am Montag fährt die Fähre wieder', 'an der Kasse']],
	['es', 'Escribe una publicación sobre el mercado del puerto: el sábado desde las 9:00, 40 puestos, entrada libre.', ['40 puestos']],
	['es', 'La biblioteca abre los domingos. El té es gratis.', ['abre los domingos', 'El té es gratis']],
	['fr', 'Écris un post sur le marché du port : samedi dès 9:00, 40 étals, entrée libre.', ['40 étals', 'entrée libre']],
	['fr', 'La bibliothèque ouvre le dimanche. Le thé est offert.', ['ouvre le dimanche', 'Le thé est offert']],
	[
		'pt-BR',
		'Escreva um post sobre a feira do porto: sábado a partir das 9:00, 40 barracas, entrada livre.',
		['40 barracas', 'entrada livre'],
	],
	['pt-BR', 'A biblioteca abre aos domingos. O chá é gratuito.', ['abre aos domingos', 'O chá é gratuito']],
	['uk', 'Напиши допис про ярмарок у порту: субота з 9:00, 40 яток, вхід вільний.', ['40 яток', 'вхід вільний']],
	['uk', 'Бібліотека відкрита в неділю. Чай безкоштовний.', ['відкрита в неділю', 'Чай безкоштовний']],
	['it', 'Scrivi un post sul mercato del porto: sabato dalle 9:00, 40 bancarelle, ingresso libero.', ['40 bancarelle', 'ngresso libero']],
	['it', 'La biblioteca apre la domenica. Il tè è gratuito.', ['apre la domenica', 'Il tè è gratuito']],
	['pl', 'Napisz krótki post o targu w porcie: sobota od 9:00, 40 stoisk, wstęp wolny.', ['40 stoisk', 'wstęp wolny']],
	['pl', 'Biblioteka jest otwarta w niedzielę. Herbata jest darmowa.', ['otwarta w niedzielę', 'Herbata jest darmowa']],
	['tr', 'Kısa bir gönderi yaz: liman pazarı cumartesi 9:00, 40 tezgâh, giriş ücretsiz.', ['40 tezgâh', 'giriş ücretsiz']],
	['tr', 'Kütüphane pazar günü açık. Çay ücretsiz.', ['pazar günü açık', 'Çay ücretsiz']],
];
const ORDER = /write|напиш|schreib|escrib|écri|escrev|scriv|napisz|gönderi|short|kurz|krótk|kısa/iu;
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];

const REQUESTS: readonly (readonly [language: string, request: string])[] = [
	['en', TRAM],
	['en', 'Why do old libraries smell of vanilla?'],
	['en', 'The city observatory opens its dome to visitors every Friday. Tickets cost 5 euros. Children under 12 enter free.'],
	['en', 'coffee'],
	[
		'en',
		'Write about our lighthouse keeper Anna Petrova, who turns 80 this spring ' +
			'and still climbs 214 steps every evening. "I count them," she says.',
	],
	['ru', ТРАМВАЙ],
	['ru', 'Почему осенью хочется спать?'],
	['ru', 'Пост про новую пекарню на углу. Хлеб пекут с 5:00, 8 сортов.'],
	['ru', 'Библиотека ночью открыта до 2:00. Чай бесплатный, 40 мест.'],
];

describe('the sandbox as the AI provider', () => {
	describe('writes a post', () => {
		for (const [language, request] of REQUESTS) {
			it(`within every bound of the desk and without a number that was not given: ${request.slice(0, 40)}`, () => {
				const document = JSON.parse(firstTextRequest(subjectOf(request), settings(language)).input[0]?.content[0]?.text ?? '') as Record<
					string,
					unknown
				>;
				const post = writePost(document);
				expect(post.title.length, post.title).to.be.within(3, 70);
				expect(post.subtitle.length, post.subtitle).to.be.within(0, 110);
				expect(post.category.length).to.be.within(1, 45);
				expect(post.body.length, post.body).to.be.within(5, 1024);
				const given = numbersIn(request);
				expect(numbersIn(`${post.title} ${post.subtitle} ${post.body}`).filter((number) => !given.includes(number))).to.deep.equal([]);
				expect(
					checkText({ ...post, facts: document['facts'], source_blocks: document['source_blocks'] }),
					'its own check finds nothing',
				).to.deep.equal({ pass: true, issues: [] });
				expect(/\p{Script=Cyrillic}/u.test(post.body)).to.equal(language === 'ru');
			});
		}

		it('in the language that it is asked for, whatever the request is in: title, subtitle, label and body', () => {
			const fähre = 'Die Fähre fährt ab Montag wieder. Karten gibt es an der Kasse und auf der Seite.';
			for (const request of [ТРАМВАЙ, TRAM, fähre])
				for (const language of ['en', 'ru', 'de', 'es', 'fr', 'uk', 'pt', 'it', 'pl', 'tr']) {
					const post = writePost({ ...subjectOf(request), language });
					expect(partInOtherLanguage(post, language), `${language}: ${request}`).to.equal(null);
				}
			expect(writePost({ ...subjectOf(fähre), language: 'de' }).body).to.include('Die Fähre fährt ab Montag wieder.');
		});

		it('of the requested facts and of nothing else, in each language of the desk', () => {
			for (const [language, request, facts] of SHORT) {
				const brief = briefOf({ message: request, today: '2026-11-27, Friday', language, drafts: [], open: null });
				const { wishes = [], given = [], subject = '' } = brief.posts[0] ?? {};
				const post = writePost({ request, ...sourcesOfBrief({ given, subject }, request), subject, wishes, language });
				for (const fact of facts) expect(post.body, `${language}: ${request}`).to.include(fact);
				const said = wordsOf(request);
				for (const text of [post.title, post.subtitle, post.body])
					expect(
						wordsOf(text).filter((word) => !said.includes(word)),
						`${language}: ${text}`,
					).to.deep.equal([]);
				expect(post.body, 'the order is no part of the post').to.not.match(ORDER);
				expect(partInOtherLanguage(post, language), language).to.equal(null);
			}
		});

		it('that shares no sentence with another', () => {
			const topics = ['coffee', 'the old harbour', 'bees', 'night trains', 'a choir', 'winter tyres', 'the moon', 'school meals'];
			const bodies = topics.map((topic) => writePost({ ...subjectOf(`Write about ${topic}.`), language: 'en' }).body);
			const sentences = bodies.flatMap((body) => body.split(/(?<=[.?!])\s+/));
			expect(new Set(sentences).size).to.equal(sentences.length);
		});

		it('tells every fact it was given', () => {
			const { body } = writePost({ ...subjectOf(TRAM), language: 'en' });
			for (const fact of ['12 stops', '14 minutes end to end', '3 May', 'icycles ride free before 9:00']) expect(body).to.contain(fact);
		});

		it('writes the same for the same request and another for another', () => {
			const text = (request: string): string => writePost({ ...subjectOf(request), language: 'en' }).body;
			expect(text(TRAM)).to.equal(text(TRAM));
			expect(text('Write about the sea.')).not.to.equal(text('Write about the mountains.'));
		});

		it('keeps the title to its order, not its wording', () => {
			expect(writePost({ ...subjectOf(TRAM), language: 'en' }).title).to.equal('New tram line between the harbour and the university');
			expect(writePost({ ...subjectOf(ТРАМВАЙ), language: 'ru' }).title).to.equal('О новом трамвае от гавани до университета');
		});
	});

	describe('revises as asked', () => {
		const current = writePost({ ...subjectOf(TRAM), language: 'en' });
		const revised = (feedback: string): typeof current => writePost({ ...subjectOf(TRAM), language: 'en', current, feedback });
		it('shorter is shorter, and keeps the facts', () => {
			const { body } = revised('Make it shorter please');
			expect(body.length).to.be.lessThan(current.body.length * 0.8);
			expect(body).to.contain('12 stops').and.contain('3 May');
		});
		it('three titles are three others', () => {
			const { title, other_titles = [] } = revised('three titles');
			expect(new Set([current.title, title, ...other_titles])).to.have.property('size', 4);
		});
		it('what is to be mentioned is mentioned', () => {
			expect(revised('Mention that dogs are welcome').body).to.contain('Dogs are welcome.');
			expect(
				writePost({
					...subjectOf(ТРАМВАЙ),
					language: 'ru',
					current: writePost({ ...subjectOf(ТРАМВАЙ), language: 'ru' }),
					feedback: 'Добавь, что по воскресеньям трамвай ходит реже',
				}).body,
			).to.contain('По воскресеньям трамвай ходит реже.');
		});
		it('what is to go is gone', () => {
			expect(revised('Remove the sentence about bicycles').body).not.to.contain('icycles');
		});
		it('a wish about the picture leaves the text alone and asks for another picture, of what was wished', () => {
			const { body, image_prompt: prompt } = revised('Please draw a new picture: a lighthouse by the sea');
			expect(body).to.equal(current.body);
			expect(prompt).to.contain('a lighthouse by the sea').and.not.equal(current.image_prompt);
			expect(prompt.length).to.be.at.most(1800);
		});
		it('a wish that no pattern knows still gives another text within the bounds', () => {
			const { body } = revised('Hmm, it does not sing.');
			expect(body).not.to.equal(current.body);
			expect(body.length).to.be.at.most(1024);
			expect(body).to.contain('12 stops');
		});
	});

	describe('checks a text against its facts', () => {
		const sources = sourcesOfRequest(TRAM);
		const check = (body: string, title = '') => checkText({ title, subtitle: '', body, ...sources });

		it('finds a planted number and gives the right one, at the right place only', () => {
			const verdict = check('The tram has 17 stops. It needs 14 minutes.');
			expect(verdict.pass).to.equal(false);
			expect(verdict.issues).to.have.lengthOf(1);
			expect(verdict.issues[0]).to.include({ field: 'body', fragment: '17', replacement: '12' });
		});
		it('finds numbers that changed places', () => {
			const { issues } = check('The tram has 14 stops and needs 12 minutes.');
			expect(issues.map(({ fragment, replacement }) => [fragment, replacement])).to.deep.equal([
				['14', '12'],
				['12', '14'],
			]);
		});
		it('finds a wrong date, in the title too, and reads dates however they are written', () => {
			expect(check('It opens on 4 May.').issues[0]).to.include({ fragment: '4 May', replacement: '3 May' });
			expect(check('', 'Opening on May 5').issues[0]).to.include({ field: 'title', fragment: 'May 5', replacement: '3 May' });
			expect(check('It opens on May 3.').pass).to.equal(true);
			expect(checkText({ title: '', subtitle: '', body: 'Открытие 4 мая.', ...sourcesOfRequest(ТРАМВАЙ) }).issues[0]).to.include({
				fragment: '4 мая',
				replacement: '3 мая',
			});
		});
		it('treats two spellings of a number as the same', () => {
			const facts = [{ text: 'The hall has 1,200 seats and opens at 9:30; entry is 7.50 euros, five halls in all.', source_ids: ['a'] }];
			const verdict = checkText({
				title: '',
				subtitle: '',
				body: 'The hall has 1200 seats, opens at 9:30, costs 7,50 euros. There are 5 halls.',
				facts,
				source_blocks: [],
			});
			expect(verdict).to.deep.equal({ pass: true, issues: [] });
		});
		it('finds a wrong name and a made-up quotation', () => {
			const facts = [{ text: 'The keeper is Anna Petrova. "I count the steps," she says.', source_ids: ['a'] }];
			const { issues } = checkText({
				title: '',
				subtitle: '',
				body: 'The keeper, Anna Pavlova, is calm. She says: "I never count the hours."',
				facts,
				source_blocks: [],
			});
			expect(issues.map(({ fragment, replacement }) => [fragment, replacement])).to.deep.equal([
				['Anna Pavlova', 'Anna Petrova'],
				['"I never count the hours."', '"I count the steps,"'],
			]);
		});
		it('names a fragment that occurs once, because a repair may replace only what is unambiguous', () => {
			const body = 'Line 17 has 17 stops.';
			const { issues } = check(body);
			expect(issues.length).to.be.at.least(1);
			for (const { fragment } of issues) expect(body.split(fragment), fragment).to.have.lengthOf(2);
		});
		it('gives at most ten', () => {
			const body = Array.from({ length: 14 }, (_, index) => `There are ${index * 3 + 61} stops.`).join(' ');
			expect(check(body).issues).to.have.lengthOf(10);
		});
	});

	describe('ends a text with hashtags', () => {
		const asked = (more: object = {}) => writePost({ ...subjectOf(TRAM), language: 'en', limits: { hashtags_max: 3 }, ...more });
		it('where they are asked for, no more than that, and keeps them through a revision and a shortening', () => {
			const { body, title, subtitle } = asked();
			const tags = body.split('\n\n').at(-1) ?? '';
			expect(tags).to.match(/^#city( #\p{L}+){1,2}$/u);
			expect(writePost({ ...subjectOf(TRAM), language: 'en' }).body).to.not.include('#');
			const current = { title, subtitle, body };
			expect(asked({ current, feedback: 'shorter' }).body.split('\n\n').at(-1)).to.equal(tags);
			expect(asked({ current, feedback: 'shorter', limits: {} }).body).to.not.include('#');
			expect(shorten(body, 250))
				.to.match(/[.!?]\n\n#city/)
				.and.have.length.at.most(250);
		});
		it('that check and caption take as they are', () => {
			const { body } = asked();
			const subject = { ...subjectOf(TRAM), shown_as: { ai_hashtags: 3 } };
			expect(checkText({ ...subject, title: '', subtitle: '', body })).to.deep.equal({ pass: true, issues: [] });
		});
	});

	describe('shortens', () => {
		const { body } = writePost({ ...subjectOf(TRAM), language: 'en' });
		it('to whole sentences of the text, never over the bound, and keeps what has numbers longest', () => {
			for (const max of [600, 400, 250, 120]) {
				const short = shorten(body, max);
				expect(short.length).to.be.at.most(max);
				expect(short).to.match(/[.!?]$/);
				for (const sentence of short.split(/(?<=[.!?])\s+/)) expect(body).to.contain(sentence);
			}
			expect(shorten(body, 250)).to.contain('12 stops');
		});
		it('takes the last words of a line, and what would hang without them', () => {
			expect(shortenLine('Four trams cross the old bridge on the coast road', 36)).to.equal('Four trams cross the old bridge');
			expect(shortenLine('W'.repeat(80), 53)).to.have.length(53);
		});
		it('ends one endless sentence at a clause', () => {
			expect(shorten('One thing, and another thing, and a third thing that goes on without an end', 40)).to.equal(
				'One thing, and another thing.',
			);
		});
	});

	describe('at the wire', () => {
		let sandbox: RunningSandbox;
		before(async () => {
			sandbox = await new RunningSandbox().start();
		});
		after(() => sandbox.end());
		afterEach(() => sandbox.control('/faults', undefined, 'DELETE'));

		interface Wire {
			readonly error: { message: string; type: string; param: string | null; code: string | null };
			readonly status: string;
			readonly object: string;
			readonly id: string;
			readonly usage: { input_tokens: number; output_tokens: number; total_tokens: number };
			readonly output: { type: string; role: string; content: { type: string; text: string }[] }[];
		}
		const ask = (request: unknown) => sandbox.ai<Wire>('/v1/responses', request);
		const first = (): ReturnType<typeof firstTextRequest> => firstTextRequest(subjectOf(TRAM), settings('en'));

		it('answers the desk’s own requests so that the desk’s own reader takes them', async () => {
			const written = await ask(first());
			expect(written.status).to.equal(200);
			expect(written.body).to.include({ object: 'response', status: 'completed' });
			expect(written.body.id).to.match(/^resp_/);
			expect(written.body.usage.total_tokens).to.equal(written.body.usage.input_tokens + written.body.usage.output_tokens);
			const outcome = parsePostText(written.body, null, 'en', []);
			expect(outcome.kind).to.equal('written');
			if (outcome.kind !== 'written') return;
			expect(
				parsePostText((await ask(revisionRequest(subjectOf(TRAM), outcome.post, 'shorter', settings('en')))).body, null, 'en', []).kind,
			).to.equal('written');
			const long = { ...outcome.post, title: `${outcome.post.title} `.repeat(3).trim() };
			const bounds = { body: 300, title: 70 };
			const shortened = parseShortened((await ask(shortenRequest(long, bounds, settings('en')))).body, long, bounds, null, 'en');
			expect(shortened).to.deep.include({ kind: 'written' });
			if (shortened.kind !== 'written') return;
			expect(shortened.post.body.length).to.be.at.most(300);
			expect(shortened.post.title.length).to.be.within(10, 70);
			expect(shortened.post.subtitle).to.equal(long.subtitle);
		});

		it('fits any strict schema it does not know', async () => {
			const schema = strictObject({
				yes: { type: 'boolean' },
				word: { type: 'string', enum: ['a', 'b'] },
				list: { type: 'array', items: { type: 'string' } },
			});
			const { body } = await ask({
				model: 'm',
				input: 'anything',
				text: { format: { type: 'json_schema', name: 'probe', schema, strict: true } },
			});
			expect(JSON.parse(body.output[0]?.content[0]?.text ?? '')).to.deep.equal({ yes: true, word: 'a', list: [] });
		});

		it('wants a key, and says so as the provider does', async () => {
			const none = await sandbox.ai<Wire>('/v1/responses', first(), {});
			expect([none.status, none.body.error.type, none.body.error.code]).to.deep.equal([401, 'invalid_request_error', null]);
			expect((await sandbox.ai<Wire>('/v1/responses', first(), { authorization: 'Bearer x' })).status, 'any key will do').to.equal(200);
		});

		it('refuses malformed requests by name', async () => {
			const code = async (body: unknown): Promise<unknown[]> => {
				const answer = await ask(body);
				return [answer.status, answer.body.error.code, answer.body.error.param];
			};
			expect(await code('{')).to.deep.equal([400, null, null]);
			expect(await code({ input: 'x' })).to.deep.equal([400, 'missing_required_parameter', 'model']);
			expect(await code({ model: 'm' })).to.deep.equal([400, 'missing_required_parameter', 'input']);
			expect(await code({ ...first(), nonsense: 1 })).to.deep.equal([400, 'unknown_parameter', 'nonsense']);
			expect(await code({ ...first(), max_output_tokens: 3 })).to.deep.equal([400, 'integer_below_min_value', 'max_output_tokens']);
			expect(await code({ ...first(), truncation: 'sometimes' })).to.deep.equal([400, 'invalid_value', 'truncation']);
			const format = (schema: unknown): unknown => ({
				model: 'm',
				input: 'x',
				text: { format: { type: 'json_schema', name: 'n', schema, strict: true } },
			});
			expect(await code(format({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }))).to.deep.equal([
				400,
				'invalid_json_schema',
				'text.format.schema',
			]);
			expect(
				await code(format({ type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false })),
			).to.deep.equal([400, 'invalid_json_schema', 'text.format.schema']);
		});

		it('cuts an answer that has no room and says incomplete', async () => {
			const { body } = await ask({ ...first(), max_output_tokens: 40 });
			expect(body).to.deep.include({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
			expect(readAnswer(body, postSchema)).to.include({ ok: false, code: 'ai_incomplete' });
		});

		const faults: readonly (readonly [kind: string, code: string])[] = [
			['refusal', 'ai_refused'],
			['incomplete', 'ai_incomplete'],
			['content_filter', 'ai_refused'],
			['model_gone', 'ai_model_unknown'],
			['key_refused', 'ai_key_refused'],
			['no_credit', 'ai_no_credit'],
			['not_verified', 'ai_not_verified'],
			['malformed', 'ai_malformed'],
			['5xx', 'ai_unavailable'],
			['429', 'ai_busy'],
		];
		for (const [kind, code] of faults) {
			it(`on demand: ${kind}, which the desk reads as ${code}`, async () => {
				await sandbox.control('/faults', { target: 'ai', kind });
				expect(readAnswer((await ask(first())).body, postSchema)).to.include({ ok: false, code });
				expect(readAnswer((await ask(first())).body, postSchema).ok, 'once').to.equal(true);
			});
		}

		it('on demand: says what it does before it answers, and only the final answer counts', async () => {
			await sandbox.control('/faults', { target: 'ai', kind: 'commentary' });
			const { body } = await ask(first());
			expect(body.output).to.have.lengthOf(2);
			expect(readAnswer(body, postSchema)).to.include({ ok: true });
		});

		it('gives the same answers by chat completions, in its shapes', async () => {
			const chat = async (mode: 'strict' | 'object') =>
				readAnswer((await sandbox.ai('/v1/chat/completions', chatRequest(first(), mode))).body, postSchema);
			expect(await chat('strict')).to.include({ ok: true });
			expect(await chat('object'), 'the schema is in the instructions').to.include({ ok: true });
			for (const [kind, code] of [
				['refusal', 'ai_refused'],
				['content_filter', 'ai_refused'],
				['incomplete', 'ai_incomplete'],
				['loose', 'ai_malformed'],
				['silent_cut', 'ai_malformed'],
				['5xx', 'ai_unavailable'],
			]) {
				await sandbox.control('/faults', { target: 'ai', endpoint: 'chat/completions', kind });
				expect(await chat('strict'), kind).to.include({ ok: false, code });
			}
		});

		it("answers n8n's model nodes: the schema is in their words, and an agent's tool is used once before the answer", async () => {
			const { instructions, input, text } = first();
			const system = `${instructions} Answer with one JSON object that fits this: ${JSON.stringify(text.format.schema)}`;
			const messages: object[] = [
				{ role: 'system', content: system },
				{ role: 'user', content: input[0]?.content[0]?.text },
			];
			const tools = [{ type: 'function', function: { name: 'search', parameters: {} } }];
			const asked = async () => (await sandbox.ai('/v1/chat/completions', { model: 'm', messages, tools })).body as unknown as Chat;
			const [{ message, finish_reason } = {}] = (await asked()).choices;
			expect(finish_reason).to.equal('tool_calls');
			expect(message?.tool_calls?.map((call) => call.function.name)).to.deep.equal(['search']);
			messages.push({ role: 'assistant', content: null, tool_calls: message?.tool_calls }, { role: 'tool', content: 'Nothing.' });
			expect(readAnswer(await asked(), postSchema)).to.include({ ok: true });
		});

		it('serves no model past its end, as the provider’s table has it', async () => {
			const { status, body } = await ask({ ...first(), model: 'gpt-image-1' });
			expect(status).to.equal(404);
			expect(body).to.have.nested.property('error.code', 'model_not_found');
		});

		it('on demand: plants a wrong number that its own check then finds', async () => {
			await sandbox.control('/faults', { target: 'ai', kind: 'wrong_number', endpoint: 'copydesk_post' });
			const post = JSON.parse((await ask(first())).body.output[0]?.content[0]?.text ?? '') as Record<string, string>;
			const verdict = checkText({ ...post, ...sourcesOfRequest(TRAM) });
			expect(verdict.issues).to.have.lengthOf(1);
			const [issue] = verdict.issues;
			expect(numbersIn(TRAM)).not.to.include(issue?.fragment);
			expect(numbersIn(TRAM)).to.include(issue?.replacement);
		});

		it('on demand: contradicts itself, is never satisfied, writes too much', async () => {
			const verdictSchema = strictObject({
				pass: { type: 'boolean' },
				issues: {
					type: 'array',
					items: strictObject({
						field: { type: 'string', enum: ['title', 'subtitle', 'body'] },
						fragment: { type: 'string' },
						replacement: { type: 'string' },
						reason: { type: 'string' },
					}),
				},
			});
			const verdict = async (): Promise<{ pass: boolean; issues: unknown[] }> => {
				const document = { title: 'T', subtitle: '', body: 'It opens on 3 May. All is well.', ...sourcesOfRequest(TRAM), hints: [] };
				const { body } = await ask({
					model: 'm',
					input: [{ role: 'user', content: [{ type: 'input_text', text: JSON.stringify(document) }] }],
					text: { format: { type: 'json_schema', name: 'copydesk_verdict', schema: verdictSchema, strict: true } },
				});
				return JSON.parse(body.output[0]?.content[0]?.text ?? '') as { pass: boolean; issues: unknown[] };
			};
			expect(await verdict()).to.deep.equal({ pass: true, issues: [] });
			await sandbox.control('/faults', { target: 'ai', kind: 'contradiction', endpoint: 'copydesk_verdict' });
			const contradiction = await verdict();
			expect([contradiction.pass, contradiction.issues.length]).to.deep.equal([true, 1]);
			await sandbox.control('/faults', { target: 'ai', kind: 'unsatisfied' });
			expect((await verdict()).pass).to.equal(false);
			await sandbox.control('/faults', { target: 'ai', kind: 'too_long' });
			expect(parsePostText((await ask(first())).body, null, 'en', []).kind).to.equal('too_long');
		});

		it('on demand: takes so long that the caller hangs up, and the timeline says so', async () => {
			await sandbox.control('/faults', { target: 'ai', kind: 'timeout' });
			const hungUp = await fetch(`${sandbox.url}/ai/v1/responses`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-key' },
				body: JSON.stringify(first()),
				signal: AbortSignal.timeout(100),
			}).catch((error: unknown) => error);
			expect(hungUp).to.have.property('name', 'TimeoutError');
			const call = await until(async () => (await sandbox.control<State>('/state')).calls.find(({ fault }) => fault === 'timeout'));
			expect(call).to.include({ ok: false, description: 'no answer in time' });
		});

		const paint = async (prompt: string): Promise<Buffer> => {
			const { status, body } = await sandbox.ai<{ data: { b64_json: string }[]; usage: { output_tokens: number } }>(
				'/v1/images/generations',
				{ model: 'm', prompt, size: '1536x1024', quality: 'medium', output_format: 'png', n: 1 },
			);
			expect(status).to.equal(200);
			expect(body.usage.output_tokens).to.equal(1_568);
			return Buffer.from(body.data[0]?.b64_json ?? '', 'base64');
		};

		it('paints a real PNG of a photograph’s size, the same for the same prompt and another for another', async () => {
			const one = await paint('a calm sea at sunset');
			expect(await sharp(one).metadata()).to.include({ format: 'png', width: 1536, height: 1024, channels: 3 });
			expect(one.length).to.be.within(1_000_000, 3_500_000);
			expect((await paint('a calm sea at sunset')).equals(one)).to.equal(true);
			expect(await meanDifference(one, await paint('hills in the morning mist'))).to.be.greaterThan(12);
			// Prompts of one subject are told apart too, as after "draw another one".
			const seas = await Promise.all(Array.from({ length: 4 }, (_, at) => paint(`a calm sea at sunset, again ${at}`)));
			for (const [at, sea] of seas.entries())
				for (const other of seas.slice(at + 1)) expect(await meanDifference(sea, other)).to.be.greaterThan(1);
		});

		/** Of a byte. */
		async function meanDifference(...pictures: (Buffer | undefined)[]): Promise<number> {
			const small = pictures.map((png) => sharp(png).resize(24, 16, { fit: 'fill' }).raw().toBuffer());
			const [a, b] = (await Promise.all(small)) as [Buffer, Buffer];
			return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
		}

		it('paints the same picture roughly, in large pixels, if told so', async () => {
			const { fine, rough } = painters;
			const [one, other] = await Promise.all([fine, rough].map((paint) => paint('a calm sea at sunset', 1536, 1024)));
			expect(await sharp(other).metadata()).to.include({ format: 'png', width: 1536, height: 1024, channels: 3 });
			expect(await meanDifference(one, other)).to.be.lessThan(6);
			const corner = await sharp(other).extract({ left: 0, top: 0, width: 4, height: 4 }).raw().toBuffer();
			expect(new Set(Array.from({ length: 16 }, (_, at) => corner.subarray(at * 3, at * 3 + 3).toString('hex'))).size).to.equal(1);
		});

		it('on demand: a picture with a whole header that no decoder can read', async () => {
			await sandbox.control('/faults', { target: 'ai', kind: 'corrupt_image' });
			await sandbox.ai('/v1/responses', first());
			const spoiled = await paint('a calm sea at sunset');
			expect(spoiled.subarray(0, 8).toString('latin1')).to.equal('\u0089PNG\r\n\u001a\n');
			expect(
				await sharp(spoiled, { failOn: 'warning' })
					.raw()
					.toBuffer()
					.catch(() => 'unreadable'),
			).to.equal('unreadable');
		});

		it('meets a fault that names its address, with a slash before it or without', async () => {
			for (const endpoint of ['images/generations', '/images/generations', '/v1/images/generations']) {
				await sandbox.control('/faults', { target: 'ai', kind: '5xx', endpoint });
				expect((await sandbox.ai('/v1/images/generations', { model: 'm', prompt: 'x' })).status, endpoint).to.equal(500);
			}
		});

		it('refuses what it cannot paint, as the provider does', async () => {
			const code = async (body: Record<string, unknown>): Promise<unknown> =>
				(await sandbox.ai<Wire>('/v1/images/generations', { model: 'm', ...body })).body.error.code;
			expect(await code({})).to.equal('missing_required_parameter');
			expect(await code({ prompt: 'x', size: '7x7' })).to.equal('invalid_value');
			expect(await code({ prompt: 'x', response_format: 'b64_json' })).to.equal('unknown_parameter');
			expect(await code({ prompt: 'x'.repeat(32_001) })).to.equal('string_above_max_length');
			await sandbox.control('/faults', { target: 'ai', kind: 'refusal', endpoint: 'images/generations' });
			expect(await code({ prompt: 'x' })).to.equal('moderation_blocked');
		});
	});
});
