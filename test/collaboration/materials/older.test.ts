/** What a desk of 1.0.0 left is carried on, and nobody decides about a copy that was not delivered to them. */
import { expect } from 'chai';
import { switchContract } from '@copydesk/collaboration/events/contract';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, claim, openDesk, prepared, press, preview, publish, ready, stateOf } from '../../support/collaboration.ts';
import type { Answer, TestDesk } from '../../support/collaboration.ts';

const problem = ({ status, body }: Answer) => [status, body.code];

describeOnEachEngine('A database that 1.0.0 left', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine, contract: '1.0.0' });
	});
	afterEach(() => desk.close());

	/** The service is the present one from here on, on the same database. */
	const present = () => desk.service.db.atomically((tx) => switchContract(tx, '1.0.1', desk.clock.nowMs));
	const OLDER_MESSAGE = 777;
	/** A version whose only copy is the one in the fields of its row, as it was before there was a journal. */
	async function older() {
		// A photo that the messenger knows.
		const shown = await ready(desk);
		const at = await prepared(desk, OWNER);
		const { seq } = await stateOf(desk, at);
		const fileId = (await stateOf(desk, shown))['messenger_file_id'] as string;
		const key = [at.draft_key, at.version];
		await desk.service.db.query(
			`insert into material_event (draft_key, version, seq, prev_seq, at_ms, detail, from_state, to_state, actor_user_id, event_key)
				values ($1, $2, $3, $4, 1, '{}', 'text_preparing', 'ready', $5, $6)`,
			[...key, Number(seq) + 1, Number(seq), OWNER, at.event_key],
		);
		await desk.service.db.query(
			`update material set state = 'ready', approval_message_id = $3, messenger_file_id = $5, seq = $4
				where draft_key = $1 and version = $2`,
			[...key, OLDER_MESSAGE, Number(seq) + 1, fileId],
		);
		await desk.post('/event-done', { _svc: at._svc, event_key: at.event_key, outcome: 'ready' });
		return { ...at, fileId, owner: OLDER_MESSAGE, editor: OLDER_MESSAGE };
	}

	it('is carried on: what waits is published by a press, and an open question takes its answer', async () => {
		const waiting = await ready(desk);
		const asked = await ready(desk);
		const feedback = await press(desk, EDITOR, asked, 'feedback');
		const at = { draft_key: asked.draft_key, version: 1 };
		await desk.post('/materials/advance', { _svc: feedback._svc, ...at, from: 'ready', to: 'awaiting_feedback' });
		await present();
		const pressed = await press(desk, EDITOR, waiting, 'publish');
		expect((await claim(desk, pressed as never, waiting)).status).to.equal(200);
		expect((await publish(desk, pressed._svc, waiting)).body).to.include({ ok: true });
		expect(await stateOf(desk, waiting)).to.include({ state: 'published' });
		expect(await stateOf(desk, asked)).to.include({ state: 'awaiting_feedback', feedback_actor_user_id: EDITOR });
	});

	it("lets the owner decide by their older copy, which stands in the version's own fields", async () => {
		const at = await older();
		await present();
		const pressed = await press(desk, OWNER, at, 'publish');
		expect(pressed['copy']).to.include({ delivered: true, latest: true, is_canonical: true, content_matches: true });
		expect((await claim(desk, pressed as never, at)).status).to.equal(200);
		expect((await publish(desk, pressed._svc, at)).body).to.include({ ok: true });
		expect(desk.messenger.calls.at(-1)?.fields).to.include({ photo: at.fileId });
	});

	it('lets the editor do nothing with it: what was not delivered to them is no copy of theirs', async () => {
		const at = await older();
		await present();
		const pressed = await press(desk, EDITOR, at, 'publish');
		expect(pressed['copy']).to.include({ delivered: false });
		expect(problem(await claim(desk, pressed as never, at))).to.deep.equal([409, 'copy_not_delivered']);
		expect(await stateOf(desk, at)).to.include({ state: 'ready' });
	});

	it('is no way around a delivery of now: a version with any preview in the journal is read from there alone', async () => {
		const at = await older();
		desk.messenger.next({ refuse: 403, description: 'Forbidden: bot was blocked by the user' });
		await preview(desk, at, EDITOR);
		await present();
		for (const person of [OWNER, EDITOR]) {
			const pressed = await press(desk, person, at, 'publish');
			expect(pressed['copy'], String(person)).to.include({ delivered: false });
			expect(problem(await claim(desk, pressed as never, at))).to.deep.equal([409, 'copy_not_delivered']);
		}
	});
});
