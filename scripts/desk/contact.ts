import { createMessenger } from '@copydesk/collaboration/operator';
import type { LiveConfig } from './live.ts';

const ASK_MS = 5_000;

/** The environment with the bot's address as the contact of the reader, unless it has one: Wikipedia wants to reach the operator. */
export async function withContact(env: NodeJS.ProcessEnv, live: LiveConfig): Promise<NodeJS.ProcessEnv> {
	if ((env['READER_CONTACT'] ?? '') !== '') return env;
	const messenger = createMessenger({ apiUrl: live.MESSENGER_API_URL, token: live.MESSENGER_TOKEN, answerTimeoutMs: ASK_MS });
	const me = await messenger.call({ method: 'getMe', fields: {} });
	const name = me.kind === 'accepted' ? (me.result as { username?: string }).username : undefined;
	return name === undefined ? env : { ...env, READER_CONTACT: `https://t.me/${name}` };
}
