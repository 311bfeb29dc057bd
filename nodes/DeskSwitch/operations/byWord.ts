import { travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { words } from '../words.ts';
import type { Word } from '../words.ts';

/** Sends each item by the output that a word of it names. */
export const byWord: Operation = {
	option: {
		name: 'By a Word',
		value: 'byWord',
		description: 'Send each item by the output that a word of it names',
		action: 'Send items by a word',
	},
	fields: [
		{
			displayName: 'Word',
			name: 'word',
			type: 'options',
			default: 'next',
			description: 'What of the item says which way it goes',
			options: [
				{ name: 'Decision', value: 'decision', description: 'What was decided about a draft' },
				{
					name: 'Entry',
					value: 'entry',
					description: 'What began: message, proof, or offer at its hour. At any other hour nothing goes on.',
				},
				{ name: 'Lacks', value: 'lacks', description: 'What of news is missing before its text: article, facts or nothing' },
				{ name: 'Needs', value: 'needs', description: 'What a text needs: check or cover; failed if there is none' },
				{ name: 'Next', value: 'next', description: 'What the node before found to come next' },
				{ name: 'Route', value: 'route', description: 'Where a verified event goes. What is to stop goes nowhere.' },
			],
		},
		{
			displayName: 'Ways',
			name: 'ways',
			type: 'string',
			default: '',
			placeholder: 'ready, failed',
			description: 'The words that have an output, in this order, with commas between them',
		},
		{
			displayName: 'Otherwise',
			name: 'otherwise',
			type: 'string',
			default: '',
			description: 'The output for every other word, one of the ways or one more. Leave empty to stop at a word that is not listed.',
		},
	],
	run: async (context, itemIndex) => ({ json: travelling(context, itemIndex) }),
	waysOf: (context, itemIndex) => {
		const [ways, otherwise] = ['ways', 'otherwise'].map((field) => waysIn(context.getNodeParameter(field, itemIndex, '')));
		return [...new Set([...(ways ?? []), ...(otherwise ?? [])])];
	},
	wayOf(item, context, itemIndex) {
		const word = words[context.getNodeParameter('word', itemIndex) as Word](item);
		const otherwise = context.getNodeParameter('otherwise', itemIndex, '') as string;
		const isListed = word === null || otherwise === '' || waysIn(context.getNodeParameter('ways', itemIndex, '')).includes(word);
		return isListed ? word : otherwise;
	},
};

const waysIn = (list: unknown): string[] =>
	String(list)
		.split(',')
		.map((way) => way.trim())
		.filter((way) => way !== '');
