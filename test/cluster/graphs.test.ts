/**
 * The commands for graphs, and the way to the earlier ones and back, against an n8n in queue mode on PostgreSQL, by its address and a
 * key of its public interface alone.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import { operatorEnvironment } from '../../scripts/cluster/cluster.ts';
import { n8nSettingFor } from '../../scripts/cluster/plan.ts';
import { OWNER_EMAIL, installPackage } from '../../scripts/desk/n8n.ts';
import { HOST } from '../../scripts/desk/ports.ts';
import { normalised, written } from '../../scripts/workflows/graph.ts';
import { N8nPublicApi, SCOPES } from '../../scripts/workflows/n8nPublicApi.ts';
import { readGraphSet } from '../../scripts/workflows/sets.ts';
import { sharedCluster } from '../support/cluster.ts';
import type { SharedCluster } from '../support/cluster.ts';
import { run } from '../support/deskCommand.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf } from '../support/people.ts';
import type { People, SeenMessage } from '../support/people.ts';
import { until } from '../support/until.ts';

/** Within the limit of a test, so that what is busy is told. */
const QUIET_WITHIN_MS = 300_000;

describe('Graphs in an n8n in queue mode on PostgreSQL', function () {
	this.timeout(600_000);
	let shared: SharedCluster;
	let people: People;
	let at: string;
	let key: string;
	let api: N8nPublicApi;

	before(async function () {
		shared = await sharedCluster(this);
		people = peopleOf(shared.cluster.urls.sandbox);
		const { port, secrets } = shared.cluster.setting;
		at = `http://${HOST}:${port('n8n-main')}`;
		key = await keyOf(at, secrets.value('n8n-owner-password'));
		api = new N8nPublicApi(at, key);
		// A worker that is killed leaves the runs of children open; n8n ends them when its main process starts.
		shared.cluster.kill('n8n-main', 'SIGKILL');
		await shared.cluster.whole();
		await quiet();
	});
	after(async function () {
		if (key === undefined) return;
		this.timeout(180_000);
		await operator('forward');
		await operator('enable', 'editor');
	});

	const dying = (point?: string): NodeJS.ProcessEnv => (point === undefined ? {} : { COPYDESK_FAULT_POINT: point });
	const workflows = (words: readonly string[], point?: string) =>
		run(
			{ ...process.env, N8N_API_KEY: key, COPYDESK_DATA_DIR: join(shared.data, 'elsewhere'), ...dying(point) },
			'scripts/workflows/main.ts',
			...words,
			'--at',
			at,
		);
	const asked = (words: readonly string[], point?: string) =>
		run(
			{ ...process.env, ...operatorEnvironment(shared.cluster.setting), N8N_URL: at, N8N_API_KEY: key, ...dying(point) },
			'scripts/operator/main.ts',
			...words,
			'--yes',
		);
	const operator = (...words: readonly string[]) => asked(words);
	const read = async (sql: string): Promise<Record<string, unknown>[]> => {
		const db = await openDatabase(shared.cluster.databaseUrl, { readOnly: true, poolSize: 1 });
		try {
			return await db.query(sql);
		} finally {
			await db.close();
		}
	};
	const ids = async (): Promise<string[]> => (await readGraphSet('1.0.1')).graphs.map(({ id }) => id);
	/** Waits until nothing is under way at two looks in a row, because a failure is reported a moment after its execution has ended. */
	async function quiet(): Promise<void> {
		for (let looks = 0, since = Date.now(); looks < 2; await sleep(200)) {
			const pending = await people.updatesPending();
			const stored = await read("select event_key, intent_kind from event where state = 'stored'");
			const underWay = await api.underWay(await ids());
			looks = pending === 0 && stored.length === 0 && underWay.length === 0 ? looks + 1 : 0;
			const busy = JSON.stringify({ pending, stored, underWay });
			expect(Date.now() - since, `never quiet: ${busy}`).to.be.below(QUIET_WITHIN_MS);
		}
	}
	async function post(person: number, request: string): Promise<void> {
		const known = new Set((await people.messages(person)).map(({ message_id }) => message_id));
		await people.send(person, `/post ${request}`);
		const isPreview = (message: SeenMessage) => !known.has(message.message_id) && buttonOf(message, 'publish') !== undefined;
		const preview = await people.see(person, 'a preview', isPreview, 120_000);
		await people.press(person, preview, 'publish');
		await people.see(CHANNEL, 'the post', ({ caption }) => caption === preview.caption);
		await quiet();
	}
	const contract = async () =>
		((await (await fetch(`${shared.cluster.urls.collaboration}/healthz`)).json()) as { contract: string }).contract;

	it('are found as the files say, and exported without a difference', async () => {
		const verified = await workflows(['verify']);
		expect(verified.code, verified.text).to.equal(0);
		expect((await workflows(['diff'])).text).to.include('No difference.');
		const exported = await workflows(['export', '--to', join(shared.data, 'exported')]);
		expect(exported.code, exported.text).to.equal(0);
	});

	it('lose no message to a worker that was made again without the package; the doctor names an execution that it failed', async () => {
		const worker = 'n8n-worker-2';
		const { data } = n8nSettingFor(shared.cluster.setting, worker);
		await rm(join(data, 'n8n', '.n8n', 'nodes', 'node_modules', 'n8n-nodes-copydesk'), { recursive: true });
		shared.cluster.kill(worker, 'SIGKILL');
		await shared.cluster.whole();
		const isAnswer = ({ from, text = '' }: SeenMessage): boolean => from?.is_bot === true && text.includes('/draft');
		const answers = async (): Promise<number> => (await people.messages(EDITOR)).filter(isAnswer).length;
		const before = await answers();
		const known = new Set((await api.failed()).map(({ id }) => id));
		let sent = 0;
		while ((await api.failed()).every(({ id }) => known.has(id))) {
			await people.send(EDITOR, '/help');
			sent += 1;
			await sleep(1_000);
		}
		const doctor = await asked(['doctor']);
		const named = /✗ n8n +one of its processes did not have the package: it failed execution \d+ of Copydesk · Main/;
		expect(doctor.text, doctor.text).to.match(named);
		await installPackage(data);
		shared.cluster.kill(worker, 'SIGKILL');
		await shared.cluster.whole();
		await until(async () => (await people.updatesPending()) === 0, 1_000);
		await quiet();
		expect(await answers()).to.equal(before + sent);
	});

	it('are put in by a command that was killed half-way and run again: what is missing is reported in between', async () => {
		const { graphs } = await readGraphSet('1.0.1');
		const drafts = graphs.slice(-2).map((graph) => ({ ...graph, name: `${graph.name} (changed)` }));
		for (const graph of drafts) await api.publish(graph.id, (await api.update(graph)).versionId);
		const killed = await workflows(['import', '--replace'], 'graphs.published#1');
		expect(killed.code, killed.text).to.equal(null);
		const half = await workflows(['verify']);
		expect(half.code).to.equal(1);
		expect(half.text).to.match(/✗ Copydesk · \S.*changed in n8n: it is not what the file says/);
		const again = await workflows(['import', '--replace']);
		expect(again.code, again.text).to.equal(0);
		for (const graph of graphs) {
			const stored = await api.workflow(graph.id);
			expect(written(normalised(stored)), graph.name).to.equal(written(graph));
			expect(stored?.activeVersionId, graph.name).to.equal(stored?.versionId);
		}
		await post(EDITOR, 'The tram to the mill runs every 8 minutes from 4 May and stops at 12 places.');
	});

	it('are led back to the earlier ones and forward, killed on both ways, with a post on each', async () => {
		await quiet();
		const before = await read('select draft_key, version, state, seq from material order by 1, 2');
		for (const point of ['graphs.decided', 'graphs.removed']) {
			const killed = await asked(['rollback', '--restore-workflows'], point);
			expect(killed.code, `${point}: ${killed.text}`).to.equal(null);
		}
		const back = await operator('rollback', '--restore-workflows');
		expect(back.code, back.text).to.equal(0);
		expect(await contract()).to.equal('1.0.0');
		expect(await api.workflow('cd-failure')).to.equal(undefined);
		expect(await read('select draft_key, version, state, seq from material order by 1, 2')).to.deep.equal(before);
		await post(OWNER, 'The baths at the mill open on 3 June at 7:00 with 25-metre lanes for 4 euros.');
		expect(
			await read(
				'select * from execution where parent_execution_id is not null and bound_at_ms > (select changed_at_ms from contract_switch)',
			),
		).to.deep.equal([]);

		const killed = await asked(['forward'], 'graphs.stored#3');
		expect(killed.code, killed.text).to.equal(null);
		await quiet();
		const forward = await operator('forward');
		expect(forward.code, forward.text).to.equal(0);
		expect(await contract()).to.equal('1.0.1');
		const verified = await workflows(['verify']);
		expect(verified.code, verified.text).to.equal(0);
		expect((await operator('enable', 'editor')).code).to.equal(0);
		await post(EDITOR, 'The observatory at the mill shows Saturn on 20 August from 22:30 through 3 telescopes.');
	});
});

/** A key as a person makes one in n8n's settings. */
async function keyOf(url: string, password: string): Promise<string> {
	const asJson = (body: unknown, cookie?: string): RequestInit => ({
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
		body: JSON.stringify(body),
	});
	const login = await fetch(`${url}/rest/login`, asJson({ emailOrLdapLoginId: OWNER_EMAIL, password }));
	const cookie = login.headers
		.getSetCookie()
		.map((each) => each.split(';')[0])
		.join('; ');
	const made = await fetch(`${url}/rest/api-keys`, asJson({ label: 'graphs', expiresAt: null, scopes: SCOPES }, cookie));
	return ((await made.json()) as { data: { rawApiKey: string } }).data.rawApiKey;
}
