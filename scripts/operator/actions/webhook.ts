import { ALLOWED_UPDATES } from '@copydesk/domain/event/allowedUpdates';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { noWords, textOption } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { auditOperator } from '../record.ts';

async function ask(desk: Desk, method: string, fields: Readonly<Record<string, unknown>>): Promise<unknown> {
	const answer = await desk.messenger().call({ method, fields });
	if (answer.kind === 'accepted') return answer.result;
	throw new Error(
		answer.kind === 'refused'
			? `The messenger refused: ${answer.errorCode} ${answer.description}`
			: `The messenger did not answer: ${answer.reason}`,
	);
}

/**
 * Where updates go, with the secret that proves where they come from. Updates that wait are kept. The messenger is outside: it is never
 * given the address at which the service finds n8n.
 */
export const webhookSet: Action = {
	words: ['webhook', 'set'],
	usage: 'webhook set [--url <https address>]',
	about: 'have the messenger send updates to the public address of the desk (default: PUBLIC_WEBHOOK_URL)',
	options: { url: { type: 'string' } },
	read(line) {
		noWords(line);
		const given = textOption(line, 'url');
		if (given !== undefined && !(URL.canParse(given) && new URL(given).protocol === 'https:'))
			throw new Usage('Expected --url to be an https address, because the messenger sends updates to https only');
		return {
			question: `Have updates sent to ${given ?? 'PUBLIC_WEBHOOK_URL'}?`,
			async work(desk) {
				const { way, secret, ...known } = desk.updates();
				if (way === 'polling')
					throw new Usage('This desk polls for updates (COLLAB_UPDATES=polling), and a webhook would stop that. There is nothing to set');
				const url = given ?? known.url;
				if (url === undefined)
					throw new Usage('Expected --url or PUBLIC_WEBHOOK_URL: the https address at which the messenger reaches the desk from outside');
				await ask(desk, 'setWebhook', {
					url,
					...(secret === '' ? {} : { secret_token: secret }),
					allowed_updates: ALLOWED_UPDATES,
					max_connections: 5,
					drop_pending_updates: false,
				});
				await auditOperator(desk, 'operator.webhook_set', 'webhook', { url });
				return { text: `Updates are sent to ${url}.`, facts: { url, allowed_updates: ALLOWED_UPDATES } };
			},
		};
	},
};

export const webhookInfo: Action = {
	words: ['webhook', 'info'],
	usage: 'webhook info',
	about: 'show what the messenger knows about the webhook',
	read(line) {
		noWords(line);
		return {
			async work(desk) {
				const info = await ask(desk, 'getWebhookInfo', {});
				return { text: JSON.stringify(info, null, 2), facts: info };
			},
		};
	},
};

export const webhookDelete: Action = {
	words: ['webhook', 'delete'],
	usage: 'webhook delete',
	about: 'delete the webhook; waiting updates are kept',
	read(line) {
		noWords(line);
		return {
			question: 'Delete the webhook? Updates wait at the messenger then.',
			async work(desk) {
				await ask(desk, 'deleteWebhook', { drop_pending_updates: false });
				await auditOperator(desk, 'operator.webhook_deleted', 'webhook', {});
				return { text: 'The webhook is deleted.', facts: { deleted: true } };
			},
		};
	},
};
