import { readFileSync } from 'node:fs';

/** Name of the illustration that comes with the renderer, as a cover request gives it in `image_id`. */
export const BUILT_IN_IMAGE_ID = 'consultation-v1';

/**
 * The built-in illustration as a PNG file of 1536×1024 pixels, drawn for this project.
 * Its source is `consultation-v1.svg` beside it.
 */
export function readBuiltIn(): Buffer {
	return readFileSync(new URL('./consultation-v1.png', import.meta.url));
}
