/**
 * Two things: n8n's own rules, none switched off, on everything that is published; and who may import whom, on everything.
 */
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import * as regexp from 'eslint-plugin-regexp';
// @ts-expect-error without types of its own
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const PUBLISHED = ['nodes/**/*.ts', 'credentials/**/*.ts', 'domain/**/*.ts'];
export const OURS = ['nodes', 'credentials', 'domain', 'services', 'scripts', 'test', 'bench'].map(
	(folder) => `${folder}/**/*.{ts,js,mjs,cjs}`,
);

/** What is compiled to WebAssembly has types of its own. */
export const TYPES = ['tsconfig.check.json', 'services/renderer-core/assembly/tsconfig.json'];

/**
 * A folder may not import from these folders.
 *
 * @param {string} target
 * @param {string[] | string} from
 * @param {string} message
 */
const zone = (target, from, message) => ({ target, from, message });
const services = ['renderer', 'collaboration', 'reader', 'sandbox'];

/** Of the rules, from the ground up: each part imports only from parts before it. `api` is types alone, made from the services. */
const RULES = [
	...['api', 'limits.ts', 'isObject.ts', 'ids.ts', 'machine.ts', 'language.ts', 'role.ts', 'errors.ts'],
	...['text', 'languages', 'caption', 'look', 'cover', 'schedule', 'event', 'ai', 'chat', 'revision', 'check', 'repeats', 'delivery'],
	...['material', 'news', 'settings', 'brief', 'messages', 'desk'],
].map((part) => `./domain/${part}`);

/** Of the collaboration service, from the ground up: each part imports only from parts before it. */
const COLLABORATION = './services/collaboration/src';
const ROOMS = [
	...[
		'tables.ts',
		'owed',
		'audit',
		'contexts',
		'participants',
		'settings',
		'messenger',
		'events',
		'repeats',
		'materials',
		'news',
		'deliveries',
		'notices',
		'plans',
		'posts',
		'admissions',
		'intake',
		'photos',
		'inbox',
		'jobs',
		'desk',
		'board',
	],
	...['config.ts', 'upkeep.ts', 'clock.ts', 'service.ts', 'operator.ts', 'updates.ts', 'board.ts', 'deps.ts', 'routes', 'app.ts'],
	'main.ts',
].map((part) => `${COLLABORATION}/${part}`);
/** Rooms that have tables, and with them statements. */
const WITH_TABLES = [
	'owed',
	'audit',
	'participants',
	'settings',
	'events',
	'repeats',
	'materials',
	'news',
	'deliveries',
	'plans',
	'posts',
	'admissions',
	'intake',
	'photos',
	'inbox',
	'jobs',
	'board',
];
const ROOMS_WITH_TABLES = `${COLLABORATION.slice(2)}/{${WITH_TABLES.join(',')}}/**/*.ts`;
const STATEMENTS = [
	{
		selector: 'CallExpression[callee.property.name=/^(selectFrom|insertInto|updateTable|deleteFrom)$/]',
		message: 'statements belong to the rooms that have tables; docs/architecture.md names them',
	},
];
const RAW_STATEMENTS = [
	{
		selector: 'CallExpression[callee.property.name=/^(query|runScript)$/]',
		message: 'statements are written with tables(), so that the compiler checks them',
	},
];
const METHOD = '(send|edit|answer|delete|get|set|copy|forward|pin|unpin)[A-Z][A-Za-z]+$/';
const METHODS = [`Literal[value=/^${METHOD}]`, `TemplateElement[value.raw=/(^|\\u002F)${METHOD}]`].map((selector) => ({
	selector,
	message: 'methods of the Bot API are named in messenger/ alone',
}));
/** All lines between its name and its last brace. What is longer has rooms of its own in it. */
const MAX_LINES_PER_FUNCTION = 80;

/** @param {string[]} parts */
const floors = (parts) => parts.slice(0, -1).map((part, floor) => zone(part, parts.slice(floor + 1), `${part} imports only from below it`));

const zones = [
	...floors(RULES),
	...floors(ROOMS),
	zone('./domain', ['./nodes', './credentials', './services', './scripts', './test'], 'domain imports nothing outside itself'),
	zone('./nodes', ['./services', './scripts', './test'], 'nodes import domain and nodes/shared only'),
	zone('./credentials', ['./nodes', './services', './scripts', './test'], 'credentials import domain only'),
	zone('./services', ['./nodes', './credentials', './test'], 'nothing imports a node'),
	zone('./services', './scripts', 'services know no command'),
	{
		...zone('./scripts', './services/collaboration', 'commands use the collaboration service through operator.ts'),
		except: ['operator', 'api', 'config', 'start', 'version'].map((door) => `./src/${door}.ts`),
	},
	zone('./scripts', ['./nodes', './credentials', './test'], 'nothing imports a node'),
	zone(
		'./services/kit',
		services.map((name) => `./services/${name}`),
		'the kit knows no service',
	),
	...services.map((name) =>
		zone(
			`./services/${name}`,
			services.filter((other) => other !== name).map((other) => `./services/${other}`),
			'services meet over HTTP',
		),
	),
	zone(
		'./services/renderer-core',
		['./domain', './scripts', ...['kit', ...services].map((name) => `./services/${name}`)],
		'the core knows nothing of its renderer',
	),
	...['kit', 'collaboration', 'sandbox'].map((name) =>
		zone(`./services/${name}`, './services/renderer-core', 'the core is the renderer’s alone'),
	),
	{
		...zone('./services/renderer', './services/renderer-core', 'the core has one door, so that no address leaves it'),
		except: ['./src/index.ts'],
	},
];

