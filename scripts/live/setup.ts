import { chmodSync, existsSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigurationError } from '@copydesk/kit/config';
import { readLiveConfig, wayOf } from '../desk/live.ts';
import { withEnvFile } from '../desk/paths.ts';
import { textOf, withValue, writePrivately } from './envText.ts';
import { Listener } from './listener.ts';
import { QUESTIONS, questionNamed } from './questions.ts';
import { rehearse } from './rehearsal.ts';
import { NotTaken, type Known, type LiveName, type Question, type SetupContext } from './setupContext.ts';
import type { Terminal } from './terminal.ts';
import { areFormed } from './values.ts';

export interface SetupOptions {
	/** The `.env` to write. */
	readonly file: string;
	/** What it begins as: `.env.example`. */
	readonly example: string;
	/** Where the desk with these accounts keeps its state. */
	readonly data: string;
	readonly terminal: Terminal;
	/** The one value that is to be changed, whether it works or not. */
	readonly change?: Question;
}

/** What a person wants when everything is there. */
export type Wish = 'start' | 'end';

/**
 * Asks for everything that is missing or does not work. Each answer is tried at once, and stored before the next question only if it
 * was confirmed: whenever this ends, it goes on from there the next time.
 */
export async function setUpLive({ file, example, data, terminal, change }: SetupOptions): Promise<Wish> {
	closeToOthers(file, terminal);
	const known = (): Known => parseEnv(textOf(file, example)) as Known;
	const context: SetupContext = { terminal, listener: new Listener(terminal, known), data, known };
	const asked = async (question: Question): Promise<void> => {
		const values = await question.ask(context);
		await context.listener.end();
		let text = textOf(file, example);
		for (const [name, value] of Object.entries(values)) text = withValue(text, name, value ?? '');
		writePrivately(file, text);
		await question.kept?.(context);
	};
	const settle = async (): Promise<void> => {
		for (const question of QUESTIONS) if (!(await isSettled(question, context, existsSync(file)))) await asked(question);
	};
	try {
		if (change !== undefined) await asked(change);
		await settle();
		for (;;) {
			await othersAreFormed(file, terminal);
			terminal.say(`\nEvery value is in ${file} and was tested.`);
			const wish = await askWish(context);
			if (wish === 'start' || wish === 'end') return wish;
			if (wish === 'rehearse') {
				if (await rehearse(context)) return 'start';
				continue;
			}
			await asked(wish);
			await settle();
		}
	} finally {
		await context.listener.takeAway();
	}
}

/** What no question sets, a person wrote by hand, such as a time zone: the start would refuse it. */
async function othersAreFormed(file: string, terminal: Terminal): Promise<void> {
	for (;;) {
		try {
			const env = withEnvFile(process.env, file);
			wayOf(env['COLLAB_UPDATES'], readLiveConfig(env));
			return;
		} catch (error) {
			if (!(error instanceof ConfigurationError)) throw error;
			terminal.say(`\n${error.mistakes.map((mistake) => `  ✗ ${mistake}`).join('\n')}`);
			await terminal.ask(`Correct it in ${file}, then press Enter: `);
		}
	}
}

/** The names of what is still missing or malformed, without trying anything. */
export function missingIn(file: string, example: string): readonly string[] {
	const known = parseEnv(textOf(file, example)) as Known;
	return REQUIRED.filter((name) => !areFormed([name], known));
}

const REQUIRED: readonly LiveName[] = ['MESSENGER_TOKEN', 'OWNER_USER_ID', 'EDITOR_USER_ID', 'MESSENGER_CHANNEL_ID', 'AI_API_KEY'];

export function closeToOthers(file: string, terminal: Terminal): void {
	if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return;
	chmodSync(file, 0o600);
	terminal.say(`${file} could be read by other users; now only you can read it. If others use this machine, change the secrets in it.`);
}

async function isSettled(question: Question, context: SetupContext, isStored: boolean): Promise<boolean> {
	if (!isStored) return question.onlyByName === true;
	try {
		return await question.isSettled(context);
	} catch (error) {
		if (!(error instanceof NotTaken)) throw error;
		context.terminal.say(`  ✗ ${question.name}: ${error.message.replaceAll('\n', '\n    ')}`);
		return false;
	}
}

const WISHES = ['rehearse', 'start', 'end'] as const;

async function askWish({ terminal }: SetupContext): Promise<(typeof WISHES)[number] | Question> {
	terminal.say(
		'\nWhat now?\n' +
			'  1) rehearse: one post goes to the two people, not to the channel, for a few cents; then start\n' +
			'  2) start the desk\n' +
			'  3) end here\n' +
			`  or change a value: ${QUESTIONS.map(({ name }) => name).join(', ')}`,
	);
	for (;;) {
		const line = (await terminal.ask('1, 2, 3 or a name [1]: ')).toLowerCase();
		const place = line === '' ? 0 : /^\d+$/.test(line) ? Number(line) - 1 : WISHES.findIndex((wish) => wish === line);
		const wish = WISHES[place] ?? questionNamed(line.replace(/^change\s+/, ''));
		if (wish !== undefined) return wish;
		terminal.say(`  ✗ “${line}” is not one of these`);
	}
}
