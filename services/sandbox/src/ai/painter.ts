/** Paints in a thread of its own, so that the messenger keeps answering. The last few pictures are cached. */
import { Worker } from 'node:worker_threads';
import type { SandboxConfig } from '../config.ts';
import type { Order } from './paint/worker.ts';

const KEPT_PICTURES = 12;
/** The side of a painted pixel in a rough picture, which takes a fifth of the time. */
const ROUGH_PX = 4;

interface Waiting {
	resolve(png: Buffer): void;
	reject(error: Error): void;
}

export class Painter {
	#worker: Worker | undefined;
	#nextId = 1;
	readonly #waiting = new Map<number, Waiting>();
	readonly #kept = new Map<string, Promise<Buffer>>();
	readonly #grainPx: number;

	constructor(pictures: SandboxConfig['SANDBOX_PICTURES']) {
		this.#grainPx = pictures === 'fine' ? 1 : ROUGH_PX;
	}

	/** A PNG for a prompt; the same prompt and size give the same bytes. */
	paint(prompt: string, width: number, height: number): Promise<Buffer> {
		const key = `${width}x${height}:${prompt}`;
		const kept = this.#kept.get(key);
		if (kept !== undefined) return kept;
		const painting = this.#ask(prompt, width, height);
		painting.catch(() => this.#kept.delete(key));
		this.#kept.set(key, painting);
		if (this.#kept.size > KEPT_PICTURES) this.#kept.delete(this.#kept.keys().next().value as string);
		return painting;
	}

	#ask(prompt: string, width: number, height: number): Promise<Buffer> {
		const worker = this.#start();
		const id = this.#nextId;
		this.#nextId += 1;
		worker.ref();
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			worker.postMessage({ id, prompt, width, height, grainPx: this.#grainPx } satisfies Order);
		});
	}

	#start(): Worker {
		if (this.#worker !== undefined) return this.#worker;
		const worker = new Worker(new URL('./paint/worker.ts', import.meta.url));
		worker.on('message', ({ id, png, error }: { id: number; png?: Uint8Array; error?: string }) => {
			const waiting = this.#waiting.get(id);
			this.#waiting.delete(id);
			// An idle painter must not keep the process alive.
			if (this.#waiting.size === 0) worker.unref();
			if (png === undefined) waiting?.reject(new Error(error ?? 'the painter failed'));
			else waiting?.resolve(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
		});
		worker.on('error', (error) => {
			this.#worker = undefined;
			for (const waiting of this.#waiting.values()) waiting.reject(error);
			this.#waiting.clear();
		});
		this.#worker = worker;
		return worker;
	}

	async close(): Promise<void> {
		await this.#worker?.terminate();
		this.#worker = undefined;
	}
}