export default tseslint.config(
	{ ignores: ['**/node_modules/**', 'dist/**', '.data/**', 'bench/results/**', 'test/fixtures/**', 'domain/api/**'] },
	{
		files: OURS,
		languageOptions: { parser: tseslint.parser, parserOptions: { project: TYPES, tsconfigRootDir: import.meta.dirname } },
		plugins: { '@typescript-eslint': tseslint.plugin, 'import-x': importX },
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: 'tsconfig.check.json' })] },
		rules: {
			'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
			'import-x/no-cycle': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'@typescript-eslint/no-explicit-any': 'error',
			// A promise that nobody waits for loses its error, and in a test its assertion; `void` says that it is meant.
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
			'no-console': 'error',
			eqeqeq: 'error',
			'prefer-const': 'error',
			'no-var': 'error',
		},
	},
	{
		// Widths as the formatter counts them; it breaks code, but not a string or a comment.
		files: ['**/*.{ts,mts,cts,js,mjs,cjs}'],
		languageOptions: { parser: tseslint.parser },
		rules: { 'max-len': ['error', { code: 140, tabWidth: 2 }] },
	},
	{
		files: ['scripts/**', 'bench/**', 'test/**'],
		rules: { 'no-console': 'off' },
	},
	{
		// A text of any author must not block the desk: every pattern runs in linear time.
		files: ['domain/**', 'nodes/**', 'credentials/**', 'services/**', 'scripts/**'],
		plugins: { regexp },
		rules: { 'regexp/no-super-linear-move': 'error', 'regexp/no-super-linear-backtracking': 'error' },
	},
	{
		// Rules of the desk are pure: time, chance and the world come in as parameters.
		files: ['domain/**/*.ts'],
		rules: {
			'no-restricted-globals': [
				'error',
				'process',
				'fetch',
				'setTimeout',
				'setInterval',
				'setImmediate',
				'Buffer',
				'globalThis',
				'performance',
				'crypto',
			],
			'no-restricted-properties': ['error', { object: 'Date', property: 'now' }, { object: 'Math', property: 'random' }],
			'no-restricted-syntax': [
				'error',
				{ selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'time is a parameter' },
			],
			'no-restricted-imports': ['error', { patterns: [{ regex: '^[^.]', message: 'domain has no dependencies' }] }],
		},
	},
	{
		// Only a service's main reads the environment.
		files: ['services/*/src/**/*.ts'],
		ignores: ['services/*/src/main.ts'],
		rules: { 'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'only main.ts reads the environment' }] },
	},
	{
		files: [`${COLLABORATION.slice(2)}/**/*.ts`],
		rules: {
			'no-restricted-syntax': ['error', ...STATEMENTS, ...RAW_STATEMENTS, ...METHODS],
		},
	},
	{
		files: ['domain/**/*.ts', 'nodes/**/*.ts', 'credentials/**/*.ts', 'services/*/src/**/*.ts'],
		rules: { 'max-lines-per-function': ['error', MAX_LINES_PER_FUNCTION] },
	},
	{
		files: [ROOMS_WITH_TABLES],
		rules: { 'no-restricted-syntax': ['error', ...RAW_STATEMENTS, ...METHODS] },
	},
	{
		files: [`${COLLABORATION.slice(2)}/messenger/**/*.ts`],
		rules: { 'no-restricted-syntax': ['error', ...STATEMENTS, ...RAW_STATEMENTS] },
	},
	{
		files: ['services/renderer/src/**/*.ts'],
		ignores: ['services/renderer/src/journal/**'],
		rules: { 'no-restricted-syntax': ['error', ...STATEMENTS, ...RAW_STATEMENTS] },
	},
	{
		files: ['services/renderer/src/journal/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', ...RAW_STATEMENTS] },
	},
	{
		files: PUBLISHED,
		plugins: { '@n8n/community-nodes': communityNodes },
		rules: communityNodes.configs.recommended.rules,
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// Older than NodeConnectionTypes: they want the literal 'main', which @n8n/community-nodes refuses.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		// The one rule that its own page limits to n8n's main repository: it wants a slug where a package has an address.
		rules: { ...n8nNodesBase.configs.credentials.rules, 'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off' },
	},
	{
		files: ['package.json'],
		plugins: { '@n8n/community-nodes': communityNodes, 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: { ...communityNodes.configs.recommended.rules, ...n8nNodesBase.configs.community.rules },
	},
);
