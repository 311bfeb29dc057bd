/**
 * One message, one page and one answer of an AI keep n8n busy for a moment at most, whatever is in them. Every rule that reads words
 * of others gets them as long as a message of the messenger and as an article, in the shapes that make a careless rule try again from
 * each place, or hold each word against each other one.
 */
import { expect } from 'chai';
import { parsePostText, sourcesOfRequest } from '../../../domain/ai/post.ts';
import { checkBody, checkLink, checkTitle } from '../../../domain/caption/bounds.ts';
import { normaliseCaption } from '../../../domain/caption/normalise.ts';
import { collectHints, finderIn } from '../../../domain/check/hints.ts';
import { parseCallbackData } from '../../../domain/chat/callback.ts';
import { linksIn } from '../../../domain/chat/links.ts';
import { feedbackPatterns } from '../../../domain/chat/patterns.ts';
import { coverContradictions } from '../../../domain/check/coverHints.ts';
import { readVerdict } from '../../../domain/check/verdict.ts';
import { carried, normaliseFormatted, takenFrom } from '../../../domain/caption/form.ts';
import { readMarks } from '../../../domain/caption/marks.ts';
import { coverWords } from '../../../domain/cover/signs.ts';
import { tooLongIn } from '../../../domain/cover/tooLong.ts';
import { readUpdate } from '../../../domain/event/update.ts';
import { requestedLanguage } from '../../../domain/languages/requestedLanguage.ts';
import { CopydeskError } from '../../../domain/errors.ts';
import { postLanguageNamed } from '../../../domain/languages/names.ts';
import { partsInOtherLanguage } from '../../../domain/languages/mixed.ts';
import { itemOfPage } from '../../../domain/news/page.ts';
import { likeness } from '../../../domain/repeats/compare.ts';
import { leadOf, fingerprintOf } from '../../../domain/repeats/topicFingerprint.ts';
import { lookOfRequest } from '../../../domain/revision/shown.ts';
import { parseSlots } from '../../../domain/schedule/slots.ts';
import { readWhen } from '../../../domain/schedule/when.ts';
import { settings } from '../../../domain/settings/settings.ts';
import { canonicalUrl } from '../../../domain/text/canonicalUrl.ts';
import { nearestOf } from '../../../domain/text/nearest.ts';
import { shorten } from '../../../domain/text/shorten.ts';
import { askedToWait, providerFault } from '../../../domain/ai/faults.ts';
import { readCommand } from '../../../domain/desk/command.ts';
import { choose } from '../../../domain/news/choose.ts';
import { parseClassification } from '../../../domain/news/classification.ts';
import { parseFacts } from '../../../domain/news/facts.ts';
import { readHostRule } from '../../../domain/news/policy.ts';
import { feedsAbout, readNewsSettings } from '../../../domain/news/settings.ts';
import { anAnswer } from '../../support/answers.ts';
import { anItem } from '../../support/news.ts';
import { faultOfMessage } from '../../../domain/chat/request.ts';
import { MAX_MESSAGE_UNITS, MAX_REQUEST_UNITS } from '../../../domain/limits.ts';
import { addressesIn, unknownContacts, withoutContacts } from '../../../domain/text/contacts.ts';
import { phrasing } from '../../../domain/messages/phrasing.ts';
import { applyEdits } from '../../../domain/revision/edits.ts';
import { readFeedback } from '../../../domain/revision/intent.ts';

/** A message, and an article. */
const LENGTHS = [4_096, 22_000];
const BUDGET_MS = 50;
/** What is compiled and collected the first time does not count. */
const TIMES = 9;
const HOPELESS_MS = 500;

