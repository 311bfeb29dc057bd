import { errors, type ErrorCode } from '@copydesk/domain/errors';
import { READER_VERSION } from '@copydesk/reader/version';
import { RENDERER_VERSION } from '@copydesk/renderer/identity';
import { VERSION as COLLABORATION_VERSION } from '@copydesk/collaboration/version';
import { ask, wordsOf } from './ask.ts';
import { ok, warning, wrong, type Finding } from './finding.ts';
import type { OwnService, DoctorTargets } from './targets.ts';

/** What this checkout brings. */
const VERSIONS: Readonly<Record<OwnService['name'], string>> = {
	renderer: RENDERER_VERSION,
	reader: READER_VERSION,
	collaboration: COLLABORATION_VERSION,
};

const SEARCH_TIMEOUT_MS = 30_000;

/** Whether our own services answer, are well, are the ones of this checkout, and take the keys. */
export async function examineServices({ services }: DoctorTargets): Promise<readonly Finding[]> {
	const findings = await Promise.all(
		services.map(async (service) => {
			const finding = await examineService(service);
			return finding.verdict === 'ok' && service.name === 'reader' && service.key !== ''
				? [finding, await examineSearch(service)]
				: [finding];
		}),
	);
	return findings.flat();
}

interface Searched {
	readonly results: readonly unknown[];
	readonly asked: readonly { readonly engine: string; readonly ok: boolean; readonly code: ErrorCode | null }[];
}

/** Searches once for something that every engine knows. News and own texts work without it. */
async function examineSearch({ url, key }: OwnService): Promise<Finding> {
	const reply = await ask(`${url}/v1/search`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${key}` },
		json: { queries: ['water'], language: 'en', limit: 1 },
		timeoutMs: SEARCH_TIMEOUT_MS,
	});
	if (reply.kind === 'silence' || reply.status !== 200)
		return warning(
			'reader.search_failed',
			`the search does not work: ${reply.kind === 'silence' ? reply.reason : wordsOf(reply.body)}`,
			'look at the log of the reader',
		);
	const { results, asked } = reply.body as Searched;
	const failed = asked.find(({ ok: isOk }) => !isOk);
	if (failed?.code === 'search_off')
		return warning(
			'reader.search_off',
			'the search is off: a post that needs knowledge asks you for a source',
			'set READER_SEARCH as docs/search.md says',
		);
	if (results.length > 0) return ok('reader', `${asked[0]?.engine ?? 'the engine'} answers a search`);
	const why = failed?.code ? errors[failed.code].message : 'It found nothing about water.';
	return warning('reader.search_failed', `${failed?.engine ?? 'the engine'}: ${failed?.code ?? 'no result'}`, `${why} See docs/search.md.`);
}

async function examineService({ name, url, key, guard }: OwnService): Promise<Finding> {
	const health = await ask(`${url}/healthz`);
	if (health.kind === 'silence')
		return wrong(
			`${name}.silent`,
			`${url} does not answer: ${health.reason}`,
			'start the desk (`npm start`), or this service alone, and look at its log',
		);
	const facts = (typeof health.body === 'object' ? health.body : {}) as {
		service?: string;
		version?: string;
		checks?: Readonly<Record<string, string>>;
	};
	if (facts.service !== name)
		return wrong(
			`${name}.other_program`,
			`something else answers at ${url}`,
			'stop it, or name the right address; `npm start` names who holds a port',
		);
	const failed = Object.entries(facts.checks ?? {}).filter(([, state]) => state === 'failed');
	if (health.status !== 200)
		return wrong(
			`${name}.unwell`,
			`it is not well: ${failed.length === 0 ? `${health.status} ${wordsOf(health.body)}` : failed.map(([check]) => check).join(', ')}`,
			'look at its log: database, disk and rights are named there',
		);
	const expected = VERSIONS[name];
	if (facts.version !== expected)
		return wrong(
			`${name}.other_version`,
			`version ${facts.version ?? '?'} runs, this checkout has ${expected}`,
			'restart it, or use the checkout that it was started from',
		);
	if (key !== '') {
		try {
			guard?.();
		} catch (error) {
			return wrong(`${name}.other_program`, (error as Error).message, 'stop it; `npm start` names who holds a port');
		}
		const metrics = await ask(`${url}/metrics`, {
			headers: name === 'collaboration' ? { 'X-Copydesk-Key': key } : { Authorization: `Bearer ${key}` },
		});
		if (metrics.kind === 'silence' || metrics.status !== 200)
			return wrong(
				`${name}.key_refused`,
				'it does not accept our key',
				'it was started with another key: restart the desk, so that both read the same file',
			);
	}
	const nobody = facts.checks?.['participants'] === 'empty';
	return nobody
		? wrong(
				'collaboration.nobody',
				'it works, but the desk has no people yet',
				'name the two people: `npm run operator -- participants set --owner <id> --editor <id>`',
			)
		: ok(name, `version ${facts.version ?? '?'} is well${key === '' ? '' : ' and takes our key'}`);
}
