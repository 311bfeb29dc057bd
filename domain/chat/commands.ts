/**
 * Every command, in one table and in the order in which people are told of them. A new one is an entry here, its words in English and
 * Russian (`messages/`) and how it is read (`desk/command.ts`): the compiler asks for both.
 */
import type { RequestFault } from './request.ts';

interface Command {
	/** Under what the help lists it; `/start` and `/help` are known by then. */
	readonly helps?: 'posts' | 'drafts' | 'desk';
}

export const commands = {
	start: {},
	help: {},
	post: { helps: 'posts' },
	news: { helps: 'posts' },
	sources: { helps: 'posts' },
	status: { helps: 'drafts' },
	plan: { helps: 'drafts' },
	draft: { helps: 'drafts' },
	resume: { helps: 'drafts' },
	cancel: { helps: 'drafts' },
	board: { helps: 'desk' },
	settings: { helps: 'desk' },
	language: { helps: 'desk' },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;
export const commandNames = Object.keys(commands) as CommandName[];

/** What commands are for, in the order of the help. */
export const helpTasks = ['posts', 'drafts', 'desk'] as const;
export type HelpTask = (typeof helpTasks)[number];
export const commandsFor = (task: HelpTask): readonly CommandName[] =>
	commandNames.filter((name) => (commands[name] as Command).helps === task);

/** What somebody is told how to do. */
export type UsageName =
	| Exclude<CommandName, 'start'>
	| 'noText'
	| 'pleasantry'
	| 'thanks'
	| 'greeting'
	| 'sendAsVideo'
	| 'soundTooLarge'
	| 'noEar'
	| 'pictureWithNews'
	| 'linkMissing'
	| 'forwarded'
	| 'edited'
	| 'editedAlbum'
	| Exclude<RequestFault, 'smallTalk'>;