const full = (piece: string) => (units: number) => piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
/** Other words each time. */
const each = (word: (at: number) => string) => (units: number) => {
	let text = '';
	for (let at = 0; text.length < units; at += 1) text += `${word((at * 7_919) % 99_991)} `;
	return text.slice(0, units);
};
const letters = (at: number): string => at.toString(36).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
const between = (before: string, piece: string, after: string) => (units: number) => before + full(piece)(units - 2) + after;
const SHAPES: Readonly<Record<string, (units: number) => string>> = {
	blanks: between('a', ' ', 'b'),
	'blanks of every kind': between('a', ' \u00a0\t\u2003', 'b'),
	'blanks before a name': between('end.', ' ', 'Anna'),
	'blank lines': between('a', '\n', 'b'),
	'lines of blanks': full('x \n'),
	'line separators': full(' \u2028'),
	letters: full('a'),
	capitals: full('A'),
	names: full('Anna '),
	dots: between('', '.', 'x'),
	'full stops with blanks': between('', '. ', 'x'),
	digits: full('1'),
	'grouped digits': between('', '1 234 ', 'x'),
	commas: full(', '),
	slashes: between('', '/', 'x'),
	dashes: full('—'),
	colons: full(':'),
	'straight quotes': full('"'),
	'quotes that open': full('“'),
	'quotes that open low': full('„'),
	'quotes that point': full('«'),
	'quotes of all kinds': full('„“«"\'‘’»”'),
	'a verb again and again': full('replace '),
	'a replacement that does not end': between('replace "a"', ' ', 'with'),
	'half replacements': full('replace "a" with '),
	'half replacements with a quotation left open': full('replace “a '),
	'a name of a field that does not end': between('title', ' ', 'x'),
	'names of fields': full('title: '),
	'a command and blanks': between('/post', ' ', 'x'),
	'a button and blanks': between('add button', ' ', ''),
	'a negation again and again': full("don't change the picture, "),
	keepers: full('keep the picture '),
	'months and days': full('1 may '),
	accents: full('e\u0301'),
	'one address again and again': full('t.me/'),
	'addresses with a path': full('a.com/'),
	'addresses with everything': full('a.b@c.d:e/'),
	'schemes with a host': full('https://a.com/'),
	'schemes with a host after a blank': full('tg://a '),
	'schemes without a host': full('tel:'),
	accounts: full('@abc'),
	'accounts with dots': full('a@b.'),
	'other addresses': each((at) => `${at.toString(36)}.com`),
	'other accounts': each((at) => `@ab${at.toString(36)}`),
	'other numbers': each((at) => String(at * 7 + 3)),
	'other telephone numbers': each((at) => `+7999${1_000_000 + at}`),
	'other names': each((at) => `N${letters(at)}`),
	'other words': each(letters),
	'other names in capitals': each((at) => letters(at).toUpperCase()),
	'other words that begin alike': each(
		(at) => `Минэк${letters(at).replace(/[a-z]/g, (letter) => 'абвгдежзиклмнопрстуфхцчшщыэ'.charAt(letter.charCodeAt(0) - 97))}`,
	),
	'one word that is made of itself': full('Аааааааааааааааааааааааа '),
	'dates with months': full('12.11.2026 '),
	'days of a month': full('1, 1, '),
	currencies: full('$1-'),
	cards: full('4111 '),
	accountNumbers: full('DE89 '),
	wallets: full('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'),
	'percent signs': full('%41'),
	'digits in brackets': full('(1'),
	'digits with blanks': full('1 '),
	'Roman numerals': full('XIV '),
	units: full('км/ч '),
	'one small word': full('и '),
	'small words': full('and '),
	'names of countries': full('США '),
	'quoted letters': full('«a» '),
	'quoted words that are known': full('a b «b b» '),
	'marks of bold words': full('**a '),
	'bold words': full('**a** '),
	'linked words': full('[a](https://a.b/) '),
	'marks of links': full('[a]('),
	hashtags: full('#a '),
	'other hashtags': each((at) => `#${letters(at)}`),
	times: full('tomorrow at 10:30 '),
	'times in Russian': full('завтра в 9 утра '),
	'days of the week': full('mon 09:00; '),
	'times without a day': full('12:30 12.11. '),
	'one language again and again': full('in English '),
	'short sentences': full('. '),
	...Object.fromEntries(['5 млн ', '5 billion ', '5 thousand ', '½ hundred '].map((amount) => [`amounts: ${amount}`, full(amount)])),
	'a host that is too long': between('button', 'I', '&'),
	sentences: full('This is one. '),
	emoji: full('👩‍👩‍👧'),
	'half characters': full('\ud800'),
};

