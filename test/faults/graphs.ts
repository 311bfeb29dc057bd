/** What the graphs of `workflows-json/` ask the collaboration service, read as a machine: which calls may follow which. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './mutations.ts';

interface Node {
	readonly name: string;
	readonly type: string;
	readonly parameters: {
		readonly operation?: string;
		readonly split?: boolean;
		readonly purpose?: string;
		readonly workflowId?: { readonly value: string };
	};
}

interface Graph {
	readonly id: string;
	readonly nodes: ReadonlyMap<string, Node>;
	/** The nodes that may come next, by name and output. */
	readonly next: ReadonlyMap<string, readonly (readonly string[])[]>;
}

const OURS = 'n8n-nodes-copydesk.';
const TRIGGER = /trigger|webhook$/i;

interface Connections {
	readonly [name: string]: { readonly main: readonly (readonly { readonly node: string }[] | null)[] };
}

function graphOf(file: string): Graph {
	const drawn = JSON.parse(readFileSync(join(ROOT, 'workflows-json', file), 'utf8')) as {
		readonly id: string;
		readonly nodes: readonly Node[];
		readonly connections: Connections;
	};
	const next = drawn.nodes.map(
		({ name }) => [name, (drawn.connections[name]?.main ?? []).map((to) => (to ?? []).map(({ node }) => node))] as const,
	);
	return { id: drawn.id, nodes: new Map(drawn.nodes.map((node) => [node.name, node])), next: new Map(next) };
}

export const graphs: ReadonlyMap<string, Graph> = new Map(
	readdirSync(join(ROOT, 'workflows-json'))
		.filter((file) => file.endsWith('.json') && file !== 'manifest.json')
		.map(graphOf)
		.map((graph) => [graph.id, graph]),
);

/** What each operation asks the service; null: nothing that the campaign re-enacts. */
const CALLS: Readonly<Record<string, string | null>> = {
	'collabAuthorize:': '/authorize',
	'collabAuthorize:bindDecision': '/execution-context',
	'collabAuthorize:bindEvent': '/execution-context',
	'collabAuthorize:bindExecution': '/execution-context',
	'collabAuthorize:claim': '/internal claim',
	'collabAuthorize:closeEvent': '/event-done',
	'collabAuthorize:reportFailure': '/execution-failure',
	'collabAuthorize:signContext': '/internal context',
	// Of the day's offer see below; of a proof, which the campaign does not play, it asks `/internal resume`.
	'collabAuthorize:verifyEvent': '/event',
	'collabMaterial:': '/materials/read',
	'collabMaterial:advance': '/materials/advance',
	'collabMaterial:begin': 'one of several',
	'collabMaterial:create': '/materials/create',
	'collabMaterial:drop': '/materials/advance',
	'collabMaterial:keepProblem': '/materials/advance',
	'collabMaterial:keepVerdict': '/materials/advance',
	'collabMaterial:open': '/materials/read',
	'collabMaterial:restore': '/materials/revise',
	'collabMaterial:revise': '/materials/revise',
	'collabMaterial:settle': '/settle',
	'collabMaterial:startCheck': '/materials/advance',
	'collabMaterial:takeOver': '/materials/advance',
	'collabMessenger:': '/messenger status',
	'collabMessenger:answerCallback': '/messenger answer_callback',
	'collabMessenger:beginWork': '/messenger status',
	'collabMessenger:cards': '/messenger card',
	'collabMessenger:decision': '/decision',
	'collabMessenger:outcome': 'one of several',
	'collabMessenger:preview': '/messenger preview',
	'collabMessenger:prompt': '/messenger prompt',
	'collabMessenger:publish': '/messenger publish',
	'collabNews:': '/news/read',
	'collabNews:chosen': '/news/read',
	'collabNews:dismiss': '/news/dismiss',
	'collabNews:keepSource': '/news/source',
	'collabNews:known': '/news/known',
	'collabNews:noteFeeds': '/news/feeds',
	'collabNews:offer': '/news/offer',
	'collabNews:take': '/news/take',
	'postDraft:parseBrief': '/brief',
};
/** What a node asks that does one of several things. */
const ONE_OF: Readonly<Record<string, readonly (readonly string[])[]>> = {
	'collabMaterial:begin': [['/materials/create'], ['/materials/read'], ['/news/take', '/decision']],
	'collabMessenger:outcome': [['/decision'], ['/messenger status']],
};
/** What begins an execution without an update. */
const BEGUN: Readonly<Record<string, string>> = { 'collabAuthorize:verifyEvent': '/internal context' };
/** These ask other services, or nobody; what they keep of a paid answer is not lost in the campaign, where the AI always answers. */
const ASK_NOTHING = /^(?:(?:captionCheck|coverRender|deskSettings|newsDesk|postDraft):(?!parseBrief$)|collabMaterial:happened$)/;
/** Nodes that may ask nothing, and the outputs by which an item then leaves. */
const UNASKED: Readonly<Record<string, readonly number[]>> = {
	// A decision is settled in a graph of its own.
	'collabMaterial:begin': [0],
	'collabMessenger:outcome': [0],
	'collabMaterial:keepProblem': [0],
	'collabMaterial:startCheck': [0, 1],
	'collabMaterial:takeOver': [0, 1],
	'collabMessenger:beginWork': [0],
};

