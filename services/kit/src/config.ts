/** Configuration from the environment: read once, checked as a whole, frozen. One error reports all mistakes before a port opens. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { quoted } from '@copydesk/domain/text/quoted';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How one variable is read. `parse` throws an Error that says what was expected and received. */
export interface Variable<T> {
	readonly about: string;
	readonly parse: (text: string, env: Environment) => T;
	/** The value if the variable is absent or empty. Without it the variable is required. */
	readonly fallback?: () => T;
	/**
	 * Whether `<NAME>_FILE` is accepted too: a path to a file with the value. Containers mount secrets this way, readable by all users
	 * inside.
	 */
	readonly secret?: boolean;
	/** The secrets in a value. No other variable may have one of them, so that one stolen secret does not give two. */
	readonly secretsIn?: (value: T) => readonly string[];
	/** The name of another variable that may have the same secret. */
	readonly mayEqual?: string;
	/** The limits, as the documentation shows them. */
	readonly bounds?: string;
	readonly shownFallback?: string;
}

/** Any variable: `secretsIn` takes the result of `parse`. */
export type Shape = Readonly<
	Record<string, Omit<Variable<unknown>, 'secretsIn'> & { readonly secretsIn?: (value: never) => readonly string[] }>
>;
export type ConfigOf<S extends Shape> = {
	readonly [K in keyof S]: S[K] extends { readonly parse: (text: string, env: Environment) => infer T } ? T : never;
};

