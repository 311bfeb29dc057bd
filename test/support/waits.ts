/** What tests of waiting requests do with a desk, as its graphs and its clock would. */
import { EPOCH, newExecutionId, textUpdate, type TestDesk } from './collaboration.ts';

/** @param deskNow the desk of the running test */
export function waitsOf(deskNow: () => TestDesk) {
	const take = async (update: object, execution_id = newExecutionId()) =>
		(await deskNow().post('/event', { update, execution_id, can_wait: true })).body;
	return {
		take,
		ask: (from: number, text = 'Open on Saturdays') => take(textUpdate(from, `/post ${text}`)),
		pay: ({ _svc }: { _svc: string }, purpose = 'text_generate') => deskNow().post('/authorize', { _svc, purpose, target: 'ai.example' }),
		/** Sets the clock so long after its start, and runs the background jobs. */
		async at(ms: number): Promise<void> {
			deskNow().clock.nowMs = EPOCH + ms;
			await deskNow().service.tick();
		},
	};
}
