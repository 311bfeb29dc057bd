// Programs of the system that a cluster is made of, as Debian packages them.

import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** The newest server binaries of this machine, or undefined. */
export function postgresBin(): string | undefined {
	if (process.platform !== 'linux' || !existsSync(DEBIAN_POSTGRES)) return undefined;
	const versions = readdirSync(DEBIAN_POSTGRES)
		.filter((name) => existsSync(join(DEBIAN_POSTGRES, name, 'bin', 'initdb')))
		.sort((one, other) => Number(other) - Number(one));
	return versions[0] === undefined ? undefined : join(DEBIAN_POSTGRES, versions[0], 'bin');
}

/** The command line of a program that the system ends when the process goes that started it. */
export function tied(signal: 'INT' | 'TERM', command: readonly string[], user: readonly string[] = []): [string, ...string[]] {
	return ['setpriv', ...user, '--pdeathsig', signal, '--', ...command];
}

/** The database's server refuses to run as root; then it runs as Debian's user for it. */
export function asServerUser(command: readonly string[]): [string, ...string[]] {
	const user = isRoot() ? ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : [];
	return tied('INT', command, user);
}

export function giveToServerUser(...paths: readonly string[]): void {
	if (!isRoot()) return;
	const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
	for (const path of paths) chownSync(path, idOf('-u'), idOf('-g'));
}

/** What a cluster cannot be without and this machine does not have, a line for each with what to do about it. */
export function missingPrograms(): string[] {
	if (process.platform !== 'linux') return ['A cluster runs on Linux, from Debian’s packages; this is another system.'];
	return [
		...(postgresBin() === undefined ? ['PostgreSQL is not here: apt-get install -y postgresql'] : []),
		...(pathOf('redis-server') === undefined ? ['Redis is not here: apt-get install -y redis-server'] : []),
		...(pathOf('caddy') === undefined ? ['Caddy is not here: apt-get install -y caddy'] : []),
		...(pathOf('setpriv') === undefined ? ['setpriv is not here: apt-get install -y util-linux'] : []),
	];
}

export function pathOf(program: string): string | undefined {
	return (process.env.PATH ?? '')
		.split(':')
		.map((folder) => join(folder, program))
		.find((path) => {
			try {
				accessSync(path, constants.X_OK);
				return true;
			} catch {
				return false;
			}
		});
}

function isRoot(): boolean {
	return process.getuid?.() === 0;
}
