import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { join } from 'node:path';
import { optional, readConfig, secret, textOf, urlOf, wholeNumber } from '@copydesk/kit/config';
import type { ConfigOf } from '@copydesk/kit/config';
import { ROOT } from './paths.ts';

const MAX_ID = 4_503_599_627_370_495;

/** What a desk with real accounts has to be told. The same list, with examples, is `.env.example`. */
const LIVE = {
	MESSENGER_API_URL: urlOf('where the Bot API is', { fallback: 'https://api.telegram.org' }),
	MESSENGER_TOKEN: { ...secret('the token of the bot, from BotFather'), parse: parseToken },
	MESSENGER_CHANNEL_ID: textOf('the channel that approved posts go to', {
		pattern: /^-100\d{5,20}$/,
		expected: 'a channel id like -1001234567890',
	}),
	PUBLIC_WEBHOOK_URL: { ...urlOf("the https address under which the messenger reaches n8n's webhook"), parse: parseHttps },
	OWNER_USER_ID: wholeNumber("the owner's numeric user id", { min: 1, max: MAX_ID }),
	EDITOR_USER_ID: wholeNumber("the editor's numeric user id", { min: 1, max: MAX_ID }),
	AI_BASE_URL: urlOf("the AI provider's address, the part before /v1", { fallback: 'https://api.openai.com' }),
	AI_API_KEY: secret('the key for texts'),
	AI_IMAGE_BASE_URL: optional(urlOf('the same for images, if it is another provider')),
	AI_IMAGE_API_KEY: secret('the key for images, if it is another one', { optional: true }),
};

export type LiveConfig = ConfigOf<typeof LIVE>;

function parseToken(text: string): string {
	if (!/^\d{5,20}:[A-Za-z0-9_-]{30,}$/.test(text)) throw new Error('Expected a token like 123456789:AA… but received something else');
	return text;
}

function parseHttps(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.protocol !== 'https:') throw new Error(`Expected an https address but received ${JSON.stringify(text)}`);
	return text.replace(/\/+$/, '');
}

/**
 * The environment with what a `.env` adds to it; what the environment already says wins.
 * @param file lines of `NAME=value`; it may be missing
 */
export function withEnvFile(env: NodeJS.ProcessEnv, file: string = join(ROOT, '.env')): NodeJS.ProcessEnv {
	try {
		return { ...parseEnv(readFileSync(file, 'utf8')), ...env };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env;
		throw error;
	}
}

/** @throws ConfigurationError naming every missing or malformed value */
export function readLiveConfig(env: NodeJS.ProcessEnv): LiveConfig {
	return readConfig(env, LIVE, (config) =>
		config.OWNER_USER_ID === config.EDITOR_USER_ID ? ['EDITOR_USER_ID: expected another person than OWNER_USER_ID'] : [],
	);
}
