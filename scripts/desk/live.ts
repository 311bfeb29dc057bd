import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { join } from 'node:path';
import { shape as collaboration } from '@copydesk/collaboration/config';
import { UPDATES_MODES, type UpdatesMode } from '@copydesk/collaboration/version';
import { quoted } from '@copydesk/domain/text/quoted';
import { ConfigurationError, optional, readConfig, secret, textOf, urlOf, wholeNumber } from '@copydesk/kit/config';
import type { ConfigOf, Shape, Variable } from '@copydesk/kit/config';
import { variables as reader } from '@copydesk/reader/config';
import { variables as renderer } from '@copydesk/renderer/config';
import { ROOT } from './paths.ts';
import { PROVIDER, PROVIDER_KEYS, providerMistakes } from './provider.ts';

/** Where n8n has the webhook of the main graph. */
export const WEBHOOK_PATH = '/webhook/copydesk';
/** The same where n8n's webhooks have another beginning. */
export const webhookPath = (endpoint = 'webhook'): string => `/${endpoint}/copydesk`;
/** Where the collaboration service takes updates. */
export const UPDATES_PATH = '/updates';
const EXAMPLE_HOST = 'desk.example.org';

/** As long as the operator's command takes. */
const A_PERSON = { pattern: /^\S.{0,63}$/u, expected: 'a name of at most 64 characters' };

/** The messenger uses at most 52 bits. */
export const MAX_USER_ID = 4_503_599_627_370_495;

/** What a desk with real accounts has to be told. The same list, with examples, is `.env.example`. */
export const LIVE = {
	MESSENGER_API_URL: urlOf('where the Bot API is', { fallback: 'https://api.telegram.org' }),
	MESSENGER_TOKEN: own('MESSENGER_TOKEN', { ...secret('the token of the bot, from BotFather'), parse: parseToken }),
	MESSENGER_CHANNEL_ID: own(
		'MESSENGER_CHANNEL_ID',
		textOf('the channel that approved posts go to', { pattern: /^-100\d{5,20}$/, expected: 'a channel id like -1001234567890' }),
	),
	PUBLIC_WEBHOOK_URL: optional({
		...urlOf('the https address under which the messenger reaches the desk; without one the desk asks for messages'),
		parse: parseWebhookUrl,
	}),
	OWNER_USER_ID: own('OWNER_USER_ID', wholeNumber("the owner's numeric user id", { min: 1, max: MAX_USER_ID })),
	EDITOR_USER_ID: own('EDITOR_USER_ID', wholeNumber("the editor's numeric user id", { min: 1, max: MAX_USER_ID })),
	OWNER_NAME: optional(textOf('what the desk calls the owner', A_PERSON)),
	EDITOR_NAME: optional(textOf('what the desk calls the editor', A_PERSON)),
	...PROVIDER,
	...PROVIDER_KEYS,
	AI_API_KEY: own('AI_API_KEY', secret('the key for texts')),
	COPYDESK_HTTP_HOSTS: textOf('hosts that may be spoken to over plain http, with commas between them', { fallback: '' }),
	COLLAB_LANGUAGE: collaboration.COLLAB_LANGUAGE,
	COLLAB_POST_LANGUAGE: collaboration.COLLAB_POST_LANGUAGE,
};

export type LiveConfig = ConfigOf<typeof LIVE>;

/** The variables of our services that hold no secret: each service says what is right. */
const SETTINGS: Shape = Object.fromEntries(
	Object.entries<Shape[string]>({ ...renderer, ...reader, ...collaboration }).filter(
		([name, { secret }]) => /^(?:RENDERER|READER|COLLAB)_/.test(name) && secret !== true,
	),
);

/** What a person set of them. */
export function settingsIn(env: NodeJS.ProcessEnv): Record<string, string> {
	return Object.fromEntries(Object.entries(env).filter((each): each is [string, string] => each[0] in SETTINGS && (each[1] ?? '') !== ''));
}

/** A variable for which the value of `.env.example` is only an example. */
function own<T>(name: string, variable: Variable<T>): Variable<T> {
	return {
		...variable,
		parse(text, env) {
			if (text === examples()[name]) throw new Error(`Expected ${variable.about}, but it is still the example of .env.example`);
			return variable.parse(text, env);
		},
	};
}

let read: Readonly<Record<string, string | undefined>> | undefined;

/** The values of `.env.example` that somebody has to replace. */
export function examples(): Readonly<Record<string, string | undefined>> {
	return (read ??= parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')));
}

function parseToken(text: string): string {
	if (!/^\d{5,20}:[A-Za-z0-9_-]{30,}$/.test(text)) throw new Error('Expected a token like 123456789:AA… but received something else');
	return text;
}

function parseWebhookUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== 'https:') throw new Error(`Expected an https address but received ${quoted(text)}`);
	if (url.hostname === EXAMPLE_HOST) throw new Error('Expected the address of this desk, but it is still the example of .env.example');
	if (url.pathname === '/' || url.search !== '')
		throw new Error(`Expected an address with the path that the proxy forwards, like ${UPDATES_PATH}, but received ${quoted(text)}`);
	return text.replace(/(?<!\/)\/+$/, '');
}

/**
 * How messages reach a desk.
 * @param wanted what the start was told, by its option or by COLLAB_UPDATES; none means the best that there is
 * @throws ConfigurationError when there is no such way, or no address for it
 */
export function wayOf(wanted: string | undefined, live: LiveConfig | undefined): UpdatesMode {
	const isWay = (text: string): text is UpdatesMode => (UPDATES_MODES as readonly string[]).includes(text);
	const url = live?.PUBLIC_WEBHOOK_URL;
	const way = wanted === undefined || wanted === '' ? (url === undefined ? 'polling' : 'webhook') : wanted;
	if (!isWay(way)) throw new ConfigurationError([`COLLAB_UPDATES: Expected ${UPDATES_MODES.join(', ')} but received ${quoted(way)}`]);
	if (live === undefined || way === 'polling') return way;
	if (url === undefined)
		throw new ConfigurationError([`PUBLIC_WEBHOOK_URL: Expected an https address, because the messenger calls the desk (${way})`]);
	// Only the whole path reaches the graph: a short one would be noticed when the first message does not come.
	if (way === 'graphs' && !new URL(url).pathname.endsWith(WEBHOOK_PATH))
		throw new ConfigurationError([`PUBLIC_WEBHOOK_URL: Expected an address that ends with ${WEBHOOK_PATH} but received ${quoted(url)}`]);
	return way;
}

/** @throws ConfigurationError naming every missing or malformed value */
export function readLiveConfig(env: NodeJS.ProcessEnv): LiveConfig {
	return readConfig(env, { ...SETTINGS, ...LIVE }, (config) => [
		...(config.OWNER_USER_ID === config.EDITOR_USER_ID ? ['EDITOR_USER_ID: expected another person than OWNER_USER_ID'] : []),
		...providerMistakes(config),
	]);
}
