import { expect } from 'chai';

import { cardText } from '../../../domain/messages/card.ts';
import { messagesIn } from '../../../domain/messages/catalogue.ts';
import {
	draftLabel,
	draftName,
	explain,
	feedsUnreadableText,
	nothingNewText,
	openWorkText,
	personName,
	publicationFault,
	standingText,
	timeName,
	zonedName,
} from '../../../domain/messages/sentences.ts';
import type { Standing } from '../../../domain/messages/sentences.ts';
import { offer } from '../../../domain/news/item.ts';

const en = messagesIn('en');
const ru = messagesIn('ru');
const standing: Standing = { number: 12, title: 'Open on Saturdays', request: 'We open', state: 'ready', error_code: null };

describe('What is said about a draft', () => {
	it('says what an album cannot be corrected in', () => {
		const said = en.publicationRefused({ draft: '“Tram” (12)', cause: publicationFault('album_fixed') });
		expect(said).to.match(/^“Tram” \(12\) is not published: in an album Telegram changes only the words, or one item at a time/);
	});

	it('names it by its title, else by its subject or the first words of its request, and by its number', () => {
		const request = 'Our clinic opens on Saturdays from May, from nine to two\nWith parking';
		const named = (called: Omit<Parameters<typeof draftName>[1], 'number'>) =>
			[en, ru].map((messages) => draftName(messages, { number: 12, ...called }));
		expect(named({ title: 'Open on Saturdays', request })).to.deep.equal(['“Open on Saturdays” (12)', '«Open on Saturdays» (12)']);
		expect(named({ title: null, request })).to.deep.equal([
			'“Our clinic opens on Saturdays from May, from…” (12)',
			'«Our clinic opens on Saturdays from May, from…» (12)',
		]);
		const brief = { subject: 'Parking at the clinic' };
		expect(named({ title: null, brief, request }), 'one post of several').to.deep.equal([
			'“Parking at the clinic” (12)',
			'«Parking at the clinic» (12)',
		]);
		expect(named({ title: ' ', request: null })).to.deep.equal(['draft 12', '№ 12']);
	});

	it('puts it on a button with its number first, cut between words', () => {
		const called = { number: 12, title: 'Our clinic opens on Saturdays from May', request: null };
		expect(draftLabel(called, null)).to.equal('12 Our clinic opens on Saturdays…');
		expect(draftLabel({ ...called, title: 'Ferries' }, 'Resume')).to.equal('Resume: 12 Ferries');
	});

	it('tells the day of news in the time zone of the desk', () => {
		const given = {
			canonical_url: 'https://a.example/1',
			url: 'https://a.example/1',
			host: 'a.example',
			title: 'A',
			angle: 'B',
			source_title: null,
		};
		const item = offer({ batch_key: 'd1', item: 1 }, { ...given, published_at_ms: Date.parse('2026-11-20T21:30:00Z') }, 0);
		const dayIn = (zone: string) => /\d+ Nov/.exec(cardText(en, item, { windowDays: 7, zone }))?.[0];
		expect([dayIn('UTC'), dayIn('Asia/Vladivostok')]).to.deep.equal(['20 Nov', '21 Nov']);
	});

	it('tells its state in words', () => {
		expect(standingText(en, standing)).to.equal('“Open on Saturdays” (12) waits for a decision.');
		expect(standingText(ru, standing)).to.equal('«Open on Saturdays» (12): ждёт решения.');
	});

	it('tells why it stopped and what to type', () => {
		const stopped: Standing = { ...standing, title: null, request: null, state: 'text_generating', error_code: 'ai_unavailable' };
		expect(standingText(en, stopped)).to.equal(
			'draft 12 has stopped. The AI provider did not answer. Try again in a minute. See /draft 12',
		);
		expect(standingText(ru, stopped)).to.equal(
			'№ 12: работа остановилась. Сервис ИИ не ответил. Попробуйте через минуту. Смотрите /draft 12',
		);
	});

	it('tells the day on which a post was taken down in the zone of the desk', () => {
		const taken: Standing = { ...standing, state: 'published', withdrawn_at: Date.parse('2026-03-08T20:30:00Z') };
		expect(standingText(en, taken, { by: 'Vera' })).to.include('8 Mar 2026');
		expect(standingText(en, taken, { by: 'Vera', zone: 'Asia/Tokyo' })).to.include('9 Mar 2026');
	});

	it('lists open work by who has to do something next', () => {
		const of = (number: number, state: Standing['state'], more: { error_code?: string; plan?: string; unconfirmed?: boolean } = {}) => ({
			...{ number, title: null, request: null, state, error_code: null, plan: null, unconfirmed: false, ...more },
			goes_out_at: more.plan === undefined ? null : Date.parse('2027-01-01T17:30:00Z'),
		});
		const drafts = [
			of(1, 'text_generating'),
			of(2, 'text_preparing', { error_code: 'ai_unavailable' }),
			of(3, 'ready'),
			of(4, 'awaiting_feedback'),
			of(5, 'claimed', { plan: 'open' }),
			of(6, 'claimed', { plan: 'missed' }),
			of(7, 'claimed', { unconfirmed: true }),
			of(8, 'claimed'),
		];
		expect(openWorkText(en, 'Europe/Berlin', drafts, 8).replaceAll(/(draft [1-4]) .*/g, '$1')).to.equal(
			'Stopped:\n• draft 2\n\n' +
				'Waits for one of you:\n• draft 3\n• draft 4\n• draft 6 did not go out on Fri 1 Jan, 18:30 and waits for you.\n' +
				'• draft 7 waits for the owner to check the channel.\n\nIn progress:\n• draft 1\n• draft 8 is being published.\n\n' +
				'Planned:\n• draft 5 goes out on Fri 1 Jan, 18:30.',
		);
	});

	it('counts the drafts for which a message has no room, and keeps the notes', () => {
		const listed = { ...standing, plan: null, unconfirmed: false, goes_out_at: null };
		const many = Array.from({ length: 60 }, (_, index) => ({ ...listed, number: index, title: 't'.repeat(70) }));
		const text = openWorkText(en, 'UTC', many, 75, ['A note.']);
		const shown = text.split('\n').filter((line) => line.startsWith('• ')).length;
		expect(text.length).to.be.within(3_900, 4_096);
		expect(text.endsWith(`\n… and ${75 - shown} more drafts\n\nA note.`), text.slice(-60)).to.equal(true);
		expect(openWorkText(en, 'UTC', [], 0)).to.equal('Nothing is in progress.');
	});
});

