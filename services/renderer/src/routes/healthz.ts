import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { CopydeskError } from '@copydesk/domain/errors';
import { PROBLEM_JSON, problemOf } from '@copydesk/kit/problems';
import { getRoute } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { RENDERER_VERSION } from '../identity.ts';

type Check = 'ok' | 'failed';
interface Checks {
	readonly journal: Check;
	readonly store: Check;
}

/** The address is open and each check writes to the disk, so an answer serves everybody who asks within this time. */
const FRESH_MS = 1_000;
const CHECK_TIMEOUT_MS = 5_000;

async function check({ journal, store, log }: Deps): Promise<Checks> {
	const judge = async (name: string, probe: Promise<void>): Promise<Check> => {
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
	const [journalCheck, storeCheck] = await Promise.all([judge('journal', journal.probe()), judge('store', store.probe())]);
	return { journal: journalCheck, store: storeCheck };
}

const latest = new WeakMap<Deps, { readonly atMs: number; readonly checks: Promise<Checks> }>();

/** Whether covers can be made here: writes to the journal and to the store, and says which of them failed. */
export const healthz = getRoute<Deps>(
	'/healthz',
	async (_input, deps, facts) => {
		const before = latest.get(deps);
		const nowMs = performance.now();
		const checks = before !== undefined && nowMs - before.atMs < FRESH_MS ? before.checks : check(deps);
		if (checks !== before?.checks) latest.set(deps, { atMs: nowMs, checks });
		const found = await checks;
		const about = {
			service: 'renderer',
			version: RENDERER_VERSION,
			template_version: TEMPLATE_VERSION,
			template_fingerprint: deps.pool.templateFingerprint,
			checks: found,
		};
		if (found.journal === 'ok' && found.store === 'ok') return { status: 200, body: { status: 'ok', ...about } };
		return {
			status: 503,
			contentType: PROBLEM_JSON,
			headers: { 'Retry-After': '1' },
			body: { ...about, ...problemOf(new CopydeskError('unavailable'), facts.requestId) },
		};
	},
	{ open: true },
);
