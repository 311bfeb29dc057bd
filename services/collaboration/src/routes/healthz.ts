import type { Routes } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import { getRoute, ok } from '@copydesk/kit/route';
import { hasAudit } from '../audit/audit.ts';
import type { Deps } from '../deps.ts';
import { VERSION } from '../version.ts';
import { about, health } from './schemas.ts';

/** Readiness of the service and its databases; calls neither the messenger nor the AI. */
export const healthz = getRoute<Deps, Routes['/healthz']['answer']>(
	'/healthz',
	{
		id: 'health',
		summary: 'Whether the service and its databases are ready',
		description: `Touches neither the messenger nor the AI. \`participants\` is \`empty\` until the operator has set them. \`database\` is
\`failed\` also when COLLAB_DATA_DIR cannot be written or has less than 32 MiB left.`,
		open: true,
		answer: health,
		answers: { 200: 'Ready.' },
		refuses: ['unavailable'],
		unavailable: about,
	},
	async (_input, { db, participants, contract, pictures, updates }, { log }) => {
		const check = async <T>(name: string, work: () => Promise<T>): Promise<T | 'failed'> => {
			try {
				return await work();
			} catch (error) {
				log.error({ err: error, check: name }, 'a health check failed');
				return 'failed';
			}
		};
		const served = await check('contract', () => contract.now());
		const checks = {
			database:
				served === 'failed'
					? served
					: await check<'ok' | 'failed'>('database', async () => {
							pictures.probe();
							return (await hasAudit(db)) ? 'ok' : 'failed';
						}),
			participants: await check('participants', () => participants.health()),
			...(updates.check === undefined ? {} : { updates: updates.check() }),
		};
		const facts = {
			service: 'collaboration',
			version: VERSION,
			contract: served === 'failed' ? contract.configured : served,
			checks,
		} as const;
		if (checks.database === 'failed' || checks.participants === 'failed')
			throw new CopydeskError('unavailable', 'a health check failed', { facts });
		return ok({ status: 'ok', ...facts });
	},
);
