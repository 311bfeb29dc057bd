import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ask } from './ask.ts';
import { ok, skipped, warning, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

/** Where the public messenger brings updates to. @see https://core.telegram.org/bots/api#setwebhook */
const PORTS = ['', '443', '80', '88', '8443'];
const PUBLIC_MESSENGER = 'api.telegram.org';

const reserved = new BlockList();
for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['224.0.0.0', 3],
] as const)
	reserved.addSubnet(network, prefix, 'ipv4');

/**
 * Whether the address that the messenger is given leads to the desk, as far as this machine can see.
 * @param isDeskUp before a start nothing answers behind the address yet
 */
export async function examineAddress(
	{ way = 'graphs', webhookUrl, messenger }: DoctorTargets,
	isDeskUp: boolean,
): Promise<readonly Finding[]> {
	if (way === 'polling') return [skipped('address', 'the desk polls for updates, which needs no public address')];
	if (webhookUrl === undefined) return [skipped('address', 'PUBLIC_WEBHOOK_URL is not set')];
	const url = new URL(webhookUrl);
	const isPublic = messenger !== undefined && new URL(messenger.apiUrl).hostname === PUBLIC_MESSENGER;
	const findings = isPublic ? await publicProblems(url) : [];
	if (findings.some(({ verdict }) => verdict === 'wrong')) return findings;
	return [...findings, await reach(url, way, isDeskUp)];
}

async function publicProblems(url: URL): Promise<readonly Finding[]> {
	if (url.protocol !== 'https:')
		return [wrong('address.not_https', `${url.href} is not https`, 'the messenger sends updates to https only')];
	if (!PORTS.includes(url.port))
		return [
			wrong('address.wrong_port', `the messenger does not use port ${url.port}`, 'let the reverse proxy listen on 443, 80, 88 or 8443'),
		];
	const host = url.hostname;
	const addresses = isIP(host) === 0 ? await lookup(host, { family: 4, all: true }).catch(() => []) : [{ address: host }];
	if (addresses.length === 0)
		return [wrong('address.no_ipv4', `${host} has no IPv4 address in DNS`, 'give it an A record; the messenger uses IPv4 only')];
	const own = addresses.find(({ address }) => isIP(address) === 4 && reserved.check(address));
	if (own !== undefined)
		return [
			warning(
				'address.not_public',
				`${host} is ${own.address} from here, which cannot be reached from outside`,
				'give it a public address, unless only your own network resolves it so',
			),
		];
	return [];
}

/** What takes updates, what it answers to a wrong secret, and where a path that it does not know has to lead. */
const BEHIND = {
	graphs: {
		what: 'the main graph',
		status: 403,
		program: 'n8n',
		port: 'n8n’s port',
		path: 'the path must be the one of the main graph, /webhook/copydesk, and the graph published (`npm run workflows -- verify`)',
	},
	webhook: {
		what: 'the collaboration service',
		status: 401,
		program: 'the collaboration service',
		port: 'its listener (COLLAB_UPDATES_PORT)',
		path: 'let the reverse proxy forward it to /updates of the listener (COLLAB_UPDATES_PORT)',
	},
} as const;

/** A wrong secret is refused, which proves that the path leads to the desk and that it wants a secret. */
async function reach(url: URL, way: 'graphs' | 'webhook', isDeskUp: boolean): Promise<Finding> {
	const reply = await ask(url.href, { method: 'POST', headers: { 'X-Telegram-Bot-Api-Secret-Token': 'not-the-secret' }, json: {} });
	if (reply.kind === 'silence')
		return warning(
			'address.silent',
			`${url.host} does not answer this machine: ${reply.reason}`,
			'check DNS, certificate and reverse proxy; if only this machine cannot reach it, trust the line on the webhook',
		);
	const { status } = reply;
	const behind = BEHIND[way];
	if (status === behind.status) return ok('address', `${url.href} leads to ${behind.what}, which refuses a wrong secret`);
	if (!isDeskUp && status >= 400) return ok('address', `${url.host} answers (${status}: the desk behind it is not started yet)`);
	if (status === 404) return wrong('address.wrong_path', `${url.href} answers 404`, behind.path);
	if (status >= 500)
		return wrong(
			'address.no_n8n',
			`${url.href} answers ${status}`,
			`the reverse proxy does not reach ${behind.program}: let it forward to ${behind.port}`,
		);
	if (status >= 300 && status < 400)
		return wrong(
			'address.redirects',
			`${url.href} redirects to ${reply.headers.get('location') ?? 'elsewhere'}`,
			'the messenger follows no redirect: set the final address',
		);
	return wrong(
		'address.unguarded',
		`${url.href} answers ${status} to a wrong secret, expected ${behind.status}`,
		way === 'graphs'
			? 'something else answers there, or the main graph lets anybody in: `npm run workflows -- verify`'
			: 'something else answers there, or the proxy still forwards to n8n: let it forward to the listener (COLLAB_UPDATES_PORT)',
	);
}
