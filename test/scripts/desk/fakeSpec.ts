import { join } from 'node:path';
import type { ServiceSpec } from '../../../scripts/desk/supervise.ts';

export const childFile = (folder: string): string => join(folder, 'child');

export function fakeSpec(port: number, folder: string, behaviour = ''): ServiceSpec {
	return {
		name: 'renderer',
		args: [join(import.meta.dirname, 'fakeService.mjs'), String(port), childFile(folder), behaviour],
		env: process.env,
		logFile: join(folder, 'renderer.log'),
		port,
		isReady: async () => (await fetch(`http://127.0.0.1:${port}`)).ok,
		readyTimeoutMs: 15_000,
		stopTimeoutMs: behaviour === 'stubborn' ? 300 : 5_000,
	};
}
