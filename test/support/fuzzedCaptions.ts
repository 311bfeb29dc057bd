/** Captions as no person writes them, sent through our rules to the sandbox, which takes what the real server takes. */
import { normaliseFormatted, type FormEntity, type FormType, type Formatted } from '@copydesk/domain/caption/form';
import { readMarks } from '@copydesk/domain/caption/marks';
import { checkedCaption } from '@copydesk/sandbox/messenger/methods/sending';
import { formatText } from '@copydesk/sandbox/messenger/text';
import { randomOf, type Random } from '../faults/random.ts';

const PIECES = [
	...['a', 'Ы', 'ß', 'ﷺ', 'ไ', '漢', 'e\u0301', '\u0301', '\u030a', '\u0333', 'क्ष', '가', '각', 'ô\u200d', '😀', '👩‍👩‍👧', '🇫🇷', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
	...[
		' ',
		'  ',
		'\t',
		'\n',
		'\r\n',
		'\r',
		'\n\n\n\n',
		'\u00a0',
		'\u2003',
		'\u3000',
		'\u0085',
		'\u2028',
		'\u2029',
		'\u000b',
		'\u0000',
		'\u007f',
	],
	...['\u200b', '\u200e', '\u202e', '\u2066', '\ufeff', '\u00ad', '\u180e', '\ufe0f', '\u{e0020}', '\u2800'],
	...['**', '*', '[', ']', '](https://quay.example/a)', '(', '_', '||', '>', '<b>', '&amp;', '\\', '`', '/help', '@somebody', '#tag'],
	...['https://quay.example/x.', 'mail@quay.example', 'word', 'Слово', '2024', '—', '«', '»', '.'],
] as const;
const TYPES: readonly FormType[] = ['bold', 'italic', 'blockquote', 'spoiler', 'text_link'];
const ADDRESSES = [
	'https://quay.example',
	'https://quay.example/a?b=c#d',
	'http://quay.example',
	'https://x',
	'tg://resolve',
	'https://é.example',
	'',
];

function fuzzed(random: Random): Formatted {
	const text = Array.from({ length: random.chance(0.02) ? random.below(1200) : random.below(40) }, () => random.pick(PIECES)).join('');
	const entities = Array.from({ length: random.chance(0.05) ? random.below(160) : random.below(6) }, (): FormEntity => {
		const type = random.pick(TYPES);
		const offset = random.between(-3, text.length + 3);
		return {
			type,
			offset,
			length: random.between(-2, random.chance(0.5) ? 6 : text.length + 5),
			...(type === 'text_link' ? { url: random.pick(ADDRESSES) } : {}),
		};
	});
	return { text, entities };
}

/** What is around each unit, told apart from our own reckoning. */
function around({ text, entities }: Formatted): string[] {
	let unit = 0;
	return [...text].map((character) => {
		const own = entities.filter(({ type, offset, length }) => TYPES.includes(type) && offset <= unit && unit < offset + length);
		unit += character.length;
		return [...new Set(own.map(({ type, url }) => `${type}${url ?? ''}`))].sort().join(' ');
	});
}

/** What went wrong with one caption; null: nothing did. */
export function wrongWith(seed: number, index: number): string | null {
	const random = randomOf(seed, index);
	const given = fuzzed(random);
	const formatted = normaliseFormatted(given);
	// Half of them are what an AI wrote.
	const read = random.chance(0.5) ? readMarks(formatted.text) : formatted;
	const about = `${seed}:${index} ${JSON.stringify(read)}`;
	if ([...read.text].length > 1024 || read.text === '') return null;
	let kept;
	try {
		kept = checkedCaption(formatText(read.text, undefined, read.entities));
	} catch (error) {
		return `${about}: ${(error as Error).message}`;
	}
	if (kept.text !== read.text) return `${about}: the text came back as ${JSON.stringify(kept.text)}`;
	const [sent, shown] = [around(read), around(kept as Formatted)];
	const differs = [...read.text].findIndex((character, at) => character.trim() !== '' && sent[at] !== shown[at]);
	return differs === -1 ? null : `${about}: at ${differs} it is ${shown[differs]} instead of ${sent[differs]}`;
}
