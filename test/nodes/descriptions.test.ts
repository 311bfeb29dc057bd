import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ICredentialType, INodeType } from 'n8n-workflow';

import { ROOT } from '../../scripts/desk/paths.ts';
import { loadNode, loadRegistered, sourceOf } from '../support/nodes.ts';

const { n8n, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
	files: string[];
};

describe('what the package registers', () => {
	for (const built of n8n.nodes) {
		it(`${built} is a node with icons for both themes, a codex file and an action for each operation`, async () => {
			const { description } = await loadRegistered<INodeType>(built);
			const icon = description.icon as { light: string; dark: string };
			for (const theme of [icon.light, icon.dark])
				expect(existsSync(join(sourceOf(built), '..', theme.replace('file:', ''))), theme).to.equal(true);
			expect(icon.light).to.not.equal(icon.dark);
			expect(existsSync(sourceOf(built).replace('.ts', '.json'))).to.equal(true);
			// The Collab nodes act for a person, by the signed context of an event; an AI agent has none.
			expect(description).to.include({ usableAsTool: !/\/Collab/.test(built), version: 1 });
			const { alias } = JSON.parse(readFileSync(sourceOf(built).replace('.ts', '.json'), 'utf8')) as { alias: string[] };
			expect(alias.join(' '), 'products of others').to.not.match(/telegram|openai|slack|discord/i);
			const operations = description.properties.find(({ name }) => name === 'operation');
			const actions = (operations?.options ?? []).map((option) => ('action' in option ? option.action : undefined));
			expect(actions).to.have.length.above(0);
			expect(actions).to.not.include(undefined);
			expect(new Set(actions).size).to.equal(actions.length);
		});

		it(`${built} shows each field only with its operation, because fields of two operations may share a name`, async () => {
			const { description } = await loadRegistered<INodeType>(built);
			for (const property of description.properties.filter(({ name }) => name !== 'operation')) {
				expect(property.displayOptions?.show?.['operation'], property.name).to.have.length(1);
			}
		});
	}

	it('is in docs/nodes.md with every operation, except those of earlier graphs', async () => {
		const page = readFileSync(join(ROOT, 'docs', 'nodes.md'), 'utf8');
		for (const built of n8n.nodes) {
			const { description } = await loadRegistered<INodeType>(built);
			const options = description.properties.find(({ name }) => name === 'operation')?.options ?? [];
			const names = options.map(({ name }) => name).filter((name) => !name.endsWith('(Earlier Graphs)'));
			const row = page.split('\n').find((line) => line.startsWith(`| **${description.displayName}** | `)) ?? '';
			expect(row.split(' | ')[1]?.split(' · ').sort(), description.displayName).to.deep.equal(names.sort());
		}
	});

	for (const built of n8n.credentials) {
		it(`${built} has a test that needs its key, so that a wrong key shows at once`, async () => {
			const credential = await loadRegistered<ICredentialType>(built);
			expect(credential.test?.request.url).to.be.oneOf(['/metrics', '/v1/models']);
			const secret = credential.properties.filter(({ name }) => /key/i.test(name));
			expect(secret.length).to.be.above(0);
			for (const { typeOptions } of secret) expect(typeOptions?.password).to.equal(true);
		});
	}

	it('publishes what is built and the icons, and nothing else', () => {
		expect(files).to.deep.equal(['dist/nodes', 'dist/credentials', 'dist/domain', 'dist/icons']);
	});
});

describe('the AI credential', () => {
	it('gives each provider its own key and never the other’s', async () => {
		const { authenticate } = await loadRegistered<ICredentialType>('dist/credentials/CopydeskAiApi.credentials.js');
		const sign = authenticate as unknown as (
			credentials: object,
			request: { url: string },
		) => Promise<{ headers: { Authorization: string } }>;
		const keys = { apiKey: 'text-key', imageApiKey: 'image-key' };
		expect((await sign(keys, { url: 'https://a.example/v1/responses' })).headers.Authorization).to.equal('Bearer text-key');
		expect((await sign(keys, { url: 'https://b.example/v1/images/generations' })).headers.Authorization).to.equal('Bearer image-key');
		expect(
			(await sign({ apiKey: 'one-key', imageApiKey: '' }, { url: 'https://a.example/v1/images/generations' })).headers.Authorization,
		).to.equal('Bearer one-key');
	});
});

