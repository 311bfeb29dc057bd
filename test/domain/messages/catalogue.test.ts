import { expect } from 'chai';

import type { WorkStep } from '../../../domain/material/work.ts';
import { checkSubtitle, checkTitle, detailOf } from '../../../domain/caption/bounds.ts';
import { errors } from '../../../domain/errors.ts';
import { commandNames } from '../../../domain/chat/commandNames.ts';
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

const draft = `“${'k'.repeat(90)}” (1000000)`;
const by = 'Ю'.repeat(64);
const link = `https://t.me/c/${'9'.repeat(20)}/${'9'.repeat(16)}`;
const at = '21 November 2026, 14:05 GMT+5:30';
const problem = 'x'.repeat(400);
const day = '20 November';
const ofPost = [
	{ draft, by, day, link },
	{ draft, by: null, day, link },
];

/** Everything that a message may be given, at its longest; a message with another parameter, or without one, has to be put here. */
const given: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
	'board.link': [{ url: null }, { url: `https://desk.example.org/enter/${'a'.repeat(43)}` }],
	help: [{ commands: 'c'.repeat(1_500) }],
	start: [{ help: 'h'.repeat(2_000) }],
	stranger: [{ userId: 9007199254740991 }],
	draftState: [
		{ draft, state: 's'.repeat(80), problem: null },
		{ draft, problem, number: 1_000_000 },
	],
	openWork: [{ groups: ['one draft', 'another draft'], more: 31 }],
	readLink: [{ link: 'example.org/path' }],
	meantForPost: [{ draft }],
	'brief.several': [{ subjects: Array.from({ length: 5 }, () => 's'.repeat(80)) }],
	'brief.unread': [{ problem }],
	'brief.post': [{ draft, day, link }],
	'hadThat.published': [
		{ draft, day, link },
		{ draft, day, link: null },
	],
	'hadThat.planned': [{ draft, day }],
	'hadThat.open': [{ draft, day }],
	'hadThat.rejected': [{ draft, day }],
	'hadThat.asked': [
		{ by: 'Olga', words: 'The night hall of the library' },
		{ by: null, words: 'Ночной зал библиотеки' },
	],
	'hadThat.question': [{ had: 'We had that.' }],
	unknownCommand: [
		{ named: 'x'.repeat(32), nearest: null },
		{ named: 'sttus', nearest: 'status' },
	],
	unconfirmed: [{ count: 1 }, { count: 2 }, { count: 5 }, { count: 21 }],
	interruptedWork: [{ count: 1 }, { count: 3 }, { count: 11 }, { count: 112 }],
	untold: [
		{ name: by, count: 1 },
		{ name: by, count: 5 },
	],
	previewOf: [
		{ draft, by, words: null },
		{ draft, by, words: 'w'.repeat(120) },
	],
	'tooLong.characters': [{ text: 'The subtitle', fits: 110, over: 1 }],
	'tooLong.lines': [{ text: 'The title', fits: 3, needs: 4 }],
	'tooLong.percent': [{ text: 'The title', over: 8 }],
	'tooLong.word': [{ text: 'The title' }],
	coverLeavesOut: [{ signs: ['🎉'] }, { signs: Array<string>(60).fill('👩‍🚀') }],
	restsOn: [{ pages: ['Purr (en.wikipedia.org)', 'Cat (en.wikipedia.org)'] }],
	linksOfCaption: [{ links: [`${'w'.repeat(1_000)} → https://quay.example/${'x'.repeat(1_979)}`] }],
	coverContradicts: [{ words: ['w'.repeat(120)] }, { words: ['18', '20 June'] }],
	workDone: [{ draft }],
	previewNotReached: [{ name: by, draft }],
	previewUnsentTo: [{ name: by, draft }],
	previewUnsent: [{ draft, number: 1_000_000 }],
	questionUnsentTo: [{ name: by, draft }],
	questionUnsent: [{ draft }],
	unreachable: [{ name: by }],
	workStarted: [
		[],
		['check', 'cover'],
		['write', 'check', 'draw'],
		['facts', 'write', 'check', 'draw'],
		['read', 'facts', 'write', 'check', 'draw'],
		['search', 'write', 'check', 'draw'],
	].map((steps) => ({ draft, steps: steps as WorkStep[] })),
	leftOut: [{ words: 'w'.repeat(120) }],
	dropUnderWay: [by, null].map((who) => ({ draft, by: who })),
	underWay: [by, null].map((who) => ({ draft, number: 1_000_000, by: who, since: at, until: at })),
	workFailed: [
		{ draft, problem, kept: null },
		{ draft, problem, kept: 'k'.repeat(3_000) },
	],
	'editQuestions.edit_title': [{ draft }],
	'editQuestions.edit_text': [{ draft }],
	'editQuestions.send_link': [{ draft }],
	...Object.fromEntries(
		['person', 'desk'].map((whose) => [
			`budgetSpent.${whose}`,
			[
				{ limit: 1, at, number: null },
				{ limit: 40, at, number: 1_000_000 },
			],
		]),
	),
	providerRefused: [{ draft, by, problem }],
	'waits.at.today': [{ at }],
	'waits.at.later': [{ at }],
	...Object.fromEntries(
		['person', 'desk', 'money'].map((why) => [`waits.ofOther.${why}`, [draft, null].map((about) => ({ about, name: by, goesOn: at }))]),
	),
	...Object.fromEntries(
		['person', 'desk', 'money', 'messenger', 'provider'].flatMap((why) => [
			[`waits.told.${why}`, [draft, null].map((about) => ({ about, goesOn: at }))],
			[`waits.inStatus.${why}`, [1, 2, 5].map((count) => ({ count, goesOn: at }))],
		]),
	),
	'waits.words': [{ words: 'w'.repeat(48) }],
	'waits.soon': [{ seconds: 1 }, { seconds: 120 }],
	'waits.toast.limit': [{ goesOn: at }],
	'waits.toast.asked': [{ goesOn: at }],
	'waits.movedOn': [{ now: null }, { now: draft }],
	'waits.already': [{ goesOn: at }],
	'waits.lifted': [{ name: by }],
	'photos.tooSmall': [{ width: 99_999, height: 639 }],
	moneySpent: [
		{ limit: '€20.00', at, number: null },
		{ limit: '€20.00', at, number: 1_000_000 },
	],
	spend: [
		{ requests: 1, money: null, unknown: null },
		{ requests: 3, money: '€0.06', unknown: 1 },
	],
	imageModelGone: [
		{ model: 'gpt-image-1', number: null },
		{ model: 'm'.repeat(200), number: 1_000_000 },
	],
	refused: [{ problem }],
	draftMissing: [
		{ draft: 'k'.repeat(40), version: null },
		{ draft: '12', version: 999_999_999 },
	],
	answerTooLate: [{ draft }],
	feedbackQuestion: [{ draft }],
	'menu.howManyTitles': [{ money: null }, { money: '€0.06' }],
	'menu.drawNew': [{ money: null }, { money: '€0.06' }],
	'menu.otherTitles': [{ titles: ['Open on Saturdays', 'The tram is back'] }],
	'menu.says.template': [{ name: 'frame' }],
	feedbackClosed: [{ draft }],
	feedbackClosedBy: [{ draft, by }],
	publicationRefused: [
		...(['rights', 'busy', 'away', 'refused'] as const).map((cause) => ({ draft, cause })),
		{ draft, cause: 'busy', seconds: 86_400 },
	],
	publicationUnconfirmed: [{ draft }],
	givenUp: [{ draft, problem }],
	'settings.bounded': [{ value: '1000', most: '40' }],
	'settings.zone': [{ zone: 'America/Argentina/ComodRivadavia' }],
	'settings.page': [{ name: 'n'.repeat(40), about: 'a'.repeat(120), value: 'v'.repeat(3_000) }],
	'settings.saved': [{ name: 'n'.repeat(40), value: 'v'.repeat(3_000) }],
	'settings.notSaved': [{ name: 'n'.repeat(40), problem: 'p'.repeat(300) }],
	'settings.problems.choice': [{ choices: ['on', 'off'] }],
	'settings.problems.number': [{ least: 1, most: 6 }],
	'settings.problems.too_long': [{ units: 121, most: 120 }],
	'settings.problems.too_many': [{ count: 21, most: 20 }],
	...Object.fromEntries(
		['language', 'hour', 'clock', 'address', 'slots', 'hashtag', 'button'].map((kind) => [
			`settings.problems.${kind}`,
			[{ words: 'w'.repeat(120) }],
		]),
	),
	'plans.question': [{ draft }],
	'plans.planFor': [{ at }],
	'plans.kept': [{ draft, at }],
	...Object.fromEntries(['past', 'too_far', 'skipped', 'no_such_day'].map((why) => [`plans.notKept.${why}`, [{ at }]])),
	...Object.fromEntries(['made', 'moved', 'takenOff'].map((what) => [`plans.${what}`, [{ draft, by, at }]])),
	...Object.fromEntries(
		['approver_left', 'not_agreed', 'content_changed', 'failed'].map((why) => [`plans.takenOffBecause.${why}`, [{ draft, at }]]),
	),
	...Object.fromEntries(['late', 'no_rights'].map((why) => [`plans.missed.${why}`, [{ draft, at }]])),
	'plans.missed.restored': [{ draft, at, channel: link }],
	'plans.othersDecide': [{ names: by }],
	'plans.list': [{ lines: ['one post', 'another post'], more: 31 }],
	'plans.line': [{ draft, at, by }],
	'plans.lineMissed': [{ draft, at, by }],
	'plans.count': [{ count: 1 }, { count: 2 }, { count: 5 }],
	...Object.fromEntries(['planned', 'missed'].map((kind) => [`claims.${kind}`, [{ at }]])),
	'reminders.text': [{ lines: ['one post', 'another post'], more: 31 }],
	...Object.fromEntries(
		['ready', 'left', 'missed', 'unconfirmed', 'stopped'].map((kind) => [
			`reminders.line.${kind}`,
			[1, 2, 5, 24].map((hours) => ({ draft, hours })),
		]),
	),
	'posts.correct': [{ draft, day, link }],
	'posts.correctionOf': [
		{ draft, by, day, link, change: 'c'.repeat(300) },
		{ draft, by: null, day, link, change: null },
	],
	'posts.corrected': ofPost,
	'posts.correctionToSettle': [{ draft, day, link }],
	'posts.correctionConfirmed': [{ draft, day, link }],
	'posts.correctionMissing': [{ draft }],
	'posts.gone': [{ draft }],
	'posts.takeDown': [{ draft, day, link }],
	'posts.askLine': [{ draft, day, link }],
	'posts.lineKept': [{ draft }],
	'posts.numbered': [{ draft }],
	'posts.anotherPost': [{ draft }],
	'posts.lineTooLong': [{ units: 500 }],
	'posts.takenDown': ofPost.map(({ draft: of, by: who, day: on }) => ({ draft: of, by: who, day: on })),
	'posts.lineShown': ofPost,
	'posts.noPlaceForLine': [{ draft, day: '1 January' }],
	...Object.fromEntries(['too_old', 'rights', 'failed'].map((why) => [`posts.notTakenDown.${why}`, [{ draft, link }]])),
	...Object.fromEntries(
		['withdrawn', 'asked', 'unnumbered', 'open', 'settled', 'press'].map((why) => [`posts.refused.${why}`, [{ draft }]]),
	),
	'posts.withdrawn': [
		{ by, at },
		{ by: null, at },
	],
	'approvals.first': [{ names: by }],
	'approvals.last': [{ by }],
	...Object.fromEntries(
		[
			['waits', { names: by }],
			['agree', { by }],
			['told', { draft, by }],
		].map(([name, about]) => [`approvals.${String(name)}`, [null, at].map((when) => ({ ...Object(about), at: when }))]),
	),
	'approvals.noted': [{ names: by }],
	'approvals.nobody': [{ names: '' }, { names: by }],
	'news.searching': [{ topic: null }, { topic: 't'.repeat(120) }],
	'news.nothingNew': [{ reasons: 'r'.repeat(900) }],
	...Object.fromEntries(
		['undated', 'link_invalid', 'link_too_long', 'host_denied', 'published', 'open_draft', 'offered', 'repeated', 'outside_window'].map(
			(reason) => [`news.leftOut.${reason}`, [{ count: 1 }, { count: 2 }, { count: 5 }]],
		),
	),
	...Object.fromEntries(['undated', 'offered', 'outside_window'].map((reason) => [`news.pageLeftOut.${reason}`, [{ number: null }]])),
	...Object.fromEntries(
		['published', 'open_draft'].map((reason) => [`news.pageLeftOut.${reason}`, [{ number: null }, { number: 1_000_000 }]]),
	),
	'news.cardsMissing': [{ count: 1 }, { count: 6 }],
	'news.window': [{ days: 7 }, { days: 30 }],
	'news.taken': [{ by, title: 't'.repeat(120) }],
	'news.dismissed': [{ by, title: 't'.repeat(120) }],
	'news.feedsUnreadable': [{ feeds: 'f'.repeat(3_500), more: 15 }],
	'news.sources': [{ feeds: ['f'.repeat(3_500)], more: 15 }],
	'news.feedRead': [{ at, count: 3, days: 30 }],
	'news.feedRefused': [
		{ at, problem, readAt: null },
		{ at, problem, readAt: at },
	],
	'news.feedsBroken': [{ feeds: 'f'.repeat(3_500), more: 15 }],
	'decisions.awaiting_feedback': [
		{ draft, by },
		{ draft, by: null },
	],
	'decisions.superseded': [
		{ draft, by, change: 'c'.repeat(250) },
		{ draft, by: null, change: null },
	],
	'changes.words': [{ from: 'w'.repeat(120), to: 'v'.repeat(120) }],
	'changes.title': [{ to: 'v'.repeat(70) }],
	'news.nothingFits': [
		{ topic: 't'.repeat(100), feeds: 3 },
		{ topic: 'trams', feeds: null },
		{ topic: null, feeds: 3 },
	],
	'settings.elsewhere.n8n': [{ value: null }, { value: 'German' }],
	'settings.elsewhere.operator': [{ value: '40' }],
	'changes.wish': [{ words: 'w'.repeat(120) }],
	'changes.look': [{ name: 'classic' }],
	'decisions.rejected': [
		{ draft, by },
		{ draft, by: null },
	],
	'decisions.dropped': [{ draft, by }],
	questionOpen: [{ draft }],
	publishedBefore: [{ by }, { by: null }],
	channelRefused: [{ draft, by }],
	'decisions.restored': [
		{ draft, by },
		{ draft, by: null },
	],
	'decisions.published': [
		{ draft, by, link },
		{ draft, by: null, link },
		{ draft, by, link: null },
	],
	publicationToSettle: [{ draft, channel: link }],
	previewToSettle: [{ draft }],
	publicationConfirmed: [
		{ draft, link },
		{ draft, link: null },
	],
	publicationMissing: [{ draft }],
	failure: [
		{ draft, step: 's'.repeat(120), reference: '1a2b3c4d', alike: null },
		{ draft: null, step: 's'.repeat(120), reference: '1a2b3c4d', alike: 10 },
	],
	interrupted: [
		{ by, draft: null, at },
		{ by: null, draft: null, at },
		{ draft, at },
	],
	abandoned: [
		{ by, draft: null, at, attempts: 3 },
		{ by: null, draft, at, attempts: 1 },
	],
	...Object.fromEntries(
		[
			'semantic_fail',
			'foreign_contact',
			'own_check',
			'language_mixed',
			'unsupported_character',
			'cover_address',
			'fragment_not_found',
			'fragment_ambiguous',
			'fragments_overlap',
			'replacement_duplicate',
			'replacement_empty_change',
			'edit_scope_violation',
			'settings_invalid',
			'fact_unfounded',
			'ai_busy',
		].map((code) => [`problems.${code}`, [{ words: 'w'.repeat(120) }, { words: null }]]),
	),
};

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
		const calls = given[name];
		if (calls === undefined) throw new Error(`Nothing says what ${name} may be given`);
		return calls.map((parameters) => ({ path: name, said: (value as (parameters: unknown) => string)(parameters), parameters }));
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

	it('says in every language who mends what a provider does not do, or that it may be tried again', () => {
		const mended = [
			...['ai_key_refused', 'ai_no_credit', 'ai_model_unknown', 'ai_not_verified', 'ai_region', 'ai_request_refused'],
			...['ai_context_too_long', 'ai_busy', 'ai_unavailable', 'ai_refused', 'ai_incomplete', 'ai_malformed', 'image_unavailable'],
			...['image_refused', 'image_model_gone', 'image_empty', 'image_none', 'image_as_address', 'image_not_png', 'image_wrong_size'],
			...['image_too_small', 'image_too_large', 'invalid_image', 'renderer_unavailable', 'covers_busy', 'covers_key'],
		];
		for (const language of languages) {
			expect(missingIn(language).filter((path) => mended.some((code) => path === `problems.${code}`))).to.deep.equal([]);
			for (const code of mended) {
				const said = explain(messagesIn(language), { code });
				expect(said, `${language} ${code}: what to do comes second`).to.match(/[.;:] \p{L}.{7}/u);
			}
		}
	});

	it('counts as each language does', () => {
		const counts = [1, 2, 5, 21, 1_000];
		const told = (language: Language) => counts.map((count) => messagesIn(language).unconfirmed({ count }).split('. ')[0]);
		expect(told('en')).to.deep.equal([
			'Telegram did not confirm 1 message',
			'Telegram did not confirm 2 messages',
			'Telegram did not confirm 5 messages',
			'Telegram did not confirm 21 messages',
			'Telegram did not confirm 1,000 messages',
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
