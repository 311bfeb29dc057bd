import { setTimeout as sleep } from 'node:timers/promises';
import { wasStarted } from '../desk/kind.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { examineChannel, type Ask } from '../operator/doctor/messenger.ts';
import { messengerOf } from './listener.ts';
import { NotTaken, demandGood, untilTaken, type Known, type Question, type SetupContext } from './setupContext.ts';
import { TakenBack } from './terminal.ts';
import { botOf } from './token.ts';
import { areFormed } from './values.ts';

const LOOK_AGAIN_MS = 2_000;
const PROMPT = 'The channel: ';

interface Channel {
	readonly id: number;
	readonly title: string;
}

const askOf = (known: Known): Ask => {
	const messenger = messengerOf(known);
	return async (method, fields = {}) => await messenger.call({ method, fields });
};

/** The name in what somebody writes of a channel: `@name`, `name`, or its address. */
function nameIn(said: string): string {
	const [, name] = /^(?:@|(?:https?:\/\/)?t(?:elegram)?\.me\/(?:s\/)?)?([A-Za-z]\w{3,31})\/?(?:\d+\/?)?$/.exec(said) ?? [];
	if (name !== undefined) return `@${name}`;
	const forward = 'forward a post of it to the bot';
	if (/t\.me\/(?:\+|joinchat|c\/)/.test(said)) throw new NotTaken(`${said} is a private link and does not name the channel: ${forward}`);
	throw new NotTaken(
		`Expected @name, the address t.me/name or a place in the list, but received ${said === '' ? 'nothing' : `“${said}”`}; or ${forward}`,
	);
}

/** @throws NotTaken when there is no such channel, or the bot does not see it */
async function found(context: SetupContext, line: string): Promise<Channel> {
	const { listener } = context;
	if (listener.isDeaf) listener.begin('channel');
	const all = listener.of('channel');
	const isOnlyOne = line === '' && all.length === 1;
	const isNamed = all.some(({ name }) => name.toLowerCase() === line.toLowerCase());
	const chatId = isOnlyOne
		? all[0]?.id
		: /^\d+$/.test(line) || isNamed
			? listener.pick('channel', line).id
			: /^-100\d{5,20}$/.test(line)
				? Number(line)
				: nameIn(line);
	const ask = askOf(context.known());
	const answer = await ask('getChat', { chat_id: chatId });
	if (answer.kind !== 'accepted')
		throw new NotTaken(
			`The bot does not see ${chatId}${answer.kind === 'refused' ? ` (${answer.description})` : ''}.\n` +
				'→ Check the name, or make the bot an administrator of the channel first, then type it again',
		);
	const { id, title = String(id), type } = answer.result as { id: number; title?: string; type: string };
	if (type !== 'channel') throw new NotTaken(`“${title}” is a ${type === 'private' ? 'person or a bot' : type}, not a channel`);
	return { id, title };
}

async function rights(known: Known, { id }: Channel): Promise<readonly Finding[]> {
	return await examineChannel(askOf(known), id, (await botOf(known)).id);
}

/** Waits until the bot has the right, or somebody names another channel. */
async function mayPost(context: SetupContext, channel: Channel): Promise<Channel> {
	const { terminal } = context;
	const known = context.known();
	let problem = missing(await rights(known, channel));
	while (problem !== undefined) {
		const { says, advice } = problem;
		terminal.say(`  ✗ ${says}\n    → ${advice}\n    Waiting for it; or type another channel.`);
		const stop = new AbortController();
		const given = untilGiven(known, channel, stop);
		try {
			return await mayPost(context, await untilTakenOnce(context, stop.signal));
		} catch (error) {
			if (!(error instanceof TakenBack)) throw error;
			problem = missing(await given);
		} finally {
			stop.abort();
		}
	}
	terminal.say(`  ✓ The bot may post in “${channel.title}”`);
	return channel;
}

const missing = (findings: readonly Finding[]): Finding | undefined =>
	findings.find(({ verdict }) => verdict === 'wrong' || verdict === 'warning');

async function untilTakenOnce(context: SetupContext, signal: AbortSignal): Promise<Channel> {
	for (;;) {
		const line = await context.terminal.ask(PROMPT, { signal });
		try {
			return await found(context, line);
		} catch (error) {
			if (!(error instanceof NotTaken)) throw error;
			context.terminal.say(`  ✗ ${error.message.replaceAll('\n', '\n    ')}`);
		}
	}
}

/** Takes the question back when the messenger says that the right is there. */
async function untilGiven(known: Known, channel: Channel, stop: AbortController): Promise<readonly Finding[]> {
	for (;;) {
		await sleep(LOOK_AGAIN_MS);
		if (stop.signal.aborted) return [];
		const findings = await rights(known, channel).catch(() => undefined);
		if (findings === undefined || missing(findings) !== undefined) continue;
		stop.abort();
		return findings;
	}
}

export const channel: Question = {
	name: 'channel',
	about: 'the channel for approved posts',
	sets: ['MESSENGER_CHANNEL_ID'],
	async isSettled(context) {
		const known = context.known();
		if (!areFormed(this.sets, known)) return false;
		demandGood(context, await rights(known, { id: Number(known['MESSENGER_CHANNEL_ID']), title: '' }));
		return true;
	},
	async ask(context) {
		const { terminal, listener, data } = context;
		const { username } = await botOf(context.known());
		terminal.say(
			`\nThe channel for approved posts. Make @${username} an administrator there with the right to post messages.\n` +
				'Then type its @name, or forward any post of it to the bot: its title shows here.',
		);
		if (wasStarted(data))
			terminal.say('The set-up reads what people sent to the bot while the desk was stopped; send requests again later.');
		listener.begin('channel');
		const chosen = await untilTaken(context, { prompt: PROMPT }, async (line) => await mayPost(context, await found(context, line)));
		return { MESSENGER_CHANNEL_ID: String(chosen.id) };
	},
};
