import { expect } from 'chai';

import { providerFaults } from '../../../domain/ai/faults.ts';
import { checkSubtitle, checkTitle, detailOf } from '../../../domain/caption/bounds.ts';
import { errors } from '../../../domain/errors.ts';
import { commandNames } from '../../../domain/chat/commands.ts';
import { languages } from '../../../domain/language.ts';
import { messagesIn, missingIn, ownNameOf } from '../../../domain/messages/catalogue.ts';
import { READ_AGAIN } from '../../../domain/messages/translation.ts';
import type { Language } from '../../../domain/language.ts';
import type { Messages } from '../../../domain/messages/messages.ts';
import { explain, helpText, startText, usageText } from '../../../domain/messages/sentences.ts';

// Written here by hand from the Bot API's pages, not taken from the code: what is longer is refused, or cut by the client.
const LONGEST_MESSAGE = 4_096;
const LONGEST_CAPTION = 1_024;
const LONGEST_TOAST = 200;
const LONGEST_PLACEHOLDER = 64;
const LONGEST_DESCRIPTION = 256;
/** What the renderer takes, in UTF-16 units. */
const LONGEST_ON_COVER: Readonly<Record<string, number>> = { title: 70, subtitle: 110, category: 45 };
/** Two of them side by side have to be readable on a phone. */
const LONGEST_BUTTON = 16;
/** In a row of its own. */
const LONGEST_LONE_BUTTON = 32;
const LONE_BUTTONS = ['buttons.publish_anew', 'buttons.from_memory', 'buttons.send_link', 'buttons.write_all'];

/** Each parameter with everything that it may be, at its longest. In a line below, `name=text` is that text and `name?` may be null too. */
const values: Readonly<Record<string, readonly unknown[]>> = {
	draft: [`“${'k'.repeat(90)}” (1000000)`],
	number: [1_000_000],
	by: ['Ю'.repeat(64)],
	name: ['Ю'.repeat(64)],
	names: ['Ю'.repeat(64)],
	channel: [`https://t.me/c/${'9'.repeat(20)}/${'9'.repeat(16)}`],
	link: [`https://t.me/c/${'9'.repeat(20)}/${'9'.repeat(16)}`],
	url: [`https://desk.example.org/enter/${'a'.repeat(43)}`],
	at: ['21 November 2026, 14:05 GMT+5:30'],
	goesOn: ['21 November 2026, 14:05 GMT+5:30'],
	since: ['21 November 2026, 14:05 GMT+5:30'],
	until: ['21 November 2026, 14:05 GMT+5:30'],
	readAt: ['21 November 2026, 14:05 GMT+5:30'],
	day: ['20 November', '1 January'],
	days: [7, 30],
	problem: ['x'.repeat(400)],
	words: ['w'.repeat(120)],
	change: ['c'.repeat(300)],
	state: ['s'.repeat(80)],
	count: [1, 2, 5, 21],
	more: [31],
	lines: [['one post', 'another post']],
	seconds: [1, 120],
	hours: [1, 2, 5, 24],
	money: ['€0.06'],
	title: ['t'.repeat(120)],
	text: ['The subtitle'],
	topic: ['t'.repeat(120)],
	value: ['v'.repeat(3_000)],
	units: [500],
	most: ['40'],
	feeds: ['f'.repeat(3_500)],
	feedList: [['f'.repeat(3_500)]],
	from: ['w'.repeat(120)],
	to: ['v'.repeat(70)],
	commands: ['c'.repeat(1_500)],
	help: ['h'.repeat(2_000)],
	kept: ['k'.repeat(3_000)],
	reasons: ['r'.repeat(900)],
	about: ['a'.repeat(120)],
	step: ['s'.repeat(120)],
	model: ['m'.repeat(200)],
	attempts: [1, 3],
	alike: [10],
	now: ['“Ferry” (12)'],
	pages: [['Purr (en.wikipedia.org)', 'Cat (en.wikipedia.org)']],
	titles: [['Open on Saturdays', 'The tram is back']],
	groups: [['one draft', 'another draft']],
	choices: [['on', 'off']],
	subjects: [Array.from({ length: 5 }, () => 's'.repeat(80))],
	signs: [['🎉'], Array<string>(60).fill('👩‍🚀')],
	coverWords: [['w'.repeat(120)], ['18', '20 June']],
	links: [[`${'w'.repeat(1_000)} → https://quay.example/${'x'.repeat(1_979)}`]],
	steps: [[], ['check', 'cover'], ['write', 'check', 'draw'], ['facts', 'write', 'check'], ['read', 'facts', 'write'], ['search', 'write']],
	cause: ['rights', 'busy', 'away', 'gone', 'album', 'refused'],
};

