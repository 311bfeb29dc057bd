import type { ErrorCode, FieldError } from '@copydesk/domain/errors';
import type { FromThread } from '@copydesk/kit/threads';
import type { Holder } from '../identity.ts';
import type { CoverText, Setting } from '../render.ts';
import type { StoreSettings } from '../store/open.ts';

/** Work for a worker. Bytes are handed over, not copied. */
export type Job =
	/** Judge a PNG, keep it, and prepare what its covers will need. */
	| { readonly kind: 'import'; readonly assetId: string; readonly bytes: Uint8Array<ArrayBuffer> }
	/**
	 * Make a cover and keep it; of one that is `stored` only the same bytes. Without `source` the worker answers
	 * `source_needed` when it has nothing prepared.
	 */
	| {
			readonly kind: 'cover';
			readonly imageId: string;
			readonly templateVersion: string;
			readonly text: CoverText;
			readonly source?: Uint8Array<ArrayBuffer>;
			/** Without it the worker answers `brand_needed` when it does not know the brand. */
			readonly brand?: Uint8Array<ArrayBuffer>;
			readonly stored?: { readonly assetId: string; readonly templateFingerprint: string };
	  }
	/** Set the words of a cover, and draw nothing. */
	| { readonly kind: 'check'; readonly templateVersion: string; readonly text: CoverText; readonly brand?: Uint8Array<ArrayBuffer> }
	/** Judge a brand and keep it. */
	| { readonly kind: 'brand'; readonly assetId: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** Seconds by phase, as the metrics show them: judge a PNG and prepare its frame; set and draw the words; compress; write durably. */
export type Phases = Readonly<Partial<Record<'decode' | 'compose' | 'encode' | 'store', number>>>;

/** Where the prepared background was found. */
export type FoundIn = 'memory' | 'disk' | 'source';

export type Result =
	| { readonly kind: 'imported'; readonly width: number; readonly height: number; readonly phases: Phases }
	| {
			readonly kind: 'covered';
			/** SHA-256 of the file, 64 hex, and its size. */
			readonly assetId: string;
			readonly bytes: number;
			readonly lines: { readonly title: number; readonly subtitle: number };
			readonly titleFontPx: number;
			readonly templateFingerprint: string;
			readonly foundIn: FoundIn;
			readonly phases: Phases;
	  }
	| ({ readonly kind: 'checked' } & Setting)
	| { readonly kind: 'branded' }
	| { readonly kind: 'source_needed' }
	| { readonly kind: 'brand_needed' }
	/** A stored cover that the template would not draw like this any more. */
	| { readonly kind: 'looks_otherwise' };

/** An error on its way between threads, where classes don't survive. */
export interface Thrown {
	readonly code: ErrorCode;
	readonly detail: string;
	readonly fields: readonly FieldError[];
	readonly stack: string;
}

/** The template of the specification as a worker renders it, said when it is ready. */
export interface Ready {
	readonly templateFingerprint: string;
}

/** What a worker says. */
export type FromWorker = FromThread<Ready, Result, { readonly thrown: Thrown }>;

export interface WorkerSettings {
	/** Where files are kept. */
	readonly store: StoreSettings;
	/** Who this process is. */
	readonly holder: Holder;
	/** Directory of prepared backgrounds. */
	readonly derivedDir: string;
	/** Armed by tests only. */
	readonly faultPoint: string | undefined;
}
