/** Faults by a press: each chip sets one, and a second press removes it. */
import { call, make, pick, wordsOf } from './api.js';

/** @import { Fault, FaultRequest } from '../faults.ts' */

/** @type {Record<FaultRequest['target'], [key: string, label: string, fault: Omit<FaultRequest, 'target'>][]>} */
const CHIPS = {
	messenger: [
		['429', '429, wait 3 s', { kind: '429', retry_after: 3 }],
		['429 late', '429 after a minute', { kind: '429', retry_after: 30, latency_ms: 60_000 }],
		['500', 'Error 500', { kind: '5xx' }],
		['502', 'A 502 page', { kind: '5xx', status: 502 }],
		['accept_then_drop', 'Done, then hung up', { kind: 'accept_then_drop' }],
		['drop_before_accept', 'Hung up first', { kind: 'drop_before_accept' }],
		['latency', '5 s slow', { kind: 'latency', latency_ms: 5_000 }],
		['non_json', 'Not JSON', { kind: 'non_json' }],
		['no_rights', 'No right to post', { kind: 'no_rights' }],
	],
	ai: [
		['wrong_number', 'Wrong number', { kind: 'wrong_number', endpoint: 'copydesk_post' }],
		['too_long', 'Text too long', { kind: 'too_long', endpoint: 'copydesk_post' }],
		['refusal', 'Refuses', { kind: 'refusal' }],
		['incomplete', 'Cut short', { kind: 'incomplete', endpoint: 'responses' }],
		['malformed', 'Broken verdict', { kind: 'malformed', endpoint: 'copydesk_verdict' }],
		['contradiction', 'Contradicts itself', { kind: 'contradiction', endpoint: 'copydesk_verdict' }],
		['unsatisfied', 'Never satisfied', { kind: 'unsatisfied', endpoint: 'copydesk_verdict', times: 2 }],
		['corrupt_image', 'Broken picture', { kind: 'corrupt_image', endpoint: 'images/generations' }],
		['key_refused', 'Wrong key', { kind: 'key_refused' }],
		['no_credit', 'No credit', { kind: 'no_credit' }],
		['429', '429', { kind: '429' }],
		['5xx', 'Error 500', { kind: '5xx' }],
		['latency', '5 s slow', { kind: 'latency', latency_ms: 5_000 }],
	],
	news: [
		['5xx', 'Error 500', { kind: '5xx' }],
		['cut', 'Cut short', { kind: 'cut' }],
		['drop_before_accept', 'Hung up', { kind: 'drop_before_accept' }],
		['latency', '5 s slow', { kind: 'latency', latency_ms: 5_000 }],
	],
};

const WHO = new Map([
	[1001, 'Olga'],
	[1002, 'Egor'],
	[-1001000000001, 'the channel'],
]);

/** @param {Fault} fault */
function describe(fault) {
	const label =
		fault.kind === 'blocked'
			? 'Blocked'
			: ((CHIPS[fault.target].find(
					([, , spec]) => spec.kind === fault.kind && spec.status === fault.status && (spec.latency_ms ?? 0) === (fault.latency_ms ?? 0),
				) ?? [])[1] ?? fault.kind);
	const place = fault.target === 'messenger' ? fault.method : fault.target === 'ai' ? 'AI' : 'Newspapers';
	const who = fault.chat_id === undefined ? undefined : (WHO.get(fault.chat_id) ?? fault.chat_id);
	const times =
		fault.remaining === null
			? fault.kind === 'blocked'
				? undefined
				: 'always'
			: fault.remaining === 1
				? undefined
				: `×${fault.remaining}`;
	return [label, place, who === undefined ? undefined : `for ${who}`, times].filter((part) => part !== undefined).join(' · ');
}

export class Faults {
	/**
	 * @param {HTMLElement} section
	 * @param {{ onError(text: string): void, onCount(count: number): void }} told
	 */
	constructor(section, { onError, onCount }) {
		this.section = section;
		this.armed = pick(section, '#armed', HTMLElement);
		this.clear = pick(section, '#clear-faults', HTMLElement);
		this.onCount = onCount;
		/** @type {readonly Fault[]} */
		this.list = [];
		/** @param {() => Promise<unknown>} work */
		this.guard = (work) => void work().catch((error) => onError(wordsOf(error)));
		this.clear.addEventListener('click', () => this.guard(() => call('DELETE', '/faults')));
		for (const target of /** @type {const} */ (['messenger', 'ai', 'news'])) {
			const group = pick(section, `.chips[data-target="${target}"]`, HTMLElement);
			for (const [key, label, spec] of CHIPS[target]) {
				group.append(
					make(
						'button',
						{ type: 'button', class: 'chip', 'data-key': key, onclick: () => this.guard(() => this.arm(target, spec)) },
						label,
					),
				);
			}
		}
	}

	/**
	 * @param {FaultRequest['target']} target
	 * @param {Omit<FaultRequest, 'target'>} spec
	 */
	async arm(target, spec) {
		/** @param {string} id */
		const value = (id) => pick(this.section, `#${id}`, HTMLSelectElement).value;
		const times = value('fault-times');
		const messenger = target === 'messenger';
		await call('POST', '/faults', {
			target,
			...spec,
			...(messenger && value('fault-where') !== '' ? { method: value('fault-where') } : {}),
			...(messenger && value('fault-who') !== '' ? { chat_id: Number(value('fault-who')) } : {}),
			...(times === 'forever' ? { forever: true } : times === '1' ? {} : { times: Number(times) }),
		});
	}

	/** @param {readonly Fault[]} list */
	show(list) {
		this.list = list;
		this.onCount(list.length);
		this.clear.hidden = list.length === 0;
		this.armed.replaceChildren(
			...(list.length === 0
				? [make('p', { class: 'calm' }, 'Choose what should go wrong with the next request.')]
				: list.map((fault) =>
						make(
							'button',
							{
								type: 'button',
								class: 'armed-fault',
								'aria-label': `Clear: ${describe(fault)}`,
								onclick: () => this.guard(() => call('DELETE', `/faults/${fault.id}`)),
							},
							describe(fault),
							make('span', { 'aria-hidden': 'true' }, '×'),
						),
					)),
		);
	}
}
