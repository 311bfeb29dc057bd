// Another graph set in place of the one that an n8n holds, so that a crash at any step leaves what a second run ends.

import { setTimeout as sleep } from 'node:timers/promises';
import { faultPoint } from '@copydesk/kit/faultPoints';
import { normalised, written, type Graph, type StoredWorkflow } from './graph.ts';
import type { N8n } from './n8nApi.ts';
import { hashOf } from './imported.ts';
import type { GraphSet } from './sets.ts';
import { withTheirSettings, type Bases } from './theirs.ts';
import { whatIsWrong } from './verify.ts';

const LIVE_TIMEOUT_MS = 60_000;
/** How long a command waits for what runs in the graphs that it changes. */
export const NONE_RUNS_WITHIN_MS = 60_000;

/** What is in the way, a line each. */
export class StandsInTheWay extends Error {
	readonly reasons: readonly string[];
	constructor(reasons: readonly string[]) {
		super(`Nothing was changed, because work is under way:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
		this.reasons = reasons;
	}
}

interface Exchange {
	readonly n8n: N8n;
	readonly set: GraphSet;
	/** A run before this one came past its decision: what it began is finished, whatever has begun since. */
	readonly isDecided: boolean;
	/** What else is in the way, a line each. Asked before the door closes and again behind it. */
	readonly reasons: () => Promise<readonly string[]>;
	/** Writes the decision down. From then on every run and every start goes on towards this set. */
	readonly decide: () => Promise<void>;
	/** Keeps what n8n held, once. @returns where */
	readonly keep: (stored: readonly StoredWorkflow[]) => Promise<void>;
	readonly tell: (text: string) => void;
}

/** The executions of these graphs that have not ended, each in words. */
async function runningOf(n8n: Pick<N8n, 'underWay'>, ids: readonly string[]): Promise<readonly string[]> {
	return (await n8n.underWay(ids)).map(({ id, workflowName, status }) => `execution ${id} of ${workflowName} is ${status}`);
}

/**
 * Waits for a moment in which no execution of these graphs runs; most take seconds.
 * @throws Error that names those that still run
 */
export async function untilNoneRuns(
	n8n: Pick<N8n, 'underWay'>,
	ids: readonly string[],
	withinMs: number,
	tell: (text: string) => void,
): Promise<void> {
	const deadlineMs = Date.now() + withinMs;
	for (let isTold = false; ; isTold = true) {
		const running = (await runningOf(n8n, ids)).join('; ');
		if (running === '') return;
		if (Date.now() >= deadlineMs)
			throw new Error(
				`A graph is not changed under an execution. Try again when these have ended: ${running}. ` +
					"If n8n was killed while one ran, that one never ends: stop it in n8n's list of executions.",
			);
		if (!isTold) tell(`Waiting for the end of what runs: ${running}`);
		await sleep(200);
	}
}

/**
 * Main is unpublished first, so that nothing begins any more; the messenger sends again what it is not answered for. Then
 * children, then main, each stored and published under the id it had.
 * @throws StandsInTheWay with everything as it was
 */
export async function exchangeGraphs({ n8n, set, isDecided, reasons, decide, keep, tell }: Exchange): Promise<void> {
	const main = set.graphs.at(-1) as Graph;
	const ids = [...set.graphs.map(({ id }) => id), ...set.retired];
	const demandQuiet = async (): Promise<void> => {
		const running = await runningOf(n8n, ids);
		const others = isDecided ? [] : await reasons();
		if (running.length + others.length > 0) throw new StandsInTheWay([...running, ...others]);
	};
	if (isDecided && (await isWhole(n8n, set))) {
		tell('all graphs are there as asked already');
		return;
	}
	await demandQuiet();
	await keep((await Promise.all(ids.map((id) => n8n.workflow(id)))).filter((stored) => stored !== undefined));
	await closeDoor(n8n, main.id);
	tell('main takes nothing more');
	faultPoint('graphs.door.closed');
	try {
		await demandQuiet();
		if (!isDecided) await decide();
	} catch (error) {
		if (!isDecided) await openDoor(n8n, main.id);
		throw error;
	}
	faultPoint('graphs.decided');
	for (const graph of set.graphs) {
		if (graph === main) await retire(n8n, set, tell);
		tell(`${(await putGraph(n8n, graph)) ? 'exchanged' : 'unchanged'} ${graph.name}`);
	}
	faultPoint('graphs.put');
	for (const graph of set.graphs) {
		const wrong = await whatIsWrong(n8n, graph);
		if (wrong !== undefined) throw new Error(`${graph.name}: ${wrong}. Run this again.`);
	}
}

async function isWhole(n8n: N8n, { graphs, retired }: GraphSet): Promise<boolean> {
	for (const id of retired) if ((await n8n.workflow(id)) !== undefined) return false;
	for (const graph of graphs) if ((await whatIsWrong(n8n, graph)) !== undefined) return false;
	return true;
}

/** Stores and publishes a graph if it is not there as it should be, until production runs it. @returns whether anything was done */
export async function putGraph(n8n: N8n, graph: Graph): Promise<boolean> {
	const { versionId, isChanged } = await publishGraph(n8n, graph);
	await n8n.waitUntilLive(graph.id, versionId, LIVE_TIMEOUT_MS);
	return isChanged;
}

/**
 * The same without the wait: n8n takes a moment to run what was published. The values of the settings node stay as n8n has them.
 * @param before the settings that were put in last; without them all are a person's
 * @param about told what is stored next
 */
export async function publishGraph(
	n8n: N8n,
	graph: Graph,
	before?: Bases['settings'],
	about: (hash: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ readonly versionId: string; readonly isChanged: boolean }> {
	const held = await n8n.workflow(graph.id);
	// What was on its way out, or what somebody archived, takes no other content.
	const isArchived = held?.['isArchived'] === true;
	if (isArchived) await n8n.remove(held);
	const found = isArchived ? undefined : held;
	const wanted = withTheirSettings(graph, found, before);
	const same = found !== undefined && written(normalised(found)) === written(wanted);
	if (!same) await about(hashOf(written(wanted)));
	const stored = same ? found : found === undefined ? await n8n.create(wanted) : await n8n.update(wanted);
	faultPoint('graphs.stored');
	const isLive = stored.activeVersionId === stored.versionId;
	if (!isLive) await n8n.publish(graph.id, stored.versionId);
	faultPoint('graphs.published');
	return { versionId: stored.versionId, isChanged: !same || !isLive };
}

/** Removes the graphs that have no place in a set. */
export async function retire(n8n: N8n, { retired }: GraphSet, tell: (text: string) => void): Promise<void> {
	for (const id of retired) {
		const found = await n8n.workflow(id);
		if (found === undefined) continue;
		await n8n.remove(found);
		faultPoint('graphs.removed');
		tell(`removed   ${found.name}`);
	}
}

async function closeDoor(n8n: N8n, id: string): Promise<void> {
	const main = await n8n.workflow(id);
	if (main !== undefined && main.activeVersionId !== null) await n8n.unpublish(id);
}

async function openDoor(n8n: N8n, id: string): Promise<void> {
	const main = await n8n.workflow(id);
	if (main === undefined) return;
	await n8n.publish(id, main.versionId);
	await n8n.waitUntilLive(id, main.versionId, LIVE_TIMEOUT_MS);
}
