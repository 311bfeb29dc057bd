import { clearLine, createInterface, cursorTo } from 'node:readline';
import { Writable } from 'node:stream';

/** A person at a terminal, or a test in their place. */
export interface Terminal {
	say(text: string): void;
	/**
	 * One line, trimmed.
	 * @param how `hidden`: nothing of what is typed shows; `signal`: takes the question back
	 * @throws Ended when there are no more answers (Ctrl-C or Ctrl-D), and TakenBack
	 */
	ask(question: string, how?: { readonly hidden?: boolean; readonly signal?: AbortSignal }): Promise<string>;
}

export class Ended extends Error {}
export class TakenBack extends Error {}

/** The terminal this program runs in. What is said while a question waits is above it. */
export function openTerminal(): Terminal & { close(): void } {
	const isTerminal = process.stdin.isTTY === true;
	let hidden = false;
	let waiting: { answer: (line: string) => void; end: (why: Error) => void } | undefined;
	let ended = false;
	/** Lines of a pipe may come before they are asked for. */
	const early: string[] = [];
	const output = new Writable({
		write(chunk: Buffer, _encoding, done) {
			if (!hidden) process.stdout.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input: process.stdin, output, terminal: isTerminal, historySize: 0 });
	lines.on('line', (line) => {
		if (waiting !== undefined) waiting.answer(line);
		else if (!isTerminal) early.push(line);
	});
	lines.on('close', () => {
		ended = true;
		waiting?.end(new Ended());
	});
	const say = (text: string): void => {
		if (waiting === undefined || !isTerminal) {
			process.stdout.write(`${waiting === undefined ? '' : '\n'}${text}\n`);
			return;
		}
		clearLine(process.stdout, 0);
		cursorTo(process.stdout, 0);
		process.stdout.write(`${text}\n`);
		lines.prompt(true);
	};
	return {
		say,
		ask(question, { hidden: isHidden = false, signal } = {}) {
			lines.setPrompt(question);
			const typed = early.shift();
			if (typed !== undefined) {
				process.stdout.write(`${question}\n`);
				return Promise.resolve(typed.trim());
			}
			if (ended) return Promise.reject(new Ended());
			if (signal?.aborted === true) return Promise.reject(new TakenBack());
			lines.prompt();
			hidden = isHidden;
			return new Promise((resolve, reject) => {
				const settle = (): void => {
					waiting = undefined;
					if (isHidden || !isTerminal) process.stdout.write('\n');
					hidden = false;
				};
				waiting = {
					answer(line) {
						settle();
						resolve(line.trim());
					},
					end(why) {
						settle();
						reject(why);
					},
				};
				signal?.addEventListener(
					'abort',
					() => {
						if (isTerminal) process.stdout.write('\n');
						waiting?.end(new TakenBack());
					},
					{ once: true },
				);
			});
		},
		close: () => lines.close(),
	};
}
