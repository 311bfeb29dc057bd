/** The operator's one-time proof, on real n8n: from a step that could not read its own input to a published post. */
import { join } from 'node:path';
import axios from 'axios';
import { expect } from 'chai';
import { loginToN8n } from '../../scripts/desk/n8n.ts';
import { ensureSecrets } from '../../scripts/desk/secrets.ts';
import { normalised } from '../../scripts/workflows/graph.ts';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { read as rowsOf } from '../support/deskState.ts';
import { environmentOf, run } from '../support/deskCommand.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, peopleOf, type People } from '../support/people.ts';
import { until } from '../support/until.ts';

const CHILD = 'cd-write-post';
const STEP = 'Build the text request';

describe('Going on by an operator’s proof', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
	});
	// Others share these graphs.
	after(async function () {
		this.timeout(120_000);
		await desk.idle();
		expect((await command('workflows', 'import', '--replace')).code).to.equal(0);
	});

	const command = (script: 'operator' | 'workflows', ...words: readonly string[]) =>
		run(environmentOf(desk.dataDir, desk.ports), `scripts/${script}/main.ts`, ...words, ...(script === 'operator' ? ['--yes'] : []));
	const read = (sql: string, values: readonly string[]) => rowsOf(desk, sql, values);
	/** Somebody leaves a mistake in a step, and a post is asked for that fails on it. */
	async function failedDraft(operation: string, request: string): Promise<string> {
		const n8n = await loginToN8n(desk.ports, ensureSecrets(join(desk.dataDir, 'secrets')));
		const graph = normalised(await n8n.workflow(CHILD));
		const nodes = graph.nodes.map((node) => (node.name === STEP ? { ...node, parameters: { operation } } : node));
		const { versionId } = await n8n.update({ ...graph, nodes });
		await n8n.publish(CHILD, versionId);
		await n8n.waitUntilLive(CHILD, versionId, 60_000);
		const known = (await people.messages(EDITOR)).length;
		await people.send(EDITOR, `/post ${request}`);
		const stopped = await until(
			async () => (await read("select draft_key from material where request = $1 and error_code = 'execution_failed'", [request]))[0],
			200,
		);
		await desk.idle();
		expect((await people.messages(EDITOR)).slice(known).filter(({ from }) => from?.is_bot === true)).to.have.length(2);
		expect((await command('workflows', 'import', '--replace')).code).to.equal(0);
		return String(stopped['draft_key']);
	}
	const statusOf = async (proofId: string) => (await read('select status from resume_proof where proof_id = $1', [proofId]))[0]?.['status'];
	const journalOf = async (draftKey: string) =>
		(await read('select from_state, to_state from material_event where draft_key = $1 order by seq', [draftKey])).map(
			({ from_state, to_state }) => `${String(from_state)} → ${String(to_state)}`,
		);

	it('leads from text_generating to a published post, once', async () => {
		const draftKey = await failedDraft('shortenRequest', 'The footbridge at the mill opens on 4 May for 40 cyclists an hour.');
		const resumed = await command('operator', 'resume', draftKey, '--json');
		expect(resumed.code, resumed.text).to.equal(0);
		const { proof_id: proofId, status } = JSON.parse(resumed.text) as { proof_id: string; status: string };
		expect(status).to.equal('redeemed');
		const isPreview = (message: Parameters<typeof buttonOf>[0]) => buttonOf(message, 'publish')?.includes(`|${draftKey}|`) === true;
		const preview = await people.see(OWNER, 'the preview', isPreview, 120_000);
		await people.see(EDITOR, 'the preview', isPreview, 60_000);
		await desk.idle();
		expect(await journalOf(draftKey)).to.include('text_generating → text_preparing');
		expect(await statusOf(proofId), 'previews alone complete nothing').to.equal('redeemed');
		expect(await read("select purpose from admission where draft_key = $1 and purpose = 'text_generate'", [draftKey])).to.have.length(1);

		await people.press(OWNER, preview, 'publish');
		await people.see(CHANNEL, 'the post', ({ caption }) => caption === preview.caption);
		await desk.idle();
		expect(await statusOf(proofId)).to.equal('completed');
		const [row] = await read('select state, error_code, error_stage, event_key from material where draft_key = $1', [draftKey]);
		expect(row).to.deep.include({ state: 'published', error_code: null, error_stage: null });
		const kept = await read('select action, code from audit where entity like $1 or action = $2', [
			`material:${draftKey}:%`,
			'failure.recorded',
		]);
		expect(kept.map(({ action }) => action)).to.include.members([
			'failure.recorded',
			'material.stopped',
			'operator.proof_issued',
			'proof.completed',
		]);
		expect(kept.map(({ code }) => code)).to.include('LocalParseError');
		expect(await read('select state from event where event_key = $1', [String(row?.['event_key'])])).to.deep.equal([{ state: 'handled' }]);

		const journal = await journalOf(draftKey);
		const again = await axios.post(
			desk.urls.webhook,
			{ resume_proof: proofId },
			{ headers: { 'X-Telegram-Bot-Api-Secret-Token': desk.secrets.webhookSecret } },
		);
		expect(again.status).to.equal(200);
		await desk.idle();
		expect(await journalOf(draftKey), 'a second use leads nowhere').to.deep.equal(journal);
		const refused = await command('operator', 'resume', draftKey);
		expect(refused.code).to.equal(1);
		expect(refused.text).to.include('proof_invalid');
	});

	it('is not issued for a failure that is no local one', async () => {
		const draftKey = await failedDraft('noSuchOperation', 'The ferry at the mill leaves at 7:40 on Sundays with 60 seats.');
		const refused = await command('operator', 'resume', draftKey);
		expect(refused.code).to.equal(1);
		expect(refused.text).to.include('NodeOperationError is not a local parse failure');
		expect(await read('select * from resume_proof where draft_key = $1', [draftKey])).to.deep.equal([]);
		const notice = (await people.messages(EDITOR)).findLast((message) => buttonOf(message, 'resume')?.includes(`|${draftKey}|`) === true);
		expect(notice, 'its person goes on by the button').to.not.equal(undefined);
		if (notice === undefined) return;
		await people.press(EDITOR, notice, 'resume');
		const isPreview = (message: Parameters<typeof buttonOf>[0]) => buttonOf(message, 'reject')?.includes(`|${draftKey}|`) === true;
		const preview = await people.see(EDITOR, 'the preview', isPreview, 120_000);
		await people.press(EDITOR, preview, 'reject');
		await desk.idle();
	});
});
