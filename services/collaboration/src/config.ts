import { isThisMachine, oneOf, optional, readConfig, readProtectedFile, secret, textOf, urlOf, wholeNumber } from '@copydesk/kit/config';
import type { ConfigOf, Environment, Variable } from '@copydesk/kit/config';
import { PRICES_SHAPE, readPrices, type Prices } from '@copydesk/domain/ai/prices';
import { languages } from '@copydesk/domain/language';
import { approvals } from '@copydesk/domain/material/approval';
import { postLanguages } from '@copydesk/domain/languages/names';
import { AUTO } from '@copydesk/domain/settings/settings';
import { quoted } from '@copydesk/domain/text/quoted';
import { databaseUrl } from '@copydesk/kit/database/open';
import { DEFAULT_BUDGET, type Budget } from './admissions/budget.ts';
import { DEFAULT_AT_ONCE } from './inbox/waiting.ts';
import { DEFAULT_ENTRIES, ENTRY, ENTRY_SHAPE } from './contexts/entries.ts';
import { parseContextKeys, type ContextKey } from './contexts/keys.ts';
import { CONTRACTS, UPDATES_MODES } from './version.ts';

/** `kid:base64url[,kid:…]`; the first key signs, all keys verify. */
function contextKeys(about: string): Variable<readonly ContextKey[]> {
	return {
		about,
		secret: true,
		secretsIn: (keys) => keys.map(({ key }) => key.toString('base64url')),
		bounds: 'kid:base64url(≥ 32 bytes)[,kid:…]',
		parse: parseContextKeys,
	};
}

/** The bot token, read from a file that only its owner may read. No error shows the value or a part of it. */
function tokenFile(about: string): Variable<string> {
	return {
		about,
		secretsIn: (token) => [token],
		bounds: 'path; mode 600 or stricter',
		parse(path, env) {
			const token = readProtectedFile(path, env);
			if (!/^\d{1,20}:[A-Za-z0-9_-]{1,128}$/.test(token))
				throw new Error(`Expected a bot token in ${path}, <digits>:<letters>, but found something else`);
			return token;
		},
	};
}

function chatId(about: string): Variable<number> {
	return {
		about,
		bounds: 'numeric id, e.g. -1001234567890',
		parse(text) {
			const value = /^-?\d{1,16}$/.test(text) ? Number(text) : 0;
			if (value === 0 || !Number.isSafeInteger(value))
				throw new Error(`Expected ${about}, a numeric chat id, but received ${quoted(text)}`);
			return value;
		},
	};
}

function prices(about: string): Variable<Prices> {
	return {
		about,
		bounds: PRICES_SHAPE,
		parse(text) {
			const read = readPrices(text);
			if ('mistake' in read) throw new Error(`Expected ${read.mistake}`);
			return read;
		},
	};
}

/** An amount of money; the default is none. */
function amount(about: string): Variable<number> {
	return {
		about,
		bounds: 'e.g. 20 or 12.50',
		fallback: () => 0,
		shownFallback: '0',
		parse(text) {
			if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(text)) throw new Error(`Expected an amount like 20 or 12.50 but received ${quoted(text)}`);
			return Number(text);
		},
	};
}

/** An IANA time zone; the default is the machine's. */
function timeZone(about: string): Variable<string> {
	return {
		about,
		bounds: 'e.g. Europe/Berlin',
		fallback: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
		shownFallback: "the machine's",
		parse(text) {
			try {
				return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
			} catch {
				throw new Error(`Expected ${about}, an IANA name like Europe/Berlin, but received ${quoted(text)}`);
			}
		},
	};
}

/** Where the board is: scheme, name and port. Keys cross the Internet by https alone. */
function boardAddress(about: string): Variable<string> {
	return {
		about,
		bounds: 'e.g. https://desk.example.org',
		parse(text) {
			const url = URL.canParse(text) ? new URL(text) : undefined;
			const isPlain = url !== undefined && url.href === `${url.origin}/` && text.replace(/\/$/, '') === url.origin;
			if (!isPlain || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isThisMachine(url.hostname))))
				throw new Error(`Expected ${about}, https and a name, without a path, but received ${quoted(text)}`);
			return url.origin;
		},
	};
}

