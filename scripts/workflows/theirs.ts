// What a newer release does with a graph that somebody may have changed in n8n. Each graph is decided by itself, from three of it: the
// one that was put in last, the one that n8n holds, and the one of this release.

import { isDeepStrictEqual } from 'node:util';
import { normalised, written, type Graph, type StoredWorkflow } from './graph.ts';
import { hashOf, printOf, type Imported } from './imported.ts';
import { SETTINGS_NODE, formOf } from './settings.ts';

/** By id, the prints of what was put in last, and the settings that came with it. Of what is missing nothing is known. */
export interface Bases {
	readonly prints: Readonly<Record<string, string>>;
	readonly settings?: Readonly<Record<string, unknown>> | undefined;
}

export interface Decision {
	/** Ours, with the settings of the person. */
	readonly ours: Graph;
	readonly held: StoredWorkflow | undefined;
	/**
	 * `put`: it is stored and published as far as it is not. `left`: the person changed it and we did not. `both`: the person's stays, and
	 * ours is put beside it.
	 */
	readonly what: 'put' | 'left' | 'both';
	/** Whether n8n holds another one that ours takes the place of. */
	readonly isReplaced: boolean;
}

/** What is known of the graphs that were put in last. Notes of earlier releases have one hash for all of them. */
export function basesOf({ graphs, settings }: Imported, ours: readonly Graph[], held: ReadonlyMap<string, StoredWorkflow>): Bases {
	if (typeof graphs === 'object') return { prints: graphs, settings };
	const theirs = ours.flatMap(({ id }) => (held.has(id) ? [normalised(held.get(id))] : []));
	const withOurSettings = theirs.map((graph) => withSettings(graph, settingsIn(ours)));
	const unchanged = [ours, theirs, withOurSettings].find((all) => hashOf(all.map(written).join('')) === graphs);
	return unchanged === undefined
		? { prints: {} }
		: { prints: Object.fromEntries(unchanged.map((graph) => [graph.id, printOf(graph)])), settings: settingsIn(unchanged) };
}

/** Whether another contract is served than the one whose graphs were put in last. */
export const isOtherContract = ({ contract }: Imported, served: string): boolean => contract !== undefined && contract !== served;

/** As `decide`, for the graphs of another contract. */
export function replace(graph: Graph, held: StoredWorkflow | undefined): Decision {
	const ours = withTheirSettings(graph, held);
	const isThere = held !== undefined && held['isArchived'] !== true;
	return { ours, held, what: 'put', isReplaced: isThere && written(normalised(held)) !== written(ours) };
}

/** @param putting hashes of graphs that a start was about to store when it ended: what is not published of these is no draft of a person */
export function decide(graph: Graph, held: StoredWorkflow | undefined, bases: Bases, putting: Imported['putting'] = {}): Decision {
	const ours = withTheirSettings(graph, held, bases.settings);
	if (held === undefined || held['isArchived'] === true) return { ours, held, what: 'put', isReplaced: false };
	const theirs = normalised(held);
	const base = bases.prints[graph.id];
	const isSame = printOf(theirs) === printOf(graph);
	const isOurs = hashOf(written(theirs)) === putting[graph.id];
	const isUnchanged = isSame || printOf(theirs) === base;
	if (isOurs || (isUnchanged && !isDraft(held))) return { ours, held, what: 'put', isReplaced: written(theirs) !== written(ours) };
	return { ours, held, what: isSame || printOf(graph) === base ? 'left' : 'both', isReplaced: false };
}

/** Whether the editor has something that is not published, beside what is. */
export const isDraft = ({ activeVersionId, versionId }: StoredWorkflow): boolean =>
	activeVersionId !== null && activeVersionId !== versionId;

/** Ours with the values of the person's settings node: whatever else becomes of a graph, these stay. */
export function withTheirSettings(ours: Graph, held: unknown, before?: Bases['settings']): Graph {
	const theirs = held === undefined ? undefined : formOf(normalised(held));
	if (theirs === undefined) return ours;
	return withSettings(ours, before === undefined ? theirs : merged(theirs, formOf(ours) ?? {}, before));
}

/** A value that the person did not change is the one of this release. n8n's editor leaves out what is as the form has it by itself. */
function merged(theirs: Form, ours: Form, before: Form): Form {
	const names = [...new Set([theirs, ours, before].flatMap(Object.keys))];
	const values = names.map((name) => [name, isDeepStrictEqual(theirs[name], before[name]) ? ours[name] : theirs[name]]);
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

type Form = Readonly<Record<string, unknown>>;

const settingsIn = (graphs: readonly Graph[]): Form | undefined => graphs.map(formOf).find((form) => form !== undefined);

export function withSettings(graph: Graph, form: Form | undefined): Graph {
	if (form === undefined || formOf(graph) === undefined) return graph;
	return { ...graph, nodes: graph.nodes.map((node) => (node.type === SETTINGS_NODE ? { ...node, parameters: form } : node)) };
}

/** Where ours is put while theirs stays: a graph of its own, which is never published. n8n takes at most 16 characters. */
export const besideOf = (graph: Graph): Graph => ({ ...graph, id: besideIdOf(graph.id), name: `${graph.name} (new, not in use)` });
export const besideIdOf = (id: string): string => id.replace('-', '_');

/** For people: what became of a graph that they changed. @param diff the command that shows the difference */
export const leftWords = ({ ours: { name } }: Decision, diff: string): string =>
	`${name} was changed in n8n and stays as it is (${diff} shows the change)`;
export const besideWords = ({ ours }: Decision, diff: string): string =>
	`${ours.name} was changed in n8n, and this release has a newer one: yours stays and runs, ours is beside it as the draft ` +
	`“${besideOf(ours).name}” (${diff} shows the difference)`;
