/** Talks to the control API; says in words what went wrong. */

export async function call(method, path, body) {
	const response = await fetch(`/control${path}`, {
		method,
		...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error ?? `The sandbox answered ${response.status}`);
	return answer;
}

/** Listens to what happens; `opened` runs on each (re)connection. */
export function listen(handlers, opened, lost) {
	const source = new EventSource('/control/events');
	source.addEventListener('hello', opened);
	source.addEventListener('error', lost);
	for (const [event, handle] of Object.entries(handlers)) source.addEventListener(event, (message) => handle(JSON.parse(message.data)));
}

/** An element with classes, attributes and children. */
export function make(tag, options = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(options)) {
		if (value === undefined || value === null || value === false) continue;
		if (name === 'class') element.className = value;
		else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
		else element.setAttribute(name, value === true ? '' : value);
	}
	element.append(...children.filter((child) => child !== undefined && child !== null));
	return element;
}

export const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
