import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';

export const VERSION = '1.0.1';

/** Readiness of the service and its databases; touches neither the messenger nor the AI. */
export const healthz = getRoute<Deps>(
	'/healthz',
	async (_input, { db, participants, contract }) => {
		const check = async (work: () => Promise<string>): Promise<string> => {
			try {
				return await work();
			} catch {
				return 'failed';
			}
		};
		const checks = {
			database: await check(async () => ((await db.query('select seq from audit_head where id = 1')).length === 1 ? 'ok' : 'failed')),
			participants: await check(() => participants.health()),
		};
		const ok = Object.values(checks).every((result) => result !== 'failed');
		return { status: ok ? 200 : 503, body: { status: ok ? 'ok' : 'unavailable', service: 'collaboration', version: VERSION, contract, checks } };
	},
	{ open: true },
);