const TEXTS = LENGTHS.flatMap((units) =>
	Object.entries(SHAPES).map(([shape, textOf]) => ({ shape: `${shape}, ${units} units`, text: textOf(units) })),
);

const POST = { title: 'A title', subtitle: '', body: 'A body of a few words.' };
const materialOf = (text: string) => ({
	...POST,
	body: text,
	kind: 'post' as const,
	link: null,
	caption: text,
	item_link: null,
	facts: [{ text, source_ids: ['request'] }],
	source_blocks: [{ id: 'request', text }],
	edit_scope: null,
});

const whole = (text: string) => ({ text, entities: [{ type: 'bold' as const, offset: 0, length: text.length }] });
const parts = (text: string) => ({
	...whole(text),
	entities: Array.from({ length: 100 }, (_, at) => ({ type: 'bold' as const, offset: at * 7, length: 5 })),
});
const ERROR = { error: { status: 400 } };

const RULES: Readonly<Record<string, (text: string) => unknown>> = {
	normaliseCaption,
	readFeedback,
	readCommand,
	faultOfMessage,
	linksIn: (text) => linksIn(text, [text]),
	parseCallbackData,
	requestedLanguage,
	postLanguageNamed,
	lookOfRequest: (text) => lookOfRequest(text, feedbackPatterns),
	readWhen: (text) => readWhen(text, 0, 'Europe/Berlin'),
	parseSlots,
	...Object.fromEntries(Object.entries(settings).map(([name, { read }]) => [`the setting ${name}`, (text: string) => read(text)])),
	readUpdate: (text) =>
		readUpdate({ update_id: 1, message: { message_id: 1, from: { id: 1, first_name: text }, chat: { id: 1, type: 'private' }, text } }),
	nearestOf: (text) => nearestOf(text, ['drafts', 'settings']),
	shorten: (text) => shorten(text, text.length - 1),
	canonicalUrl: (text) => canonicalUrl(`https://example.com/?${text}`),
	coverWords: (text) => coverWords(text, 'title'),
	tooLongIn,
	readMarks: (text) => readMarks(text),
	normaliseFormatted: (text) => normaliseFormatted(parts(text)),
	'carried from it': (text) => carried(parts(text.slice(0, 1_024)), text),
	'takenFrom it': (text) => takenFrom(parts(text), text.slice(0, 1_024), text.slice(0, 1_000)),
	partsInOtherLanguage: (text) => partsInOtherLanguage({ title: text, subtitle: text, category: text, body: text }, 'en'),
	itemOfPage: (text) =>
		itemOfPage(`https://a.example/${text}`, {
			canonical_url: 'https://a.example/1',
			title: text,
			site: text,
			published_at: text,
			blocks: [],
		}),
	likeness: (text) => likeness(fingerprintOf([text, text]), leadOf([text])),
	'what a provider says': (text) => [
		providerFault({ error: { ...ERROR.error, message: text, more: text.split('') } }),
		askedToWait({ message: `429 try again in ${text}` }),
	],
	// Four messages at most; its sentences are weighed against each other, so this one is told its real length.
	sourcesOfRequest: (text) => sourcesOfRequest(text.slice(0, MAX_REQUEST_UNITS)),
	checkTitle,
	checkLink: (text) => checkLink(`https://example.com/${text}`),
	checkBody: (text) => checkBody(text, null),
	parsePostText: (text) =>
		parsePostText(anAnswer({ ...POST, title: text, subtitle: text, body: text, category: text, image_prompt: text }), null, 'en', [text]),
	readVerdict: (text) =>
		readVerdict(anAnswer({ pass: false, issues: [{ field: 'body', fragment: text, replacement: text, reason: text }] })),
	coverContradictions: (text) =>
		coverContradictions(POST, { ...POST, title: text.slice(0, 1_000), body: text.slice(0, MAX_MESSAGE_UNITS) }),
	addressesIn,
	'unknownContacts in it': (text) => unknownContacts(text, []),
	'unknownContacts against it': (text) => unknownContacts('evil.com, +7 999 123 45 67', [text]),
	'unknownContacts in it against it': (text) => unknownContacts(text, [text]),
	withoutContacts: (text) => withoutContacts(text, ['example.com']),
	finderIn: (text) => finderIn(text)(text.slice(0, MAX_MESSAGE_UNITS)),
	quote: (text) => phrasing('en', ['“', '”'], 'draft').quote(text),
	'applyEdits in it': (text) => applyEdits({ ...POST, body: text }, [{ fragment: 'b', replacement: 'c' }]),
	'applyEdits of it': (text) =>
		applyEdits({ ...POST, body: text.slice(0, 4_096) }, [{ fragment: text.slice(0, 2_000), replacement: text }]),
	readHostRule,
	'readNewsSettings of feeds': (text) => readNewsSettings({ feeds: text, deny_hosts: text }),
	'readNewsSettings of hosts': (text) => readNewsSettings({ deny_hosts: `${text}\n*.${text}` }),
	feedsAbout: (text) => feedsAbout(['https://a.example/{topic}'], text),
	choose: (text) =>
		choose(
			[1, 2].map((hour) =>
				anItem('a', { title: text, summary: text, canonical_url: `https://a.example/${hour}${text}`, published_at: text }),
			),
			[],
			{ allow: [], deny: [text] },
			0,
		),
	'choose among titles': (text) =>
		choose(
			[1, 2].map((hour) => anItem('a', { title: text, canonical_url: `https://a.example/${hour}` })),
			[],
			{ allow: [], deny: [`*.${text}`] },
			0,
		),
	parseClassification: (text) => parseClassification(anAnswer({ items: [{ n: text, title: text, angle: text }] }), [], 5),
	'parseFacts of it': (text) => parseFacts(anAnswer({ facts: [{ text, source_ids: ['b1'] }] }), [{ id: 'b1', text: 'x' }]),
	'parseFacts from it': (text) => parseFacts(anAnswer({ facts: [{ text: text.slice(0, 700), source_ids: ['b1'] }] }), [{ id: 'b1', text }]),
	'collectHints in it': (text) => collectHints({ ...materialOf(text.slice(0, MAX_MESSAGE_UNITS)), facts: [], source_blocks: [] }),
	'collectHints against it': (text) => collectHints({ ...materialOf(text), facts: [], body: POST.body }),
};

