import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The stylesheet that all our pages begin with. */
export const baseStyle = readFileSync(join(import.meta.dirname, 'base.css'));
