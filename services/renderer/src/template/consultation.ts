import { readFileSync } from 'node:fs';

/**
 * The built-in illustration `consultation-v1`, a PNG file of 1536×1024 pixels, drawn for this project.
 * Its source is `consultation-v1.svg` beside it.
 */
export function readBuiltIn(): Buffer {
	return readFileSync(new URL('./consultation-v1.png', import.meta.url));
}
