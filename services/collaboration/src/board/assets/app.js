// The messenger puts what it signed behind # of the address of a Mini App. It is sent once, and taken out of the address at once.
void (async () => {
	const initData = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData') ?? '';
	history.replaceState(null, '', '/app');
	const body = new URLSearchParams({ init_data: initData });
	const answer = await fetch('/app', { method: 'POST', body, redirect: 'manual' }).catch(() => undefined);
	if (answer?.type === 'opaqueredirect') location.replace('/');
	else document.getElementById('failed')?.removeAttribute('hidden');
})();
