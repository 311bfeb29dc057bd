import { readFileSync } from 'node:fs';

/** A constant of the module: an address or a size, in bytes. */
type Constant = WebAssembly.Global<'i32'>;

/** The exports of `assembly/index.ts`; the sources there explain each. */
interface Module {
	readonly memory: WebAssembly.Memory;
	readonly strip: Constant;
	readonly stripBytes: Constant;
	readonly rgbRow: Constant;
	readonly rgbRowBytes: Constant;
	readonly acrossFirst: Constant;
	readonly acrossWeights: Constant;
	readonly downFirst: Constant;
	readonly downWeights: Constant;
	readonly frame: Constant;
	readonly frameBytes: Constant;
	readonly canvas: Constant;
	readonly canvasBytes: Constant;
	readonly masks: Constant;
	readonly masksBytes: Constant;
	readonly encoded: Constant;
	readonly maxBandBytes: Constant;
	readonly maxRowBytes: Constant;
	startRows(): void;
	begin(width: number, height: number, tapsAcross: number, tapsDown: number): void;
	pushStored(rows: number, bytes: number, pixelBytes: number, width: number): number;
	undoStored(bytes: number, pixelBytes: number): number;
	pushRgb(): void;
	rowsMade(): number;
	encodeBand(from: number, rows: number, rowBytes: number, isDrawn: boolean): number;
	adlerOfBand(length: number): number;
	paintMask(mask: number, maskBytes: number, columns: number, rows: number, to: number, rowBytes: number, colour: number): void;
	fadeRow(row: number, bytes: number, colour: number, share: number): void;
}

/** This thread's core. It has no imports and uses only integers, so it gives the same results everywhere. */
export const core = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(new URL('../core.wasm', import.meta.url))))
	.exports as unknown as Module;

/** A part of its memory, for the next call only. */
export const memoryAt = (at: Constant | number, bytes: number): Uint8Array =>
	new Uint8Array(core.memory.buffer, typeof at === 'number' ? at : at.value, bytes);
