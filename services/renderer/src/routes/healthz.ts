import type { Routes } from '@copydesk/domain/api/renderer';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import { getRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { RENDERER_VERSION } from '../identity.ts';
import { about, health } from './schemas.ts';

type Health = Routes['/healthz']['answer'];
type Checks = Health['checks'];

/** Anybody can ask `/healthz`, and each check writes to the disk, so one result serves all requests for this long. */
const FRESH_MS = 1_000;
const CHECK_TIMEOUT_MS = 5_000;

async function check({ journal, store, log }: Deps): Promise<Checks> {
	const probed = async (name: string, probe: Promise<void>): Promise<'ok' | 'failed'> => {
		try {
			await Promise.race([
				probe,
				new Promise<never>((_, reject) => {
					setTimeout(() => reject(new Error(`no answer in ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS).unref();
				}),
			]);
			return 'ok';
		} catch (error) {
			log.error({ err: error, check: name }, 'a health check failed');
			return 'failed';
		}
	};
	const [journalCheck, storeCheck] = await Promise.all([probed('journal', journal.probe()), probed('store', store.probe())]);
	return { journal: journalCheck, store: storeCheck };
}

const latest = new WeakMap<Deps, { readonly atMs: number; readonly checks: Promise<Checks> }>();

/** Whether covers can be made here: writes to the journal and to the store, and names the one that failed. */
export const healthz = getRoute<Deps, Health>(
	'/healthz',
	{
		id: 'health',
		summary: 'Whether covers can be made here',
		description: 'Writes to the journal and to the store. An answer serves everybody who asks within a second.',
		open: true,
		answer: health,
		answers: { 200: 'Both can be written.' },
		refuses: ['unavailable'],
		unavailable: about,
	},
	async (_input, deps) => {
		const before = latest.get(deps);
		const nowMs = performance.now();
		const checks = before !== undefined && nowMs - before.atMs < FRESH_MS ? before.checks : check(deps);
		if (checks !== before?.checks) latest.set(deps, { atMs: nowMs, checks });
		const found = await checks;
		const facts = {
			service: 'renderer',
			version: RENDERER_VERSION,
			template_version: TEMPLATE_VERSION,
			template_fingerprint: deps.pool.templateFingerprint,
			checks: found,
		} as const;
		if (found.journal === 'failed' || found.store === 'failed') throw new CopydeskError('unavailable', 'a health check failed', { facts });
		return ok({ status: 'ok', ...facts });
	},
);
