import { COMMAND_DRAFT_ID } from '../ids.ts';
import { MAX_COMMAND_VERSION, MAX_TOPIC_UNITS } from '../limits.ts';
import { languageNamed } from '../messages/catalogue.ts';
import { settingNamed } from '../messages/settings.ts';
import { weekIn } from '../schedule/week.ts';
import type { Asked } from './intentTypes.ts';
import type { CommandName, UsageName } from '../chat/commands.ts';
import { faultOfRequest, linkOf } from '../chat/request.ts';

/** A command word, with or without the bot's name, and what follows it. */
const COMMAND = /^\/([\p{L}\p{M}0-9_]{1,32})(?:@[A-Za-z0-9_]{1,64})?(?:\s([\s\S]*))?$/u;

const DRAFT_NUMBER = /^[1-9]\d{0,8}$/;

/** Whether a text is meant as a command, well-formed or not. */
export function isCommand(text: string): boolean {
	return text.startsWith('/');
}

/** Reads a typed command. A malformed or unknown one becomes `usage`. */
export function readCommand(text: string): Asked {
	const match = COMMAND.exec(text.trim());
	const name = match?.[1]?.toLowerCase();
	if (name === undefined) return usage('help');
	return isCommandName(name) ? READ[name]((match?.[2] ?? '').trim()) : { kind: 'unknown_command', named: name };
}

/** The command that a message is the bare name of, as in “status”; null for other words. */
export function readBareCommand(text: string): Asked | null {
	const word = text.trim().toLowerCase();
	return word !== 'post' && isCommandName(word) ? readCommand(`/${word}`) : null;
}

const isCommandName = (name: string): name is CommandName => Object.hasOwn(READ, name);

type Alone = Extract<CommandName, 'status' | 'sources' | 'cancel'>;
const alone =
	(name: Alone) =>
	(rest: string): Asked =>
		rest === '' ? { kind: 'command', name, args: {} } : usage(name);
const ofDraft =
	(name: 'draft' | 'resume', about: UsageName = name) =>
	(rest: string): Asked => {
		const args = readDraftArguments(rest);
		return args === undefined ? usage(about) : { kind: 'command', name, args };
	};
const showPlan: Asked = { kind: 'command', name: 'plan', args: {} };

/** What each command asks for, by what follows it. */
const READ: Readonly<Record<CommandName, (rest: string) => Asked>> = {
	// A link of the board shows a draft, whose number it has behind /start, or the plan. It grants nothing.
	start: (rest) =>
		rest === 'plan'
			? showPlan
			: DRAFT_NUMBER.test(rest)
				? { kind: 'command', name: 'draft', args: { draft_id: rest, version: null } }
				: { kind: 'start' },
	help: () => ({ kind: 'help' }),
	post: (rest) => (rest === '' ? usage('post') : readRequest(rest)),
	news: (rest) => readSearch(rest),
	draft: ofDraft('draft'),
	resume: ofDraft('resume'),
	plan(rest) {
		const week = weekIn(rest);
		if (week !== null) return readWeek(week);
		// When a post goes out is chosen below its preview, which is bound to what it shows.
		return rest === '' ? showPlan : ofDraft('draft', 'plan')(rest);
	},
	status: alone('status'),
	sources: alone('sources'),
	cancel: alone('cancel'),
	// The service sends the link itself, where there is a board.
	board: () => usage('board'),
	language(rest) {
		const language = rest === '' ? null : languageNamed(rest);
		return rest !== '' && language === null ? usage('language') : { kind: 'command', name: 'language', args: { language } };
	},
	settings(rest) {
		const named = settingNamed(rest);
		if (named === null && rest !== '') return usage('settings');
		const value = named === null || named.value === '' ? null : named.value;
		return { kind: 'command', name: 'settings', args: { setting: named?.name ?? null, value } };
	},
};

/** What somebody says should become a post. */
export function readRequest(text: string): Asked {
	const link = linkOf(text);
	if (link !== null) return pageAt(link);
	const fault = faultOfRequest(text);
	return fault === null ? { kind: 'post_request', text } : usage(fault);
}

function readWeek(text: string): Asked {
	const fault = text === '' ? null : faultOfRequest(text);
	return fault === null ? { kind: 'week', text } : usage(fault);
}

function readSearch(rest: string): Asked {
	const link = linkOf(rest);
	if (link !== null) return pageAt(link);
	return rest.length > MAX_TOPIC_UNITS ? usage('news') : { kind: 'command', name: 'news', args: { topic: rest === '' ? null : rest } };
}

/** One page is to be offered, instead of what the feeds hold. */
const pageAt = (link: string): Asked => ({ kind: 'command', name: 'news', args: { topic: null, link } });

function usage(about: UsageName): Asked {
	return { kind: 'usage', about };
}

/** `<draft_id> [version]`: an id of 1–40 ASCII, a version of 1–999999999, no leading zero (docs/specification.md#ids-and-versions). */
function readDraftArguments(rest: string): { draft_id: string; version: number | null } | undefined {
	const [draftId, version, ...more] = rest.split(/\s+/);
	if (draftId === undefined || !COMMAND_DRAFT_ID.test(draftId) || more.length > 0) return undefined;
	if (version === undefined) return { draft_id: draftId, version: null };
	if (!/^[1-9]\d{0,8}$/.test(version) || Number(version) > MAX_COMMAND_VERSION) return undefined;
	return { draft_id: draftId, version: Number(version) };
}
