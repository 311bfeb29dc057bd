#!/usr/bin/env node
// n8n's command line as far as an installation uses it, on a file in place of a database.
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { FAKE_N8N_STATE: stateFile = '', FAKE_N8N_LOG: log = '', FAKE_N8N_DIES_AT: diesAt = '' } = process.env;
const [command = '', ...flags] = process.argv.slice(2);
const flag = (/** @type {string} */ name) => flags.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
/** @type {{ credentials: Record<string, any>, workflows: Record<string, any>, types: string[] }} */
const state = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : { credentials: {}, workflows: {}, types: [] };
appendFileSync(log, `${command}${flag('id') === '' ? '' : ` ${flag('id')}`}\n`);
const isLast = readFileSync(log, 'utf8').trim().split('\n').length === Number(diesAt);

if (command === 'export:nodes') {
	writeFileSync(flag('output'), JSON.stringify(state.types.map((name) => ({ name }))));
} else if (command === 'export:credentials') {
	writeFileSync(flag('output'), JSON.stringify(Object.values(state.credentials)));
} else if (command === 'import:credentials') {
	const credentials = JSON.parse(readFileSync(flag('input'), 'utf8'));
	for (const credential of credentials) state.credentials[credential.id] = credential;
	console.log(`Successfully imported ${credentials.length} credentials.`);
} else if (command === 'export:workflow') {
	const all = Object.values(state.workflows);
	if (all.length === 0 && !isLast) {
		console.error('No workflows found with specified filters');
		process.exit(1);
	}
	writeFileSync(flag('output'), JSON.stringify(all));
} else if (command === 'import:workflow') {
	const names = readdirSync(flag('input'));
	for (const name of names) {
		const graph = JSON.parse(readFileSync(join(flag('input'), name), 'utf8'));
		state.workflows[graph.id] = { ...graph, versionId: `v${Math.random()}`, activeVersionId: null };
	}
	console.log(`Successfully imported ${names.length} workflows.`);
} else if (command === 'publish:workflow') {
	const found = state.workflows[flag('id')];
	if (found === undefined) process.exit(1);
	if (process.env.FAKE_N8N_FORGETS !== flag('id')) found.activeVersionId = found.versionId;
}
writeFileSync(stateFile, JSON.stringify(state));
if (isLast) process.exit(1);
