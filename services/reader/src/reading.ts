/** The common parts of reading a feed or an article: a place, the fetch, the parse, a log line. */
import { createHash } from 'node:crypto';
import type { CopydeskError } from '@copydesk/domain/errors';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Log } from '@copydesk/kit/log';
import type { Admission, Place } from './fetch/admission.ts';
import { fetchDocument, givenTarget, type Document, type FetchParts, type Trace, type Wanted } from './fetch/fetchDocument.ts';
import type { Lists, Target } from './fetch/target.ts';
import type { ReaderMetrics, ReadingKind } from './metrics.ts';

export interface ReadingParts {
	readonly fetch: FetchParts;
	readonly admission: Admission;
	readonly metrics: ReaderMetrics;
}

/** Whole milliseconds since a time of `performance.now()`. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

export interface Reading {
	/**
	 * Fetches the document of an address, and processes it before the place is given up.
	 * @throws CopydeskError of the guard, the connection, the answer, or the work
	 */
	run<T>(wanted: Wanted, work: (document: Document | undefined) => Promise<T>): Promise<T>;
	/** Writes the log line and counts the reading. */
	end(error?: CopydeskError): void;
	/** Undefined if rules 1 to 7 refuse the address; then `run` throws the reason. */
	readonly target: Target | undefined;
}

/**
 * Begins a reading of one address; call `end` once.
 * @param own how an address is judged that the operator configured; the rules for strangers do not apply to it
 */
export function beginReading(
	kind: ReadingKind,
	url: string,
	{ fetch, admission, metrics }: ReadingParts,
	log: Log,
	own: (url: string, lists: Lists) => Target = givenTarget,
): Reading {
	const startedAt = performance.now();
	const trace: Trace = { hops: 0, status: null, wireBytes: 0, bytes: 0 };
	let target: Target | undefined;
	let refusal: CopydeskError | undefined;
	try {
		target = own(url, fetch.settings);
	} catch (error) {
		refusal = asCopydeskError(error);
	}
	return {
		target,
		async run(wanted, work) {
			if (target === undefined) throw refusal as CopydeskError;
			const place: Place = await admission.enter(target.hostPort);
			try {
				const fetchedAt = performance.now();
				const document = await fetchDocument(target, wanted, fetch, place, trace);
				metrics.fetched(kind, (performance.now() - fetchedAt) / 1e3);
				place.leaveHost();
				return await work(document);
			} finally {
				place.leave();
			}
		},
		end(error) {
			const code = error?.code ?? 'ok';
			metrics.reading(kind, code);
			log[code === 'address_forbidden' ? 'warn' : 'info'](
				{
					kind,
					host: target?.hostPort ?? null,
					url_sha256: createHash('sha256').update(url).digest('hex').slice(0, 12),
					hops: trace.hops,
					status: trace.status,
					bytes_wire: trace.wireBytes,
					bytes: trace.bytes,
					took_ms: msSince(startedAt),
					code,
					...(trace.address === undefined ? {} : { address: trace.address }),
				},
				'read',
			);
		},
	};
}
