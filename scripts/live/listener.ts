import { createMessenger, type Messenger } from '@copydesk/collaboration/operator';
import { CannotListen, confirmAll, listenForIds, type Seen } from '../operator/ids.ts';
import { NotTaken, type Known } from './setupContext.ts';
import type { Terminal } from './terminal.ts';

export function messengerOf(known: Known): Messenger {
	const apiUrl = known['MESSENGER_API_URL'] || 'https://api.telegram.org';
	return createMessenger({ apiUrl, token: known['MESSENGER_TOKEN'] ?? '', answerTimeoutMs: 40_000 });
}

/** A person or a channel, for people. Without a username it has the number, because two people may have one name. */
export const nameOf = ({ name, username, id }: Seen): string => `${name} (${username === undefined ? id : `@${username}`})`;

/** A desk is two people: who comes after two may be anybody. */
const EXPECTED = 2;

/**
 * Shows who writes to the bot and which channels it hears of, and lets a person pick them. What is shown is confirmed to the messenger,
 * so that the desk never takes it for a request.
 */
export class Listener {
	readonly #terminal: Terminal;
	readonly #known: () => Known;
	/** By kind, in the order of their places, which never move: somebody has seen them and may be about to type one. */
	readonly #places: Readonly<Record<Seen['kind'], Seen[]>> = { person: [], channel: [] };
	/** Seen while another list was open. */
	readonly #waiting: Seen[] = [];
	#wanted: Seen['kind'] | undefined;
	#stop: AbortController | undefined;
	#listening: Promise<void> = Promise.resolve();
	#hasListened = false;

	constructor(terminal: Terminal, known: () => Known) {
		this.#terminal = terminal;
		this.#known = known;
	}

	/** Those of a kind who are known already come first; who writes from now on is added below. */
	begin(wanted: Seen['kind'], known: readonly Seen[] = []): void {
		this.#wanted = wanted;
		for (const each of [...known, ...this.#waiting.splice(0)]) this.#add(each);
		for (const seen of this.of(wanted)) this.#terminal.say(this.#line(seen));
		if (this.#stop !== undefined) return;
		const stop = new AbortController();
		this.#stop = stop;
		this.#hasListened = true;
		const messenger = messengerOf(this.#known());
		this.#listening = listenForIds(
			async (method, fields) => await messenger.call({ method, fields }, undefined, stop.signal),
			(seen) => {
				if (this.#add(seen)) this.#terminal.say(this.#line(seen));
			},
			{ signal: stop.signal, confirm: true },
		).catch((error: unknown) => {
			if (!(error instanceof CannotListen)) throw error;
			this.#stop = undefined;
			if (stop.signal.aborted) return;
			this.#terminal.say(`  ✗ ${error.message.replaceAll('\n', '\n    ')}\n    Then press Enter, and it listens again.`);
		});
	}

	of(kind: Seen['kind']): readonly Seen[] {
		return this.#places[kind];
	}

	/**
	 * The one whom somebody names: by the place in the list, the name or the username.
	 * @throws NotTaken with what was understood
	 */
	pick(kind: Seen['kind'], said: string): Seen {
		const all = this.of(kind);
		const what = kind === 'person' ? 'person' : 'channel';
		const listed = `the list has ${all.length === 0 ? `no ${what} yet` : all.map(nameOf).join(', ')}`;
		if (said === '') throw new NotTaken(`Expected a ${what} of the list, but ${listed}`);
		if (/^[+-]?\d+$/.test(said)) {
			const found = /^\d{1,3}$/.test(said) ? all[Number(said) - 1] : undefined;
			if (found !== undefined) return found;
			throw new NotTaken(`I took ${said} for a place in the list, but ${listed}. An id is never typed`);
		}
		const plain = said.replace(/^@/, '').toLowerCase();
		const named = all.filter(
			({ name, username }) =>
				name.toLowerCase() === plain || username?.toLowerCase() === plain || name.toLowerCase().split(' ')[0] === plain,
		);
		const [one] = named;
		if (one !== undefined && named.length === 1) return one;
		throw new NotTaken(`I took “${said}” for a name, but ${named.length > 1 ? `${named.length} people have it: give the place` : listed}`);
	}

	/** Whether nothing is listened to although it should be. */
	get isDeaf(): boolean {
		return this.#stop === undefined;
	}

	/** Shows no more people, and drops the messenger's answer. */
	async end(): Promise<void> {
		this.#wanted = undefined;
		this.#stop?.abort();
		await this.#listening;
		this.#stop = undefined;
	}

	/** What people wrote while it listened, and after that, is no request to the desk. */
	async takeAway(): Promise<void> {
		await this.end();
		if (!this.#hasListened) return;
		const messenger = messengerOf(this.#known());
		await confirmAll(async (method, fields) => await messenger.call({ method, fields })).catch((error: unknown) => {
			if (!(error instanceof CannotListen)) throw error;
		});
	}

	/** @returns whether it got a place */
	#add(seen: Seen): boolean {
		if ([...this.#places[seen.kind], ...this.#waiting].some(({ id }) => id === seen.id)) return false;
		(seen.kind === this.#wanted ? this.#places[seen.kind] : this.#waiting).push(seen);
		return seen.kind === this.#wanted;
	}

	#line(seen: Seen): string {
		const place = this.of(seen.kind).indexOf(seen) + 1;
		return `  ${place}) ${nameOf(seen)}${seen.kind === 'person' && place > EXPECTED ? ' — new' : ''}`;
	}
}
