// npm run lines: how many lines the project has, by folder. Left out: locks, fixtures, results, pictures, and the messages of languages
// other than English and Russian. `-- --base <commit>` also says how many came and went since then.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ROOT } from './desk/paths.ts';

const FURTHER = ['de', 'es', 'fr', 'it', 'pl', 'ptBR', 'tr', 'uk'];
const LEFT_OUT = [
	...['**/package-lock.json', 'test/fixtures/**', 'bench/results/**', 'services/sandbox/pictures/**'],
	...['png', 'webp', 'svg', 'ogg'].map((type) => `**/*.${type}`),
	...['domain/messages', 'services/collaboration/src/board/words'].flatMap((folder) =>
		FURTHER.map((language) => `${folder}/${language}.ts`),
	),
].map((pattern) => `:(exclude,glob)${pattern}`);
/** Of the empty tree, so that every line is an added one. */
const NOTHING = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function changedSince(base: string): ReadonlyMap<string, readonly [added: number, removed: number]> {
	const text = execFileSync('git', ['diff', '--numstat', '--no-renames', base, '--', '.', ...LEFT_OUT], {
		cwd: ROOT,
		encoding: 'utf8',
		maxBuffer: 2 ** 26,
	});
	const sums = new Map<string, readonly [number, number]>();
	for (const [, added, removed, path = ''] of text.matchAll(/^(\d+)\t(\d+)\t(.*)$/gm)) {
		const parts = path.split('/').slice(0, -1);
		const folder = parts.slice(0, parts[0] === 'services' || parts[0] === 'test' ? 2 : 1).join('/');
		for (const name of [folder === '' ? '(root)' : folder, 'all']) {
			const [before, gone] = sums.get(name) ?? [0, 0];
			sums.set(name, [before + Number(added), gone + Number(removed)]);
		}
	}
	return sums;
}

const { base } = parseArgs({ options: { base: { type: 'string' } } }).values;
const [now, since] = [changedSince(NOTHING), base === undefined ? undefined : changedSince(base)];
for (const [folder, [lines]] of [...now].sort(([, [one]], [, [other]]) => one - other)) {
	const [added, removed] = since?.get(folder) ?? [0, 0];
	console.log(`${String(lines).padStart(7)}  ${folder}${since === undefined ? '' : ` +${added} −${removed}`}`);
}
