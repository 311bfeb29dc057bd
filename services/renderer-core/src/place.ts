import { core, memoryAt } from './module.ts';

/** The memory of this view was given to a later user. */
export class StaleView extends Error {
	override readonly name = 'StaleView';
}

interface Tenancy {
	readonly place: string;
	isOver: boolean;
}

/** Some bytes of the core's memory, valid until their place is reused. */
export class View {
	readonly length: number;
	readonly #tenancy: Tenancy;
	readonly #at: number;

	constructor(tenancy: Tenancy, at: number, length: number) {
		this.#tenancy = tenancy;
		this.#at = at;
		this.length = length;
	}

	/** The address for the core's own functions. @throws StaleView */
	get at(): number {
		if (this.#tenancy.isOver) throw new StaleView(`Expected a view in use but the ${this.#tenancy.place} has been let again`);
		return this.#at;
	}

	/** Use it at once: a kept array loses its bytes when any place is reused. @throws StaleView */
	get bytes(): Uint8Array {
		return memoryAt(this.at, this.length);
	}
}

/** A part of the core's memory with one user at a time. */
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

	/** Gives the place to a new user: all earlier views of it throw, and all arrays that somebody kept become empty. */
	let(): this {
		this.#tenancy.isOver = true;
		this.#tenancy = { ...this.#tenancy, isOver: false };
		this.#used = 0;
		// Growing by nothing detaches every array of the old buffer.
		core.memory.grow(0);
		return this;
	}

	/** The next bytes of the place. @throws RangeError if there is no room for them */
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
