import { sleep } from 'n8n-workflow';

import type { Reply } from './transport.ts';

/** How long a crashed service may take to come back. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Asks again while the service is away, about a minute; only for what changes nothing when it is said twice.
 * @see docs/specification.md#retries
 * @param ask told whether it asks again
 * @returns what it answered at last, a refusal too
 * @throws NodeApiError when it stayed away
 */
export async function untilAnswered<Answer>(ask: (isAgain: boolean) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
	for (const [at, pauseMs] of PAUSES_MS.entries()) {
		const reply = await ask(at > 0).catch(() => undefined);
		if (reply !== undefined && (reply.ok || reply.refusal.status < 500)) return reply;
		await sleep(pauseMs);
	}
	return ask(true);
}
