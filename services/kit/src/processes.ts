import { readFileSync } from 'node:fs';

/** Whether a process of this machine still runs. A killed process keeps its pid until its parent has waited for it, but counts as ended. */
export function processExists(pid: number): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
	return !/^[ZX]/.test(stateOf(pid) ?? '');
}

/** The state letter in the kernel's process table; undefined without such a table. */
function stateOf(pid: number): string | undefined {
	try {
		// The name before the state is in brackets and may contain any character.
		return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1);
	} catch {
		return undefined;
	}
}