const spent = (work: () => unknown): number => {
	const begin = process.cpuUsage();
	try {
		work();
	} catch (error) {
		// Half a character is refused.
		if (!(error instanceof CopydeskError)) throw error;
	}
	// Of this process: what else the machine does takes no part in it.
	const { user, system } = process.cpuUsage(begin);
	return (user + system) / 1_000;
};

/** How much slower than a quiet machine of 2026 this one is now: its processors may be shared. */
function pace(): number {
	const text = full('a1 b2, ')(40_000);
	const once = () => spent(() => new Map([...text.matchAll(/[a-z]\d/g)].map((match) => [match.index, match[0].toUpperCase()])));
	return Math.max(1, Math.min(...Array.from({ length: TIMES }, once)) / PACE_MS);
}
const PACE_MS = 1.5;

describe('Words that are meant to keep the desk busy', function () {
	this.timeout(120_000);
	for (const [rule, run] of Object.entries(RULES)) {
		it(`are read by ${rule} in a moment`, () => {
			const slow: string[] = [];
			for (const { shape, text } of TEXTS) {
				let least = Infinity;
				for (let time = 0; time < TIMES && least > BUDGET_MS && !(least > HOPELESS_MS && time > 0); time += 1)
					least = Math.min(
						least,
						spent(() => run(text)),
					);
				if (least > BUDGET_MS && least > BUDGET_MS * pace()) slow.push(`${shape}: ${Math.round(least)} ms`);
			}
			expect(slow).to.deep.equal([]);
		});
	}
});
