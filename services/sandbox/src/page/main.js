import { call, listen, pick, wordsOf } from './api.js';
import { Faults } from './faults.js';
import { Phone, STRANGER } from './phone.js';
import { Timeline } from './timeline.js';

/** @import { ShownState } from '../control.ts' */

const desk = pick(document, '#desk', HTMLElement);
const tabs = [...document.querySelectorAll('.tabs button')].filter((tab) => tab instanceof HTMLButtonElement);
const panels = tabs.map((tab) => pick(document, `#${tab.dataset.panel}`, HTMLElement));
const narrow = matchMedia('(max-width: 900px)');

/**
 * @param {string} id of a panel
 * @param {string} text
 */
function badge(id, text) {
	const mark = tabs.find((tab) => tab.dataset.panel === id)?.querySelector('em') ?? null;
	if (mark === null) return;
	mark.hidden = text === '';
	mark.textContent = text;
}

/** @type {Map<string, number>} */
const unread = new Map();
/** @type {Map<number, Phone>} */
const phones = new Map();
for (const section of panels.filter((panel) => panel.classList.contains('phone'))) {
	const phone = new Phone(section, {
		onUnread(id) {
			if (!narrow.matches || current === id) return;
			unread.set(id, (unread.get(id) ?? 0) + 1);
			badge(id, String(unread.get(id)));
		},
	});
	phones.set(phone.chatId, phone);
}
const timeline = new Timeline(pick(document, '#timeline', HTMLElement));
const faults = new Faults(pick(document, '#faults', HTMLElement), {
	onError: (text) => phones.get(1001)?.toast(text),
	onCount: (count) => badge('faults', count === 0 ? '' : String(count)),
});

// ── Panels on a narrow screen ───────────────────────────────────────────────

let current = 'owner';
/** @param {string} id of a panel */
function setCurrent(id) {
	current = id;
	unread.delete(id);
	if (id !== 'faults') badge(id, '');
	for (const tab of tabs) {
		if (tab.dataset.panel === id) tab.setAttribute('aria-current', 'true');
		else tab.removeAttribute('aria-current');
	}
}
// The panel to which a pressed tab scrolls; panels on the way do not become current.
/** @type {string | null} */
let heading = null;
for (const type of ['pointerdown', 'touchstart', 'wheel'])
	desk.addEventListener(
		type,
		() => {
			heading = null;
		},
		{ passive: true },
	);
tabs.forEach((tab, at) => {
	const panel = /** @type {HTMLElement} */ (panels[at]);
	tab.addEventListener('click', () => {
		heading = panel.id;
		desk.scrollTo({
			left: panel.offsetLeft - desk.offsetLeft,
			behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
		});
		setCurrent(panel.id);
	});
});
/** @type {number | undefined} */
let settle;
desk.addEventListener(
	'scroll',
	() => {
		if (!narrow.matches) return;
		clearTimeout(settle);
		settle = window.setTimeout(() => {
			const middle = desk.scrollLeft + desk.clientWidth / 2;
			const panel = panels.find(
				(one) => one.offsetLeft - desk.offsetLeft <= middle && one.offsetLeft - desk.offsetLeft + one.offsetWidth > middle,
			);
			if (panel === undefined || (heading !== null && panel.id !== heading)) return;
			heading = null;
			setCurrent(panel.id);
		}, 90);
	},
	{ passive: true },
);

// ── What is, and what happens ───────────────────────────────────────────────

const live = pick(document, '#live', HTMLElement);
const webhook = pick(document, '#webhook', HTMLElement);

/** @param {Pick<ShownState, 'webhook' | 'updates_pending' | 'polled'>} state */
function showHealth(state) {
	const failing = state.webhook?.last_error_message !== undefined && state.updates_pending > 0;
	webhook.textContent =
		state.webhook === null && !state.polled
			? 'No bot takes updates yet'
			: state.updates_pending === 0
				? 'All updates delivered'
				: `${state.updates_pending} ${state.updates_pending === 1 ? 'update' : 'updates'} waiting` +
					(failing ? `: ${state.webhook?.last_error_message}` : '');
	if (state.webhook?.url !== undefined) webhook.title = state.webhook.url;
	webhook.classList.toggle('bad', failing);
}

