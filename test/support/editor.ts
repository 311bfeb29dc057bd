/** The graphs as a person meets them in n8n's editor: every node known and drawn, credentials bound, nothing red. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { join } from 'node:path';
import { OWNER_EMAIL, loginToN8n, n8nUrl } from '../../scripts/desk/n8n.ts';
import type { Ports } from '../../scripts/desk/ports.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { readGraphs } from '../../scripts/workflows/files.ts';
import type { Graph } from '../../scripts/workflows/graph.ts';
import { chromiumPath, openChromium } from './chromium.ts';

/** The editor's root element as Vue leaves it. */
type Routed = Element & {
	readonly __vue_app__: { readonly config: { readonly globalProperties: { readonly $router: { push(path: string): Promise<unknown> } } } };
};

/** Tests of a desk whose n8n was started with its editor. */
export function describeEditor(of: () => { readonly data: string; readonly ports: Ports }): void {
	let url: string;
	let browser: Browser;
	let page: Page;

	before(async function () {
		const path = chromiumPath();
		if (path === undefined) {
			console.warn('\n  SKIPPED: no Chromium on this machine, so nobody looked at the graphs. Install chromium or set CHROMIUM_PATH.\n');
			this.skip();
		}
		url = n8nUrl(of().ports);
		browser = await openChromium(path);
		page = await browser.newPage({ viewport: { width: 1800, height: 1000 }, reducedMotion: 'reduce' });
		const login = await page.request.post(`${url}/rest/login`, {
			data: { emailOrLdapLoginId: OWNER_EMAIL, password: secrets().value('n8n-owner-password') },
		});
		expect(login.status(), 'the login that npm start prints').to.equal(200);
	});
	after(() => browser?.close());

	const secrets = () => ensureSecrets(join(of().data, 'secrets'));

	const nodes = () => page.locator('[data-test-id="canvas-node"]');
	const complaints = () => page.locator('[data-test-id="node-issues"]');
	const namesOf = (graph: Graph): string[] =>
		graph.nodes.filter((node) => node.type !== 'n8n-nodes-base.stickyNote').map(({ name }) => name);
	/** Resolves when the nodes that are drawn are those of the graph. The editor is loaded once: its own router leads from graph to graph. */
	async function open(graph: Graph): Promise<void> {
		const path = `/workflow/${graph.id}`;
		if (page.url() === 'about:blank') await page.goto(`${url}${path}`);
		else await page.evaluate((to) => (document.querySelector('#app') as Routed).__vue_app__.config.globalProperties.$router.push(to), path);
		await page.waitForFunction(
			(wanted) => {
				const drawn = [...document.querySelectorAll('[data-test-id="canvas-node"]')].map((node) => node.getAttribute('data-node-name'));
				return drawn.sort().join('\n') === wanted;
			},
			namesOf(graph).sort().join('\n'),
			{ timeout: 60_000, polling: 200 },
		);
		// What is wrong with a node is known once its type and the credentials have been fetched.
		await page.waitForLoadState('networkidle');
	}

	it('show every node of the files, and n8n has nothing to complain about in any', async () => {
		for (const { graph } of await readGraphs()) {
			await open(graph);
			expect(await nodes().count(), graph.name).to.equal(namesOf(graph).length);
			expect(await page.getByText(graph.name, { exact: true }).count(), graph.name).to.be.greaterThan(0);
			expect(await complaints().count(), `${graph.name}: marked red`).to.equal(0);
		}
	});

	it('would be marked red if a credential were not bound', async () => {
		const graph = (await readGraphs()).find((file) => file.graph.id === 'cd-failure')?.graph as Graph;
		const api = await loginToN8n(of().ports, secrets());
		await api.update({ ...graph, nodes: graph.nodes.map(({ credentials: _bound, ...rest }) => rest) });
		try {
			await open(graph);
			await complaints().first().waitFor({ timeout: 30_000 });
		} finally {
			const { versionId } = await api.update(graph);
			await api.publish(graph.id, versionId);
		}
	});
}