const operationOf = ({ type, parameters }: Pick<Node, 'type' | 'parameters'>): string =>
	`${type.slice(OURS.length)}:${parameters.operation ?? ''}`;

/** What a node asks the service; null: nothing. @throws Error for an operation that nobody has said that of */
export function callOf({ type, parameters }: Pick<Node, 'type' | 'parameters'>): string | null {
	if (!type.startsWith(OURS)) return null;
	const operation = operationOf({ type, parameters });
	if (ASK_NOTHING.test(operation)) return null;
	const call = CALLS[operation];
	if (call === undefined) throw new Error(`${operation} is new: say in test/faults/graphs.ts what it asks the service`);
	// Without one of its own it asks for what the item says.
	return call === '/authorize' ? `/authorize ${parameters.purpose ?? ANY}` : call;
}

const ANY = '*';
const isSame = (call: string, made: string | undefined): boolean =>
	call.endsWith(ANY) ? made?.startsWith(call.slice(0, -ANY.length)) === true : made === call;

interface Place {
	readonly graph: string;
	readonly node: string;
	/** Where the graphs that called this one go on, the innermost last. */
	readonly callers: readonly { readonly graph: string; readonly node: string }[];
}

/** How far the calls have come, and by which outputs the node may be left. */
interface Left {
	readonly at: number;
	readonly by: (output: number) => boolean;
}

const keyOf = ({ graph, node, callers }: Place): string =>
	[...callers.map((each) => `${each.graph}/${each.node}`), `${graph}/${node}`].join(' > ');

/**
 * Finds a way through the graphs on which exactly these calls are made, in this order.
 * @param leftOut names of nodes whose calls may be missing
 * @returns the nodes that asked; undefined when there is no such way
 */
export function wayOf(calls: readonly string[], leftOut: ReadonlySet<string>): readonly string[] | undefined {
	const main = graphs.get('cd-main');
	if (main === undefined) throw new Error('There is no main graph');
	const failed = new Set<string>();
	const from = (place: Place, at: number): readonly string[] | undefined => {
		const key = `${at} ${keyOf(place)}`;
		if (failed.has(key)) return undefined;
		failed.add(key);
		const graph = graphs.get(place.graph) as Graph;
		const node = graph.nodes.get(place.node) as Node;
		const call = callOf(node);
		const unasked = node.parameters.split === true && call !== null ? UNASKED[operationOf(node)] : undefined;
		const ways: (Left & { readonly made: readonly string[] })[] = [];
		// The clock of an earlier graph, which the campaign plays, has no event to close.
		const isSilent = call === null || leftOut.has(node.name) || (call === '/event-done' && calls[0] === '/internal context');
		if (isSilent) ways.push({ made: [], at, by: () => true });
		else if (unasked !== undefined) ways.push({ made: [], at, by: (output) => unasked.includes(output) });
		if (call !== null && isSame(call, calls[at])) {
			// Cards go out one by one, from one node.
			let end = at + 1;
			if (call === '/messenger card') while (calls[end] === call) end += 1;
			ways.push({ made: [node.name], at: end, by: (output) => unasked?.includes(output) !== true });
		}
		if (calls[at] !== undefined && BEGUN[operationOf(node)] === calls[at]) ways.push({ made: [node.name], at: at + 1, by: () => true });
		for (const asked of ONE_OF[operationOf(node)] ?? [])
			if (asked.every((each, index) => calls[at + index] === each))
				ways.push({ made: [node.name], at: at + asked.length, by: (output) => output > 0 });
		for (const way of ways) {
			const rest = after(place, node, graph, way);
			if (rest !== undefined) return [...way.made, ...rest];
		}
		return undefined;
	};
	const after = (place: Place, node: Node, graph: Graph, { at, by }: Left): readonly string[] | undefined => {
		const called = node.type.endsWith('.executeWorkflow') ? graphs.get(node.parameters.workflowId?.value ?? '') : undefined;
		if (called !== undefined) {
			const callers = [...place.callers, { graph: place.graph, node: place.node }];
			return startsOf(called)
				.map((start) => from({ graph: called.id, node: start, callers }, at))
				.find(Boolean);
		}
		return leaving(place, graph, at, by);
	};
	const leaving = (place: Place, graph: Graph, at: number, by: Left['by'] = () => true): readonly string[] | undefined => {
		const outputs = graph.next.get(place.node) ?? [];
		for (const next of outputs.filter((_, output) => by(output)).flat()) {
			const rest = from({ ...place, node: next }, at);
			if (rest !== undefined) return rest;
		}
		if (outputs.length > 0) return undefined;
		const caller = place.callers.at(-1);
		if (caller === undefined) return at === calls.length ? [] : undefined;
		return leaving({ ...caller, callers: place.callers.slice(0, -1) }, graphs.get(caller.graph) as Graph, at);
	};
	return startsOf(main)
		.map((node) => from({ graph: main.id, node, callers: [] }, 0))
		.find(Boolean);
}

const startsOf = ({ nodes }: Graph): readonly string[] =>
	[...nodes.values()].filter(({ type }) => TRIGGER.test(type)).map(({ name }) => name);
