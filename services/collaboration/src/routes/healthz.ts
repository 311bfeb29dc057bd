import { CopydeskError } from '@copydesk/domain/errors';
import { PROBLEM_JSON, problemOf } from '@copydesk/kit/problems';
import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';

export const VERSION = '1.0.1';

/** Readiness of the service and its databases; touches neither the messenger nor the AI. */
export const healthz = getRoute<Deps>(
	'/healthz',
	async (_input, { db, participants, contract }, { requestId, log }) => {
		const check = async (name: string, work: () => Promise<string>): Promise<string> => {
			try {
				return await work();
			} catch (error) {
				log.error({ err: error, check: name }, 'a health check failed');
				return 'failed';
			}
		};
		const checks = {
			database: await check('database', async () =>
				(await db.query('select seq from audit_head where id = 1')).length === 1 ? 'ok' : 'failed',
			),
			participants: await check('participants', () => participants.health()),
		};
		const about = { service: 'collaboration', version: VERSION, contract, checks };
		if (checks.database === 'ok' && checks.participants !== 'failed') return { status: 200, body: { status: 'ok', ...about } };
		return {
			status: 503,
			contentType: PROBLEM_JSON,
			headers: { 'Retry-After': '1' },
			body: { ...about, ...problemOf(new CopydeskError('unavailable'), requestId) },
		};
	},
	{ open: true },
);
