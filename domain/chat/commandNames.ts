import type { RequestFault } from './request.ts';

/** Every command there is, in the order in which people are told of them. */
export const commandNames = [
	'start',
	'help',
	'post',
	'news',
	'sources',
	'draft',
	'resume',
	'status',
	'plan',
	'cancel',
	'board',
	'language',
	'settings',
] as const;
export type CommandName = (typeof commandNames)[number];

/** What somebody is told how to do. */
export type UsageName =
	| Exclude<CommandName, 'start'>
	| 'noText'
	| 'pleasantry'
	| 'thanks'
	| 'greeting'
	| 'movingPicture'
	| 'pictureWithLink'
	| 'linkMissing'
	| 'forwarded'
	| 'edited'
	| Exclude<RequestFault, 'smallTalk'>;

/** What commands are for, in the order of the help. `/start` and `/help` are known by then. */
export const helpTasks = {
	posts: ['post', 'news', 'sources'],
	drafts: ['status', 'plan', 'draft', 'resume', 'cancel'],
	desk: ['board', 'settings', 'language'],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;
export type HelpTask = keyof typeof helpTasks;
