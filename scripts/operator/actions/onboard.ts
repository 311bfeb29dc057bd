import { OPERATOR_ENTRY } from '@copydesk/collaboration/operator';
import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { auditOperator } from '../record.ts';

interface Onboarded {
	readonly key: string;
	readonly deliveries: readonly {
		readonly user_id: number;
		readonly status: string;
		readonly repeated: boolean;
		readonly error_code: string | null;
	}[];
}

async function post<T>(desk: Desk, path: string, body: unknown): Promise<T> {
	const { url, key, guard } = desk.service();
	guard();
	let response: Response;
	try {
		response = await fetch(`${url}${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', 'X-Copydesk-Key': key },
			body: JSON.stringify(body),
			signal: AbortSignal.timeout(120_000),
		});
	} catch (cause) {
		throw new Error(`The collaboration service does not answer at ${url}; is it running?`, { cause });
	}
	const answer = (await response.json()) as { detail?: string };
	if (!response.ok) throw new Error(`The collaboration service refused: ${answer.detail ?? response.status}`);
	return answer as T;
}

/** Sends the test set to both, through the running service, once ever. */
export const onboard: Action = {
	words: ['onboard'],
	usage: 'onboard',
	about: 'send both people a test picture (once)',
	read(line) {
		noWords(line);
		return {
			question: 'Send the test set to everybody?',
			async work(desk) {
				const { _svc } = await post<{ _svc: string }>(desk, '/internal', { action: 'context', entry: OPERATOR_ENTRY });
				const answer = await post<Onboarded>(desk, '/onboarding', { _svc });
				await auditOperator(desk, 'operator.onboard', `onboarding:${answer.key}`, {});
				const lines = answer.deliveries.map(
					({ user_id, status, repeated, error_code }) =>
						`${user_id}: ${status}${repeated ? ' (before)' : ''}${error_code === null ? '' : ` (${error_code})`}`,
				);
				return { text: lines.join('\n'), facts: answer, failed: answer.deliveries.some(({ status }) => status !== 'sent') };
			},
		};
	},
};
