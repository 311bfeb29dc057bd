// What a person sees while set-up works: one line per step, the last one rewritten while it is under way.

const startedAtMs = Date.now();
const isTerminal = Boolean(process.stdout.isTTY);

/** Something that stops set-up and that a person can do something about. */
export class SetupError extends Error {
	/**
	 * @param {string} message what is wrong, one line
	 * @param {string} advice what to do about it, one line
	 */
	constructor(message, advice) {
		super(message);
		this.name = 'SetupError';
		this.advice = advice;
	}
}

/** @param {string} text */
export function say(text) {
	process.stdout.write(`${text}\n`);
}

/** @param {number} ms */
function forPeople(ms) {
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds} s`;
	return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Announces a step and keeps its line alive: rewritten in a terminal, repeated every 15 s elsewhere, so that
 * a log shows life without drowning in it.
 *
 * @param {string} title
 * @returns {{ update(text: string): void, done(text?: string): void, failed(): void }}
 */
export function step(title) {
	const stepStartedAtMs = Date.now();
	let detail = '';
	let shownAtMs = Date.now();
	if (!isTerminal) say(`  · ${title} …`);
	const draw = () => {
		const line = `${title} … ${[detail, forPeople(Date.now() - stepStartedAtMs)].filter(Boolean).join(', ')}`;
		if (isTerminal) process.stdout.write(`\r\x1b[2K  · ${line}`);
		else if (Date.now() - shownAtMs >= 15_000) {
			shownAtMs = Date.now();
			say(`    ${line}`);
		}
	};
	const timer = setInterval(draw, isTerminal ? 500 : 5_000);
	timer.unref();
	if (isTerminal) draw();
	/** @type {(mark: string, text: string) => void} */
	const finish = (mark, text) => {
		clearInterval(timer);
		if (isTerminal) process.stdout.write('\r\x1b[2K');
		say(`  ${mark} ${text} (${forPeople(Date.now() - stepStartedAtMs)})`);
	};
	return {
		update(text) {
			detail = text;
		},
		done(text = title) {
			finish('✓', text);
		},
		failed() {
			finish('✗', title);
		},
	};
}

export function sinceStart() {
	return forPeople(Date.now() - startedAtMs);
}
