import type { Config } from '../config.ts';
import type { Holder } from '../identity.ts';
import { openFileStore } from './files.ts';
import type { AssetStore } from './types.ts';

export async function openStore(settings: Config['store'], self: Holder): Promise<AssetStore> {
	if (settings.kind === 'file') return openFileStore(settings.directory, self);
	throw new Error('RENDERER_STORE=s3://… is not supported yet; use file:');
}
