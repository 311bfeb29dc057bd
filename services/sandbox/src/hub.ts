/** Events: sent live to listeners (the page) and kept for later readers. */
import { EventEmitter } from 'node:events';

type HubEvent = 'message' | 'edit' | 'delete' | 'callback_answer' | 'call' | 'update_delivered' | 'fault' | 'clock' | 'chat' | 'reset';

/** One call of the pipeline or act of a person, for the timeline. */
export interface Call {
	readonly id: number;
	/** Unix milliseconds at its end. */
	readonly at: number;
	readonly kind: 'messenger' | 'ai' | 'news' | 'update' | 'person';
	readonly method: string;
	readonly chat_id?: number;
	readonly ok: boolean;
	readonly status: number;
	readonly description?: string;
	readonly took_ms: number;
	/** A few words for a person. */
	readonly summary: string;
	/** The fault that answered. */
	readonly fault?: string;
	/** The parameters, without files. */
	readonly params?: unknown;
	/** How it arrived: as an HTTP request, or in the answer of a webhook. */
	readonly via?: 'webhook_answer';
}

/** Enough for a few posts from request to channel, and small enough for frequent requests. */
const KEPT_CALLS = 150;

export class Hub {
	readonly #emitter = new EventEmitter().setMaxListeners(0);
	#calls: Call[] = [];
	#nextId = 1;

	tell(event: HubEvent, data: unknown): void {
		this.#emitter.emit('event', event, data);
	}

	record(call: Omit<Call, 'id'>): Call {
		const kept: Call = { id: this.#nextId, ...call };
		this.#nextId += 1;
		this.#calls.push(kept);
		if (this.#calls.length > KEPT_CALLS) this.#calls = this.#calls.slice(-KEPT_CALLS);
		this.tell('call', kept);
		return kept;
	}

	get calls(): readonly Call[] {
		return this.#calls;
	}

	clear(): void {
		this.#calls = [];
	}

	/** @returns a function that stops listening */
	listen(listener: (event: HubEvent, data: unknown) => void): () => void {
		this.#emitter.on('event', listener);
		return () => this.#emitter.off('event', listener);
	}
}
