import { call, listen } from './api.js';
import { Faults } from './faults.js';
import { Phone } from './phone.js';
import { Timeline } from './timeline.js';

const desk = document.getElementById('desk');
const tabs = [...document.querySelectorAll('.tabs button')];
const panels = tabs.map((tab) => document.getElementById(tab.dataset.panel));
const narrow = matchMedia('(max-width: 900px)');

function badge(id, text) {
	const mark = tabs.find((tab) => tab.dataset.panel === id)?.querySelector('em');
	if (mark === null || mark === undefined) return;
	mark.hidden = text === '';
	mark.textContent = text;
}

const unread = new Map();
const phones = new Map();
for (const section of document.querySelectorAll('.phone')) {
	const phone = new Phone(section, {
		onUnread(id) {
			if (!narrow.matches || current === id) return;
			unread.set(id, (unread.get(id) ?? 0) + 1);
			badge(id, String(unread.get(id)));
		},
	});
	phones.set(phone.chatId, phone);
}
const timeline = new Timeline(document.getElementById('timeline'));
const faults = new Faults(document.getElementById('faults'), {
	onError: (text) => phones.get(1001).toast(text),
	onCount: (count) => badge('faults', count === 0 ? '' : String(count)),
});

// ── Panels on a narrow screen ───────────────────────────────────────────────

let current = 'owner';
function setCurrent(id) {
	current = id;
	unread.delete(id);
	if (id !== 'faults') badge(id, '');
	for (const tab of tabs) {
		if (tab.dataset.panel === id) tab.setAttribute('aria-current', 'true');
		else tab.removeAttribute('aria-current');
	}
}
// Where a pressed tab is taking us; panels on the way there are not where we are.
let heading = null;
for (const type of ['pointerdown', 'touchstart', 'wheel'])
	desk.addEventListener(
		type,
		() => {
			heading = null;
		},
		{ passive: true },
	);
for (const tab of tabs) {
	tab.addEventListener('click', () => {
		heading = tab.dataset.panel;
		const panel = document.getElementById(tab.dataset.panel);
		desk.scrollTo({
			left: panel.offsetLeft - desk.offsetLeft,
			behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
		});
		setCurrent(tab.dataset.panel);
	});
}
let settle;
desk.addEventListener(
	'scroll',
	() => {
		if (!narrow.matches) return;
		clearTimeout(settle);
		settle = setTimeout(() => {
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

const live = document.getElementById('live');
const webhook = document.getElementById('webhook');

function showHealth(state) {
	const failing = state.webhook?.last_error_message !== undefined && state.updates_pending > 0;
	webhook.textContent =
		state.webhook === null
			? 'No webhook yet'
			: state.updates_pending === 0
				? 'All updates delivered'
				: `${state.updates_pending} ${state.updates_pending === 1 ? 'update' : 'updates'} waiting` +
					(failing ? `: ${state.webhook.last_error_message}` : '');
	if (state.webhook?.url !== undefined) webhook.title = state.webhook.url;
	webhook.classList.toggle('bad', failing);
}

async function refresh() {
	const state = await call('GET', '/state');
	for (const chat of state.chats) phones.get(chat.id)?.show(chat);
	timeline.show(state.calls);
	faults.show(state.faults);
	showHealth(state);
}

listen(
	{
		message: ({ chat_id: id, message, force_reply: forceReply }) => phones.get(id)?.add(message, forceReply),
		edit: ({ chat_id: id, message }) => phones.get(id)?.replace(message),
		delete: ({ chat_id: id, message_id: messageId }) => phones.get(id)?.remove(messageId),
		callback_answer: (answer) => phones.get(answer.chat_id)?.answered(answer),
		call: (entry) => timeline.add(entry),
		update_delivered: ({ updates_pending: waiting, error }) =>
			showHealth({ webhook: error === undefined ? {} : { last_error_message: error }, updates_pending: waiting }),
		fault: ({ faults: list }) => faults.show(list),
		chat: () => void refresh(),
		reset: () => void refresh(),
	},
	() => {
		live.classList.add('on');
		live.querySelector('span').textContent = 'Live';
		void refresh();
	},
	() => {
		live.classList.remove('on');
		live.querySelector('span').textContent = 'Connection lost, trying again…';
	},
);

document.getElementById('reset').addEventListener('click', () => {
	if (confirm('Empty the chats and take back all faults?')) void call('POST', '/reset', {});
});
for (const dialog of document.querySelectorAll('dialog'))
	dialog.addEventListener('click', (event) => {
		if (event.target === dialog) dialog.close();
	});

// ── Colours ─────────────────────────────────────────────────────────────────

const THEMES = ['auto', 'light', 'dark'];
const themeButton = document.getElementById('theme');
function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
	themeButton.textContent = { auto: 'Auto', light: 'Light', dark: 'Dark' }[theme];
	themeButton.setAttribute('aria-label', `Colours: ${{ auto: 'as the system', light: 'light', dark: 'dark' }[theme]}`);
	try {
		localStorage.setItem('theme', theme);
	} catch {
		// Private windows may refuse; the choice then lasts as long as the page.
	}
}
let chosen = 'auto';
try {
	chosen = localStorage.getItem('theme') ?? 'auto';
} catch {
	// As above.
}
setTheme(THEMES.includes(chosen) ? chosen : 'auto');
themeButton.addEventListener('click', () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]));
