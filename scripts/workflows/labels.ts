// What people find the graphs by in n8n's list: one tag, and a description of each. A graph that has either is a person's to label.

import type { Graph, StoredWorkflow } from './graph.ts';

export const TAG = 'Copydesk';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
	'cd-main': 'Leads what happens in the messenger to a draft, a decision or news. Its webhook begins it, its first node has the settings.',
	'cd-find-material': 'Finds what a message asks for, and news worth a card: reads the feeds, asks the AI once and sends the cards.',
	'cd-read-source': 'Reads the article of a draft whole or not at all, or finds pages for a post about the world.',
	'cd-facts': 'Takes facts from the article with one AI request. Each fact cites the blocks that say it.',
	'cd-write-post': 'Writes the text of a draft with one AI request, and shortens it at most once.',
	'cd-check-caption': 'Checks the text against its facts and sources, repairs it at most once and checks it again.',
	'cd-make-cover': 'Draws one illustration and renders the cover. A stored illustration is never paid for again.',
	'cd-deliver': 'Shows a finished draft to both people, and makes it ready for a decision.',
	'cd-settle': 'Publishes a draft once, or makes a new version of it after a reply.',
	'cd-failure': 'Reports a failed execution of these workflows to the desk: four facts, no text and no key.',
};

export const descriptionOf = ({ id }: Pick<Graph, 'id'>): string => DESCRIPTIONS[id] ?? '';

/** How n8n is told. */
export interface Labels {
	/** Adds the tag, which is made where there is none, and sets the description where this interface can. */
	label(id: string, description: string): Promise<void>;
}

const isBare = (stored: StoredWorkflow | undefined): boolean => {
	if (stored === undefined) return true;
	const { description, tags } = stored;
	return (description ?? '') === '' && (!Array.isArray(tags) || tags.length === 0);
};

/**
 * Labels the graphs that n8n did not hold before, or holds without any label.
 * @returns a line for people if n8n refused
 */
export async function labelBare(
	n8n: Partial<Labels>,
	graphs: readonly Graph[],
	held: ReadonlyMap<string, StoredWorkflow>,
): Promise<string[]> {
	try {
		for (const graph of graphs) if (isBare(held.get(graph.id))) await n8n.label?.(graph.id, descriptionOf(graph));
		return [];
	} catch (error) {
		return [`the graphs have no tag ${TAG}, which changes nothing for the desk: ${(error as Error).message}`];
	}
}
