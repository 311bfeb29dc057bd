/** The calls of the pipeline: each act of a person begins a section, and each call shows the time since. */
import { make, pick } from './api.js';

/** @import { Call } from '../hub.ts' */

const KEPT = 400;
const NAMES = new Map([
	[1001, 'Olga'],
	[1002, 'Egor'],
	[-1001000000001, 'channel'],
]);
/** @param {number | undefined} id */
const nameOf = (id) => (id === undefined ? '' : (NAMES.get(id) ?? String(id)));
/** @type {Record<string, string>} */
const UPDATES = { message: 'message', callback_query: 'press', my_chat_member: 'block' };
/** @type {Record<string, string>} */
const AI = {
	copydesk_post: 'write text',
	copydesk_verdict: 'check text',
	copydesk_shorten: 'shorten text',
	copydesk_news_classification: 'choose news',
	copydesk_facts: 'find facts',
	'images/generations': 'draw picture',
	responses: 'text',
};

/** @param {number} ms */
const duration = (ms) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`);

export class Timeline {
	/** @param {HTMLElement} section */
	constructor(section) {
		this.list = pick(section, '.events', HTMLElement);
		this.kind = 'all';
		/** @type {number | undefined} When the latest act of a person was, in Unix milliseconds. */
		this.startedAt = undefined;
		/** @type {HTMLButtonElement[]} */
		this.filters = [...section.querySelectorAll('.filters button')].filter((one) => one instanceof HTMLButtonElement);
		for (const button of this.filters) button.addEventListener('click', () => this.filter(button.dataset.kind ?? 'all'));
	}

	/** @param {string} kind */
	filter(kind) {
		this.kind = kind;
		for (const button of this.filters) button.setAttribute('aria-pressed', String(button.dataset.kind === kind));
		this.list.dataset.show = kind;
		this.list.scrollTop = this.list.scrollHeight;
	}

	/** @param {readonly Call[]} calls */
	show(calls) {
		this.startedAt = undefined;
		this.list.replaceChildren();
		for (const call of calls) this.add(call, false);
		if (calls.length === 0)
			this.list.append(make('li', { class: 'nothing' }, 'Every update, call and AI request is listed here, with the time it took.'));
		this.list.scrollTop = this.list.scrollHeight;
	}

	/** @param {Call} call */
	add(call, live = true) {
		const follow = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80;
		this.list.querySelector('.nothing')?.remove();
		this.list.append(call.kind === 'person' ? this.act(call) : this.entry(call, live));
		while (this.list.children.length > KEPT) this.list.firstElementChild?.remove();
		if (follow) this.list.scrollTop = this.list.scrollHeight;
	}

	/** @param {Call} call */
	act(call) {
		this.startedAt = call.at;
		return make(
			'li',
			{ class: 'act' },
			make('span', {}, make('b', {}, nameOf(call.chat_id)), call.method === 'press' ? ' pressed ' : ' wrote '),
			make('q', {}, call.summary),
			make('time', {}, new Date(call.at).toLocaleTimeString([], { hour12: false })),
		);
	}

	/**
	 * @param {Call} call
	 * @param {boolean} live
	 */
	entry(call, live) {
		const label =
			call.kind === 'update'
				? `${UPDATES[call.method] ?? call.method} → bot`
				: call.kind === 'ai'
					? `AI: ${AI[call.method] ?? call.method}`
					: call.method;
		const to =
			call.kind === 'messenger' && call.chat_id !== undefined ? make('span', { class: 'to' }, `→ ${nameOf(call.chat_id)}`) : undefined;
		const since = this.startedAt === undefined ? '' : `+${((call.at - this.startedAt) / 1_000).toFixed(2)}`;
		const summary = make(
			'summary',
			{},
			make('span', { class: 'since' }, since),
			make(
				'span',
				{ class: 'what' },
				make('b', {}, label),
				to,
				call.fault === undefined ? undefined : make('span', { class: 'fault-mark' }, call.fault.replaceAll('_', ' ')),
				make('span', { class: 'said' }, call.ok ? call.summary : (call.description ?? call.summary)),
			),
			make('span', { class: 'took' }, call.took_ms === 0 ? '' : duration(call.took_ms)),
		);
		const details = make('details', {}, summary);
		details.addEventListener('toggle', () => {
			if (details.open && details.children.length === 1)
				details.append(
					make(
						'pre',
						{},
						JSON.stringify(
							{ status: call.status, ...(call.description === undefined ? {} : { description: call.description }), ...Object(call.params) },
							null,
							1,
						),
					),
				);
		});
		return make('li', { class: `event ${call.kind}${call.ok ? '' : ' failed'}${live ? ' fresh' : ''}` }, details);
	}
}
