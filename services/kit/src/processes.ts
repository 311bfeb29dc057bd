import { readFileSync } from 'node:fs';

/**
 * Whether a process of this machine still runs. One that was killed and that its parent has not taken note of yet
 * keeps its number, but does nothing any more.
 */
export function processExists(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
	return !/^[ZX]/.test(stateOf(pid) ?? '');
}

/** The state in the kernel's table, a letter; undefined where there is no such table. */
function stateOf(pid: number): string | undefined {
	try {
		// The name before it is in brackets and may hold any character.
		return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1);
	} catch {
		return undefined;
	}
}