/** What each message is given: one with another parameter, or without one, has to be put here. */
const signatures = `
	url? | board.link
	commands | help
	help | start
	userId=9007199254740991 | stranger
	draft | meantForPost workDone questionUnsent answerTooLate feedbackQuestion feedbackClosed publicationUnconfirmed previewToSettle
	draft | publicationMissing questionOpen posts.correctionMissing posts.gone posts.lineKept posts.numbered posts.anotherPost
	draft | plans.question editQuestions.* posts.refused.* posts.goneInPart
	draft state problem=null | draftState
	draft problem number | draftState
	draft number | previewUnsent
	draft name | previewNotReached previewUnsentTo questionUnsentTo
	draft by | feedbackClosedBy channelRefused decisions.dropped
	draft by? | dropUnderWay decisions.awaiting_feedback decisions.rejected decisions.restored
	draft by? change? | decisions.superseded
	draft by? link? | decisions.published
	draft by? day | posts.takenDown
	draft by? day link | posts.corrected posts.lineShown
	draft by? day link change? | posts.correctionOf
	draft by at | plans.made plans.moved plans.takenOff plans.line plans.lineMissed
	draft by at? | approvals.told
	draft by? number since until | underWay
	draft by words? | previewOf
	draft by problem | providerRefused
	draft day | hadThat.planned hadThat.open hadThat.rejected posts.noPlaceForLine
	draft day link | brief.post posts.correct posts.correctionToSettle posts.correctionConfirmed posts.takeDown posts.askLine
	draft day link? | hadThat.published
	draft link | posts.notTakenDown.*
	draft link? | publicationConfirmed
	draft channel | publicationToSettle photos.apart
	draft at | plans.kept plans.missed.late plans.missed.no_rights plans.takenOffBecause.* interrupted
	draft at channel | plans.missed.restored
	draft problem | givenUp
	draft problem kept? | workFailed
	draft steps | workStarted
	draft cause | publicationRefused
	draft cause=busy seconds=86400 | publicationRefused
	draft hours=5 | reminders.line.*
	draft? step reference=1a2b3c4d alike? | failure
	draft=12 version=999999999? | draftMissing
	draft=k version=null | draftMissing
	by at draft=null | interrupted
	by=null at draft? | interrupted
	by draft=null at attempts | abandoned
	by=null draft at attempts | abandoned
	by | approvals.last
	by? | publishedBefore
	by? at | posts.withdrawn
	by at? | approvals.agree
	by title | news.taken news.dismissed
	by? words=library | hadThat.asked
	name | unreachable waits.lifted
	name=frame | menu.says.template changes.look
	name count | untold
	about=“Ferry”? name goesOn | waits.ofOther.*
	about=“Ferry”? goesOn | waits.told.*
	count goesOn | waits.inStatus.*
	goesOn | waits.toast.limit waits.toast.asked waits.already
	names | approvals.nobody approvals.first approvals.noted plans.othersDecide
	names= | approvals.nobody
	names at? | approvals.waits
	at | waits.at.* plans.planFor claims.* plans.notKept.*
	limit=1 at number? | budgetSpent.*
	limit=€20.00 at number? | moneySpent
	count | unconfirmed interruptedWork plans.count news.cardsMissing news.leftOut.*
	number=null | news.pageLeftOut.undated news.pageLeftOut.offered news.pageLeftOut.outside_window
	number? | news.pageLeftOut.published news.pageLeftOut.open_draft
	problem | brief.unread refused voice.unheard
	words | changes.wish leftOut waits.words settings.problems.language settings.problems.hour settings.problems.clock
	words | settings.problems.address settings.problems.slots settings.problems.hashtag settings.problems.button
	words? | problems.*
	link | readLink
	subjects | brief.several
	words more? | voice.understood
	draft? | voice.what
	count | week.ask
	lines | week.offer
	groups more | openWork
	lines more | plans.list reminders.text
	had=Yes. | hadThat.question
	named=sttus nearest=status? | unknownCommand
	text fits=110 over=1 | tooLong.characters
	text fits=3 needs=4 | tooLong.lines
	text over=8 | tooLong.percent
	text | tooLong.word
	signs | coverLeavesOut
	pages | restsOn
	links | linksOfCaption
	words=coverWords | coverContradicts
	seconds | waits.soon
	now? | waits.movedOn
	width=99999 height=639 | photos.tooSmall
	count=10 | photos.album photos.albumAbove
	draft found=9 channel | photos.partly
	from=1 to=10 | photos.whichItem
	width=99 height=99 | logo.tooSmall
	requests=3 money unknown=1? | spend
	requests=1 money=null unknown=null | spend
	model number? | imageModelGone
	money? | menu.howManyTitles menu.drawNew
	titles | menu.otherTitles
	value=1000 most | settings.bounded
	zone=America/Argentina/ComodRivadavia | settings.zone
	name about value | settings.page
	name value | settings.saved
	name problem | settings.notSaved
	choices | settings.problems.choice
	least=1 most | settings.problems.number
	units most | settings.problems.too_long
	count most | settings.problems.too_many
	value=German? | settings.elsewhere.n8n
	value | settings.elsewhere.operator
	units | posts.lineTooLong
	topic? | news.searching
	topic feeds=3? | news.nothingFits
	topic=null feeds=3 | news.nothingFits
	reasons | news.nothingNew
	days | news.window
	feeds more | news.feedsUnreadable news.feedsBroken
	feeds=feedList more | news.sources
	at count days | news.feedRead
	at problem readAt? | news.feedRefused
	from to | changes.words
	to | changes.title
`;