describe('What is said about a problem', () => {
	it('says of a text that is too long only what is always true: exact words are never shortened', () => {
		for (const messages of [en, ru])
			expect(explain(messages, { code: 'text_too_long' }))
				.to.match(/1024/)
				.and.not.match(/shortened|сокращ/);
	});

	it('quotes the words that it is about', () => {
		const asked = { code: 'fragment_ambiguous', detail: 'day\n trains' };
		expect(explain(en, asked)).to.equal(
			'These words are in the post more than once: “day trains”. Quote more of them, or replace them everywhere.',
		);
		expect(explain(ru, asked)).to.equal('Эти слова есть в посте не один раз: «day trains». Возьмите фразу длиннее или замените везде.');
		expect(explain(en, { ...asked, detail: '' })).to.equal(
			'These words are in the post more than once. Quote more of them, or replace them everywhere.',
		);
	});

	it('keeps what is meant for logs to itself', () => {
		expect(explain(en, { code: 'ai_incomplete', detail: 'max_output_tokens' })).to.equal('The answer of the AI broke off. Try again.');
	});

	it('shortens a long quotation between characters', () => {
		const told = explain(en, { code: 'fragment_not_found', detail: '👩‍👩‍👧'.repeat(40) });
		expect(told).to.equal(`These words are not in the text: “${'👩‍👩‍👧'.repeat(14)}…”.`);
	});
});

describe('What is said about news', () => {
	it('counts what was left out, in the order in which it is judged', () => {
		const leftOut = { outside_window: 12, published: 2, undated: 1 };
		expect(nothingNewText(en, leftOut)).to.equal(
			'Nothing new. In the feeds: ' + '1 item without a date, 2 items already published, 12 items older than 30 days.',
		);
		expect(nothingNewText(ru, leftOut)).to.equal(
			'Нового нет. В лентах: 1 новость без даты, 2 новости из уже опубликованных, 12 новостей старше 30 дней.',
		);
	});

	it('says that there was nothing to leave out', () => {
		expect(nothingNewText(en, {})).to.equal('The feeds are empty now.');
		expect(nothingNewText(en, { undated: 0 })).to.equal('The feeds are empty now.');
	});

	it('names the hosts of unreadable feeds, never their addresses, and counts what does not fit', () => {
		const feeds = Array.from({ length: 7 }, (_, index) => ({ feed_url: `https://f${index}.example/?key=secret`, code: 'dns_failed' }));
		expect(feedsUnreadableText(en, [...feeds.slice(0, 1), { feed_url: 'x', code: 'busy' }])).to.equal(
			'I could not read any of the feeds.\n' +
				'• f0.example: There is no such site. Check its name, or try again later.\n' +
				'• ?: I cannot read sources just now. Try again in a moment.',
		);
		const text = feedsUnreadableText(ru, feeds);
		expect(text.split('\n')).to.have.length(7);
		expect(text).to.include('… и ещё 2 ленты');
		expect(text).to.not.include('secret');
	});
});

describe('What people and times are called', () => {
	it('is the role for somebody who was given no name', () => {
		expect(personName(ru, { displayName: 'Editor', role: 'editor' })).to.equal('Редактор');
		expect(personName(ru, { displayName: 'Egor', role: 'editor' })).to.equal('Egor');
	});

	it("is the clock of the desk's time zone", () => {
		const noon = Date.UTC(2027, 0, 31, 12, 5);
		expect(timeName(en, 'UTC', noon)).to.equal('Sun 31 Jan, 12:05');
		expect(timeName(en, 'Asia/Tbilisi', noon)).to.equal('Sun 31 Jan, 16:05');
		expect(timeName(ru, 'Europe/Moscow', noon).replace(/\s/g, ' ')).to.equal('вс, 31 янв., 15:05');
		expect(zonedName(ru, 'Europe/Moscow', noon).replace(/\s/g, ' ')).to.equal('вс, 31 янв., 15:05 GMT+3');
	});
});
