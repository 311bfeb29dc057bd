import { DEFAULT_MODELS } from '@copydesk/domain/ai/models';
import { isObject } from '@copydesk/domain/isObject';
import type { Models } from '../desk/provider.ts';
import type { Graph } from './graph.ts';

/** The graph that the messenger starts. */
export const MAIN_GRAPH = 'cd-main';

/** The models that the graphs ask for. @param chosen by the credential, for where the settings name none */
export function modelsOf(graphs: readonly Graph[], chosen: Models = DEFAULT_MODELS): Models {
	const main = graphs.find(({ id }) => id === MAIN_GRAPH);
	const settings = main === undefined ? {} : settingsOf(main);
	return { text: settings['text_model'] || chosen.text, image: settings['image_model'] || chosen.image };
}

/** The node at the head of the main graph; graphs of earlier releases set the same by a node of n8n's own. */
export const SETTINGS_NODE = 'n8n-nodes-copydesk.deskSettings';

/** The settings at the head of the main graph, as texts by name. n8n's editor leaves out what is as the form has it by itself. */
export function settingsOf(main: Graph): Readonly<Record<string, string>> {
	const form = formOf(main);
	if (form !== undefined) return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
	const assignments = main.nodes
		.map((node) => node.parameters.assignments)
		.flatMap((value) => (isObject(value) && Array.isArray(value.assignments) ? (value.assignments as unknown[]) : []))
		.filter(isObject)
		.filter(({ name }) => String(name).startsWith('settings.'));
	return Object.fromEntries(assignments.map(({ name, value }) => [String(name).slice('settings.'.length), String(value)]));
}

/** What the settings node of a graph says, where it has one. */
export const formOf = (graph: Graph): Readonly<Record<string, unknown>> | undefined =>
	graph.nodes.find(({ type }) => type === SETTINGS_NODE)?.parameters;
