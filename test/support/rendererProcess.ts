/** The renderer as a process of its own, for tests that kill it. */
import { RENDERER_KEY, clientOf, type Client } from './renderer.ts';
import { listening, spawnService, type Environment, type Listening } from './serviceProcess.ts';

export async function startRendererProcess(dataDir: string, env: Environment = {}): Promise<Listening & Client> {
	const renderer = await listening(
		spawnService('renderer', {
			RENDERER_API_KEY: RENDERER_KEY,
			RENDERER_DATA_DIR: dataDir,
			RENDERER_PORT: '0',
			RENDERER_CONCURRENCY: '1',
			RENDERER_LOG_LEVEL: 'silent',
			...env,
		}),
	);
	return { ...clientOf(renderer.url), ...renderer };
}
