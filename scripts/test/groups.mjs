// The groups of `npm test`. Plain JavaScript without a dependency: set-up reads them before anything is installed.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * What a group needs; without the last five its tests are skipped.
 * @typedef {'n8n' | 'package' | 'chromium' | 'postgres' | 'compose' | 'caddy' | 'redis'} Need
 */

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {readonly string[]} [files] of a folder of tests; absent for a command
 * @property {readonly string[]} [command] a program of this checkout and its arguments
 * @property {readonly Need[]} needs
 * @property {number} limitMinutes after which it is ended and counts as failed; the longest begin first
 */

/** @type {readonly Group[]} */
const COMMANDS = [
	{
		name: 'format',
		command: ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--cache-location', '.data/prettier', '.'],
		needs: [],
		limitMinutes: 5,
	},
	{ name: 'lint', command: ['scripts/test/lint.ts'], needs: [], limitMinutes: 10 },
];
const DEFAULT_LIMIT_MINUTES = 10;

/** What can be said after `npm test --`, for Node's parser. */
export const OPTIONS = /** @type {const} */ ({ lanes: { type: 'string' }, slowest: { type: 'boolean' }, 'may-skip': { type: 'string' } });

/**
 * The commands, and every folder of `test/` that has tests or a `group.json`, in which it says what it needs and how
 * long it may take, if that differs from nothing and ten minutes.
 *
 * @param {string} root the checkout
 * @returns {Group[]}
 */
export function groupsOf(root) {
	const tests = join(root, 'test');
	const folders = readdirSync(tests, { withFileTypes: true }).filter((entry) => entry.isDirectory());
	return [
		...COMMANDS,
		...folders.flatMap(({ name }) => {
			const files = readdirSync(join(tests, name), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.test.ts'))
				.map((file) => join('test', name, file))
				.sort();
			const settings = join(tests, name, 'group.json');
			if (files.length === 0 && !existsSync(settings)) return [];
			const said = existsSync(settings) ? JSON.parse(readFileSync(settings, 'utf8')) : {};
			return [{ name, files, needs: [], limitMinutes: DEFAULT_LIMIT_MINUTES, ...said }];
		}),
	];
}

/**
 * What the groups named among these arguments need; what all need, if none is named. Nothing for a name that there is
 * not, which is told later.
 *
 * @param {string} root the checkout
 * @param {string[]} args
 * @returns {Set<Need>}
 */
export function needsOf(root, args) {
	const { positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true, strict: false });
	return new Set(
		groupsOf(root)
			.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
			.flatMap(({ needs }) => needs),
	);
}
