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

/** @typedef {{ title: string, startedAtMs: number, detail: string, share: number }} Step */

/** The steps under way: some go on side by side. @type {Set<Step>} */
const underWay = new Set();
let shownAtMs = 0;
/** @type {NodeJS.Timeout | undefined} */
let timer;

/**
 * Announces a step and keeps the line of all steps under way alive: rewritten in a terminal, repeated every 15 s
 * elsewhere, so that a log shows life without drowning in it.
 *
 * @param {string} title
 * @returns {{ update(text: string, share?: number): void, done(text?: string): void, failed(): void }} share: how much
 *     of the step is done, from 0 to 1
 */
export function step(title) {
	/** @type {Step} */
	const mine = { title, startedAtMs: Date.now(), detail: '', share: 0 };
	if (!isTerminal) say(`  · ${title} …`);
	if (underWay.size === 0) shownAtMs = Date.now();
	underWay.add(mine);
	timer ??= setInterval(draw, isTerminal ? 500 : 5_000);
	timer.unref();
	draw();
	/** @type {(mark: string, text: string) => void} */
	const finish = (mark, text) => {
		underWay.delete(mine);
		if (isTerminal) process.stdout.write('\r\x1b[2K');
		say(`  ${mark} ${text} (${forPeople(Date.now() - mine.startedAtMs)})`);
		if (underWay.size === 0) {
			clearInterval(timer);
			timer = undefined;
		} else draw();
	};
	return {
		update(text, share = 0) {
			mine.detail = text;
			mine.share = share;
		},
		done(text = title) {
			finish('✓', text);
		},
		failed() {
			finish('✗', title);
		},
	};
}

function draw() {
	const line = [...underWay].map(describe).join('; ');
	if (isTerminal) process.stdout.write(`\r\x1b[2K${`  · ${line}`.slice(0, (process.stdout.columns || 80) - 1)}`);
	else if (Date.now() - shownAtMs >= 15_000) {
		shownAtMs = Date.now();
		say(`    ${line}`);
	}
}

/** @param {Step} step */
function describe({ title, startedAtMs, detail, share }) {
	const ms = Date.now() - startedAtMs;
	return `${title} … ${[detail, forPeople(ms), timeLeft(ms, share)].filter(Boolean).join(', ')}`;
}

/**
 * What is left at the speed so far, in steps of 10 s. Nothing is said before a tenth is done: it would be a guess.
 *
 * @param {number} ms
 * @param {number} share
 */
export function timeLeft(ms, share) {
	if (share < 0.1 || share >= 1) return '';
	return `about ${forPeople(Math.ceil((ms * (1 - share)) / share / 10_000) * 10_000)} left`;
}

export function sinceStart() {
	return forPeople(Date.now() - startedAtMs);
}
