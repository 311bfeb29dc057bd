import type { ServiceNews } from './supervise.ts';

const MARKS = { starting: '·', ready: '✓', down: '✗', stopping: '·', stopped: '·' } as const;

/** One line per service and change, for a person. */
export function showNews({ name, state, text }: ServiceNews): void {
	if (state === 'stopping' || (state === 'starting' && text === '')) return;
	process.stdout.write(
		`  ${MARKS[state]} ${name.padEnd(14)} ` +
			`${text === '' || state === 'down' ? [state, text].filter((part) => part !== '').join(': ') : text}\n`,
	);
}
