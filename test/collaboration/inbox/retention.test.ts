import { expect } from 'chai';
import { verifyAudit } from '../../../scripts/operator/verifyAudit.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, openDesk, postEvent, press, pressUpdate, ready, textUpdate, type TestDesk } from '../../support/collaboration.ts';

const DAY = 86_400_000;

describeOnEachEngine('What people wrote is not kept for ever', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const event = (update: object) => postEvent(desk, update);
	const done = (of: { _svc: string; event_key: string }) =>
		desk.post('/event-done', { _svc: of._svc, event_key: of.event_key, outcome: 'done' });
	const words = async (key: string) => {
		const [row] = await desk.service.db.query('select state, update_json, intent from event where event_key = $1', [key]);
		return {
			state: row?.['state'],
			update: JSON.parse(String(row?.['update_json'])) as object,
			intent: JSON.parse(String(row?.['intent'])) as object,
		};
	};
	const later = async (ms: number) => {
		desk.clock.nowMs += ms;
		await desk.service.tick();
	};

	it('empties an event thirty days after it was closed, not before, and knows it again all the same', async () => {
		const update = textUpdate(EDITOR, '/post Something private');
		const first = await event(update);
		await done(first);
		const audited = await verifyAudit(desk.service.db);
		await later(30 * DAY);
		expect(await words(first.event_key)).to.deep.equal({
			state: 'handled',
			update,
			intent: { kind: 'post_request', text: 'Something private' },
		});
		await later(1);
		expect(await words(first.event_key)).to.deep.equal({ state: 'handled', update: {}, intent: { kind: 'post_request' } });
		expect(await event(update)).to.include({ admitted: false, reason: 'duplicate', event_key: first.event_key });
		expect(await verifyAudit(desk.service.db)).to.deep.equal(audited);
	});

	it('leaves an open event whole, however old, because it may have to be posted again', async () => {
		const update = textUpdate(EDITOR, '/post Still waiting');
		const open = await event(update);
		await later(31 * DAY);
		expect((await words(open.event_key)).update).to.deep.equal(update);
	});

	it('keeps what was pressed: it has no words, and the guard of the press reads it', async () => {
		const at = await ready(desk);
		const pressed = await press(desk, OWNER, at, 'reject');
		await done(pressed);
		await later(31 * DAY);
		expect(await words(pressed.event_key)).to.deep.equal({ state: 'handled', update: {}, intent: pressed.intent });
		expect((await event(pressUpdate(OWNER, at.owner, `cd1|reject|${at.draft_key}|1`))).copy, 'a later press is judged as ever').to.include({
			delivered: true,
			latest: true,
		});
	});

	it('empties many, a few at a time', async () => {
		await desk.service.db.query(
			`insert into event (event_key, update_id, received_at_ms, intent_kind, intent, update_json, execution_id,
					state, lease_until_ms, closed_at_ms)
				with recursive n (i) as (select 1 union all select i + 1 from n where i < 450)
				select 'u:' || cast(900000 + i as text), 900000 + i, 1, 'help', '{"kind":"help","text":"x"}', '{"update_id":1}', 'x',
					'handled', 1, 1 from n`,
		);
		const wordy = async () => Number((await desk.service.db.query(`select count(*) as n from event where update_json <> '{}'`))[0]?.['n']);
		for (const left of [250, 50, 0]) {
			await desk.service.tick();
			expect(await wordy()).to.equal(left);
		}
	});
});
