import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The least that a program needs: where programs are, and where Node keeps compiled code, so that it starts sooner. */
export function bareEnvironment(): Record<string, string> {
	const { PATH = '', NODE_COMPILE_CACHE } = process.env;
	return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

/** For a sandbox whose pictures nobody looks at. */
export const ROUGH_PICTURES = { SANDBOX_PICTURES: 'rough' } as const;

/** For an n8n that runs no Code node: the program that would run them is not started, which takes seconds. */
export const NO_RUNNER = { N8N_RUNNERS_MODE: 'external', N8N_RUNNERS_AUTH_TOKEN: 'of-a-runner-that-never-comes' } as const;

/** For an n8n whose editor is not opened, either: its pages are written at each start, which takes seconds. */
export const BARE_N8N = { ...NO_RUNNER, N8N_DISABLE_UI: 'true' } as const;

const ENOUGH_BYTES = 1_073_741_824;

/**
 * Where databases go that live as long as a test: memory is a disk here, as far as there is enough of it. Nothing has to survive a
 * power cut, and many tables are made.
 */
export function fastFolder(): string {
	const memory = '/dev/shm';
	if (!existsSync(memory)) return tmpdir();
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize > ENOUGH_BYTES ? memory : tmpdir();
}
