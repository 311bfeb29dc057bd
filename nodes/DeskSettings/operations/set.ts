import type { INodeProperties } from 'n8n-workflow';

import { PROMPTS } from '../../../domain/ai/prompts.ts';
import { DEFAULT_CARDS, MAX_CARDS, MAX_FEEDS, MAX_PROMPT_UNITS } from '../../../domain/limits.ts';
import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';

type Shown = Pick<INodeProperties, 'displayName' | 'name' | 'description'>;

const words = (field: Shown & { readonly placeholder?: string }): INodeProperties => ({ ...field, type: 'string', default: '' });
const longWords = (field: Shown, rows: number, fallback = ''): INodeProperties => ({
	...field,
	type: 'string',
	typeOptions: { rows },
	default: fallback,
});
const wholeNumber = (field: Shown, minValue: number, maxValue: number, fallback: number): INodeProperties => ({
	...field,
	type: 'number',
	typeOptions: { minValue, maxValue },
	default: fallback,
});
const prompt = (name: keyof typeof PROMPTS, displayName: string, does: string): INodeProperties =>
	longWords(
		{ displayName, name, description: `${does}. Sent to the AI word for word: 1 to ${MAX_PROMPT_UNITS} characters.` },
		4,
		PROMPTS[name],
	);

/** A setting has the name of its field. */
const settings: readonly INodeProperties[] = [
	{
		displayName: 'Language of Posts',
		name: 'language',
		type: 'string',
		default: 'auto',
		description: 'Two letters, such as en, ru or de. With auto, a post is in the language of its request.',
	},
	longWords(
		{
			displayName: 'House Style',
			name: 'house_style',
			description: `How the desk writes, in your own words. May be empty; at most ${MAX_PROMPT_UNITS} characters.`,
		},
		6,
	),
	prompt('prompt_write', 'Prompt: Who Writes', 'Who writes, and for whom'),
	prompt('prompt_illustration', 'Prompt: Illustrations', 'What the pictures should look like'),
	prompt('prompt_revise', 'Prompt: Changes', 'How a text is changed when one of you asks for a change'),
	prompt('prompt_shorten', 'Prompt: Shortening', 'What a text keeps when it is shortened'),
	prompt('prompt_check', 'Prompt: Fact Check', 'What the check of a text looks for'),
	prompt('prompt_facts', 'Prompt: Facts of an Article', 'How facts are taken from an article'),
	prompt('prompt_news', 'Prompt: Choice of News', 'Who chooses the news, and what is worth a card'),
	words({
		displayName: 'Text Model',
		name: 'text_model',
		description: 'The name of the model at your AI provider. Leave empty to use the one of the credential.',
	}),
	words({
		displayName: 'Picture Model',
		name: 'image_model',
		description: 'The name of the model at your AI provider. Leave empty to use the one of the credential.',
	}),
	words({
		displayName: 'Address of the AI Provider',
		name: 'ai_base_url',
		placeholder: 'https://api.example.com/v1',
		description: 'Where texts are asked for. Leave empty to use the address of the credential.',
	}),
	longWords(
		{
			displayName: 'Feeds',
			name: 'feeds',
			description:
				`Addresses of RSS, Atom or JSON feeds, one a line, at most ${MAX_FEEDS}. {topic} in an address is replaced by the topic ` +
				'of /news; without a topic, that feed is left out.',
		},
		6,
	),
	longWords(
		{
			displayName: 'Only These Sites',
			name: 'allow_hosts',
			description: 'Whose articles may be used, one a line: example.com, or *.example.com for what is below it. Leave empty for all.',
		},
		3,
	),
	longWords(
		{
			displayName: 'Never These Sites',
			name: 'deny_hosts',
			description: 'Whose articles may not be used, in the same form. They are left out even if they are named above.',
		},
		3,
	),
	wholeNumber(
		{ displayName: 'News Cards per Search', name: 'cards', description: 'How many news items one search offers' },
		1,
		MAX_CARDS,
		DEFAULT_CARDS,
	),
	{
		displayName: 'Daily Offer of News',
		name: 'daily_offer',
		type: 'boolean',
		default: false,
		description: 'Whether both of you are offered news once a day',
	},
	wholeNumber(
		{ displayName: 'Hour of the Daily Offer', name: 'daily_hour', description: 'A full hour in the time zone of the desk' },
		0,
		23,
		9,
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
