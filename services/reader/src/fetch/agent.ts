/** How the reader calls itself. */

const PRODUCT = 'Copydesk-Reader/1.0';
export const DEFAULT_AGENT = `${PRODUCT} (+https://github.com/copydesk/n8n-nodes-copydesk)`;

const WIKIMEDIA =
	/(?:^|\.)(?:wikipedia|wikimedia|wiktionary|wikidata|wikivoyage|wikibooks|wikisource|wikiquote|wikiversity|wikinews|mediawiki)\.org$/;

/**
 * The name for a host. Wikimedia counts requests by the contact in it and wants that of the operator: with the project's own address, all
 * desks of the world would share one allowance.
 */
export function agentFor(configured: string, contact: string | undefined): (name: string) => string {
	const wikimedia = contact === undefined ? (configured === DEFAULT_AGENT ? PRODUCT : configured) : `${PRODUCT} (${contact})`;
	return (name) => (WIKIMEDIA.test(name) ? wikimedia : configured);
}
