/** Faults on demand: the kind, the place, the person and the number of times. */
import Joi from 'joi';

const messengerFaults = [
	'blocked',
	'no_rights',
	'not_member',
	'429',
	'5xx',
	'accept_then_drop',
	'drop_before_accept',
	'latency',
	'non_json',
	'cut_json',
	'no_message_id',
] as const;
const aiFaults = [
	'too_long',
	'unsatisfied',
	'refusal',
	'incomplete',
	'malformed',
	'contradiction',
	'wrong_number',
	'timeout',
	'latency',
	'429',
	'5xx',
	'corrupt_image',
	'accept_then_drop',
	'drop_before_accept',
	'non_json',
	'answer',
	/** The provider's filter breaks the answer off. */
	'content_filter',
	/** The provider ignores the schema: a sentence before the JSON, and an unknown field. */
	'loose',
	/** The answer is cut off, but claims to be complete. */
	'silent_cut',
	/** A message about progress comes before the answer. */
	'commentary',
	/** The provider no longer serves the model. */
	'model_gone',
	/** The key is invalid. */
	'key_refused',
	/** The account has no credit left. */
	'no_credit',
	/** The model is served only to verified organisations. */
	'not_verified',
	/** The key may not read the list of models. */
	'restricted',
] as const;

const newsFaults = ['429', '5xx', 'gone', 'rewritten', 'cut', 'drop_before_accept', 'latency'] as const;

const possibleFaults = { messenger: messengerFaults, ai: aiFaults, news: newsFaults } as const;
const allFaults: readonly string[] = [...new Set(Object.values(possibleFaults).flat())];

export type FaultKind = (typeof possibleFaults)[keyof typeof possibleFaults][number];

export interface FaultRequest {
	readonly target: keyof typeof possibleFaults;
	/** A Bot API method; any if absent. */
	readonly method?: string;
	/**
	 * The end of an AI path (`responses`, `images/generations`), the name of a schema (`copydesk_verdict`), or the host or page of a
	 * newspaper; any if absent.
	 */
	readonly endpoint?: string;
	readonly chat_id?: number;
	readonly kind: FaultKind;
	/** How many times; 1 if absent. */
	readonly times?: number;
	readonly forever?: boolean;
	/** How many matching requests pass first. */
	readonly skip?: number;
	/** Seconds, for 429. */
	readonly retry_after?: number;
	/** Milliseconds before the answer. */
	readonly latency_ms?: number;
	/** The status, for 5xx. */
	readonly status?: number;
	/** The AI's answer, for `answer`: a string as text, anything else as JSON. */
	readonly answer?: unknown;
}

export interface Fault extends FaultRequest {
	readonly id: number;
	/** How many times it will still happen; null: always. */
	readonly remaining: number | null;
	readonly happened: number;
}

/** What happens to a request: the sum of its delays, and at most one fault. */
interface Met {
	readonly latencyMs: number;
	readonly fault: Fault | undefined;
}

/** Other names of the same faults. */
const ALIASES: Readonly<Record<string, FaultKind>> = {
	block: 'blocked',
	rate_limit: '429',
	too_many_requests: '429',
	server_error: '5xx',
	'500': '5xx',
	'502': '5xx',
	'503': '5xx',
	'504': '5xx',
	malformed_verdict: 'malformed',
	bad_image: 'corrupt_image',
	planted_number: 'wrong_number',
	slow: 'latency',
};

const kind = Joi.any().custom((given: unknown, helpers) => {
	const text = String(given).replaceAll('-', '_');
	const known = ALIASES[text] ?? text;
	return allFaults.includes(known) ? known : helpers.message({ custom: `"kind" must be one of ${allFaults.join(', ')}` });
});

