/** Calls the control API; errors are sentences. */

/**
 * @param {string} method
 * @param {string} path below `/control`
 * @param {unknown} [body]
 * @returns {Promise<any>} what the route answers
 */
export async function call(method, path, body) {
	const response = await fetch(`/control${path}`, {
		method,
		...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error ?? `The sandbox answered ${response.status}`);
	return answer;
}

/** @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Listens to what happens.
 *
 * @param {Record<string, (data: any) => void>} handlers by the name of the event
 * @param {() => void} opened runs on each connection, also a later one
 * @param {() => void} lost
 */
export function listen(handlers, opened, lost) {
	const source = new EventSource('/control/events');
	source.addEventListener('hello', opened);
	source.addEventListener('error', lost);
	for (const [event, handle] of Object.entries(handlers)) source.addEventListener(event, (message) => handle(JSON.parse(message.data)));
}

/**
 * The element that has to be there.
 *
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} kind
 * @returns {E}
 */
export function pick(root, selector, kind) {
	const element = root.querySelector(selector);
	if (!(element instanceof kind)) throw new Error(`There is no ${kind.name} ${selector}`);
	return element;
}

/**
 * An element with classes, attributes and children. A value that is absent or false sets nothing; `on…` listens.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | null | undefined | (() => void)>} [options]
 * @param {(string | Node | null | undefined)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, options = {}, ...children) {
	const element = document.createElement(tag);
	for (const [name, value] of Object.entries(options)) {
		if (value === undefined || value === null || value === false) continue;
		if (typeof value === 'function') element.addEventListener(name.slice(2), value);
		else if (name === 'class') element.className = String(value);
		else element.setAttribute(name, value === true ? '' : String(value));
	}
	element.append(...children.filter((child) => child !== undefined && child !== null));
	return element;
}

/** @param {number} seconds of Unix time */
export const clock = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
