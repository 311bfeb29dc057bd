import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import {
	COVER_ID,
	EDITOR,
	IMAGE_ID,
	OWNER,
	newExecutionId,
	openDesk,
	preview,
	pressUpdate,
	textUpdate,
} from '../../support/collaboration.ts';
import { until } from '../../support/until.ts';
import type { DeskOptions, TestDesk } from '../../support/collaboration.ts';

const order = { do: 'none', draft: 0, when: '', setting: 'none' };
const post = (subject: string) => ({ subject, language: 'en', wishes: [], given: [], rests_on: 'knowledge', queries: [subject] });
const brief = (posts: readonly string[], more: object = {}) => ({
	...{ kind: 'posts', posts: posts.map(post), change: 0, order, topic: 'none', about: '' },
	...more,
});
const RIVER = ['The river in autumn', 'Boats in November', 'First ice'];
const CAN = { can_wait: true, can_brief: true, can_end: true };

/** The desk's clock begins on Friday, 1 January 2027, so next week begins on the 4th. */
describeOnEachEngine('A week that is planned', (engine) => {
	let desk: TestDesk;
	const open = async (more: DeskOptions = {}) => {
		desk = await openDesk({ engine, withWebhook: true, ...more });
	};
	beforeEach(() => open());
	afterEach(() => desk.close());

	const take = async (update: object, can: object = CAN) =>
		(await desk.post('/event', { update, execution_id: newExecutionId(), ...can })).body;
	const understood = async ({ _svc }: { _svc: string }, answer: object | null, fault?: string) => {
		expect((await desk.post('/authorize', { _svc, purpose: 'brief', target: 'ai' })).status, 'admitted').to.equal(200);
		return (await desk.post('/brief', { _svc, can_end: true, ...(answer === null ? { fault } : { brief: answer }) })).body;
	};
	const asked = async (text: string, answer: object, from = OWNER) => understood(await take(textUpdate(from, text)), answer);
	/** Resolves when everything that needs no n8n is said. */
	const said = () =>
		until(async () => {
			const open = "select event_key from event where state = 'stored' and waiting = 0 and intent_kind in ('usage', 'callback', 'command')";
			return (await desk.service.db.query(open)).length === 0;
		});
	const shown = async (to = OWNER) => {
		await said();
		return desk.messenger.messages(to).at(-1);
	};
	const buttons = async (to = OWNER) => ((await shown(to))?.buttons ?? []).flat().map(({ callback_data }) => callback_data ?? '');
	const pressed = async (from: number, data: string) => {
		await take(pressUpdate(from, desk.messenger.messages(from).at(-1)?.messageId ?? 0, data));
		await said();
		await desk.service.tick();
	};
	/** What n8n was handed to write, in order. */
	const written = async () => {
		const subjects: string[] = [];
		for (const update of desk.posted.splice(0)) {
			const { intent } = await take(update as object);
			if (intent.kind === 'post_request') subjects.push(intent.brief.subject);
		}
		return subjects;
	};
	const count = async (table: string) => Number((await desk.service.db.query(`select count(*) as n from ${table}`))[0]?.['n']);

	it('is proposed in one message with titles and times, and begins no draft', async () => {
		await asked('plan next week: three posts about autumn on the river', brief(RIVER));
		const message = await shown();
		expect(message?.text).to.include('1. Tue 5 Jan').and.include('The river in autumn').and.include('First ice');
		const labels = (message?.buttons ?? []).flat().map(({ text }) => text);
		expect(labels).to.deep.equal(['Accept all', 'Leave it', 'Accept 1', 'Accept 2', 'Accept 3']);
		expect(await count('material')).to.equal(0);
		expect(await written()).to.deep.equal([]);
	});

	it('becomes a draft for each post that is accepted, once, whoever of the two presses', async () => {
		await asked('plan next week: three posts about autumn on the river', brief(RIVER));
		const [all = '', none = '', , second = ''] = await buttons();
		await pressed(OWNER, second);
		expect(await written()).to.deep.equal(['Boats in November']);
		await take(textUpdate(EDITOR, '/plan week'));
		expect((await shown(EDITOR))?.text, 'the other person sees what is open, and nothing is paid for')
			.to.include('3. ')
			.and.not.include('2. ');
		await pressed(EDITOR, all);
		expect(await written()).to.deep.equal(['The river in autumn', 'First ice']);
		for (const again of [all, second, none]) await pressed(OWNER, again);
		expect(await written()).to.deep.equal([]);
		expect((await shown())?.text).to.equal('That is decided already. /plan shows what is open.');
		expect(await count('admission')).to.equal(1);
	});

	it('becomes each draft once, where both accept it at the same moment', async () => {
		await asked('plan next week: three posts about autumn on the river', brief(RIVER));
		const [all = '', , , second = ''] = await buttons();
		await Promise.all([pressed(OWNER, all), pressed(EDITOR, all), pressed(EDITOR, second)]);
		expect((await written()).toSorted()).to.deep.equal(RIVER.toSorted());
	});

	it('writes nothing of what is left', async () => {
		await asked('plan next week: three posts about autumn on the river', brief(RIVER));
		const [all = '', none = ''] = await buttons();
		await pressed(OWNER, none);
		await pressed(OWNER, all);
		expect(await written()).to.deep.equal([]);
	});

	it('asks for titles once: a crash after the answer pays nothing again and proposes the same', async () => {
		const update = textUpdate(OWNER, '/plan week');
		const event = await take(update, { can_wait: true, can_brief: true });
		expect(event.brief.message).to.equal('Plan next week: 3 posts that fit this channel, each on another subject');
		const first = await understood({ _svc: event._svc }, brief(['Bread', 'Bees']));
		const again = await desk.post('/brief', { _svc: event._svc, brief: brief(['Something else']) });
		expect(again.body.intent.text ?? '').to.not.include('Something else');
		expect(await count('proposal')).to.equal(2);
		expect(await count('admission')).to.equal(1);
		expect(first.brief ?? null).to.equal(null);
	});

	it('shows the proposed time under the preview, and only its press plans the post', async () => {
		await asked('plan next week: two posts about the river', brief(RIVER.slice(0, 2)));
		const [, , first = ''] = await buttons();
		await pressed(OWNER, first);
		const [update = {}] = desk.posted.splice(0);
		const { _svc, intent, event_key: eventKey } = await take(update as object);
		const { body } = await desk.post('/materials/create', {
			_svc,
			draft_key: intent.draft_key,
			content: { kind: 'post', request: 'The river' },
		});
		expect(body.material, JSON.stringify(body)).to.include({ draft_key: intent.draft_key });
		const at = { _svc, draft_key: intent.draft_key as string, version: 1 };
		const moves = [
			{ from: 'text_generating', to: 'text_preparing', patch: { title: 'The river', subtitle: 'In autumn', body: 'Fog.' } },
			{ from: 'text_preparing', to: 'text_preparing', patch: { caption: 'Fog.', cover_asset_id: COVER_ID, source_image_id: IMAGE_ID } },
		];
		for (const move of moves) expect((await desk.post('/materials/advance', { ...at, ...move })).status).to.equal(200);
		for (const person of [OWNER, EDITOR]) await preview(desk, at, person);
		await desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'ready' });
		await desk.post('/event-done', { _svc, event_key: eventKey, outcome: 'ready' });
		const below = (desk.messenger.messages(OWNER).at(-1)?.buttons ?? []).flat();
		expect(below[0]?.text).to.equal('Plan: Tue 5 Jan, 09:00');
		expect(await count('plan')).to.equal(0);
		await pressed(OWNER, below[0]?.callback_data ?? '');
		expect((await desk.service.db.query('select state from plan'))[0]).to.deep.equal({ state: 'open' });
	});

	it('offers posts without a time where nothing can be handed on, and says so where the AI gives nothing', async () => {
		await understood(await take(textUpdate(OWNER, '/plan week')), null, 'ai_refused');
		expect((await shown())?.text).to.not.include('Shall I write a post');
		await desk.close();
		await open({ withWebhook: false });
		await asked('plan next week: three posts about autumn on the river', brief(RIVER));
		expect(await count('proposal')).to.equal(0);
	});
});