describe('the AI credential, asked for a path', () => {
	it('signs what n8n’s own HTTP Request node sends, which gives its address under another name', async () => {
		const { authenticate } = await loadRegistered<ICredentialType>('dist/credentials/CopydeskAiApi.credentials.js');
		const sign = authenticate as unknown as (credentials: object, request: object) => Promise<object>;
		const request = { uri: 'https://api.example/v1/responses', method: 'POST' };
		expect(await sign({ baseUrl: 'https://api.example', apiKey: 'k' }, request)).to.deep.equal({
			...request,
			headers: { Authorization: 'Bearer k' },
		});
	});

	it('leads images to their own provider, or to the one for texts where there is no other', async () => {
		const { authenticate } = await loadRegistered<ICredentialType>('dist/credentials/CopydeskAiApi.credentials.js');
		const sign = authenticate as (credentials: object, request: object) => Promise<{ baseURL?: string }>;
		const both = { baseUrl: 'https://a.example', apiKey: 'k', imageBaseUrl: 'https://b.example', imageApiKey: 'l' };
		const images = { url: '/v1/images/generations' };
		expect((await sign(both, images)).baseURL).to.equal('https://b.example');
		expect((await sign({ ...both, imageBaseUrl: '' }, images)).baseURL).to.equal('https://a.example');
		expect(await sign(both, { url: 'https://c.example/v1/responses' })).not.to.have.property('baseURL');
		const azure = { ...both, authHeader: 'api-key' };
		expect(await sign(azure, { url: 'https://a.example/v1/responses' })).to.have.deep.property('headers', { 'api-key': 'k' });
		expect(await sign({ ...azure, imageBaseUrl: '' }, { url: '/v1/images:/chat/completions' })).to.deep.include({
			...{ baseURL: 'https://a.example', url: '/v1/chat/completions', headers: { 'api-key': 'l' } },
		});
		expect(await sign(azure, images), 'another provider').to.have.deep.property('headers', { Authorization: 'Bearer l' });
		expect(await sign({ ...both, imageBaseUrl: 'https://b.example/v1beta/openai' }, images)).to.include({
			baseURL: 'https://b.example/v1beta/openai',
			url: '/images/generations',
		});
	});

	it('leads a second request to the fallback provider with its own key alone', async () => {
		const { authenticate } = await loadRegistered<ICredentialType>('dist/credentials/CopydeskAiApi.credentials.js');
		const sign = authenticate as (credentials: object, request: object) => Promise<object>;
		const credentials = { baseUrl: 'https://a.example', apiKey: 'k', fallbackBaseUrl: 'https://f.example/api/v1', fallbackApiKey: 'f' };
		expect(await sign(credentials, { url: '/v1/fallback:/v1/chat/completions' })).to.deep.equal({
			...{ baseURL: 'https://f.example/api/v1', url: '/chat/completions', headers: { Authorization: 'Bearer f' } },
		});
	});
});

describe('the credentials of our services', () => {
	it('lead a path to their service and sign it without an expression, which would cost every execution an isolate', async () => {
		const signed = async (name: string, credentials: object) => {
			const { authenticate } = await loadRegistered<ICredentialType>(`dist/credentials/${name}.credentials.js`);
			const sign = authenticate as (credentials: object, request: object) => Promise<object>;
			return sign({ baseUrl: ' http://127.0.0.1:8090 ', ...credentials }, { url: '/x', headers: { Accept: 'a' } });
		};
		const address = { baseURL: 'http://127.0.0.1:8090', url: '/x' };
		expect(await signed('CopydeskCollaborationApi', { serviceKey: 'k' })).to.deep.equal({
			...address,
			headers: { Accept: 'a', 'X-Copydesk-Key': 'k' },
		});
		for (const name of ['CopydeskRendererApi', 'CopydeskReaderApi'])
			expect(await signed(name, { apiKey: 'k' })).to.deep.equal({ ...address, headers: { Accept: 'a', Authorization: 'Bearer k' } });
	});
});

describe('what graphs of earlier versions call', () => {
	it('is still there, so that they run on this package', async () => {
		const { description } = await loadNode('PostDraft');
		const menu = description.properties.find(({ name }) => name === 'operation');
		const values = menu?.options?.map((option) => ('value' in option ? option.value : undefined));
		expect(values).to.include.members(['applyVerdict', 'chooseStep']);
	});

	it('closes an event as handled where a graph does not say how it ended', async () => {
		const { description } = await loadNode('CollabAuthorize');
		expect(description.properties.find(({ name }) => name === 'outcome')?.default).to.equal('handled');
	});
});
