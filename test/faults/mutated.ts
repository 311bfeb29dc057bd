/** Loaded before a run with one of the bugs of mutations.ts: the changed file is what everybody imports. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, mutate, mutations } from './mutations.ts';

const mutation = mutations.find(({ name }) => name === process.env['COPYDESK_MUTATION']);
if (mutation === undefined) throw new Error(`There is no mutation ${String(process.env['COPYDESK_MUTATION'])}`);
const changed = pathToFileURL(join(ROOT, mutation.file)).href;

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context);
		if (url !== changed) return loaded;
		return { ...loaded, source: mutate(mutation, String(loaded.source)) };
	},
});
