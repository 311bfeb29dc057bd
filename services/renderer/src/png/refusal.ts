/** The checks of a file, in this order; a refusal names the first that fails. */
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

/** The file is not an acceptable PNG. `message` tells the sender what was expected and found. */
export class PngRefused extends Error {
	override readonly name = 'PngRefused';
	readonly check: PngCheck;

	constructor(check: PngCheck, message: string) {
		super(message);
		this.check = check;
	}
}
