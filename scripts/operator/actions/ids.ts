import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';
import { CannotListen, listenForIds, type Seen } from '../ids.ts';

const VARIABLES = { person: 'OWNER_USER_ID or EDITOR_USER_ID', channel: 'MESSENGER_CHANNEL_ID' } as const;

export function lineOf({ kind, id, name, username }: Seen): string {
	const who = `${name}${username === undefined ? '' : ` (@${username})`}`;
	return `${kind.padEnd(8)} ${String(id).padEnd(15)} ${who.padEnd(32)} ${VARIABLES[kind]}`;
}

/** Who writes to the bot, and the channel a post is forwarded from, until Ctrl-C. For a bot that no desk serves yet. */
export const ids: Action = {
	words: ['ids'],
	usage: 'ids',
	about: 'show the ids of people who write to the bot, and of the channel that a post is forwarded from',
	beforeStart: true,
	read(line) {
		noWords(line);
		return {
			async work(desk, screen) {
				const messenger = line.options['sandbox'] === true ? desk.messenger() : desk.messengerToBe();
				const stop = new AbortController();
				process.once('SIGINT', () => stop.abort());
				if (!screen.asJson)
					screen.print(
						'Ask both people to send /start to the bot, and forward one post of the channel to it. Ctrl-C stops.\n' +
							'The desk still gets these messages.\n',
					);
				try {
					await listenForIds(
						(method, fields) => messenger.call({ method, fields }),
						(seen) => screen.print(screen.asJson ? JSON.stringify(seen) : lineOf(seen)),
						{ signal: stop.signal, warn: (text) => void process.stderr.write(`${text}\n`) },
					);
				} catch (error) {
					if (error instanceof CannotListen) return { text: error.message, facts: { error: error.message }, failed: true };
					throw error;
				}
				// A request may still wait at the messenger; its answer is not needed.
				process.exit(0);
			},
		};
	},
};
