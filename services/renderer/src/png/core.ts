import { readFileSync } from 'node:fs';

/**
 * The part of this folder that is WebAssembly, for its vector instructions; `core/*.as` says what each function does.
 * It has no imports, its memory never grows, and all its arithmetic is on whole numbers: it does the same everywhere.
 */
export interface Core {
	readonly memory: WebAssembly.Memory;
	readonly strip: Place;
	readonly stripBytes: Place;
	readonly rgbRow: Place;
	readonly acrossFirst: Place;
	readonly acrossWeights: Place;
	readonly downFirst: Place;
	readonly downWeights: Place;
	readonly frame: Place;
	readonly canvas: Place;
	readonly canvasBytes: Place;
	readonly masks: Place;
	readonly masksBytes: Place;
	readonly encoded: Place;
	readonly maxBandBytes: Place;
	startRows(): void;
	begin(tapsAcross: number, tapsDown: number): void;
	pushStored(rows: number, bytes: number, pixelBytes: number, width: number): number;
	undoStored(bytes: number, pixelBytes: number): number;
	pushRgb(): void;
	encodeBand(from: number, rows: number, rowBytes: number, to: number): number;
	adlerOfBand(length: number): number;
	paintMask(mask: number, maskBytes: number, columns: number, rows: number, to: number, rowBytes: number, colour: number): void;
	fadeRow(row: number, bytes: number, colour: number, share: number): void;
}

/** A constant of the module: an address or a size, in bytes. */
type Place = WebAssembly.Global<'i32'>;

let opened: { readonly core: Core; readonly memory: Uint8Array } | undefined;

/** This thread's core and its memory; what is in it stays only until the next call of anything here. */
export function openCore(): { readonly core: Core; readonly memory: Uint8Array } {
	if (opened === undefined) {
		const module = new WebAssembly.Module(readFileSync(new URL('core/core.wasm', import.meta.url)));
		const core = new WebAssembly.Instance(module).exports as unknown as Core;
		opened = { core, memory: new Uint8Array(core.memory.buffer) };
	}
	return opened;
}
