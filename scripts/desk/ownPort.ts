import { join } from 'node:path';
import { isSameProcess } from '../setup/processes.mjs';
import { OPERATOR_ENV } from './kind.ts';
import { listenerOf } from './listener.ts';
import { withEnvFile } from './paths.ts';
import { holderOf } from './ports.ts';
import { runningDesk } from './runFiles.ts';

export type KeyHolder = 'n8n' | 'renderer' | 'reader' | 'collaboration';

/**
 * For a command that is about to tell a program a key: throws where the address is the desk's, as its start noted it, and another program
 * than the desk's listens there. An address that a person gave is taken on that person's word.
 * @param data folders of desks
 */
export function guardOf(data: readonly string[], name: KeyHolder, url: string): () => void {
	const desk = deskAt(data, name, url);
	return () => {
		if (desk === undefined || originOf(url) === '') return;
		const noted = runningDesk(desk)?.services[name];
		const port = Number(new URL(url).port);
		if (noted !== undefined && isSameProcess(noted) && listenerOf(port, noted.pid) === 'ours') return;
		const holder = holderOf(port);
		throw new Error(
			`${url} is not the desk's own ${name}, so no key is sent there: ${holder ?? 'the desk does not run, or a program of another user'} ` +
				`${holder === undefined ? 'has the port' : 'listens there'}. Stop that program and start the desk (npm start).`,
		);
	};
}

/** When the desk started its n8n, if this is the address of it: runs that began earlier have ended, whatever n8n says. */
export function n8nSinceMs(data: readonly string[], url: string): number | undefined {
	const desk = deskAt(data, 'n8n', url);
	return desk === undefined ? undefined : runningDesk(desk)?.services['n8n']?.sinceMs;
}

const deskAt = (data: readonly string[], name: KeyHolder, url: string): string | undefined =>
	data.find((folder) => originOf(notedUrl(folder, name)) === originOf(url));

const originOf = (url: string | undefined): string => (url !== undefined && URL.canParse(url) ? new URL(url).origin : '');

function notedUrl(data: string, name: KeyHolder): string | undefined {
	const noted = withEnvFile({}, join(data, OPERATOR_ENV));
	// An n8n whose owner the desk is not was started by somebody else.
	if (name === 'n8n' && noted['N8N_OWNER_EMAIL'] === undefined) return undefined;
	if (name === 'collaboration') return `http://${noted['COLLAB_HOST']}:${noted['COLLAB_PORT']}`;
	return noted[`${name.toUpperCase()}_URL`];
}
