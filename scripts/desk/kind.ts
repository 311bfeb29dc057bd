import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sqlitePathOf } from '@copydesk/kit/database/open';
import { Usage } from '../commandLine.ts';
import { dataFolder, type DeskKind } from './paths.ts';

/** Left by releases that kept the sandbox's state and that with real accounts in one folder. */
const OLD_MIXED = join('secrets', 'live-bot-token');
const MARKER = 'kind';
/** How a desk is set up, for the operator's command. */
export const OPERATOR_ENV = 'operator.env';

/**
 * The desk that a command means: the one it names, else the one with real accounts if there ever was one here.
 * @throws Usage if it names both
 */
export function chosenKind(named: { readonly live: boolean; readonly sandbox: boolean }, env: NodeJS.ProcessEnv = process.env): DeskKind {
	if (named.live && named.sandbox) throw new Usage('Expected --live or --sandbox, not both');
	if (named.live || named.sandbox) return named.live ? 'live' : 'sandbox';
	return isThere(dataFolder('live', env)) ? 'live' : 'sandbox';
}

/** Whether a desk ever came as far as to say how it is set up. */
export function wasStarted(data: string): boolean {
	return existsSync(join(data, OPERATOR_ENV));
}

/** The databases of a desk on this machine. */
export function databasesIn(data: string) {
	const at = (name: string): string => `sqlite:${join(data, 'collaboration', name)}`;
	return { COLLAB_DATABASE_URL: at('collaboration.sqlite'), COLLAB_PARTICIPANTS_URL: at('participants.sqlite') };
}

/** Whether there is a desk in this folder: one that was started, or one that a backup brought. */
export function isThere(data: string): boolean {
	return wasStarted(data) || existsSync(sqlitePathOf(databasesIn(data).COLLAB_DATABASE_URL));
}

/**
 * Says of a folder what kind of desk it belongs to, once and for all.
 * @returns why a desk of this kind may not use it, or undefined
 */
export function assignFolder(data: string, kind: DeskKind): string | undefined {
	const marker = join(data, MARKER);
	const before = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined;
	if (before === kind) return undefined;
	if (before !== undefined) {
		const whose = before === 'live' ? 'real accounts' : 'the sandbox';
		return `${data} belongs to a desk with ${whose}: set COPYDESK_DATA_DIR to another folder.`;
	}
	const mixed = join(data, '..');
	if (kind === 'live' && !existsSync(join(data, 'secrets')) && existsSync(join(mixed, OLD_MIXED)))
		return [
			`An earlier release kept the desk with real accounts in ${mixed}, together with the sandbox's; now it has ${data} to itself.`,
			'To go on with its drafts and history, move them there:',
			`  mkdir -m 700 ${data} && mv ${['collaboration', 'renderer', 'n8n', 'secrets'].map((name) => join(mixed, name)).join(' ')} ${data}/`,
			'To begin with an empty desk:',
			`  rm ${join(mixed, OLD_MIXED)}`,
		].join('\n');
	mkdirSync(data, { recursive: true, mode: 0o700 });
	writeFileSync(marker, `${kind}\n`, { mode: 0o600 });
	return undefined;
}