const clock = pick(document, '#clock', HTMLSelectElement);
let aheadMs = 0;
/** @param {number} ms that the desk's clock was set ahead */
function setClock(ms) {
	aheadMs = ms;
	const shown = new Date(Date.now() + aheadMs);
	const day = aheadMs === 0 ? '' : `${shown.toLocaleDateString([], { weekday: 'short', day: 'numeric', month: 'short' })}, `;
	const now = /** @type {HTMLOptionElement} */ (clock.options[0]);
	now.textContent = `🕒 ${day}${shown.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false })}`;
}
setClock(0);
setInterval(() => setClock(aheadMs), 1_000);
clock.addEventListener('change', () => {
	const byMs = Number(clock.value);
	clock.value = '';
	if (byMs > 0) call('POST', '/clock', { by_ms: byMs }).catch((error) => phones.get(1001)?.toast(wordsOf(error)));
});

/** @param {ShownState} state */
function show(state) {
	for (const chat of state.chats) phones.get(chat.id)?.show(chat);
	timeline.show(state.calls);
	faults.show(state.faults);
	showHealth(state);
	setClock(state.clock_ahead_ms);
}

listen(
	{
		state: show,
		message: ({ chat_id: id, message, force_reply: forceReply }) => {
			phones.get(id)?.add(message, forceReply);
			if (id === STRANGER && message.from?.is_bot === true) phones.get(1001)?.toast(`The stranger is told: ${message.text ?? ''}`);
		},
		edit: ({ chat_id: id, message }) => phones.get(id)?.replace(message),
		delete: ({ chat_id: id, message_id: messageId }) => phones.get(id)?.remove(messageId),
		callback_answer: (answer) => phones.get(answer.chat_id)?.answered(answer),
		call: (entry) => timeline.add(entry),
		update_delivered: ({ updates_pending: waiting, error }) =>
			showHealth({ webhook: error === undefined ? {} : { last_error_message: error }, polled: false, updates_pending: waiting }),
		fault: ({ faults: list }) => faults.show(list),
		clock: ({ clock_ahead_ms: aheadMs }) => setClock(aheadMs),
	},
	() => {
		live.classList.add('on');
		pick(live, 'span', HTMLElement).textContent = 'Live';
	},
	() => {
		live.classList.remove('on');
		pick(live, 'span', HTMLElement).textContent = 'Connection lost, trying again…';
	},
);

pick(document, '#reset', HTMLElement).addEventListener('click', () => {
	if (confirm('Empty the chats and clear all faults?')) void call('POST', '/reset', {});
});
for (const dialog of document.querySelectorAll('dialog'))
	dialog.addEventListener('click', (event) => {
		if (event.target === dialog) dialog.close();
	});

// ── Colours ─────────────────────────────────────────────────────────────────

/** @typedef {'auto' | 'light' | 'dark'} Theme */
/** @type {readonly Theme[]} */
const THEMES = ['auto', 'light', 'dark'];
const themeButton = pick(document, '#theme', HTMLElement);
/** @param {Theme} theme */
function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
	const name = { auto: 'Auto', light: 'Light', dark: 'Dark' }[theme];
	themeButton.textContent = name;
	themeButton.setAttribute('aria-label', `${name} colours`);
	try {
		localStorage.setItem('theme', theme);
	} catch {
		// Private windows may refuse; then the choice lasts as long as the page.
	}
}
/** @type {string | null | undefined} */
let chosen;
try {
	chosen = localStorage.getItem('theme');
} catch {
	// As above.
}
setTheme(THEMES.find((theme) => theme === chosen) ?? 'auto');
themeButton.addEventListener('click', () => {
	const at = THEMES.findIndex((theme) => theme === document.documentElement.dataset.theme);
	setTheme(THEMES[(at + 1) % THEMES.length] ?? 'auto');
});
