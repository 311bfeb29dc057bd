import type { Desk } from './desk.ts';

/** Everything the operator does is an audit row. The actor is no participant: the detail says who it was. */
export async function auditOperator(
	desk: Desk,
	action: string,
	entity: string,
	detail: Readonly<Record<string, string | number | boolean | null>>,
): Promise<void> {
	const audit = await desk.audit();
	await audit.within(async (_tx, note) => {
		note({ actorUserId: null, action, entity, outcome: 'ok', detail: { ...detail, by: desk.operator } });
	});
}
