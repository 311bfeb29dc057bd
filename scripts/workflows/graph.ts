// A graph as it is kept in workflows-json: what a person authored, in one order, and nothing else.

import { isObject } from '@copydesk/domain/isObject';

export interface GraphNode {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
	readonly webhookId?: string;
	readonly onError?: string;
	readonly [other: string]: unknown;
}

export interface Connection {
	readonly node: string;
	readonly type: string;
	readonly index: number;
}

export type Connections = Readonly<Record<string, Readonly<Record<string, readonly (readonly Connection[] | null)[]>>>>;

export interface Graph {
	readonly id: string;
	readonly name: string;
	readonly nodes: readonly GraphNode[];
	readonly connections: Connections;
	readonly settings: Readonly<Record<string, unknown>>;
}

/** A graph as n8n has it. */
export interface StoredWorkflow {
	readonly id: string;
	readonly name: string;
	readonly active: boolean;
	readonly versionId: string;
	readonly activeVersionId: string | null;
	readonly [other: string]: unknown;
}

/** What is kept of a node, in the order it is written. All else is n8n's own bookkeeping. */
const NODE_KEYS = [
	'id',
	'name',
	'type',
	'typeVersion',
	'position',
	'disabled',
	'notes',
	'notesInFlow',
	'webhookId',
	'credentials',
	'executeOnce',
	'alwaysOutputData',
	'retryOnFail',
	'maxTries',
	'waitBetweenTries',
	'onError',
	'parameters',
];

/** Settings a person decides. `binaryMode` and the like are added by the editor and by n8n's answers. */
const SETTINGS_KEYS = [
	'callerIds',
	'callerPolicy',
	'errorWorkflow',
	'executionOrder',
	'executionTimeout',
	'saveDataErrorExecution',
	'saveDataSuccessExecution',
	'saveExecutionProgress',
	'saveManualExecutions',
	'timezone',
];

/** An unreadable graph: says what was expected. */
class NotAGraph extends Error {}

/**
 * The one form of a graph: by a list of what is kept, so that a new release of n8n adds nothing; nodes by name,
 * keys in a fixed order. Done twice it changes nothing.
 * @throws NotAGraph
 */
export function normalised(value: unknown): Graph {
	if (!isObject(value)) throw new NotAGraph('Expected a graph, an object, but received something else');
	const { id, name, nodes, connections } = value;
	if (typeof id !== 'string' || typeof name !== 'string') throw new NotAGraph('Expected a graph with an id and a name');
	if (!Array.isArray(nodes) || !nodes.every(isObject) || !isObject(connections))
		throw new NotAGraph(`Expected nodes and connections in ${name}`);
	return {
		id,
		name,
		nodes: nodes.map(normalisedNode).sort((a, b) => compare(a.name, b.name)),
		connections: normalisedConnections(connections),
		settings: picked(isObject(value.settings) ? value.settings : {}, SETTINGS_KEYS),
	};
}

/** How a graph is written to its file. */
export function written(graph: Graph): string {
	return `${laidOut(normalised(graph), '', 0)}\n`;
}

function normalisedNode(node: Record<string, unknown>): GraphNode {
	const kept = picked(node, NODE_KEYS);
	if (isObject(kept.credentials)) {
		kept.credentials = Object.fromEntries(
			sorted(kept.credentials).map(([type, reference]) => [type, picked(isObject(reference) ? reference : {}, ['id', 'name'])]),
		);
	}
	kept.parameters = inOrder(kept.parameters ?? {});
	// These are what n8n assumes anyway.
	for (const key of ['disabled', 'notesInFlow', 'executeOnce', 'alwaysOutputData', 'retryOnFail'])
		if (kept[key] === false) delete kept[key];
	if (kept.onError === 'stopWorkflow') delete kept.onError;
	return kept as unknown as GraphNode;
}

function normalisedConnections(connections: Record<string, unknown>): Connections {
	const entries = sorted(connections).map(([from, kinds]) => {
		const lists = sorted(isObject(kinds) ? kinds : {}).map(([kind, outputs]) => [kind, outputsOf(outputs)] as const);
		return [from, Object.fromEntries(lists.filter(([, outputs]) => outputs.length > 0))] as const;
	});
	return Object.fromEntries(entries.filter(([, kinds]) => Object.keys(kinds).length > 0)) as Connections;
}

/** One list per output; empty ones at the end say nothing. */
function outputsOf(value: unknown): Connection[][] {
	const outputs = (Array.isArray(value) ? value : []).map((targets: unknown) =>
		(Array.isArray(targets) ? targets : [])
			.filter(isObject)
			.map((target) => ({ node: String(target.node), type: String(target.type ?? 'main'), index: Number(target.index ?? 0) }))
			.sort((a, b) => compare(a.node, b.node) || a.index - b.index),
	);
	while (outputs.length > 0 && outputs.at(-1)?.length === 0) outputs.pop();
	return outputs;
}

function picked(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
	return Object.fromEntries(keys.filter((key) => from[key] !== undefined && from[key] !== null).map((key) => [key, from[key]]));
}

/** Objects with their keys in alphabetical order; lists keep theirs, it has a meaning. */
function inOrder(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(inOrder);
	if (!isObject(value)) return value;
	return Object.fromEntries(sorted(value).map(([key, inner]) => [key, inOrder(inner)]));
}

function sorted(record: Record<string, unknown>): [string, unknown][] {
	return Object.entries(record).sort(([a], [b]) => compare(a, b));
}

/** By code unit: the same everywhere, whatever the machine's language. */
function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}

/** Ids of the graphs that a graph calls, each once. */
export function calledBy(graph: Graph): string[] {
	const called = graph.nodes
		.filter((node) => node.type === 'n8n-nodes-base.executeWorkflow')
		.map((node) => node.parameters.workflowId)
		.map((reference) => (isObject(reference) ? String(reference.value) : String(reference)));
	return [...new Set(called)];
}

/**
 * The order in which n8n lets them be published: a graph after its error graph and after all that it calls.
 * @throws Error if they call each other in a circle or call one that is not there
 */
export function inPublishingOrder(graphs: readonly Graph[]): Graph[] {
	const byId = new Map(graphs.map((graph) => [graph.id, graph]));
	const ordered: Graph[] = [];
	const under = new Set<string>();
	const visit = (graph: Graph): void => {
		if (ordered.includes(graph)) return;
		if (under.has(graph.id)) throw new Error(`${graph.name} calls itself through others`);
		under.add(graph.id);
		const before = [graph.settings.errorWorkflow, ...calledBy(graph)].filter(
			(id): id is string => typeof id === 'string' && id !== graph.id,
		);
		for (const id of before) {
			const needed = byId.get(id);
			if (needed === undefined) throw new Error(`${graph.name} (${graph.id}) needs ${id}, which is not among the graphs`);
			visit(needed);
		}
		ordered.push(graph);
	};
	for (const graph of [...graphs].sort((a, b) => compare(a.id, b.id))) visit(graph);
	return ordered;
}

const LINE_UNITS = 140;

/** JSON in which whatever fits in a line is on one. @param before units that the line begins with */
function laidOut(value: unknown, indent: string, before: number): string {
	const line = inline(value);
	if (typeof value !== 'object' || value === null || indent.length + before + line.length <= LINE_UNITS) return line;
	const inner = `${indent}  `;
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	const items = Array.isArray(value)
		? value.map((item) => laidOut(item, inner, 1))
		: entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${laidOut(item, inner, key.length + 5)}`);
	return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

function inline(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${inline(item)}`);
	return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

const entriesOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, item]) => item !== undefined);
