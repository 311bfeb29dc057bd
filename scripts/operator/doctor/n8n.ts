import { N8N_VERSION } from '../../desk/n8n.ts';
import { settingsOf } from '../../workflows/settings.ts';
import { normalised, type Graph, type GraphNode, type StoredWorkflow } from '../../workflows/graph.ts';
import { hostOf } from '../../workflows/credentials.ts';
import { N8nApi, type Failures, type N8n, type NodeType } from '../../workflows/n8nApi.ts';
import { N8nPublicApi } from '../../workflows/n8nPublicApi.ts';
import { readManifest } from '../../workflows/check.ts';
import { besideIdOf } from '../../workflows/theirs.ts';
import { brokenReferences, isOnlyDraft, isTheirs, missingCredentials, published, whatIsWrong } from '../../workflows/verify.ts';
import { ask, reasonOf } from './ask.ts';
import { ok, skipped, warning, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

const OUR_NODES = /^n8n-nodes-copydesk\./;

interface ExaminedN8n {
	readonly findings: readonly Finding[];
	/** The main graph as n8n holds it, if it could be read: its settings are the ones in force. */
	readonly main?: Graph;
}

/** Whether n8n answers, knows every node that the graphs use, and runs the graphs of this checkout. */
export async function examineN8n(found: DoctorTargets, graphs: readonly Graph[], mainId: string, nowMs = Date.now()): Promise<ExaminedN8n> {
	const { n8n } = found;
	if (n8n === undefined) return { findings: [skipped('n8n', 'N8N_URL is not set, so n8n was not checked')] };
	const ready = await ask(`${n8n.url}/healthz/readiness`);
	if (ready.kind === 'silence')
		return { findings: [wrong('n8n.silent', `${n8n.url} does not answer: ${ready.reason}`, 'start it (`npm start`) and look at its log')] };
	if (ready.status !== 200)
		return {
			findings: [
				wrong(
					'n8n.not_ready',
					`${n8n.url} is not ready (${ready.status})`,
					'wait a minute; then look at its log: its database may not answer',
				),
			],
		};
	const answers = ok('n8n', `${n8n.url} is ready`);
	if (n8n.login === undefined && n8n.key === undefined)
		return {
			findings: [
				answers,
				skipped('n8n', 'package and graphs were not checked: neither N8N_API_KEY nor N8N_OWNER_EMAIL and N8N_OWNER_PASSWORD are set'),
			],
		};
	try {
		n8n.guard?.();
	} catch (error) {
		return { findings: [wrong('n8n.other_program', (error as Error).message, 'find out which program it is: it may wait for a key')] };
	}
	if (n8n.login === undefined)
		return { findings: [answers, ...(await examineByKey(new N8nPublicApi(n8n.url, n8n.key ?? '', n8n.guard), graphs, nowMs))] };
	let api: N8nApi;
	try {
		const { email, password, sessionFile } = n8n.login;
		api = await N8nApi.open(n8n.url, email, password, { sessionFile, guard: n8n.guard });
	} catch (error) {
		return {
			findings: [answers, wrong('n8n.login_refused', `it refuses the login: ${reasonOf(error)}`, "check the owner's address and password")],
		};
	}
	try {
		const main = await api.workflow(mainId);
		return {
			findings: [
				answers,
				...examineVersion(await api.version()),
				...examinePackage(await api.nodeTypes(), graphs),
				...(await examineProcesses(api, graphs, nowMs)),
				...(await examineGraphs(api, graphs)),
				...(await examineCredentials(api, found, main)),
			],
			...(main === undefined ? {} : { main: normalised(main) }),
		};
	} catch (error) {
		return { findings: [answers, wrong('n8n.unreadable', `it cannot be checked: ${reasonOf(error)}`, 'look at its log')] };
	}
}

/** What the public API tells: less than the editor's. */
async function examineByKey(n8n: N8nPublicApi, graphs: readonly Graph[], nowMs: number): Promise<readonly Finding[]> {
	try {
		const types = (await readManifest()).credentials.map(({ type }) => type).filter((type) => type.startsWith('copydesk'));
		const missing = (await Promise.all(types.map(async (type) => ((await n8n.credentialFields(type)) === undefined ? [type] : [])))).flat();
		const loaded = missing.length === 0 ? ok('n8n', 'the package is loaded') : packageMissing(missing);
		return [loaded, ...(await examineProcesses(n8n, graphs, nowMs)), ...(await examineGraphs(n8n, graphs))];
	} catch (error) {
		return [wrong('n8n.unreadable', `it cannot be checked: ${reasonOf(error)}`, 'look at its log')];
	}
}

/** Another patch of the same release counts as the same. */
function examineVersion(version: string): readonly Finding[] {
	const releaseOf = (whole: string) => whole.split('.').slice(0, 2).join('.');
	if (releaseOf(version) === releaseOf(N8N_VERSION)) return [];
	return [
		warning(
			'n8n.other_version',
			`it is n8n ${version}, and this package was tested with ${N8N_VERSION}`,
			'try a post with the sandbox on that n8n first, or install the version that the package was tested with',
		),
	];
}

/** A graph asks for a type, one of its versions and one of its operations; n8n says what is wrong only when it runs. */
function examinePackage(types: readonly NodeType[], graphs: readonly Graph[]): readonly Finding[] {
	const used = graphs.flatMap((graph) => graph.nodes).filter((node) => OUR_NODES.test(node.type));
	const missing = [...new Set(used.map((node) => missingFrom(types, node)).filter((what) => what !== undefined))];
	if (missing.length === 0)
		return [ok('n8n', `the package is loaded, with all ${new Set(used.map(nameOf)).size} operations that the graphs use`)];
	return [packageMissing(missing)];
}

const packageMissing = (missing: readonly string[]): Finding =>
	wrong(
		'n8n.package_missing',
		`it does not know ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`,
		'install the package of this checkout (`npm run build -- --pack`) and restart n8n; in queue mode on every one of its processes',
	);

const UNKNOWN_NODE = /(?:Unrecognized node type: |Unknown node type: )n8n-nodes-copydesk\./;
const LOOKED_BACK_MS = 3_600_000;
const MOST_READ = 10;

/** Each process of n8n loads packages by itself: a worker without ours fails every execution that it takes. */
async function examineProcesses(api: Failures, graphs: readonly Graph[], nowMs: number): Promise<readonly Finding[]> {
	const ours = new Map(graphs.map(({ id, name }) => [id, name]));
	const lately = (await api.failed()).filter(
		({ workflowId, startedAt }) => ours.has(workflowId) && Date.parse(startedAt ?? '') > nowMs - LOOKED_BACK_MS,
	);
	for (const { id, workflowId, startedAt } of lately.slice(0, MOST_READ)) {
		if (!UNKNOWN_NODE.test(JSON.stringify(await api.execution(String(id))))) continue;
		return [
			wrong(
				'n8n.process_without_package',
				`one of its processes did not have the package: it failed execution ${id} of ${ours.get(workflowId) ?? ''} at ${startedAt ?? ''}`,
				`its log says \`Worker started execution ${id}\`: put the package there and restart it; this line goes away an hour later`,
			),
		];
	}
	return [];
}

const nameOf = (node: GraphNode): string => `${node.type} ${String(node.parameters['operation'] ?? '')}`;

function missingFrom(types: readonly NodeType[], node: GraphNode): string | undefined {
	const named = types.filter(({ name }) => name === node.type);
	if (named.length === 0) return node.type;
	const versioned = named.filter(({ version }) => [version].flat().includes(node.typeVersion));
	if (versioned.length === 0) return `${node.type} version ${node.typeVersion}`;
	const operation = node.parameters['operation'];
	if (operation === undefined) return undefined;
	const offered = versioned
		.flatMap(({ properties }) => properties.filter(({ name }) => name === 'operation'))
		.flatMap(({ options }) => options ?? []);
	return offered.some(({ value }) => value === operation) ? undefined : `${node.type} “${String(operation)}”`;
}

async function examineGraphs(api: N8n, graphs: readonly Graph[]): Promise<readonly Finding[]> {
	const findings: Finding[] = (await missingCredentials(api, graphs)).map(({ name }) =>
		wrong(
			'n8n.credential_missing',
			`it no longer has the credential ${name}`,
			'`npm run workflows -- verify` puts it back, and so does a start (an n8n of your own: `import --at <address> --keys <file>`)',
		),
	);
	for (const graph of graphs) {
		const what = await whatIsWrong(api, graph);
		if (what !== undefined) findings.push(...(await onGraph(api, graph, what)));
		const stored = what === undefined ? undefined : await api.workflow(graph.id);
		for (const { node, names } of stored === undefined ? [] : brokenReferences(published(stored)))
			findings.push(
				wrong(
					'n8n.graph_broken',
					`${graph.name}: “${node}” refers to the node “${names}”, which is not there, so its run would stop`,
					`in n8n give a node the name “${names}” again, or put its present name into “${node}”, and publish`,
				),
			);
	}
	return findings.length > 0 ? findings : [ok('n8n', `all ${graphs.length} graphs are the ones of this checkout, published and running`)];
}

async function onGraph(api: N8n, graph: Graph, what: string): Promise<readonly Finding[]> {
	if (!isTheirs(what))
		return [wrong('n8n.graph_differs', `${graph.name}: ${what}`, '`npm run workflows -- import` stores and publishes what differs')];
	// Somebody's own prompt or model is no fault, as long as it runs.
	if (isOnlyDraft(what))
		return [
			warning(
				'n8n.graph_draft',
				`${graph.name} has a draft in the editor that is not published; the published graph runs`,
				'publish the draft in n8n when it is ready: until then it does not run',
			),
		];
	const beside = await api.workflow(besideIdOf(graph.id));
	if (beside === undefined)
		return [
			warning(
				'n8n.graph_edited',
				`${graph.name} was changed in the editor`,
				'`npm run workflows -- diff` shows it, `export` keeps it; a new release leaves it as it is',
			),
		];
	return [
		warning(
			'n8n.graph_newer',
			`${graph.name} was changed in the editor, and this release has a newer one: ` +
				`yours runs, ours is beside it as the draft “${beside.name}”`,
			'`npm run workflows -- diff` shows the difference. Take over what you want, then delete that draft',
		),
	];
}

/** The credentials that the graphs name, and whose address each of them has. */
const CREDENTIALS = {
	'cd-collab': 'collaboration',
	'cd-renderer': 'renderer',
	'cd-reader': 'reader',
	'cd-ai': 'ai',
	'cd-webhook': 'nobody',
};

/** Where n8n's own HTTP Request node may bring our keys, and where our nodes do: a hand in the editor can open both. */
async function examineCredentials(api: N8nApi, found: DoctorTargets, main: StoredWorkflow | undefined): Promise<readonly Finding[]> {
	const settings = main === undefined ? {} : settingsOf(normalised(main));
	const ai = [found.ai?.textUrl, found.ai?.imageUrl, settings['ai_base_url']];
	const open: string[] = [];
	for (const [id, whose] of Object.entries(CREDENTIALS)) {
		const data = await api.credential(id);
		if (data === undefined) continue;
		const urls = whose === 'ai' ? ai : [found.services.find(({ name }) => name === whose)?.url];
		const hosts = urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [hostOf(url)] : []));
		open.push(...openings(id, data, hosts));
	}
	if (open.length === 0) return [];
	return [
		warning(
			'n8n.credential_open',
			open.join('; '),
			'in n8n set Base URL back, and Allowed HTTP Request Domains to None (Copydesk AI: to the provider’s host alone)',
		),
	];
}

/** @param hosts where it should lead; none where that is not known */
function openings(id: string, data: Readonly<Record<string, unknown>>, hosts: readonly string[]): readonly string[] {
	const text = (field: string): string => (typeof data[field] === 'string' ? data[field] : '');
	const isForeign = (host: string): boolean => hosts.length > 0 && !hosts.includes(host);
	const listed = text('allowedDomains')
		.split(',')
		.map((domain) => domain.trim())
		.filter((domain) => domain !== '');
	const mode = text('allowedHttpRequestDomains');
	const isClosed = mode === 'none' || (mode === 'domains' && id === 'cd-ai' && !listed.some(isForeign));
	const elsewhere = ['baseUrl', 'imageBaseUrl'].map(text).filter((url) => url !== '' && isForeign(URL.canParse(url) ? hostOf(url) : url));
	return [
		...(isClosed ? [] : [`${id} may be used by any HTTP Request node${mode === 'domains' ? ` for ${listed.join(', ')}` : ''}`]),
		...(elsewhere.length === 0 ? [] : [`${id} leads to ${elsewhere.join(', ')}`]),
	];
}
