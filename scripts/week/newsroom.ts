import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../desk/desk.ts';
import { loginToN8n } from '../desk/n8n.ts';
import { SandboxClient, buttonFor, messagesOf, type Message, type SandboxState } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import type { Operator } from './operator.ts';

const STEP_TIMEOUT_MS = 180_000;

export type Who = 'owner' | 'editor';
const idOf = (who: Who): number => (who === 'owner' ? SANDBOX.ownerId : SANDBOX.editorId);

/** A post that was asked for: what came before it does not belong to it. */
export interface Begun {
	readonly known: Readonly<Record<Who, number>>;
}

/** The two people of a desk, as they write, look and press. */
export class Newsroom {
	readonly #desk: Desk;
	readonly #operator: Operator;
	readonly #sandbox: SandboxClient;

	constructor(desk: Desk, operator: Operator) {
		this.#desk = desk;
		this.#operator = operator;
		this.#sandbox = new SandboxClient(desk.urls.sandbox);
	}

	messages(who: Who): Promise<readonly Message[]> {
		return this.#sandbox.messages(idOf(who));
	}

	/** From request to channel. */
	async publish(who: Who, request: string): Promise<void> {
		await this.publishDraft(who, await this.preview(who, await this.begin(who, request)));
	}

	async publishDraft(who: Who, preview: Message): Promise<void> {
		await this.#press(who, preview, 'publish');
		await this.#sandbox.until('the post in the channel', STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, SANDBOX.channelId).find(({ caption }) => caption === preview.caption),
		);
		await this.quiet();
	}

	/** Asks for a post, and returns once the desk has begun. */
	async begin(who: Who, request: string): Promise<Begun> {
		const state = await this.#sandbox.state();
		const known = { owner: lastOf(state, 'owner'), editor: lastOf(state, 'editor') };
		await this.#sandbox.send(idOf(who), `/post ${request}`);
		await this.#sandbox.until('a word that work has begun', STEP_TIMEOUT_MS, (now) =>
			messagesOf(now, idOf(who)).find((message) => message.message_id > known[who] && message.from?.is_bot === true),
		);
		return { known };
	}

	/** Plans a post for the first time that is offered. @returns the preview, from which it can be taken off */
	async plan(who: Who, request: string): Promise<Message> {
		const preview = await this.preview(who, await this.begin(who, request));
		await this.#press(who, preview, 'later');
		await this.#press(who, await this.#shows(who, preview, 'at'), 'at');
		const planned = await this.#shows(who, preview, 'take_off');
		await this.quiet();
		return planned;
	}

	async takeOff(who: Who, planned: Message): Promise<void> {
		await this.#press(who, planned, 'take_off');
		await this.#shows(who, planned, 'publish');
		await this.quiet();
	}

	preview(who: Who, { known }: Begun): Promise<Message> {
		return this.#sandbox.until(`a preview for the ${who}`, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, idOf(who)).find((message) => message.message_id > known[who] && buttonFor(message, 'publish') !== undefined),
		);
	}

	/** Rejects what is still to be decided: the earlier graphs begin with nothing in anybody's hands alone. */
	async decideEverything(): Promise<void> {
		for (const message of await this.messages('owner')) {
			if (buttonFor(message, 'reject') === undefined) continue;
			await this.#press('owner', message, 'reject');
			await this.quiet();
		}
	}

	/** Every answer of the AI takes so long, until the next call of this. */
	async slowAi(latencyMs: number): Promise<void> {
		await this.#sandbox.setFaults({ target: 'ai', kind: 'latency', latency_ms: latencyMs, times: 3 });
	}

	/** Resolves when no update waits, no graph runs and no event is open. */
	async quiet(): Promise<void> {
		const n8n = await loginToN8n(this.#desk.ports, this.#desk.secrets);
		const deadlineMs = Date.now() + STEP_TIMEOUT_MS;
		for (;;) {
			const waiting = (await this.#sandbox.state()).updates_pending + (await n8n.executionsUnderWay());
			if (waiting === 0) {
				const status = JSON.parse(await this.#operator.run('status', '--json')) as { events: { waiting: number }; sending: number };
				if (status.events.waiting + status.sending === 0) return;
			}
			if (Date.now() > deadlineMs) throw new Error('the desk does not come to rest');
			await sleep(200);
		}
	}

	/** How many test pictures each of them has. */
	async demandPictures(count: number): Promise<void> {
		for (const who of ['owner', 'editor'] as const) {
			const pictures = (await this.messages(who)).filter(({ photo }) => photo !== undefined);
			if (pictures.length !== count) throw new Error(`the ${who} has ${pictures.length} pictures instead of ${count}`);
		}
	}

	async demandContract(wanted: string): Promise<void> {
		const health = (await (await fetch(`${this.#desk.urls.collaboration}/healthz`)).json()) as { contract: string };
		if (health.contract !== wanted) throw new Error(`the service serves contract ${health.contract} instead of ${wanted}`);
	}

	async demandN8n(wanted: string): Promise<void> {
		const version = await (await loginToN8n(this.#desk.ports, this.#desk.secrets)).version();
		if (version !== wanted) throw new Error(`this is n8n ${version} instead of ${wanted}`);
	}

	async demandNoFailure(): Promise<void> {
		const failed = await (await loginToN8n(this.#desk.ports, this.#desk.secrets)).failed();
		if (failed.length > 0) throw new Error(`n8n has failed executions: ${JSON.stringify(failed)}`);
	}

	async #press(who: Who, message: Message, action: string): Promise<void> {
		await this.#sandbox.press(idOf(who), message.message_id, buttonFor(message, action) as string);
	}

	/** Waits until a message has this button. */
	#shows(who: Who, { message_id }: Message, action: string): Promise<Message> {
		return this.#sandbox.until(`the button ${action} for the ${who}`, STEP_TIMEOUT_MS, (state) =>
			messagesOf(state, idOf(who)).find((message) => message.message_id === message_id && buttonFor(message, action) !== undefined),
		);
	}
}

function lastOf(state: SandboxState, who: Who): number {
	return Math.max(0, ...messagesOf(state, idOf(who)).map(({ message_id }) => message_id));
}
