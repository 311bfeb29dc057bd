import { fileURLToPath } from 'node:url';

export const readBuiltInPath = (): string =>
	fileURLToPath(new URL('../../services/renderer/src/template/consultation-v1.png', import.meta.url));
