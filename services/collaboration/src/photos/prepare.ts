/** Turns a picture of a person or an AI into a PNG: upright, in sRGB, without the camera's metadata. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PhotoProblem } from '@copydesk/domain/cover/photo';
import { MAX_IMAGE_BYTES, MAX_SENT_IMAGE_BYTES } from '@copydesk/domain/limits';

export type Prepared = { readonly png: Buffer } | { readonly problem: PhotoProblem };

export type Prepare = (bytes: Buffer) => Promise<Prepared>;

const SCRIPT = fileURLToPath(new URL('./decode.ts', import.meta.url));
/** How long reading a file may take. */
const LONGEST_MS = 30_000;
/** How many pictures may wait; one is read at a time, so that memory is bounded. */
const MOST_WAITING = 8;
const LONGEST_ANSWER = MAX_IMAGE_BYTES + 1_024;

/** What the process said, and the bytes after it. */
interface Decoded {
	readonly said: { readonly problem?: PhotoProblem };
	readonly rest: Buffer;
}

const failed = (kind: 'too_large' | 'away' | 'unreadable'): Decoded => ({ said: { problem: { kind } }, rest: Buffer.alloc(0) });

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Reads one picture at a time, each in a process of its own. Never rejects. */
export function decodedBy(args: readonly string[], bytes: Buffer): Promise<Decoded> {
	if (bytes.length > MAX_SENT_IMAGE_BYTES) return Promise.resolve(failed('too_large'));
	if (waiting > MOST_WAITING) return Promise.resolve(failed('away'));
	waiting += 1;
	const turn = last.then(() => decode(args, bytes)).finally(() => (waiting -= 1));
	last = turn;
	return turn;
}

export function createPrepare(): Prepare {
	return async (bytes) => {
		const { said, rest } = await decodedBy([], bytes);
		return said.problem === undefined ? { png: rest } : { problem: said.problem };
	};
}

/** If the process cannot be started, the person can try again later. */
function decode(args: readonly string[], bytes: Buffer): Promise<Decoded> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [SCRIPT, ...args], {
			env: {},
			stdio: ['pipe', 'pipe', 'ignore'],
			timeout: LONGEST_MS,
			killSignal: 'SIGKILL',
		});
		const chunks: Buffer[] = [];
		let length = 0;
		child.stdout.on('data', (chunk: Buffer) => {
			length += chunk.length;
			if (length > LONGEST_ANSWER) child.kill('SIGKILL');
			else chunks.push(chunk);
		});
		// The process may end before it has read all input.
		child.stdin.on('error', () => undefined);
		child.on('error', () => resolve(failed('away')));
		child.on('close', (code) => resolve(code === 0 ? answerOf(Buffer.concat(chunks)) : failed('unreadable')));
		child.stdin.end(bytes);
	});
}

function answerOf(answer: Buffer): Decoded {
	const end = answer.indexOf('\n');
	return { said: JSON.parse(answer.toString('utf8', 0, end)) as Decoded['said'], rest: answer.subarray(end + 1) };
}
