import { oneOf, readConfig, secret, textOf, wholeNumber, type ConfigOf, type Environment } from '@copydesk/kit/config';

const shape = {
	SANDBOX_HOST: textOf('address to listen on; loopback only, because everyone who reaches it plays both people', {
		fallback: '127.0.0.1',
		pattern: /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/,
		expected: 'a loopback address (127.0.0.1, ::1 or localhost)',
	}),
	SANDBOX_PORT: wholeNumber('port to listen on', { min: 0, max: 65_535, fallback: 8095 }),
	SANDBOX_BOT_TOKEN: secret('token of the sandbox bot, <bot id>:<secret>; made up and kept in the data folder when absent', {
		minLength: 20,
		optional: true,
	}),
	SANDBOX_DATA_DIR: textOf('folder of chats, pictures and pending updates', { fallback: '.data/sandbox' }),
	SANDBOX_PICTURES: oneOf('how pictures are painted; rough ones take a fifth of the time', ['fine', 'rough'], 'fine'),
	SANDBOX_WEBHOOKS: oneOf(
		"where the messenger brings updates: `https` addresses alone, as the real one, or `loopback` too, as a server of one's own",
		['https', 'loopback'],
		'https',
	),
	SANDBOX_RECORD_FILE: textOf('file that gets a JSON line of each request and answer of messenger and AI; for tests', { fallback: '' }),
	SANDBOX_LOG_LEVEL: textOf('least level that is logged', {
		fallback: 'info',
		pattern: /^(?:silent|error|warn|info|debug)$/,
		expected: 'silent, error, warn, info or debug',
	}),
};

export type SandboxConfig = ConfigOf<typeof shape>;

/** @throws ConfigurationError that names every mistake */
export function readSandboxConfig(env: Environment): SandboxConfig {
	return readConfig(env, shape, (config) =>
		config.SANDBOX_BOT_TOKEN === '' || /^\d{5,12}:[A-Za-z0-9_-]{8,}$/.test(config.SANDBOX_BOT_TOKEN)
			? []
			: ['SANDBOX_BOT_TOKEN: Expected <bot id>:<secret>, as the messenger writes its tokens'],
	);
}

/** For the documentation. */
export const sandboxVariables = shape;
