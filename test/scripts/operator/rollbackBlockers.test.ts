import { expect } from 'chai';
import { openParticipants } from '@copydesk/collaboration/participants/participants';
import { rollbackBlockers } from '../../../scripts/operator/rollbackBlockers.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	EDITOR,
	OWNER,
	newExecutionId,
	offered,
	offeredByDay,
	prepared,
	press,
	pressCard,
	preview,
	ready,
	textUpdate,
} from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { openPlanningDesk, pressAt } from '../../support/planned.ts';

describeOnEachEngine('What holds up the earlier graphs', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openPlanningDesk({ engine });
	});
	afterEach(() => desk.close());

	const open = async () => {
		const participants = openParticipants(desk.database.participantsUrl);
		try {
			return await rollbackBlockers(desk.service.db, await participants.all());
		} finally {
			await participants.close();
		}
	};

	it('is nothing while both have what is to be decided, and neither is what was decided', async () => {
		await ready(desk);
		const rejected = await ready(desk);
		const { _svc } = await press(desk, OWNER, rejected, 'reject');
		await desk.post('/materials/advance', { _svc, draft_key: rejected.draft_key, version: 1, from: 'ready', to: 'rejected' });
		await offeredByDay(desk, '2027-01-01', ['https://coast-wire.example/1']);
		expect(await open()).to.deep.equal([]);
	});

	it('is a post that is planned, by its time and by who approved it, until it is taken off', async () => {
		const at = await ready(desk);
		await pressAt(desk, EDITOR, at, desk.clock.nowMs + 3_600_000);
		expect(await open()).to.deep.equal([
			`${at.draft_key} v1: it is planned for 2027-01-01T01:00:00.000Z by Egor Editor; publish it or take it off`,
		]);
		await press(desk, OWNER, at, 'take_off');
		expect(await open()).to.deep.equal([]);
	});

	it("names a draft of which only the editor has a preview, also when the owner's copy is unconfirmed", async () => {
		for (const owners of ['none', 'refused', 'unknown'] as const) {
			const at = await prepared(desk, EDITOR);
			if (owners === 'refused') desk.messenger.next({ refuse: 403, description: 'Forbidden: bot was blocked by the user' });
			if (owners === 'unknown') desk.messenger.next('lost_after');
			if (owners !== 'none') await preview(desk, at, OWNER);
			await preview(desk, at, EDITOR);
			const { draft_key, version, _svc } = at;
			await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'ready' });
			expect(await open(), owners).to.include(`${draft_key} v1: only the editor has its preview`);
		}
		expect(await open()).to.have.length(3);
	});

	it('is a draft whose first copy went to the editor, before the graphs call it ready', async () => {
		const at = await prepared(desk, EDITOR);
		await preview(desk, at, EDITOR);
		expect(await open()).to.deep.equal([`${at.draft_key} v1: only the editor has its preview`]);
		await preview(desk, at, OWNER);
		expect(await open()).to.deep.equal([]);
	});

	it('is an open question for feedback, to either person', async () => {
		for (const [person, name] of [
			[EDITOR, 'Egor Editor'],
			[OWNER, 'Olga Owner'],
		] as const) {
			const at = await ready(desk);
			const { _svc } = await press(desk, person, at, 'feedback');
			await desk.post('/materials/advance', { _svc, draft_key: at.draft_key, version: 1, from: 'ready', to: 'awaiting_feedback' });
			expect(await open()).to.include(`${at.draft_key} v1: feedback is awaited from ${name}`);
		}
	});

	it('is a question for other words, until its person turns to something else', async () => {
		const { draft_key, version, _svc } = await prepared(desk, EDITOR);
		const patch = { error_code: 'unsupported_character', error_stage: 'cover' };
		await desk.post('/materials/advance', { _svc, draft_key, version, from: 'text_preparing', to: 'text_preparing', patch });
		const pressed = await press(desk, EDITOR, { draft_key, version, _svc, owner: 0, editor: 900 }, 'edit_title');
		await desk.post('/messenger', {
			_svc: pressed._svc,
			operation: 'prompt',
			purpose: 'edit_title',
			entity_key: `${draft_key}:${version}:${pressed['event_key']}`,
			draft_key,
			version,
			text: 'Which title?',
		});
		expect(await open()).to.deep.equal([`${draft_key} v1: other words for its title are awaited from Egor Editor`]);
		await desk.post('/event', { update: textUpdate(EDITOR, '/news'), execution_id: newExecutionId() });
		expect(await open()).to.deep.equal([]);
	});

	it('is an offer of which only the editor has the card, until it is settled', async () => {
		const { batch_key, cards, _svc } = await offered(desk, EDITOR, ['https://coast-wire.example/1']);
		expect(await open()).to.deep.equal([`news ${batch_key}, item 1: only the editor has its card`]);
		const skipped = await pressCard(desk, EDITOR, 'skip', batch_key, 1, cards[0] ?? 0);
		await desk.post('/news/dismiss', { _svc: skipped['_svc'] ?? _svc, batch_key, item: 1, message_id: cards[0] });
		expect(await open()).to.deep.equal([]);
		await offered(desk, OWNER, ['https://coast-wire.example/2']);
		expect(await open()).to.deep.equal([]);
	});
});
