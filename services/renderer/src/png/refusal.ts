/** What a file is judged by, in this order; the first that fails is the one that is named. */
export type PngCheck =
	| 'signature'
	| 'ihdr'
	| 'chunk_length'
	| 'crc'
	| 'order'
	| 'idat'
	| 'iend'
	| 'trailing'
	| 'animated'
	| 'geometry'
	| 'undecodable';

/** This file is not a PNG that we take. `message` says what was expected and what was found, for the sender's eyes. */
export class PngRefused extends Error {
	override readonly name = 'PngRefused';
	readonly check: PngCheck;

	constructor(check: PngCheck, message: string) {
		super(message);
		this.check = check;
	}
}
