// Stands in for npm in the tests of set-up: does in a moment what the real one takes minutes for, or fails like it.
// What it does is said by FAKE_NPM, a JSON object; every call is noted in FAKE_NPM_CALLS.

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const [command = ''] = process.argv.slice(2);
const plan = JSON.parse(process.env.FAKE_NPM ?? '{}');
appendFileSync(String(process.env.FAKE_NPM_CALLS), `${command}\n`);

if (plan[command]) {
	process.stderr.write(`${plan[command]}\n`);
	process.exit(1);
}
/** @type {(path: string, text: string) => void} */
const write = (path, text) => {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
};
if (command === 'ci') {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8')).dependencies;
	write('node_modules/.package-lock.json', '{}');
	write('node_modules/n8n/bin/n8n', `console.log(${JSON.stringify(n8n)})`);
	write('node_modules/n8n-editor-ui/dist/assets/editor.js', '');
	write('node_modules/isolated-vm/index.js', '');
}
if (command === 'rebuild') {
	write('node_modules/sqlite3/build/Release/node_sqlite3.node', 'driver');
	write('node_modules/sqlite3/index.js', plan.brokenDriver ? 'throw new Error("wrong ELF class")' : '');
}
