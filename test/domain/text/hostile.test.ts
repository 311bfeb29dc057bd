/**
 * Nobody who writes to the bot may keep it busy with one message. The lint rules of regexp hold every pattern to linear
 * time; here every rule that reads words of others gets them at fifteen times the messenger's length, in the shapes that
 * make a careless pattern try again from each place. A quadratic rule needs minutes for it, ours need milliseconds.
 */
import { expect } from 'chai';
import { parsePostText, sourcesOfRequest } from '../../../domain/ai/post.ts';
import { checkBody, checkLink, checkTitle } from '../../../domain/caption/bounds.ts';
import { normaliseCaption } from '../../../domain/caption/normalise.ts';
import { collectHints } from '../../../domain/check/hints.ts';
import { parseCallbackData } from '../../../domain/chat/callback.ts';
import { readCommand } from '../../../domain/desk/command.ts';
import { choose } from '../../../domain/news/choose.ts';
import { parseClassification } from '../../../domain/news/classification.ts';
import { parseFacts } from '../../../domain/news/facts.ts';
import { readHostRule } from '../../../domain/news/policy.ts';
import { feedsAbout, readNewsSettings } from '../../../domain/news/settings.ts';
import { anAnswer } from '../../support/answers.ts';
import { anItem } from '../../support/news.ts';
import { faultOfMessage } from '../../../domain/chat/request.ts';
import { MAX_MESSAGE_UNITS } from '../../../domain/limits.ts';
import { unknownContacts } from '../../../domain/text/contacts.ts';
import { phrasing } from '../../../domain/messages/phrasing.ts';
import { applyEdits } from '../../../domain/revision/edits.ts';
import { readFeedback } from '../../../domain/revision/intent.ts';

const UNITS = 60_000;
/** A thousand times what the slowest of them needs, and a tenth of what the quickest quadratic one does. */
const BUDGET_MS = 3_000;

const full = (piece: string): string => piece.repeat(Math.ceil(UNITS / piece.length)).slice(0, UNITS);
const SHAPES: Readonly<Record<string, string>> = {
	blanks: `a${full(' ')}b`,
	'blanks of every kind': `a${full(' \u00a0\t\u2003')}b`,
	'blanks before a name': `end.${full(' ')}Anna`,
	'blank lines': `a${full('\n')}b`,
	'lines of blanks': full('x \n'),
	'line separators': full(' \u2028'),
	letters: full('a'),
	capitals: full('A'),
	names: full('Anna '),
	dots: `${full('.')}x`,
	'full stops with blanks': `${full('. ')}x`,
	digits: full('1'),
	'grouped digits': `${full('1 234 ')}x`,
	commas: full(', '),
	slashes: `${full('/')}x`,
	dashes: full('—'),
	colons: full(':'),
	'straight quotes': full('"'),
	'quotes that open': full('“'),
	'quotes that open low': full('„'),
	'quotes that point': full('«'),
	'quotes of all kinds': full('„“«"\'‘’»”'),
	'a verb again and again': full('replace '),
	'a replacement that does not end': `replace "a"${full(' ')}with`,
	'half replacements': full('replace "a" with '),
	'half replacements with a quotation left open': full('replace “a '),
	'a name of a field that does not end': `title${full(' ')}x`,
	'names of fields': full('title: '),
	'a command and blanks': `/post${full(' ')}x`,
	'a button and blanks': `add button${full(' ')}`,
	'a negation again and again': full("don't change the picture, "),
	keepers: full('keep the picture '),
	'months and days': full('1 may '),
	accents: full('e\u0301'),
};

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

const RULES: Readonly<Record<string, (text: string) => unknown>> = {
	normaliseCaption,
	readFeedback,
	readCommand,
	faultOfMessage,
	parseCallbackData,
	// A request is one message; its sentences are weighed against each other, so this one is told its real length.
	sourcesOfRequest: (text) => sourcesOfRequest(text.slice(0, MAX_MESSAGE_UNITS)),
	checkTitle,
	checkLink: (text) => checkLink(`https://example.com/${text}`),
	checkBody: (text) => checkBody(text, null),
	parsePostText: (text) => parsePostText({ output_text: JSON.stringify({ ...POST, body: text, image_prompt: text }) }, null, 'en', [text]),
	'unknownContacts in it': (text) => unknownContacts(text, []),
	'unknownContacts against it': (text) => unknownContacts('evil.com, +7 999 123 45 67', [text]),
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
	'collectHints in it': (text) => collectHints({ ...materialOf(text), facts: [], source_blocks: [] }),
	'collectHints against it': (text) => collectHints({ ...materialOf(text), body: POST.body }),
	'collectHints in it against it': (text) => collectHints(materialOf(text)),
};

describe('Words that are meant to keep the desk busy', function () {
	this.timeout(BUDGET_MS * Object.keys(SHAPES).length);
	for (const [rule, run] of Object.entries(RULES)) {
		it(`are read by ${rule} in time that grows with their length alone`, () => {
			for (const [shape, text] of Object.entries(SHAPES)) {
				// Of this process: what else the machine does takes no part in it.
				const begin = process.cpuUsage();
				run(text);
				const { user, system } = process.cpuUsage(begin);
				expect((user + system) / 1_000, shape).to.be.below(BUDGET_MS);
			}
		});
	}
});
