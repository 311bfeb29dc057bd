import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { switchContract } from '@copydesk/collaboration/operator';
import type { Contract } from '@copydesk/collaboration/version';
import { noteImported } from '../desk/n8n.ts';
import { exchangeGraphs as exchange } from '../workflows/exchange.ts';
import { normalised, written, type StoredWorkflow } from '../workflows/graph.ts';
import { readGraphSet, type GraphSet } from '../workflows/sets.ts';
import { formOf } from '../workflows/settings.ts';
import { withSettings } from '../workflows/theirs.ts';
import type { Desk } from './desk.ts';

/** What leads from one contract and its graphs to another. */
export interface Move {
	readonly to: Contract;
	/** For the audit: `operator.<what>_begun` and `operator.<what>_done`. */
	readonly what: 'rollback' | 'forward';
	/** Whether all but the contract and the graphs is as this move wants it. Where it is not, the move is decided again. */
	readonly isDecided: () => Promise<boolean>;
	readonly reasons: () => Promise<readonly string[]>;
	/** Done right before the contract is switched. */
	readonly before: () => Promise<void>;
	readonly tell: (text: string) => void;
}

/**
 * Puts the graphs of a contract into n8n and has the service serve it. The switch, which is a row of the service's database, is
 * the decision: a run that crashes after it is completed by a second one, or by the next start of the desk.
 * @throws StandsInTheWay with everything as it was
 */
export async function moveTo(desk: Desk, { to, what, isDecided, reasons, before, tell }: Move): Promise<void> {
	const audit = await desk.audit();
	const set = await withKeptSettings(desk.data, await readGraphSet(to));
	const row = { actorUserId: null, entity: `contract:${to}`, outcome: 'ok', detail: { by: desk.operator } } as const;
	await exchange({
		n8n: await desk.n8n(),
		set,
		isDecided: (await desk.contract()) === to && (await isDecided()),
		reasons,
		async decide() {
			await before();
			await audit.within(async (tx, note) => {
				await switchContract(tx, to, desk.nowMs());
				note({ ...row, action: `operator.${what}_begun` });
			});
			tell(`the service serves contract ${to}`);
		},
		async keep(stored) {
			tell(`what n8n held is kept in ${await kept(desk, stored)}`);
			await keepSettings(desk.data, stored);
		},
		tell,
	});
	if (desk.isStarted) await noteImported(desk.data, set.graphs, to);
	await audit.within(async (_tx, note) => {
		note({ ...row, action: `operator.${what}_done` });
	});
}

const settingsFile = (data: string): string => join(data, 'workflows', 'settings.json');

/** The earlier graphs have no place for the values of the settings node: they come back with the present ones. */
async function keepSettings(data: string, stored: readonly StoredWorkflow[]): Promise<void> {
	const form = stored.map((workflow) => formOf(normalised(workflow))).find((each) => each !== undefined);
	if (form !== undefined) await writeFile(settingsFile(data), JSON.stringify(form), { mode: 0o600 });
}

async function withKeptSettings(data: string, set: GraphSet): Promise<GraphSet> {
	const text = await readFile(settingsFile(data), 'utf8').catch(() => undefined);
	if (text === undefined) return set;
	const form = JSON.parse(text) as Readonly<Record<string, unknown>>;
	return { ...set, graphs: set.graphs.map((graph) => withSettings(graph, form)) };
}

async function kept(desk: Desk, stored: readonly StoredWorkflow[]): Promise<string> {
	const folder = join(desk.data, 'workflows', new Date(desk.nowMs()).toISOString().replaceAll(':', '-'));
	await mkdir(folder, { recursive: true, mode: 0o700 });
	for (const workflow of stored) await writeFile(join(folder, `${workflow.id}.json`), written(normalised(workflow)));
	return folder;
}