export const faultSchema = Joi.object<FaultRequest>({
	target: Joi.string()
		.valid(...Object.keys(possibleFaults))
		.required(),
	method: Joi.string().max(64),
	endpoint: Joi.string().max(100),
	chat_id: Joi.number().integer(),
	kind: kind.required(),
	times: Joi.number().integer().min(1).max(1_000_000),
	forever: Joi.boolean(),
	skip: Joi.number().integer().min(0).max(1_000_000),
	retry_after: Joi.number().integer().min(0).max(3_600),
	latency_ms: Joi.number().integer().min(0).max(600_000),
	status: Joi.number().integer().min(500).max(599),
	answer: Joi.any(),
}).custom((fault: FaultRequest, helpers) => {
	const possible: readonly string[] = possibleFaults[fault.target];
	if (!possible.includes(fault.kind))
		return helpers.message({
			custom: `"kind" ${fault.kind} cannot happen to the ${fault.target}; it can be one of ${possible.join(', ')}`,
		});
	if ((fault.kind === 'answer') !== (fault.answer !== undefined))
		return helpers.message({ custom: '"answer" belongs to the kind answer, which needs it' });
	if (fault.kind === 'blocked' && fault.chat_id === undefined)
		return helpers.message({ custom: '"chat_id" is required for the kind blocked' });
	return fault;
});

/** The endpoint of the AI provider that paints. */
const IMAGES = 'images/generations';

export class Faults {
	#list: Fault[] = [];
	#nextId = 1;
	readonly #changed: (list: readonly Fault[]) => void;

	constructor(changed: (list: readonly Fault[]) => void = () => {}) {
		this.#changed = changed;
	}

	get list(): readonly Fault[] {
		return this.#list;
	}

	set(request: FaultRequest): Fault {
		const fault: Fault = {
			// Only a picture can be corrupted, so this fault waits for one.
			...(request.kind === 'corrupt_image' ? { endpoint: IMAGES } : {}),
			// The restriction stays until it is removed; it affects the list of models.
			...(request.kind === 'restricted' ? { endpoint: 'models' } : {}),
			...request,
			id: this.#nextId,
			remaining: request.forever === true || ['blocked', 'restricted'].includes(request.kind) ? null : (request.times ?? 1),
			happened: 0,
		};
		this.#nextId += 1;
		this.#list = [...this.#list, fault];
		this.#changed(this.#list);
		return fault;
	}

	/** @returns the removed faults */
	clear(matches: (fault: Fault) => boolean = () => true): readonly Fault[] {
		const gone = this.#list.filter(matches);
		this.#list = this.#list.filter((fault) => !gone.includes(fault));
		if (gone.length > 0) this.#changed(this.#list);
		return gone;
	}

	/** Finds the faults for a request, and counts it. A fault for one person or method has priority over one for all. */
	meet(request: { target: FaultRequest['target']; names: readonly string[]; chatId?: number | undefined }): Met {
		const names = request.names.map((name) => name.toLowerCase());
		let latencyMs = 0;
		let met: Fault | undefined;
		let touched = false;
		const bySpecificity = [...this.#list].sort(
			(a, b) =>
				Number(b.chat_id !== undefined) +
				Number((b.method ?? b.endpoint) !== undefined) -
				Number(a.chat_id !== undefined) -
				Number((a.method ?? a.endpoint) !== undefined),
		);
		for (const fault of bySpecificity) {
			// `blocked` is the state of a chat, and answered there.
			if (fault.target !== request.target || fault.kind === 'blocked' || (fault.kind !== 'latency' && met !== undefined)) continue;
			if (fault.chat_id !== undefined && fault.chat_id !== request.chatId) continue;
			const name = (fault.method ?? fault.endpoint)?.toLowerCase().replace(/^\//, '');
			if (name !== undefined && !names.some((known) => known === name || known.endsWith(`/${name}`) || name.endsWith(`/${known}`)))
				continue;
			touched = true;
			if ((fault.skip ?? 0) > 0) {
				this.#replace(fault, { ...fault, skip: (fault.skip ?? 0) - 1 });
				continue;
			}
			latencyMs += fault.latency_ms ?? (fault.kind === 'latency' ? 1_000 : fault.kind === 'timeout' ? 200_000 : 0);
			if (fault.kind !== 'latency') met = fault;
			const remaining = fault.remaining === null ? null : fault.remaining - 1;
			this.#replace(fault, remaining === 0 ? undefined : { ...fault, remaining, happened: fault.happened + 1 });
		}
		if (touched) this.#changed(this.#list);
		return { latencyMs, fault: met };
	}

	#replace(old: Fault, next: Fault | undefined): void {
		this.#list = this.#list.flatMap((fault) => (fault.id === old.id ? (next === undefined ? [] : [next]) : [fault]));
	}
}