/** Names, separated by commas. */
function entries(about: string): Variable<readonly string[]> {
	return {
		about,
		bounds: 'name[,name…]',
		fallback: () => DEFAULT_ENTRIES,
		shownFallback: DEFAULT_ENTRIES.join(','),
		parse(text) {
			const names = text.split(',').map((name) => name.trim());
			const odd = names.find((name) => !ENTRY.test(name));
			if (odd !== undefined) throw new Error(`Expected ${about}, each ${ENTRY_SHAPE}, but received ${quoted(odd)}`);
			return names;
		},
	};
}

/** Every variable of the service. Main reads them once; one error names all mistakes. */
export const shape = {
	COLLAB_HOST: textOf('address to listen on', { fallback: '127.0.0.1' }),
	COLLAB_PORT: wholeNumber('port to listen on (0 takes a free one)', { min: 0, max: 65_535, fallback: 8091 }),
	COLLAB_SERVICE_KEY: secret('key that n8n sends as X-Copydesk-Key', { minLength: 32 }),
	COLLAB_CONTEXT_KEYS: contextKeys('keys of the signed contexts; the first signs, all verify'),
	COLLAB_DATABASE_URL: databaseUrl('materials, deliveries, events and audit', 'sqlite:.data/collaboration/collaboration.sqlite'),
	COLLAB_PARTICIPANTS_URL: databaseUrl('participants; only ever read', 'sqlite:.data/collaboration/participants.sqlite'),
	COLLAB_DATA_DIR: textOf('the directory for paid pictures that could not be stored yet; several services share one', {
		fallback: '.data/collaboration',
	}),
	MESSENGER_API_URL: urlOf('address of the Bot API server', { fallback: 'https://api.telegram.org' }),
	MESSENGER_TOKEN_FILE: tokenFile('protected file with the bot token'),
	MESSENGER_CHANNEL_ID: chatId('channel for approved posts'),
	RENDERER_URL: urlOf('where finished covers are fetched', { fallback: 'http://127.0.0.1:8090' }),
	RENDERER_API_KEY: secret('key of the renderer', { minLength: 32, optional: true }),
	MAIN_WEBHOOK_URL: optional(urlOf('webhook of the main graph, for events to be posted again')),
	MAIN_WEBHOOK_SECRET: secret('secret token of that webhook', { optional: true }),
	COLLAB_UPDATES: oneOf(
		'how messages reach the desk: n8n is called (graphs), the service asks for them (polling), or the service is called (webhook)',
		UPDATES_MODES,
		'graphs',
	),
	COLLAB_UPDATES_HOST: textOf('address that the listener of COLLAB_UPDATES=webhook listens on', { fallback: '127.0.0.1' }),
	COLLAB_UPDATES_PORT: wholeNumber('port of that listener (0 takes a free one)', { min: 0, max: 65_535, fallback: 8093 }),
	COLLAB_UPDATES_SECRET: secret('secret token that the messenger sends to that listener', { minLength: 32, optional: true }),
	COLLAB_UPDATES_URL: optional(
		urlOf('public address of that listener; the service gives it to the messenger at its start. Without it somebody else does'),
	),
	COLLAB_BOARD: optional(boardAddress('address under which people open the board; without it there is none')),
	COLLAB_BOARD_HOST: textOf("address that the board's listener listens on", { fallback: '127.0.0.1' }),
	COLLAB_BOARD_PORT: wholeNumber('port of that listener (0 takes a free one)', { min: 0, max: 65_535, fallback: 8094 }),
	COLLAB_ENTRIES: entries('service entries that get a context of the owner without an event of the messenger'),
	COLLAB_OFFER_HOURS: wholeNumber('hours after which an offer of news expires', { min: 1, max: 168, fallback: 48 }),
	COLLAB_PAID_PER_HOUR: wholeNumber('paid requests that one person may cause in an hour (0: as many as they like)', {
		min: 0,
		max: 1_000_000,
		fallback: DEFAULT_BUDGET.perHour,
	}),
	COLLAB_PAID_PER_DAY: wholeNumber('paid requests of the desk in a day (0: as many as it likes)', {
		min: 0,
		max: 1_000_000,
		fallback: DEFAULT_BUDGET.perDay,
	}),
	COLLAB_BRIEFS_PER_HOUR: wholeNumber('messages of one person that an AI is asked about in an hour (0: as many as they like)', {
		min: 0,
		max: 1_000_000,
		fallback: DEFAULT_BUDGET.briefsPerHour,
	}),
	COLLAB_PRICES: optional(prices('what the models cost; without it nothing is said of money')),
	COLLAB_MONEY_PER_MONTH: amount('money that the AI may cost the desk in 30 days, in the currency of COLLAB_PRICES (0: no cap)'),
	COLLAB_AT_ONCE: wholeNumber('events that are worked on at once before requests for posts have to wait (0: none has to)', {
		min: 0,
		max: 1_000,
		fallback: DEFAULT_AT_ONCE,
	}),
	COLLAB_CONTRACT: oneOf(
		'contract until the operator switches it; 1.0.0 has no execution binding, failure notices or resume',
		CONTRACTS,
		'1.0.1',
	),
	COLLAB_LANGUAGE: oneOf('language that people are spoken to in whose own is not known', languages, 'en'),
	COLLAB_POST_LANGUAGE: optional(
		oneOf(
			'language of posts until the owner sets one in chat: a tag, or auto for that of each request; without it the settings node decides',
			[AUTO, ...postLanguages],
		),
	),
	COLLAB_APPROVAL: oneOf(
		'who has to agree before a post goes out: one of the two (either), the person who did not ask for it (other), or both',
		approvals,
		'either',
	),
	COLLAB_MENU: oneOf(
		'whether each chat gets a menu of commands in the language of its person; off where the bot has one set by hand',
		['on', 'off'],
		'on',
	),
	COLLAB_TIME_ZONE: timeZone('time zone of the times that people are told'),
	COLLAB_LOG_LEVEL: oneOf('least important log entry', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
} as const;

export type Config = ConfigOf<typeof shape>;

/** The limits for paid requests. */
export function budgetOf(config: Config): Budget {
	const { COLLAB_PRICES: of, COLLAB_MONEY_PER_MONTH: perMonth } = config;
	const money = of === undefined || perMonth === 0 ? {} : { money: { perMonth, prices: of } };
	return {
		perHour: config.COLLAB_PAID_PER_HOUR,
		perDay: config.COLLAB_PAID_PER_DAY,
		briefsPerHour: config.COLLAB_BRIEFS_PER_HOUR,
		...money,
	};
}

const isNeeded = (by: Config, what: string) => `${what}: Expected it to be set, because COLLAB_UPDATES is ${by.COLLAB_UPDATES}`;

/** @throws ConfigurationError that names every mistake */
export function readCollaborationConfig(env: Environment): Config {
	return readConfig(env, shape, (config) => [
		...(config.MAIN_WEBHOOK_URL !== undefined && config.MAIN_WEBHOOK_SECRET === ''
			? ['MAIN_WEBHOOK_SECRET: Expected it to be set, because MAIN_WEBHOOK_URL is']
			: []),
		...(config.COLLAB_UPDATES !== 'graphs' && config.MAIN_WEBHOOK_URL === undefined ? [isNeeded(config, 'MAIN_WEBHOOK_URL')] : []),
		...(config.COLLAB_UPDATES === 'webhook' && config.COLLAB_UPDATES_SECRET === '' ? [isNeeded(config, 'COLLAB_UPDATES_SECRET')] : []),
		// The messenger would refuse them, or bring nothing.
		...(/^[\w-]{0,256}$/.test(config.COLLAB_UPDATES_SECRET)
			? []
			: ['COLLAB_UPDATES_SECRET: Expected at most 256 characters of A-Z a-z 0-9 _ -, because the messenger takes no others']),
		...(config.COLLAB_UPDATES_URL !== undefined && new URL(config.COLLAB_UPDATES_URL).pathname === '/'
			? ['COLLAB_UPDATES_URL: Expected an address with the path that the proxy forwards, like /updates']
			: []),
		...(config.COLLAB_MONEY_PER_MONTH > 0 && config.COLLAB_PRICES === undefined
			? ['COLLAB_PRICES: Expected it to be set, because COLLAB_MONEY_PER_MONTH is']
			: []),
		...(config.COLLAB_DATABASE_URL === config.COLLAB_PARTICIPANTS_URL && config.COLLAB_DATABASE_URL.startsWith('sqlite:')
			? ['COLLAB_PARTICIPANTS_URL: Expected a file of its own, because the service may not write to it']
			: []),
	]);
}