/** A message's calls: with the first of all values, with each other value of one parameter, and with the last of all. */
function callsOf(path: string): readonly Readonly<Record<string, unknown>>[] {
	const own = signatures.split('\n').filter((line) =>
		line
			.split('|')
			.at(1)
			?.split(' ')
			.some((name) => matches(name, path)),
	);
	if (own.length === 0) throw new Error(`Nothing says what ${path} may be given`);
	return own.flatMap((line) => {
		const parameters = [...(line.split('|')[0] ?? '').matchAll(/(\w+)(?:=([^\s?]*))?(\?)?/gu)].map(([, name = '', text, optional]) => {
			const given = values[text ?? name] ?? [text === 'null' ? null : /^\d+$/.test(text ?? '') ? Number(text) : text];
			return [name, optional === undefined ? given : [...given, null]] as const;
		});
		const first = parameters.map(([name, [value]]) => [name, value] as const);
		const others = parameters.flatMap(([name, [, ...more]]) => more.map((value) => [...first, [name, value] as const]));
		return [first, ...others, parameters.map(([name, all]) => [name, all.at(-1)] as const)].map((call) => Object.fromEntries(call));
	});
}

const matches = (pattern: string, path: string): boolean =>
	pattern === path || (pattern.endsWith('.*') && path.startsWith(pattern.slice(0, -1)));

/** How a sentence is built from others, and no sentence itself. */
const NO_SENTENCES = ['locale', 'called'];

/** Every text of a catalogue under its path, said with everything it can be given. */
function everything(
	value: unknown,
	path: readonly string[] = [],
): { path: string; said: string; parameters: Readonly<Record<string, unknown>> }[] {
	const name = path.join('.');
	if (NO_SENTENCES.includes(name)) return [];
	if (typeof value === 'string') return [{ path: name, said: value, parameters: {} }];
	if (typeof value === 'function') {
		return callsOf(name).map((parameters) => ({ path: name, said: (value as (parameters: unknown) => string)(parameters), parameters }));
	}
	return Object.entries(value as object).flatMap(([key, inner]) => everything(inner, [...path, key]));
}

function boundOf(path: string): number {
	if (path.startsWith('toasts.')) return LONGEST_TOAST;
	if (LONE_BUTTONS.includes(path)) return LONGEST_LONE_BUTTON;
	if (path.startsWith('buttons.')) return LONGEST_BUTTON;
	if (path.startsWith('placeholders.')) return LONGEST_PLACEHOLDER;
	if (path.startsWith('captions.')) return LONGEST_CAPTION;
	if (path.startsWith('covers.')) return LONGEST_ON_COVER[path.split('.').at(-1) ?? ''] ?? 0;
	if (path.startsWith('commands.')) return LONGEST_DESCRIPTION;
	return LONGEST_MESSAGE;
}

/** The quotation marks of a language, and what else may not be in a text of it. */
const LATIN = /\p{Script=Latin}/u;
const typography: Readonly<
	Record<Language, { readonly quotes: readonly [string, string]; readonly foreign: RegExp; readonly own: RegExp }>
