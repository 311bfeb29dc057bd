/** A desk whose posts go out at a time: what the graphs do with a press, and what people see of a plan. */
import { routeOf } from '@copydesk/domain/desk/route';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { CHANNEL, EDITOR, OWNER, claim, newExecutionId, openDesk, press, pressUpdate, postEvent, publish } from './collaboration.ts';
import type { DeskOptions, Ready, TestDesk } from './collaboration.ts';
import { until } from './until.ts';

type Update = Readonly<Record<string, unknown>> & { readonly update_id: number };

/** What the graphs do with an event that is about when a post goes out, or with the press that publishes it. */
export async function carryOut(desk: TestDesk, update: Update): Promise<number> {
	const { status, body: event } = await desk.post('/event', { update, execution_id: newExecutionId(), can_wait: true });
	if (status !== 200 || event.admitted !== true || event.waits === true) return status;
	const way = routeOf(event);
	const at = way.subject as { draft_key: string; version: number };
	const { _svc } = event;
	if (way.route === 'settle' && way.decision === 'publish') {
		const claimed = await claim(desk, { _svc, copy: event.callback }, at);
		if (claimed.status === 200) {
			const sent = await publish(desk, claimed.body._svc, at);
			// The node fails with the service, so the execution ends here.
			if (sent.status >= 500) return 200;
			if (sent.body.delivery?.waits === true) return 200;
			if (sent.body.delivery?.status === 'sent') await desk.post('/decision', { _svc, ...at, decision: 'published' });
		}
	}
	if (way.route === 'say')
		await desk.post('/messenger', {
			...{ _svc, operation: 'status', purpose: 'answer', entity_key: event.event_key, text: way.text },
			...(way.buttons === null ? {} : { buttons: way.buttons }),
		});
	await desk.post('/event-done', { _svc, event_key: event.event_key, outcome: 'handled' });
	return 200;
}

/** A desk whose posts to the main webhook are carried out. */
export async function openPlanningDesk(options: DeskOptions = {}): Promise<TestDesk> {
	const desk: TestDesk = await openDesk({ withWebhook: true, main: (update) => carryOut(desk, update), ...options });
	return desk;
}

/** Presses a time of a copy. */
export const pressAt = (desk: TestDesk, from: number, at: Ready, goesOutMs: number) =>
	postEvent(
		desk,
		pressUpdate(from, from === OWNER ? at.owner : at.editor, `cd1|at|${at.draft_key}|${at.version}|${Math.floor(goesOutMs / MINUTE_MS)}`),
	);

/** The labels below somebody's copy. */
export const below = (desk: TestDesk, from: number, at: Ready): readonly string[] =>
	(desk.messenger.messages(from).find(({ messageId }) => messageId === (from === OWNER ? at.owner : at.editor))?.buttons ?? []).map(
		({ text }) => text,
	);

export const inChannel = (desk: TestDesk): number => desk.messenger.messages(CHANNEL).filter(({ deleted }) => !deleted).length;

export const saidTo = (desk: TestDesk, userId: number): readonly string[] =>
	desk.messenger.messages(userId).flatMap(({ text }) => (text === undefined ? [] : [text]));

/** Time passes, and the service looks at what it has. */
export async function later(desk: TestDesk, ms: number): Promise<void> {
	desk.clock.nowMs += ms;
	await desk.service.tick();
}

/** Until a press has changed the buttons below a copy. */
export const untilBelow = (desk: TestDesk, from: number, at: Ready, label: string) =>
	until(() => below(desk, from, at).some((text) => text.includes(label)));

export { EDITOR, OWNER, press };
