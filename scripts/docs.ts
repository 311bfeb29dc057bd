// Writes what is made from the code: the pages on configuration, errors and states, and for each service its OpenAPI
// document with the wire types that services and nodes share.
//   node scripts/docs.ts            writes them
//   node scripts/docs.ts --check    says which are stale and exits with 1

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { api as collaborationApi } from '@copydesk/collaboration/api';
import { shape as collaboration } from '@copydesk/collaboration/config';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import { errors } from '@copydesk/domain/errors';
import type { Machine } from '@copydesk/domain/machine';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { Shape } from '@copydesk/kit/config';
import { api as readerApi } from '@copydesk/reader/api';
import { variables as reader } from '@copydesk/reader/config';
import { api as rendererApi } from '@copydesk/renderer/api';
import { variables as renderer } from '@copydesk/renderer/config';
import { sandboxVariables as sandbox } from '@copydesk/sandbox/config';
import { filesOf } from './api/files.ts';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { ROOT } from './desk/paths.ts';
import { PROBLEMS } from './operator/doctor/codes.ts';

const MADE = '<!-- Made from the code by `npm run docs`; a test fails when it is stale. -->';
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

function variablesOf(shape: Shape): string {
	const rows = Object.entries(shape).map(([name, variable]) => [
		variable.secret === true ? `\`${name}\` or \`${name}_FILE\`` : `\`${name}\``,
		variable.shownFallback === undefined ? (variable.fallback === undefined ? '**required**' : 'none') : `\`${variable.shownFallback}\``,
		variable.about + (variable.bounds === undefined ? '' : ` (${variable.bounds})`),
	]);
	return table(['variable', 'default', 'meaning'], rows);
}

function diagramOf<State extends string>(machine: Machine<State>, first: readonly State[]): string {
	const lines = [
		...first.map((state) => `    [*] --> ${state}`),
		...machine.edges.map(([from, to]) => `    ${from} --> ${to}`),
		...machine.states.filter((state) => machine.isFinal(state)).map((state) => `    ${state} --> [*]`),
	];
	return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

const RETRY = { never: 'no', later: 'later', afterCheck: 'only after finding out what happened' } as const;

const files: Readonly<Record<string, string>> = {
	...(await filesOf('renderer', rendererApi)),
	...(await filesOf('collaboration', collaborationApi)),
	...(await filesOf('reader', readerApi)),
	'docs/configuration.md': `# Configuration

${MADE}

Every service reads its environment once, at start, and reports all mistakes together before it opens a port. A secret, or the
address of a database, is either in the variable or in a file named by \`…_FILE\`, not in both. The file of the bot token must be
readable by its owner only.
\`npm start\` sets all of this by itself. How the desk writes (language, house style, prompts, models, feeds) is set in n8n's editor:
[settings](nodes.md#settings).

An address of another service must be \`https:\`. Plain \`http:\` is accepted on this machine (\`localhost\`, \`127.…\`, \`[::1]\`) and
for hosts that \`COPYDESK_HTTP_HOSTS\` names, separated by commas. Use it for a network of your own, such as the containers of one desk.

## Renderer — \`npm run renderer\`

${variablesOf(renderer)}

## Collaboration service — \`npm run collaboration\`

${variablesOf(collaboration)}

## Reader — \`npm run reader\`

Proxy variables of the environment are ignored. Certificates are checked against Node's own store and \`NODE_EXTRA_CA_CERTS\`.

${variablesOf(reader)}

## Sandbox — \`npm run sandbox\`

${variablesOf(sandbox)}
`,
	'docs/errors.md': `# Errors

${MADE}

Every refusal of every service is \`application/problem+json\` (RFC 9457): \`type, title, status, detail, code, retry, request_id\`, with
\`errors[{path, message}]\` if fields are wrong. The code never changes.

${table(
	['code', 'status', 'try again?', 'what it says'],
	Object.entries(errors).map(([code, entry]) => [`\`${code}\``, String(entry.status), RETRY[entry.retry], entry.message]),
)}

## What the doctor finds

Each finding of \`npm run operator -- doctor --json\` has an \`area\`, a \`verdict\` (\`ok\`, \`warning\`, \`wrong\`, \`skipped\`), a
sentence, an advice, and a \`code\` that never changes: one of these, or the area with \`.ok\` or \`.skipped\`.

${table(
	['code', 'what was found'],
	Object.entries(PROBLEMS).map(([code, meaning]) => [`\`${code}\``, meaning]),
)}
`,
	'docs/states.md': `# States

${MADE}

One table in the code lists the moves, one function writes them, and foreign keys in the database refuse every other move.

## A material (one version of a draft)

${diagramOf(materialMachine, ['text_generating'])}

A decision needs its press. \`ready → claimed\`, \`ready → rejected\` and \`ready → awaiting_feedback\` happen only under the stored event
in which this person pressed this very button, on their own delivered copy of this version (\`copy_not_delivered\` otherwise). A question
is closed by its holder or the owner, under its reply, its _Close_ button or \`/cancel\` (\`session_held\` otherwise). A version is
superseded only under an answer about it, and a stopped one gives way to the next under _Version before_ or _Write it again_ too. A
version in work changes only under the event that began it, or one that continues it (_Resume_, _Try again_, _These are right_,
\`/resume\`). A draft begins only under a request. The table is \`domain/material/permits.ts\`. The service key alone decides nothing.

\`claimed → ready\` happens only when the publication was definitively not delivered, or when a plan was taken off
before its time. An unconfirmed publication stays \`claimed\` until the owner or the operator says whether the post is there.

## A delivery (one message to one recipient)

${diagramOf(deliveryMachine, ['sending'])}

\`sending\` is durable before the first byte leaves. \`unknown\` means that the messenger may have it. It is never sent again; a
person or evidence settles it.
`,
};

const { values } = orUsage('npm run docs -- [--check]', () =>
	parseCommandLine({ options: { check: { type: 'boolean', default: false } } }),
);
const stale: string[] = [];
for (const [name, made] of Object.entries(files)) {
	const path = join(ROOT, name);
	const text = name.endsWith('.md') ? await format(made, { ...(await resolveConfig(path)), filepath: path }) : made;
	let present = '';
	try {
		present = readFileSync(path, 'utf8');
	} catch {
		// Not written yet: stale.
	}
	if (present === text) continue;
	stale.push(name);
	if (!values.check) writeFileSync(path, text);
}
if (stale.length === 0) process.stdout.write('What is made from the code is fresh.\n');
else if (values.check) {
	process.stderr.write(`Stale: ${stale.join(', ')}. Run: npm run docs\n`);
	process.exitCode = 1;
} else process.stdout.write(`Written: ${stale.join(', ')}\n`);
