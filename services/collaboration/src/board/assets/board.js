// Keeps the page "Now" up to date while it is looked at. Without scripts it is as true as when it was loaded.
const EVERY_MS = 15_000;

async function refresh() {
	if (document.hidden) return;
	const answer = await fetch(location.href).catch(() => undefined);
	if (answer?.status === 401) location.reload();
	if (!answer?.ok) return;
	const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live');
	const now = document.getElementById('live');
	if (next === null || now === null || next.innerHTML === now.innerHTML) return;
	const { activeElement } = document;
	const focused = activeElement !== null && now.contains(activeElement) ? activeElement.getAttribute('href') : null;
	now.replaceWith(next);
	const again = focused === null ? null : next.querySelector(`a[href="${CSS.escape(focused)}"]`);
	if (again instanceof HTMLElement) again.focus();
}

document.querySelector('.live-note')?.removeAttribute('hidden');
setInterval(() => void refresh(), EVERY_MS);
document.addEventListener('visibilitychange', () => void refresh());
