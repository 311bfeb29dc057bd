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
	'cancel',
	'language',
	'settings',
] as const;
export type CommandName = (typeof commandNames)[number];

/** What somebody is told how to do. */
export type UsageName = Exclude<CommandName, 'start'> | 'strayReply' | 'noText' | 'forwarded' | Exclude<RequestFault, 'smallTalk'>;
