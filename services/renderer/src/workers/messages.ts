import type { ErrorCode, FieldError } from '@copydesk/domain/errors';
import type { FromThread } from '@copydesk/kit/threads';
import type { Holder } from '../identity.ts';
import type { CoverText, Setting } from '../render.ts';
import type { StoreSettings } from '../store/open.ts';

/** Work for a worker. Bytes are moved, not copied. */
export type Job =
	/** Validate a PNG, store it, and prepare its covers. */
	| { readonly kind: 'import'; readonly assetId: string; readonly bytes: Uint8Array<ArrayBuffer> }
	/**
	 * Make a cover and store it. For a `stored` one only the same bytes are stored. Without `source` the worker answers `source_needed` if
	 * it has nothing prepared.
	 */
	| {
			readonly kind: 'cover';
			readonly imageId: string;
			readonly templateVersion: string;
			readonly text: CoverText;
			readonly source?: Uint8Array<ArrayBuffer>;
			/** Without it the worker answers `brand_needed` if it lacks the brand. */
			readonly brand?: Uint8Array<ArrayBuffer>;
			readonly stored?: { readonly assetId: string; readonly templateFingerprint: string };
	  }
	/** Set the words of a cover without drawing. */
	| { readonly kind: 'check'; readonly templateVersion: string; readonly text: CoverText; readonly brand?: Uint8Array<ArrayBuffer> }
	/** Judge a brand and store it. */
	| { readonly kind: 'brand'; readonly assetId: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** Seconds by phase, for the metrics: validating and preparing; setting and drawing; compressing; writing durably. */
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
	/** The template would draw this stored cover differently now. */
	| { readonly kind: 'looks_otherwise' };

/** An error passed between threads, where classes are lost. */
export interface Thrown {
	readonly code: ErrorCode;
	readonly detail: string;
	readonly fields: readonly FieldError[];
	readonly stack: string;
}

/** The fingerprint of the specification's template, sent when the worker is ready. */
export interface Ready {
	readonly templateFingerprint: string;
}

/** The messages of a worker. */
export type FromWorker = FromThread<Ready, Result, { readonly thrown: Thrown }>;

export interface WorkerSettings {
	/** The store's settings. */
	readonly store: StoreSettings;
	/** The identity of this process. */
	readonly holder: Holder;
	/** The directory of prepared backgrounds. */
	readonly derivedDir: string;
	/** Set by tests only. */
	readonly faultPoint: string | undefined;
}
