/** What a reading of a feed and one of an article have in common: a place, the way to the document, the parse, a line in the log. */
import { createHash } from 'node:crypto';
import type { CopydeskError } from '@copydesk/domain/errors';
import { asCopydeskError } from '@copydesk/kit/problems';
import type { Log } from '@copydesk/kit/log';
import type { Admission, Place } from './fetch/admission.ts';
import { fetchDocument, givenTarget } from './fetch/fetchDocument.ts';
import type { Document, FetchParts, Trace, Wanted } from './fetch/fetchDocument.ts';
import type { Target } from './fetch/target.ts';
import type { ReaderMetrics, ReadingKind } from './metrics.ts';

export interface ReadingParts {
	readonly fetch: FetchParts;
	readonly admission: Admission;
	readonly metrics: ReaderMetrics;
}

/** Whole milliseconds since a moment of `performance.now()`. */
export const msSince = (startedAt: number): number => Math.round(performance.now() - startedAt);

export interface Reading {
	/**
	 * Fetches what an address leads to, and works on it before the place is given up.
	 * @throws CopydeskError of the guard, of the way, of the answer, or of the work
	 */
	run<T>(wanted: Wanted, work: (document: Document | undefined) => Promise<T>): Promise<T>;
	/** Writes the line and counts. */
	end(error?: CopydeskError): void;
	/** Undefined when rules 1 to 7 refuse what was given; then `run` says why. */
	readonly target: Target | undefined;
}

/** Begins a reading of one address; `end` must be called once. */
export function beginReading(kind: ReadingKind, url: string, { fetch, admission, metrics }: ReadingParts, log: Log): Reading {
	const startedAt = performance.now();
	const trace: Trace = { hops: 0, status: null, wireBytes: 0, bytes: 0 };
	let target: Target | undefined;
	let refusal: CopydeskError | undefined;
	try {
		target = givenTarget(url, fetch.settings);
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
