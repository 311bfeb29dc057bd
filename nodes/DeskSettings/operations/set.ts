import type { INodeProperties } from 'n8n-workflow';

import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { DEFAULT_CARDS, MAX_CARDS, MAX_FEEDS, MAX_PROMPT_UNITS } from '../../../domain/limits.ts';
import { FORM_TITLES, type FormField } from '../../../domain/settings/form.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

interface Shown {
	readonly name: FormField;
	readonly description: string;
}

const titled = ({ name, ...shown }: Shown) => ({ displayName: FORM_TITLES[name], name, ...shown });

const words = (field: Shown & { readonly placeholder?: string }): INodeProperties => ({ ...titled(field), type: 'string', default: '' });
const longWords = (field: Shown, rows: number, fallback = ''): INodeProperties => ({
	...titled(field),
	type: 'string',
	typeOptions: { rows },
	default: fallback,
});
const wholeNumber = (field: Shown, minValue: number, maxValue: number, fallback: number): INodeProperties => ({
	...titled(field),
	type: 'number',
	typeOptions: { minValue, maxValue },
	default: fallback,
});
const prompt = (name: keyof typeof PROMPTS, does: string): INodeProperties =>
	longWords({ name, description: `${does}. Sent to the AI word for word: 1 to ${MAX_PROMPT_UNITS} characters.` }, 4, PROMPTS[name]);

/** The value is a name, as it was when it was typed. */
const model = (name: 'text_model' | 'brief_model' | 'image_model', does: string): INodeProperties => ({
	...titled({
		name,
		description:
			`${does} Choose from the list of your AI provider, or specify an ID using an ` +
			'<a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	}),
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getModels' },
	default: '',
});

/** A setting has the name of its field. */
const settings: readonly INodeProperties[] = [
	{
		...words({
			name: 'language',
			description: 'Two letters, such as en, ru or de. With auto, a post is in the language of its request.',
		}),
		default: 'auto',
	},
	longWords(
		{
			name: 'house_style',
			description: `How the desk writes, in your own words. May be empty; at most ${MAX_PROMPT_UNITS} characters.`,
		},
		6,
	),
	longWords(
		{
			name: 'channel_about',
			description: `What the channel is about and where, in a sentence. Leave empty to use its own title and description.`,
		},
		2,
	),
	prompt('prompt_write', 'Who writes, and for whom'),
	prompt('prompt_illustration', 'What the pictures should look like'),
	prompt('prompt_revise', 'How a text is changed when one of you asks for a change'),
	prompt('prompt_shorten', 'What a text keeps when it is shortened'),
	prompt('prompt_check', 'What the check of a text looks for'),
	prompt('prompt_facts', 'How facts are taken from an article'),
	prompt('prompt_news', 'Who chooses the news, and what is worth a card'),
	model('text_model', 'Who writes.'),
	model('brief_model', 'Who finds out what a message asks for. The first of the list means the text model.'),
	model('image_model', 'Who draws.'),
	words({
		name: 'ai_base_url',
		placeholder: 'https://api.example.com/v1',
		description: 'Where texts are asked for. Leave empty to use the address of the credential.',
	}),
	longWords(
		{
			name: 'feeds',
			description:
				`Addresses of RSS, Atom or JSON feeds, one a line, at most ${MAX_FEEDS}. {topic} in an address is replaced by the topic ` +
				'of /news; without a topic, that feed is left out.',
		},
		6,
	),
	longWords(
		{
			name: 'allow_hosts',
			description: 'Whose articles may be used, one a line: example.com, or *.example.com for what is below it. Leave empty for all.',
		},
		3,
	),
	longWords(
		{
			name: 'deny_hosts',
			description: 'Whose articles may not be used, in the same form. They are left out even if they are named above.',
		},
		3,
	),
	{
		...titled({ name: 'show_sources', description: 'Whether posts about what is known name their sources in the channel' }),
		type: 'boolean',
		default: false,
	},
	{
		...titled({ name: 'without_sources', description: 'What is done where no source is found' }),
		type: 'options',
		options: [
			{ name: 'Ask', value: 'ask' },
			{ name: 'Write From General Knowledge', value: 'write' },
		],
		default: 'ask',
	},
	wholeNumber({ name: 'cards', description: 'How many news items one search offers' }, 1, MAX_CARDS, DEFAULT_CARDS),
	{
		...titled({ name: 'daily_offer', description: 'Whether both of you are offered news once a day' }),
		type: 'boolean',
		default: false,
	},
	wholeNumber(
		{ name: 'daily_hour', description: 'A full hour in the time zone of the desk. A new one counts from the next message to the bot on.' },
		...([0, 23, 9] as const),
	),
];

/** The settings travel with the item from here on. */
export const set: Operation = {
	option: {
		name: 'Set',
		value: 'set',
		description: 'Set how the desk writes, which models it asks and where it looks for news',
		action: 'Set the desk',
	},
	fields: [
		{
			displayName:
				'What the owner sets in the chat with /settings wins over these fields: language, house style, feeds, cards, daily offer.',
			name: 'chatWins',
			type: 'notice',
			default: '',
		},
		...settings,
	],
	run(context, itemIndex) {
		const values = Object.fromEntries(settings.map(({ name }) => [name, context.getNodeParameter(name, itemIndex)]));
		return Promise.resolve({ json: { ...travelling(context, itemIndex), settings: values } });
	},
};
