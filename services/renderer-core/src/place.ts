import { core, memoryAt } from './module.ts';

/** What lies there now belongs to somebody who came later. */
export class StaleView extends Error {
	override readonly name = 'StaleView';
}

interface Tenancy {
	readonly place: string;
	isOver: boolean;
}

/** Some bytes of the core's memory, until their place is let again. */
export class View {
	readonly length: number;
	readonly #tenancy: Tenancy;
	readonly #at: number;

	constructor(tenancy: Tenancy, at: number, length: number) {
		this.#tenancy = tenancy;
		this.#at = at;
		this.length = length;
	}

	/** For the core's own functions. @throws StaleView */
	get at(): number {
		if (this.#tenancy.isOver) throw new StaleView(`Expected a view in use but the ${this.#tenancy.place} has been let again`);
		return this.#at;
	}

	/** To be used at once: an array that is kept loses its bytes when any place is let again. @throws StaleView */
	get bytes(): Uint8Array {
		return memoryAt(this.at, this.length);
	}
}

/** A part of the core's memory with one tenant at a time. */
export class Place {
	readonly bytes: number;
	readonly #at: number;
	#tenancy: Tenancy;
	#used = 0;

	constructor(name: string, at: number, bytes: number) {
		this.#tenancy = { place: name, isOver: false };
		this.#at = at;
		this.bytes = bytes;
	}

	/** Ends the tenancy: all views of this place throw from now on, and arrays that somebody kept of any place are empty. */
	let(): this {
		this.#tenancy.isOver = true;
		this.#tenancy = { ...this.#tenancy, isOver: false };
		this.#used = 0;
		// Growing by nothing is what takes the buffer from every array that was made of it.
		core.memory.grow(0);
		return this;
	}

	/** The next bytes of it. @throws RangeError when there is no room for them */
	take(length: number): View {
		if (length > this.bytes - this.#used)
			throw new RangeError(`Expected at most ${this.bytes - this.#used} bytes of the ${this.#tenancy.place} but received ${length}`);
		const view = new View(this.#tenancy, this.#at + this.#used, length);
		this.#used += length;
		return view;
	}

	hasRoomFor(length: number): boolean {
		return length <= this.bytes - this.#used;
	}
}
