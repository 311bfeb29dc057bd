import { chmodSync, existsSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { createMessenger } from '@copydesk/collaboration/operator';
import { LIVE } from '../desk/live.ts';
import { shown } from '../operator/doctor/finding.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { CannotListen, listenForIds } from '../operator/ids.ts';
import type { Seen } from '../operator/ids.ts';
import { textOf, withValue, writePrivately } from './envText.ts';
import type { Known, Step } from './step.ts';
import { STEPS } from './steps.ts';
import type { Terminal } from './terminal.ts';

interface SetupOptions {
	/** The `.env` to write. */
	readonly file: string;
	/** What it begins as: `.env.example`. */
	readonly example: string;
	readonly terminal: Terminal;
}

/**
 * Asks for every value that is missing or does not work, tries each at once, and writes it down before the next question:
 * whenever this ends, what was answered is kept, and the next time goes on from there.
 */
export async function setUpLive({ file, example, terminal }: SetupOptions): Promise<void> {
	closeToOthers(file, terminal);
	const listener = new Listener(terminal);
	try {
		for (const step of STEPS) {
			const known = valuesIn(textOf(file, example));
			if (step.applies?.(known) === false) continue;
			if (await isSettled(step, known, existsSync(file), terminal)) continue;
			if (step.listensFor !== undefined) listener.begin(known);
			else listener.end();
			const value = await askFor(step, known, terminal, listener);
			for (const [name, each] of Object.entries({ [step.name]: value, ...step.also?.(value, known) }))
				writePrivately(file, withValue(textOf(file, example), name, each ?? ''));
		}
	} finally {
		listener.end();
	}
	terminal.say(`\nEverything is in ${file}. Start the desk with: npm start -- --live`);
}

/** The names of what is still missing or malformed, without trying anything. */
export function missingIn(file: string, example: string): readonly string[] {
	const known = valuesIn(textOf(file, example));
	return STEPS.filter((step) => step.otherwise === undefined && step.applies?.(known) !== false)
		.filter((step) => mistakeIn(step, known[step.name] ?? '') !== undefined)
		.map((step) => step.name);
}

function valuesIn(text: string): Known {
	return parseEnv(text) as Known;
}

function closeToOthers(file: string, terminal: Terminal): void {
	if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return;
	chmodSync(file, 0o600);
	terminal.say(`${file} could be read by other users; now only you can read it. If others use this machine, change the secrets in it.`);
}

function mistakeIn(step: Step, value: string): string | undefined {
	if (value === '') return step.otherwise === undefined ? 'Expected an answer' : undefined;
	try {
		LIVE[step.name].parse(value, process.env);
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

const isWrong = ({ verdict }: Finding): boolean => verdict === 'wrong';

/** A value that is there and works is not asked for again. */
async function isSettled(step: Step, known: Known, isStored: boolean, terminal: Terminal): Promise<boolean> {
	const value = known[step.name];
	// An optional one that was never answered is asked for once.
	if (!isStored || value === undefined || (value === '' && step.otherwise === undefined)) return false;
	if (mistakeIn(step, value) !== undefined) return false;
	const findings = value === '' ? [] : await step.examine(value, known, false);
	if (value !== '') terminal.say(`  ✓ ${step.name} is there${findings.length === 0 ? '' : ':'}`);
	for (const finding of findings) terminal.say(indented(finding));
	return !findings.some(isWrong);
}

async function askFor(step: Step, known: Known, terminal: Terminal, listener: Listener): Promise<string> {
	terminal.say(`\n${step.about.join('\n')}`);
	listener.show(step.listensFor);
	const offered = await step.offer?.(known);
	const { choices, otherwise } = offered === undefined ? { choices: [], otherwise: step.otherwise } : { otherwise: undefined, ...offered };
	choices.forEach((choice, index) => terminal.say(`  ${index + 1}) ${choice}`));
	let refused: string | undefined;
	for (;;) {
		const byDefault = otherwise === undefined || otherwise === '' ? '' : ` [${otherwise}]`;
		const line = await terminal.ask(`${step.question}${byDefault}: `, step.hidden);
		if (line === '' && refused !== undefined) return refused;
		const chosen = choices[Number(line) - 1];
		const value = isPlace(line, step) ? listener.at(Number(line), step.listensFor) : line === '' ? (otherwise ?? '') : (chosen ?? line);
		if (value === '' && offered !== undefined && otherwise === undefined) {
			terminal.say('  ✗ Expected an answer');
			continue;
		}
		if (value === undefined) {
			terminal.say(`  ✗ The list has no ${step.listensFor === 'person' ? 'person' : 'channel'} ${line} yet`);
			continue;
		}
		const mistake = mistakeIn(step, value);
		if (mistake !== undefined) {
			terminal.say(`  ✗ ${mistake}`);
			continue;
		}
		const findings = value === '' ? [] : await step.examine(value, known, true);
		for (const finding of findings) terminal.say(indented(finding));
		if (!findings.some(isWrong)) return value;
		refused = value;
		terminal.say('  Try another one, or press Enter to keep it all the same.');
	}
}

/** `1`, `2` … are places in the list, never user ids: no person has an id that short. */
const isPlace = (line: string, step: Step): boolean => step.listensFor !== undefined && /^\d{1,2}$/.test(line);

function indented(finding: Finding): string {
	return shown(finding).replace(/^/gm, '  ');
}

/** Shows who writes to the bot while numbers are asked for, and lets a person pick them. */
class Listener {
	readonly #terminal: Terminal;
	readonly #seen: Seen[] = [];
	#wanted: Seen['kind'] | undefined;
	#stop: AbortController | undefined;

	constructor(terminal: Terminal) {
		this.#terminal = terminal;
	}

	begin(known: Known): void {
		if (this.#stop !== undefined) return;
		const stop = new AbortController();
		this.#stop = stop;
		const messenger = createMessenger({
			apiUrl: known['MESSENGER_API_URL'] || 'https://api.telegram.org',
			token: known['MESSENGER_TOKEN'] ?? '',
		});
		listenForIds(
			async (method, fields) => await messenger.call({ method, fields }),
			(seen) => {
				this.#seen.push(seen);
				if (seen.kind === this.#wanted) this.#terminal.say(this.#line(seen));
			},
			{ signal: stop.signal },
		).catch((error: unknown) => {
			if (!(error instanceof CannotListen)) throw error;
			this.#terminal.say(`  ! ${error.message.replaceAll('\n', '\n    ')}`);
		});
	}

	/** Those of a kind who wrote already; from now on those who write are shown as they come. */
	show(wanted: Seen['kind'] | undefined): void {
		this.#wanted = wanted;
		for (const seen of this.#seen) if (seen.kind === wanted) this.#terminal.say(this.#line(seen));
	}

	#line(seen: Seen): string {
		const place = this.#seen.filter(({ kind }) => kind === seen.kind).indexOf(seen) + 1;
		const username = seen.username === undefined ? '' : ` (@${seen.username})`;
		return `  ${place}) ${seen.name}${username}  ${seen.id}`;
	}

	/** The number of the person at this place of the list, if there is one. */
	at(place: number, wanted: Seen['kind'] | undefined): string | undefined {
		const seen = this.#seen.filter(({ kind }) => kind === wanted)[place - 1];
		return seen === undefined ? undefined : String(seen.id);
	}

	end(): void {
		this.#stop?.abort();
		this.#wanted = undefined;
	}
}