/** Every mistake in the configuration, one per line. */
export class ConfigurationError extends Error {
	readonly mistakes: readonly string[];
	constructor(mistakes: readonly string[]) {
		super(`The configuration cannot be used:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
		this.name = 'ConfigurationError';
		this.mistakes = mistakes;
	}
}

/** An address for a message, without its name and password. */
export const quoteAddress = (text: string): string => quoted(text.replace(/^([^/]*\/\/).*@/s, '$1•••@'));

/**
 * Reads a secret from a file that only its owner may read. Throws with the reason.
 * @param env the program's environment: it names systemd's credentials folder. systemd grants access to one user by an access control
 * list, which shows as group rights.
 */
export function readProtectedFile(path: string, env: Environment = {}): string {
	const { mode } = statSync(path);
	const folder = env['CREDENTIALS_DIRECTORY'];
	const others = folder !== undefined && folder !== '' && dirname(path) === folder ? 0o007 : 0o077;
	if ((mode & others) !== 0) {
		throw new Error(`${path} is readable by others (mode ${(mode & 0o777).toString(8)}); run: chmod 600 ${path}`);
	}
	return readFileSync(path, 'utf8').trim();
}

function readVariable(env: Environment, name: string, variable: Shape[string]): unknown {
	let text = env[name];
	if (variable.secret === true) {
		const file = env[`${name}_FILE`];
		if (file !== undefined && file !== '') {
			if (text !== undefined && text !== '') throw new Error(`Expected either ${name} or ${name}_FILE, not both`);
			text = readFileSync(file, 'utf8').trim();
		}
	}
	if (text === undefined || text === '') {
		if (variable.fallback !== undefined) return variable.fallback();
		throw new Error(`Expected ${variable.about} but it is not set${variable.secret === true ? ` (${name} or ${name}_FILE)` : ''}`);
	}
	return variable.parse(text, env);
}

/** Secrets that two variables have, or one variable twice. */
function repeatedSecrets(shape: Shape, values: Readonly<Record<string, unknown>>): readonly string[] {
	const holders = new Map<string, string>();
	return Object.entries(shape).flatMap(([name, { secretsIn, mayEqual }]) => {
		const held = values[name] === undefined ? [] : (secretsIn?.(values[name] as never) ?? []).filter((text) => text !== '');
		return held.flatMap((text) => {
			const other = holders.get(text);
			if (other === undefined) holders.set(text, name);
			if (other === undefined || other === mayEqual) return [];
			return other === name
				? [`${name}: Expected different secrets but received the same one twice`]
				: [`${name}: Expected a secret of its own but it is the same as ${other}`];
		});
	});
}

/**
 * Reads all variables of a shape.
 * @param check checks relations between variables; returns the mistakes, each a sentence
 * @throws ConfigurationError that names every mistake
 */
export function readConfig<S extends Shape>(env: Environment, shape: S, check?: (config: ConfigOf<S>) => readonly string[]): ConfigOf<S> {
	const mistakes: string[] = [];
	const values: Record<string, unknown> = {};
	for (const [name, variable] of Object.entries(shape)) {
		try {
			values[name] = readVariable(env, name, variable);
		} catch (error) {
			mistakes.push(`${name}: ${(error as Error).message}`);
		}
	}
	mistakes.push(...repeatedSecrets(shape, values));
	if (mistakes.length === 0 && check !== undefined) mistakes.push(...check(values as ConfigOf<S>));
	if (mistakes.length > 0) throw new ConfigurationError(mistakes);
	return Object.freeze(values) as ConfigOf<S>;
}

export function wholeNumber(about: string, bounds: { min: number; max: number; fallback?: number }): Variable<number> {
	const { min, max, fallback } = bounds;
	return {
		about,
		bounds: `${min}…${max}`,
		...(fallback === undefined ? {} : { fallback: () => fallback, shownFallback: String(fallback) }),
		parse(text) {
			const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
			if (!(value >= min && value <= max))
				throw new Error(`Expected ${about}, a whole number from ${min} to ${max}, but received ${quoted(text)}`);
			return value;
		},
	};
}

export function textOf(about: string, options: { fallback?: string; pattern?: RegExp; expected?: string } = {}): Variable<string> {
	const { fallback, pattern, expected } = options;
	return {
		about,
		...(fallback === undefined ? {} : { fallback: () => fallback, shownFallback: fallback }),
		parse(text) {
			if (pattern !== undefined && !pattern.test(text)) throw new Error(`Expected ${expected ?? about} but received ${quoted(text)}`);
			return text;
		},
	};
}

export function oneOf<const T extends string>(about: string, values: readonly T[], fallback?: T): Variable<T> {
	return {
		about,
		bounds: values.join(' | '),
		...(fallback === undefined ? {} : { fallback: () => fallback, shownFallback: fallback }),
		parse(text) {
			if (!(values as readonly string[]).includes(text))
				throw new Error(`Expected one of ${values.join(', ')} but received ${quoted(text)}`);
			return text as T;
		},
	};
}

/** The variable that lists other hosts to which plain `http:` is allowed. */
export const PLAIN_HTTP_HOSTS = 'COPYDESK_HTTP_HOSTS';

/** Whether a host name means this machine. */
export const isThisMachine = (hostname: string): boolean => LOOPBACK.test(hostname);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function mayBePlain({ hostname }: URL, env: Environment): boolean {
	const named = (env[PLAIN_HTTP_HOSTS] ?? '').split(',').map((name) => name.trim().toLowerCase());
	return isThisMachine(hostname) || named.includes(hostname);
}

/**
 * An https address without credentials and without a trailing slash. Keys and texts are sent there, so plain `http:` is allowed only for
 * this machine and for listed hosts.
 */
export function urlOf(about: string, options: { fallback?: string } = {}): Variable<string> {
	const { fallback } = options;
	return {
		about,
		...(fallback === undefined ? {} : { fallback: () => fallback, shownFallback: fallback }),
		parse(text, env) {
			const url = URL.canParse(text) ? new URL(text) : undefined;
			if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
				throw new Error(`Expected ${about}, an http or https address without credentials, but received ${quoteAddress(text)}`);
			}
			if (url.protocol === 'http:' && !mayBePlain(url, env)) {
				throw new Error(
					`Expected ${about} with https:, because others could read along, but received ${quoted(text)}; ` +
						`if the way there is your own, name ${url.hostname} in ${PLAIN_HTTP_HOSTS}`,
				);
			}
			return text.replace(/(?<!\/)\/+$/, '');
		},
	};
}

/** A value that is never printed. Also read from `<NAME>_FILE`. */
export function secret(about: string, options: { minLength?: number; optional?: boolean } = {}): Variable<string> {
	const { minLength = 1, optional = false } = options;
	return {
		about,
		secret: true,
		secretsIn: (value) => [value],
		...(minLength > 1 ? { bounds: `at least ${minLength} characters` } : {}),
		...(optional ? { fallback: () => '' } : {}),
		parse(text) {
			if (text.length < minLength) throw new Error(`Expected ${about}, at least ${minLength} characters, but received ${text.length}`);
			if (!/^[\x21-\x7e]+$/.test(text)) throw new Error(`Expected ${about}, printable ASCII without spaces`);
			return text;
		},
	};
}

/** Makes a variable optional: absent gives undefined. */
export function optional<T>(variable: Variable<T>): Variable<T | undefined> {
	const { secretsIn, ...rest } = variable;
	return {
		...rest,
		...(secretsIn === undefined ? {} : { secretsIn: (value) => (value === undefined ? [] : secretsIn(value)) }),
		fallback: () => undefined,
	};
}

/** Opens what a variable names. An error names the variable. */
export async function openedBy<T>(name: string, open: () => T | Promise<T>): Promise<T> {
	try {
		return await open();
	} catch (error) {
		throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
	}
}
