/** The reader as a process of its own. */
import { READER_KEY, clientOf, type Client } from './reader.ts';
import { listening, spawnService, type Environment, type Listening, type Spawned } from './serviceProcess.ts';

export type ReaderProcess = Listening & Client;

export const spawnReader = (env: Environment): Spawned => spawnService('reader', { READER_PORT: '0', READER_WORKERS: '1', ...env });

export async function startReaderProcess(env: Environment = {}): Promise<ReaderProcess> {
	const reader = await listening(spawnReader({ READER_API_KEY: READER_KEY, ...env }));
	return { ...clientOf(reader.url), ...reader };
}
