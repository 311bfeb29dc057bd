import { clearLine, createInterface, cursorTo } from 'node:readline';
import { Writable } from 'node:stream';

/** A person at a terminal, or a test in their place. */
export interface Terminal {
	say(text: string): void;
	/**
	 * One line, trimmed.
	 * @param hidden nothing of what is typed shows
	 * @throws Ended when there are no more answers: Ctrl-C or Ctrl-D
	 */
	ask(question: string, hidden?: boolean): Promise<string>;
}

export class Ended extends Error {}

/** The terminal this program runs in. What is said while a question waits is above it. */
export function openTerminal(): Terminal & { close(): void } {
	let hidden = false;
	let waiting: { answer: (line: string) => void; end: () => void } | undefined;
	let ended = false;
	const output = new Writable({
		write(chunk: Buffer, _encoding, done) {
			if (!hidden) process.stdout.write(chunk);
			done();
		},
	});
	const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
	lines.on('line', (line) => waiting?.answer(line));
	lines.on('close', () => {
		ended = true;
		waiting?.end();
	});
	return {
		say(text) {
			if (waiting === undefined) {
				process.stdout.write(`${text}\n`);
				return;
			}
			clearLine(process.stdout, 0);
			cursorTo(process.stdout, 0);
			process.stdout.write(`${text}\n`);
			lines.prompt(true);
		},
		ask(question, isHidden = false) {
			if (ended) return Promise.reject(new Ended());
			lines.setPrompt(question);
			lines.prompt();
			hidden = isHidden;
			return new Promise((resolve, reject) => {
				const settle = (): void => {
					waiting = undefined;
					if (isHidden) process.stdout.write('\n');
					hidden = false;
				};
				waiting = {
					answer(line) {
						settle();
						resolve(line.trim());
					},
					end() {
						settle();
						reject(new Ended());
					},
				};
			});
		},
		close: () => lines.close(),
	};
}
