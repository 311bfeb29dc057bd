/**
 * Two people press different buttons of one draft at the same moment, each at an instance of their own. One decision counts, and it is one
 * that somebody pressed. `RACE_ROUNDS=300` plays more rounds.
 */
import { expect } from 'chai';
import {
	CHANNEL,
	EDITOR,
	OWNER,
	claim,
	openDesk,
	postEvent,
	pressUpdate,
	publish,
	ready,
	stateOf,
	textUpdate,
} from '../../support/collaboration.ts';
import type { Answer, Ready, TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 16);
const MINUTE = 60_000;

/** What each button makes of a version that waits. */
const DECISIONS = { publish: 'published', feedback: 'awaiting_feedback', reject: 'rejected', at: 'claimed' } as const;
type Action = keyof typeof DECISIONS;
const actions = Object.keys(DECISIONS) as Action[];

/** Presses, and does what the graphs do then. @returns the answer that says whether the decision was taken; undefined: the press said it */
async function decide(desk: TestDesk, from: number, at: Ready, action: Action): Promise<Answer | undefined> {
	const { draft_key, version } = at;
	const minute = action === 'at' ? `|${Math.floor(desk.clock.nowMs / MINUTE) + 24 * 60}` : '';
	const message_id = from === OWNER ? at.owner : at.editor;
	const event = await postEvent(desk, pressUpdate(from, message_id, `cd1|${action}|${draft_key}|${version}${minute}`));
	expect(event.admitted, `${action} of ${from}`).to.equal(true);
	if (action === 'at') return undefined;
	if (action !== 'publish') {
		const to = DECISIONS[action];
		return desk.post('/materials/advance', { _svc: event._svc, draft_key, version, from: 'ready', to });
	}
	const won = await claim(desk, { _svc: event._svc as string, copy: { message_id } }, at);
	return won.status === 200 ? publish(desk, won.body._svc as string, at) : won;
}

describeOnEachEngine('Two people who decide at the same moment', (engine) => {
	it('get one decision, which one of them made; the other one is told the state', async () => {
		const desk = await openDesk({ engine, withWebhook: true });
		const other = await desk.sibling();
		try {
			const wins = new Map<string, number>();
			for (let round = 0; round < ROUNDS; round += 1) {
				const [one, two] = [actions[round % 4] ?? 'publish', actions[Math.floor(round / 4) % 4] ?? 'publish'];
				const name = `round ${round}: ${one} and ${two}`;
				desk.clock.nowMs += 60 * MINUTE;
				const at = await ready(desk, round % 2 === 0 ? OWNER : EDITOR);
				const [instanceOfOne, instanceOfTwo] = round % 3 === 0 ? [other, desk] : [desk, other];
				const answers = await Promise.all([decide(instanceOfOne, OWNER, at, one), decide(instanceOfTwo, EDITOR, at, two)]);
				const taken = answers.filter((answer) => answer?.status === 200).length;
				for (const answer of answers) expect(answer?.status ?? 200, `${name} ${JSON.stringify(answer?.body)}`).to.be.oneOf([200, 409]);

				const { state } = await stateOf(desk, at);
				const rows = await desk.service.db.query(
					`select m.to_state, m.actor_user_id, m.detail, e.intent
						from material_event m join event e on e.event_key = m.event_key
						where m.draft_key = $1 and m.from_state = 'ready' order by m.seq`,
					[at.draft_key],
				);
				// The journal names the press of each decision. A decision about a planned version takes it off first.
				const decided = rows.map(({ to_state, actor_user_id, detail, intent }): [number, Action] => {
					const isPlan = 'planned_for' in (JSON.parse(String(detail)) as object);
					const { action } = JSON.parse(String(intent)) as { action: Action };
					expect(DECISIONS[isPlan ? 'at' : action], name).to.equal(to_state === 'claimed' && !isPlan ? 'published' : to_state);
					return [Number(actor_user_id), isPlan ? 'at' : action];
				});
				const pressed = [
					[OWNER, one],
					[EDITOR, two],
				];
				expect(decided.length, name).to.be.oneOf([1, 2]);
				for (const decision of decided) expect(decision, name).to.be.deep.oneOf(pressed);
				expect(new Set(decided.map(([person]) => person)).size, `${name}: nobody decides twice`).to.equal(decided.length);
				if (decided.length === 2) expect(decided[0]?.[1], name).to.equal('at');
				const [decider = OWNER, winner = 'publish'] = decided.at(-1) ?? [];
				expect(state, name).to.equal(DECISIONS[winner]);
				expect(taken, name).to.equal(decided.filter(([, action]) => action !== 'at').length);
				const posts = desk.messenger.messages(CHANNEL).length;
				const published = await desk.service.db.query("select 1 from material where state = 'published'");
				expect(posts, name).to.equal(published.length);
				// What is open would answer for the next draft.
				const { draft_key, version } = at;
				if (state === 'awaiting_feedback') {
					const { _svc } = await postEvent(desk, textUpdate(decider, '/cancel'));
					await desk.post('/materials/advance', { _svc, draft_key, version, from: state, to: 'ready' });
				}
				const copy = decider === OWNER ? at.owner : at.editor;
				if (winner === 'at') await postEvent(desk, pressUpdate(decider, copy, `cd1|take_off|${draft_key}|${version}`));
				wins.set(winner, (wins.get(winner) ?? 0) + 1);
			}
			expect([...wins.keys()].sort(), 'each button wins some').to.deep.equal([...actions].sort());
		} finally {
			await other.close();
			await desk.close();
		}
	}).timeout(1_200_000);
});
