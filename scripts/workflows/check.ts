// What must hold for every graph in workflows-json, beyond being JSON.
//   node scripts/workflows/check.ts           lists what is wrong
//   node scripts/workflows/check.ts --write   puts the files into their normal form first

import { readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { CONTRACTS } from '@copydesk/collaboration/version';
import { orUsage, parseCommandLine } from '../commandLine.ts';
import { ROOT } from '../desk/paths.ts';
import { GRAPHS_FOLDER, readGraphs, type GraphFile } from './files.ts';
import { calledBy, written, type Graph } from './graph.ts';
import { folderOfSet } from './sets.ts';

interface CredentialReference {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

export interface Manifest {
	/** The version of all graphs together; what its parts mean: docs/versions.md. */
	readonly version: string;
	/** All that graphs may refer to; their contents do not matter here. */
	readonly credentials: readonly CredentialReference[];
	/** The graph that every other one names as its error workflow; a set without it has none. */
	readonly errorWorkflow?: string;
}

/** n8n's own nodes that a graph may use. None of them runs code of ours. */
const CORE_NODES = new Set(
	[
		'webhook',
		'scheduleTrigger',
		'executeWorkflow',
		'executeWorkflowTrigger',
		'errorTrigger',
		'httpRequest',
		'if',
		'switch',
		'merge',
		'set',
		'splitOut',
		'filter',
		'limit',
		'noOp',
		'stickyNote',
		'respondToWebhook',
		'stopAndError',
	].map((name) => `n8n-nodes-base.${name}`),
);

/** Shapes of values that have no business in a graph: keys of providers, bot tokens, signed contexts, private keys. */
const SECRET_SHAPES = [
	/\bsk-[A-Za-z0-9_-]{16,}/,
	/\b\d{6,}:[A-Za-z0-9_-]{30,}/,
	/\beyJ[A-Za-z0-9_-]{20,}\./,
	/-----BEGIN [A-Z ]*PRIVATE KEY/,
	/\bBearer\s+[A-Za-z0-9._-]{16,}/,
];

/** n8n refuses longer ones in its public interface. */
const MAX_ID_LENGTH = 16;
/** A column of n8n's on PostgreSQL holds no longer one; the graph is then published and never goes live. */
const MAX_TRIGGER_ID_LENGTH = 36;
const GRID_PX = 20;

export async function readManifest(folder: string = GRAPHS_FOLDER): Promise<Manifest> {
	return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}

/** Types of this package's own nodes, as n8n names them. */
export async function ownNodeTypes(): Promise<Set<string>> {
	const { name, n8n } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { name: string; n8n: { nodes: string[] } };
	const types = n8n.nodes.map((file) => {
		const node = basename(file, '.node.js');
		return `${name}.${node.charAt(0).toLowerCase()}${node.slice(1)}`;
	});
	return new Set(types);
}

/** @returns one sentence for each thing that is wrong, beginning with the graph's file name */
export function problemsOf(files: readonly GraphFile[], manifest: Manifest, ownTypes: ReadonlySet<string>): string[] {
	const ids = files.map(({ graph }) => graph.id);
	return files.flatMap(({ file, text, graph }) => {
		const problems = [
			...(written(graph) === text ? [] : ['is not in its normal form: run node scripts/workflows/check.ts --write']),
			...idProblems(graph, ids),
			...nodeProblems(graph, manifest, ownTypes),
			...connectionProblems(graph),
			...settingsProblems(graph, manifest),
			...calledBy(graph)
				.filter((id) => !ids.includes(id))
				.map((id) => `calls ${id}, which is not among the graphs`),
			...SECRET_SHAPES.filter((shape) => shape.test(text)).map((shape) => `holds something that looks like a secret (${shape.source})`),
		];
		return problems.map((problem) => `${basename(file)} ${problem}`);
	});
}

function idProblems(graph: Graph, ids: readonly string[]): string[] {
	return [
		...(ids.filter((id) => id === graph.id).length > 1 ? [`shares its id ${graph.id} with another graph`] : []),
		...(/^[A-Za-z0-9_-]+$/.test(graph.id) && graph.id.length <= MAX_ID_LENGTH
			? []
			: [`has the id ${graph.id}: expected at most ${MAX_ID_LENGTH} of A-Z, a-z, 0-9, - and _`]),
	];
}

function nodeProblems(graph: Graph, manifest: Manifest, ownTypes: ReadonlySet<string>): string[] {
	const names = graph.nodes.map(({ name }) => name);
	const each = graph.nodes.flatMap((node) => [
		...(names.filter((name) => name === node.name).length > 1 ? [`has two nodes called "${node.name}"`] : []),
		...(CORE_NODES.has(node.type) || ownTypes.has(node.type)
			? []
			: [`uses ${node.type} in "${node.name}": not one of ours and not one of n8n's that graphs may use`]),
		...(!/Trigger$|\.webhook$/.test(node.type) || node.id.length <= MAX_TRIGGER_ID_LENGTH
			? []
			: [`gives "${node.name}" the id ${node.id}: expected at most ${MAX_TRIGGER_ID_LENGTH} characters of a node that begins a graph`]),
		...(node.retryOnFail === true ? [`retries "${node.name}" on failure: nothing is repeated by n8n`] : []),
		...(node.position.every((at) => at % GRID_PX === 0) ? [] : [`places "${node.name}" off the ${GRID_PX} px grid`]),
		...Object.entries(node.credentials ?? {})
			.filter(
				([type, reference]) =>
					!manifest.credentials.some((known) => known.type === type && known.id === reference.id && known.name === reference.name),
			)
			.map(([type, { id, name }]) => `refers to the credential ${name} (${id}, ${type}), which is not in the manifest`),
	]);
	const hasNote = graph.nodes.some((node) => node.type === 'n8n-nodes-base.stickyNote');
	return [...new Set(each), ...(hasNote ? [] : ['has no sticky note that says what it is for'])];
}

function connectionProblems(graph: Graph): string[] {
	const names = new Set(graph.nodes.map(({ name }) => name));
	return Object.entries(graph.connections).flatMap(([from, kinds]) => [
		...(names.has(from) ? [] : [`connects from "${from}", which does not exist`]),
		...Object.values(kinds)
			.flat(2)
			.filter((target) => target !== null && !names.has(target.node))
			.map((target) => `connects "${from}" to "${target?.node}", which does not exist`),
	]);
}

function settingsProblems(graph: Graph, manifest: Manifest): string[] {
	const { executionOrder, errorWorkflow } = graph.settings;
	const isErrorGraph = graph.id === manifest.errorWorkflow;
	return [
		...(executionOrder === 'v1' ? [] : [`has execution order ${String(executionOrder)}: expected v1`]),
		...(isErrorGraph || errorWorkflow === manifest.errorWorkflow
			? []
			: [`has the error workflow ${String(errorWorkflow)}: expected ${manifest.errorWorkflow ?? 'none'}`]),
		...(isErrorGraph && errorWorkflow !== undefined ? ['is the error workflow and names one itself'] : []),
	];
}

if (import.meta.main) {
	const { values } = orUsage('scripts/workflows/check.ts [--write]', () => parseCommandLine({ options: { write: { type: 'boolean' } } }));
	for (const folder of CONTRACTS.map(folderOfSet)) {
		const files = await readGraphs(folder);
		if (values.write === true) {
			for (const { file, text, graph } of files) if (written(graph) !== text) await writeFile(file, written(graph));
		}
		const problems = problemsOf(await readGraphs(folder), await readManifest(folder), await ownNodeTypes());
		const said = problems.length === 0 ? [`${files.length} graphs, nothing wrong`] : problems;
		process.stdout.write(said.map((line) => `${relative(ROOT, folder)}: ${line}\n`).join(''));
		if (problems.length > 0) process.exitCode = 1;
	}
}
