/**
 * Loads nodes from their sources. n8n-workflow's ES modules are made for bundlers and do not load in Node, so its
 * CommonJS build, which n8n itself uses, is put in their place.
 */
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ICredentialType, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { ROOT } from '../../scripts/desk/paths.ts';

const require = createRequire(import.meta.url);
const BRIDGE = 'copydesk-test:n8n-workflow';

// Before the hooks: these two must not meet them.
const path = require.resolve('n8n-workflow');
const names = Object.keys(require(path) as object).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');
const bridge = [
	`import { createRequire } from 'node:module';`,
	`const all = createRequire(${JSON.stringify(import.meta.url)})(${JSON.stringify(path)});`,
	...names.map((name) => `const ${name}_ = all[${JSON.stringify(name)}]; export { ${name}_ as ${name} };`),
].join('\n');
const ours = ['nodes/', 'credentials/'].map((folder) => pathToFileURL(join(ROOT, folder)).href);

registerHooks({
	resolve(specifier, context, next) {
		const isOurs = specifier === 'n8n-workflow' && ours.some((folder) => context.parentURL?.startsWith(folder));
		return isOurs ? { url: BRIDGE, shortCircuit: true } : next(specifier, context);
	},
	load: (url, context, next) => (url === BRIDGE ? { format: 'module', source: bridge, shortCircuit: true } : next(url, context)),
});

/** The source of a file that package.json registers under `dist/`. */
export function sourceOf(built: string): string {
	return join(ROOT, built.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
}

export async function loadRegistered<T extends INodeType | ICredentialType>(built: string): Promise<T> {
	const module = (await import(pathToFileURL(sourceOf(built)).href)) as Record<string, new () => T>;
	const name = built.split('/').at(-1)?.split('.')[0] ?? '';
	const Type = module[name];
	if (Type === undefined) throw new Error(`${built} exports no ${name}`);
	return new Type();
}

export function loadNode(name: string): Promise<INodeType> {
	return loadRegistered<INodeType>(`dist/nodes/${name}/${name}.node.js`);
}

/** The names of a node's outputs as the editor draws them; one without a name is `main`. */
export function outputsIn({ outputs, properties }: INodeTypeDescription, parameters: Readonly<Record<string, unknown>>): string[] {
	if (Array.isArray(outputs)) return outputs.map(String);
	const fields = Object.fromEntries(properties.map(({ name, default: value }) => [name, value]).reverse());
	const operation = parameters['operation'] ?? properties.find(({ name }) => name === 'operation')?.default;
	const evaluate = new Function('$parameter', `return ${outputs.slice(3, -2)}`) as (all: object) => ('main' | { displayName: string })[];
	return evaluate({ ...fields, ...parameters, operation }).map((output) => (output === 'main' ? output : output.displayName));
}
