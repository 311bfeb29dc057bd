/** From the text of a page to its tree. parse5 reads it as the HTML standard says; linkedom is the document that the extractors need. */
import { parseHTML } from 'linkedom';
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';

/** More elements than a readable page has; pages that take the parsers too long have more. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 256;

class TooMuch extends Error {}

type Parsed = DefaultTreeAdapterTypes.ParentNode;

/** A tree builder that stops at the first element too many, or too deep. */
function boundedBuilder(): typeof defaultTreeAdapter {
	let elements = 0;
	const depths = new WeakMap<Parsed, number>();
	const measure = (parent: Parsed, node: DefaultTreeAdapterTypes.ChildNode): void => {
		if (!defaultTreeAdapter.isElementNode(node)) return;
		const depth = (depths.get(parent) ?? 0) + 1;
		if (depth > MAX_DEPTH) throw new TooMuch();
		depths.set(node, depth);
	};
	return {
		...defaultTreeAdapter,
		createElement(...made) {
			elements += 1;
			if (elements > MAX_ELEMENTS) throw new TooMuch();
			return defaultTreeAdapter.createElement(...made);
		},
		setTemplateContent(template, content) {
			depths.set(content, depths.get(template) ?? 0);
			defaultTreeAdapter.setTemplateContent(template, content);
		},
		appendChild(parent, node) {
			measure(parent, node);
			defaultTreeAdapter.appendChild(parent, node);
		},
		insertBefore(parent, node, reference) {
			measure(parent, node);
			defaultTreeAdapter.insertBefore(parent, node, reference);
		},
	};
}

/** Copies what was parsed into a document. Comments are left out. */
function copyInto(parent: Node, parsed: Parsed, document: Document): void {
	for (const child of parsed.childNodes) {
		if (defaultTreeAdapter.isTextNode(child)) parent.appendChild(document.createTextNode(child.value));
		else if (defaultTreeAdapter.isElementNode(child)) {
			const element = document.createElement(child.tagName);
			for (const { name, value } of child.attrs) element.setAttribute(name, value);
			parent.appendChild(element);
			copyInto(element, 'content' in child ? child.content : child, document);
		}
	}
}

/**
 * The document of a page. Every page has a head and a body, as in a browser. The content of a template is in the template itself.
 * @returns undefined if the page is too large or too deep
 */
export function treeOf(html: string): Document | undefined {
	try {
		const { document } = parseHTML('');
		copyInto(document, parse(html, { treeAdapter: boundedBuilder() }), document);
		return document;
	} catch (error) {
		if (error instanceof TooMuch) return undefined;
		throw error;
	}
}
