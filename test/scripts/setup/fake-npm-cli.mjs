// Stands in for npm in the tests of set-up: does in a moment what the real one takes minutes for, or fails like it.
// What it does is said by FAKE_NPM, a JSON object; every call is noted in FAKE_NPM_CALLS.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';

const [asked = ''] = process.argv.slice(2);
/** `ci.partial` for n8n, `ci.native` and `rebuild.native` for its native modules, `install.` for a lock file. */
const command = `${asked}${extname(process.cwd()).replace(/\d+$/, '')}`;
const plan = JSON.parse(process.env.FAKE_NPM ?? '{}');
appendFileSync(String(process.env.FAKE_NPM_CALLS), `${command}\n`);

if (command === 'install.') writeFileSync('package-lock.json', readFileSync(String(process.env.FAKE_NPM_LOCK)));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
if (plan.unlikeNpm && Object.values(packages).some(({ resolved }) => resolved !== undefined)) {
	process.stderr.write('npm error code E404\n');
	process.exit(1);
}
if (plan[command]) {
	process.stderr.write(`${plan[command]}\n`);
	process.exit(1);
}
/** @type {(path: string, text: string) => void} */
const write = (path, text) => {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
};
if (command === 'ci.partial') {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')).dependencies;
	write('node_modules/.package-lock.json', '{}');
	write('node_modules/n8n/bin/n8n', `console.log(${JSON.stringify(n8n)})`);
	write('node_modules/n8n-editor-ui/dist/assets/editor.js', '');
	write('node_modules/isolated-vm/index.js', '');
	const driver = "require('node:fs').readFileSync(`${__dirname}/build/Release/node_sqlite3.node`, 'utf8')";
	write('node_modules/sqlite3/index.js', `if (${driver} !== 'driver') throw new Error('wrong ELF class')`);
}
if (command === 'rebuild.native') {
	write('node_modules/sqlite3/build/Release/node_sqlite3.node', plan.brokenDriver ? 'of another machine' : 'driver');
}