> = {
	en: { quotes: ['“', '”'], foreign: /["'«»„]|\p{Script=Cyrillic}/u, own: /[a-z]/i },
	ru: { quotes: ['«', '»'], foreign: /["'“”„’]/, own: /\p{Script=Cyrillic}/u },
	es: { quotes: ['«', '»'], foreign: /["'“”„]|\p{Script=Cyrillic}/u, own: LATIN },
	fr: { quotes: ['«', '»'], foreign: /["'“”„]|\p{Script=Cyrillic}/u, own: LATIN },
	'pt-BR': { quotes: ['“', '”'], foreign: /["'«»„]|\p{Script=Cyrillic}/u, own: LATIN },
	uk: { quotes: ['«', '»'], foreign: /["'“”„]/u, own: /\p{Script=Cyrillic}/u },
	it: { quotes: ['«', '»'], foreign: /["'“”„]|\p{Script=Cyrillic}/u, own: LATIN },
	pl: { quotes: ['„', '”'], foreign: /["'«»“]|\p{Script=Cyrillic}/u, own: LATIN },
	tr: { quotes: ['“', '”'], foreign: /["'«»„]|\p{Script=Cyrillic}/u, own: LATIN },
	de: { quotes: ['„', '“'], foreign: /["'«»”]|\p{Script=Cyrillic}/u, own: LATIN },
};

for (const language of languages) {
	const messages = messagesIn(language);
	const { quotes, foreign, own } = typography[language];

	describe(`Everything that is said in ${ownNameOf(language)}`, () => {
		const inEnglish = language === 'ru' || language === 'en' ? [] : [...missingIn(language), ...READ_AGAIN];
		for (const { path, said, parameters } of everything(messages)) {
			if (inEnglish.some((name) => path === name || path.startsWith(`${name}.`))) continue;
			it(`${path} ${JSON.stringify(parameters).slice(0, 60)}`, () => {
				if (path.endsWith('.parameters')) return expect(said).to.match(/^$|^[<[]/);
				expect(said.length, said).to.be.within(2, boundOf(path));
				expect(said, 'a parameter that was not put in').to.not.match(/undefined|\bnull\b|NaN|\[object|[{}]|\$|%s/);
				expect(said, 'a slip of the keyboard').to.not.match(/ {2}| [.,;:!?](?!\s)|^\s|\s$|\.\.|,,/);
				for (const [name, value] of Object.entries(parameters)) {
					// Keys of what each language words by itself.
					if (name === 'steps' || name === 'cause' || (name === 'feeds' && parameters['topic'] === null)) continue;
					for (const part of [value].flat()) if (part !== null) expect(said, `the parameter ${name}`).to.include(String(part));
				}
				const withoutParameters = Object.values(parameters).reduce<string>((text, value) => text.replaceAll(String(value), ''), said);
				if (/\p{L}/u.test(withoutParameters)) expect(withoutParameters, 'in its own letters').to.match(own);
				expect(withoutParameters, 'in its own typography').to.not.match(foreign);
				const opened = withoutParameters.split(quotes[0]).length;
				expect(opened, 'a quotation that is not closed').to.equal(withoutParameters.split(quotes[1]).length);
			});
		}

		it('fits a message also where it is put together from others', () => {
			for (const text of [helpText(messages), startText(messages), usageText(messages, 'language')])
				expect(text.length).to.be.within(30, LONGEST_MESSAGE);
			for (const name of commandNames.slice(2)) expect(helpText(messages)).to.include(`\n/${name}`);
		});

		it('ends each problem as a sentence, because others follow it', () => {
			for (const code of Object.keys(messages.problems)) expect(explain(messages, { code }), code).to.match(/^\p{Lu}.*\.$/u);
		});

		it('says which text of the cover is too long and by how much', () => {
			const said = (language: 'en' | 'ru', code: string, detail: string) => explain(messagesIn(language), { code, detail });
			const both = 'title: needs 4 lines, 3 allowed; subtitle: needs 52 px of height, 48 available';
			expect(said('en', 'layout_overflow', both)).to.equal(
				'The title does not fit on the cover: it needs 4 lines, and there is room for 3. ' +
					'The subtitle does not fit on the cover: it is about 8% too long. Make it shorter.',
			);
			expect(said('en', 'title_too_long', detailOf(checkTitle('x'.repeat(83))!))).to.equal(
				'The title is longer than 70 characters, by 13. Make it shorter.',
			);
			expect(said('ru', 'subtitle_too_long', detailOf(checkSubtitle('x'.repeat(111))!))).to.equal(
				'Подзаголовок длиннее, чем нужно: лишних знаков — 1, а помещается 110. Сократите.',
			);
			expect(said('en', 'layout_overflow', 'title: something else')).to.include('The title or the subtitle does not fit');
		});

		it('has an answer to a code that has no sentence', () => {
			for (const code of ['never_heard_of', '__proto__', 'toString'])
				expect(explain(messages, { code }), 'and with no word of ours in it').to.equal(messages.unknownProblem);
		});
	});
}

describe('The catalogue', () => {
	it('says nothing twice in the same words in English and Russian', () => {
		const spoken = (['en', 'ru'] as const).map(
			(language) => new Map(everything(messagesIn(language)).map(({ path, said }) => [path, said])),
		);
		for (const [path, said] of spoken[0] ?? []) {
			if (path.endsWith('.parameters')) continue;
			expect(new Set(spoken.map((one) => one.get(path))).size, `${path}: ${said}`).to.equal(2);
		}
	});

	it('has a sentence for each conflict that a person can cause', () => {
		for (const code of ['state_conflict', 'copy_not_delivered', 'content_mismatch', 'session_held', 'not_ready', 'material_not_found'])
			expect(Object.keys(errors).includes(code) && code in messagesIn('en').problems, code).to.equal(true);
	});

	it('lacks no sentence in any language', () => {
		for (const language of languages) expect(missingIn(language), language).to.deep.equal([]);
	});

	const OPERATOR: Readonly<Record<Language, RegExp>> = {
		en: /operator/,
		ru: /администратор/,
		de: /Betreiber/,
		es: /operador/,
		fr: /opérateur/,
		it: /operatore/,
		pl: /operator/,
		'pt-BR': /operador/,
		tr: /[Ss]istem yönetici/,
		uk: /адміністратор/,
	};
	for (const language of languages)
		it(`says who mends what a provider does not do, or that it may be tried again: ${language}`, () => {
			for (const code of [...providerFaults, 'image_model_gone', 'covers_key'])
				expect(explain(messagesIn(language), { code }), code).to.match(OPERATOR[language]);
			const passing = [
				...['ai_busy', 'ai_unavailable', 'ai_refused', 'ai_incomplete', 'ai_malformed', 'image_unavailable', 'image_refused'],
				...['image_empty', 'image_none', 'image_as_address', 'image_not_png', 'image_wrong_size', 'image_too_small'],
				...['image_too_large', 'invalid_image', 'renderer_unavailable', 'covers_busy'],
			];
			for (const code of passing) {
				const said = explain(messagesIn(language), { code });
				expect(said, `${code}: what to do comes second`).to.match(/[.;:] \p{L}.{7}/u);
				expect(said, code).not.to.equal(messagesIn(language).unknownProblem);
			}
		});

	it('counts as each language does', () => {
		const counts = [1, 2, 5, 21, 1_000];
		const told = (language: Language) => counts.map((count) => messagesIn(language).unconfirmed({ count }).split('. ')[0]);
		expect(told('en')).to.deep.equal([
			...['Telegram did not confirm 1 message', 'Telegram did not confirm 2 messages', 'Telegram did not confirm 5 messages'],
			...['Telegram did not confirm 21 messages', 'Telegram did not confirm 1,000 messages'],
		]);
		expect(told('ru')).to.deep.equal([
			'Telegram не подтвердил 1 сообщение',
			'Telegram не подтвердил 2 сообщения',
			'Telegram не подтвердил 5 сообщений',
			'Telegram не подтвердил 21 сообщение',
			'Telegram не подтвердил 1\u00a0000 сообщений',
		]);
	});

	it('does not compile without a message or a parameter', () => {
		const { help: _help, ...withoutHelp } = messagesIn('en');
		// @ts-expect-error a message is missing
		const incomplete: Messages = withoutHelp;
		// @ts-expect-error a parameter is missing
		const unnamed = () => messagesIn('en').workStarted({});
		// @ts-expect-error a parameter that the message does not have
		const wordy = () => messagesIn('en').workStarted({ draft: 'p1', steps: [], title: 'x' });
		expect([incomplete, unnamed, wordy]).to.have.length(3);
	});
});
