import { callbackActions } from '../chat/callback.ts';
import { isObject } from '../isObject.ts';
import type { Intent } from './intentTypes.ts';

const IGNORED: Intent = { kind: 'ignored' };

/** The fields that an intent of each kind has for certain, by the type of each; a command is told by its name too. */
const FIELDS: Readonly<Record<Intent['kind'], Readonly<Record<string, 'string' | 'number' | 'object'>>>> = {
	start: { text: 'string' },
	help: { text: 'string' },
	usage: { text: 'string' },
	command: { name: 'string', args: 'object' },
	words: { text: 'string', draft_key: 'string' },
	voice: { seconds: 'number' },
	post_request: { text: 'string' },
	callback: { action: 'string', draft_key: 'string', version: 'number' },
	feedback_reply: { draft_key: 'string', version: 'number', text: 'string' },
	ignored: {},
};
const COMMANDS = ['news', 'draft', 'resume', 'status', 'sources', 'plan', 'cancel', 'language', 'settings'] satisfies Extract<
	Intent,
	{ kind: 'command' }
>['name'][];

const isOneOf = (words: readonly string[], word: unknown): boolean => typeof word === 'string' && words.includes(word);

/** Reads an intent as it was stored. What another release stored and this one does not know asks for nothing. */
export function storedIntent(json: string): Intent {
	const stored: unknown = JSON.parse(json);
	return isIntent(stored) ? stored : IGNORED;
}

function isIntent(stored: unknown): stored is Intent {
	if (!isObject(stored) || !isOneOf(Object.keys(FIELDS), stored['kind'])) return false;
	const { kind, name, action } = stored as { kind: Intent['kind']; name?: unknown; action?: unknown };
	if (kind === 'command' && !isOneOf(COMMANDS, name)) return false;
	if (kind === 'callback' && !isOneOf(callbackActions, action)) return false;
	return Object.entries(FIELDS[kind]).every(([field, type]) => typeof stored[field] === type && stored[field] !== null);
}
