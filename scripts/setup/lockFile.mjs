/**
 * @typedef {object} Entry
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @typedef {{ lockfileVersion: number, packages: Record<string, Entry> }} Lock */

/**
 * A lock of the named packages alone, with everything that they need, in the versions and at the places of the whole.
 *
 * @param {Lock} whole
 * @param {readonly string[]} names
 * @returns {Lock}
 */
export function partOfLock({ lockfileVersion, packages }, names) {
	/** @type {Record<string, Entry>} */
	const part = {};
	const todo = names.map((name) => `node_modules/${name}`);
	for (const path of todo) {
		const entry = packages[path];
		if (entry === undefined) throw new Error(`The lock has no ${path}.`);
		part[path] = entry;
		for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
			const found = whereFound(packages, path, name);
			if (found !== undefined && !todo.includes(found)) todo.push(found);
		}
	}
	const dependencies = Object.fromEntries(names.map((name) => [name, part[`node_modules/${name}`]?.version ?? '']));
	return { lockfileVersion, packages: { '': { dependencies }, ...part } };
}

/**
 * As Node looks for a package: beside the one that asks, then further up. An optional one may be nowhere.
 *
 * @param {Record<string, Entry>} packages
 * @param {string} from
 * @param {string} name
 */
function whereFound(packages, from, name) {
	const folders = from.split('/node_modules/');
	for (let depth = folders.length; depth > 0; depth--) {
		const path = `${folders.slice(0, depth).join('/node_modules/')}/node_modules/${name}`;
		if (packages[path] !== undefined) return path;
	}
	const top = `node_modules/${name}`;
	return packages[top] === undefined ? undefined : top;
}

/**
 * The lock with the address of each package, so that npm need not ask the registry for every one: half of all requests,
 * a third of the work. Ours are kept without addresses because registries differ. npm takes this host for "the registry
 * that is configured".
 *
 * @param {Lock} lock
 * @returns {Lock}
 */
export function withAddresses({ lockfileVersion, packages }) {
	const addressed = Object.entries(packages).map(([path, entry]) => {
		if (entry.integrity === undefined) return [path, entry];
		const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
		const file = `${name.split('/').at(-1)}-${entry.version}.tgz`;
		return [path, { ...entry, resolved: `https://registry.npmjs.org/${name}/-/${file}` }];
	});
	return { lockfileVersion, packages: Object.fromEntries(addressed) };
}
