/**
 * Removes what a browser would not show, because hidden text is not the article. It knows attributes, inline styles, and rules in the
 * page's own `<style>` that name one class or one id.
 */

const NOT_SHOWN =
	'script:not([type="application/ld+json" i]), style, template, noscript, iframe, frame, object, embed, ' +
	'amp-ad, amp-embed, amp-sidebar, amp-list, amp-consent, amp-user-notification, [hidden]';
/** Farther from the edge than any screen is wide. */
const OFF_SCREEN_PX = 900;
const EM_PX = 16;
/** A box of one pixel shows no letter. */
const NO_SIZE_PX = 1;
/** How many units of a style sheet are read. */
const MAX_SHEET_UNITS = 262_144;

type Style = ReadonlyMap<string, string>;

/** Declarations by name; the last one counts. */
function styleOf(text: string): Style {
	const style = new Map<string, string>();
	for (const declaration of text.replace(/\/\*[\s\S]*?\*\//g, '').split(';')) {
		const at = declaration.indexOf(':');
		if (at === -1) continue;
		const value = declaration.slice(at + 1).toLowerCase();
		const important = value.lastIndexOf('!');
		style.set(declaration.slice(0, at).trim().toLowerCase(), (important === -1 ? value : value.slice(0, important)).trim());
	}
	return style;
}

/** A length in pixels; undefined for a relative one. */
function pixels(value: string | undefined): number | undefined {
	const [, number, unit] = /^([+-]?(?:\d+(?:\.\d+)?|\.\d+))(px|r?em|pt)?$/.exec(value ?? '') ?? [];
	if (number === undefined) return undefined;
	return Number(number) * (unit?.endsWith('em') === true ? EM_PX : 1);
}

const isNothing = (value: string | undefined): boolean => /^[+-]?(?:0+(?:\.0*)?|\.0+)(?:[a-z]+|%)?$/.test(value ?? '');
/** Whether a position is off every screen; a whole screen in relative units counts too. */
const isFarOut = (value: string | undefined): boolean =>
	(pixels(value) ?? 0) <= -OFF_SCREEN_PX || /^-\d{3,}(?:\.\d+)?v[wh]$/.test(value ?? '');

/** Whether the letters are too small to read. */
function isTooSmall(style: Style): boolean {
	const [size = ''] =
		/(?<![\w.])(?:\d+(?:\.\d+)?|\.\d+)(?:[a-z]+|%)?(?=[\s/])/.exec(style.get('font')?.replace(/\b[1-9]00\b/g, '') ?? '') ?? [];
	return [style.get('font-size'), size].some((each) => isNothing(each) || (pixels(each) ?? NO_SIZE_PX + 1) <= NO_SIZE_PX);
}

function isCutAway(style: Style): boolean {
	const clip = (style.get('clip') ?? '').replace(/\s+/g, '');
	if (/^rect\((?:0|1)(?:px)?(?:,?(?:0|1)(?:px)?){3}\)$/.test(clip)) return true;
	if (/^(?:inset\((?:50|100)%\)|circle\(0)/.test(style.get('clip-path') ?? '')) return true;
	const hasNoSize = ['width', 'height', 'max-width', 'max-height'].some((name) => {
		const size = pixels(style.get(name));
		return size !== undefined && size <= NO_SIZE_PX;
	});
	return hasNoSize && /hidden|clip/.test(`${style.get('overflow') ?? ''}${style.get('overflow-x') ?? ''}${style.get('overflow-y') ?? ''}`);
}

function isMovedAway(style: Style): boolean {
	if (isFarOut(style.get('text-indent')) || isFarOut(style.get('margin-left')) || isFarOut(style.get('margin-top'))) return true;
	if (/translate[xy3d]*\(\s*-(?:\d{4,}px|\d{3,}v[wh])/.test(style.get('transform') ?? '')) return true;
	return (
		/absolute|fixed|relative/.test(style.get('position') ?? '') &&
		['left', 'top', 'right', 'bottom'].some((side) => isFarOut(style.get(side)))
	);
}

function hasNoColour(style: Style): boolean {
	const colour = style.get('color');
	if (colour === undefined) return false;
	const background = style.get('background-color') ?? style.get('background');
	return colour === 'transparent' || colour === background;
}

export function hides(declarations: string): boolean {
	const style = styleOf(declarations);
	return (
		style.get('display') === 'none' ||
		/^(?:hidden|collapse)$/.test(style.get('visibility') ?? '') ||
		isNothing(style.get('opacity')) ||
		['scale', 'zoom'].some((name) => isNothing(style.get(name))) ||
		style.get('content-visibility') === 'hidden' ||
		isTooSmall(style) ||
		/^scale[xy]?\(\s*0\s*[,)]/.test(style.get('transform') ?? '') ||
		isCutAway(style) ||
		isMovedAway(style) ||
		hasNoColour(style)
	);
}

/** The top-level rules of a style sheet, without blocks such as those for print or narrow screens. */
function* rulesOf(sheet: string): Generator<readonly [selectors: string, declarations: string]> {
	const text = sheet.slice(0, MAX_SHEET_UNITS).replace(/\/\*[\s\S]*?\*\//g, '');
	let from = 0;
	while (from < text.length) {
		const open = text.indexOf('{', from);
		if (open === -1) return;
		const selectors = text.slice(from, open).slice(text.slice(from, open).lastIndexOf(';') + 1);
		let [depth, end] = [1, open + 1];
		for (; end < text.length && depth > 0; end += 1) {
			if (text[end] === '{') depth += 1;
			else if (text[end] === '}') depth -= 1;
		}
		if (!selectors.includes('@')) yield [selectors, text.slice(open + 1, end - 1)];
		from = end;
	}
}

/** Whether declarations hide by nothing but opacity, which a script fades in. */
const onlyFades = (declarations: string): boolean => hides(declarations) && !hides(`${declarations};opacity:1`);

/** `.name` and `#name` that the page's own style sheets hide, with whether they only fade it. The last rule for a name counts. */
function hiddenNames(document: Document): ReadonlyMap<string, boolean> {
	const names = new Map<string, boolean>();
	for (const sheet of document.querySelectorAll('style:not([media="print" i])'))
		for (const [selectors, declarations] of rulesOf(sheet.textContent ?? '')) {
			const isHiding = hides(declarations);
			for (const selector of selectors.split(',').map((one) => one.trim())) {
				if (!/^[.#][\w-]+$/.test(selector)) continue;
				if (isHiding) names.set(selector, onlyFades(declarations));
				else if (/display|visibility|opacity|font-size|position/.test(declarations)) names.delete(selector);
			}
		}
	return names;
}

const isRoot = (element: Element): boolean => /^(?:HTML|BODY)$/i.test(element.tagName);

/** Puts the content of declarative shadow roots in its place. Without a slot for them, a browser does not show the other children. */
function showShadowRoots(document: Document): void {
	for (const template of document.querySelectorAll('template[shadowrootmode]')) {
		const host = template.parentElement;
		if (host === null || isRoot(host)) continue;
		const others = [...host.childNodes].filter((node) => node !== template);
		const content = [...template.childNodes];
		template.remove();
		for (const node of others) node.parentNode?.removeChild(node);
		host.append(...content);
		const slots = [...host.querySelectorAll('slot')];
		for (const node of others) {
			const name = (node as Partial<Element>).getAttribute?.('slot') ?? '';
			slots.find((slot) => (slot.getAttribute('name') ?? '') === name)?.append(node);
		}
	}
}

const HALF = 0.5;

/**
 * Whether a box is all that the page has: it holds a headline and most of the text. An open dialog hides it from screen readers only, and a
 * script fades it in.
 */
function isWholePage(box: Element): boolean {
	const lengthOf = (element: Element | null): number => (element?.textContent ?? '').replace(/\s+/g, '').length;
	return box.querySelector('h1') !== null && lengthOf(box) >= lengthOf(box.ownerDocument.body) * HALF;
}

export function removeHidden(document: Document): void {
	showShadowRoots(document);
	const names = hiddenNames(document);
	const [hidden, faded] = [[...document.querySelectorAll(NOT_SHOWN)], [...document.querySelectorAll('[aria-hidden="true" i]')]];
	for (const element of document.querySelectorAll('[style]')) {
		const style = element.getAttribute('style') ?? '';
		if (hides(style)) (onlyFades(style) ? faded : hidden).push(element);
	}
	for (const element of names.size === 0 ? [] : document.querySelectorAll('[class], [id]'))
		for (const name of [`#${element.id}`, ...[...element.classList].map((one) => `.${one}`)])
			if (names.has(name)) (names.get(name) === true ? faded : hidden).push(element);
	for (const element of hidden) if (!isRoot(element)) element.remove();
	for (const element of faded) if (!isRoot(element) && !isWholePage(element)) element.remove();
}
