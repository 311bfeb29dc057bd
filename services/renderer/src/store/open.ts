import type { Config } from '../config.ts';
import type { Holder } from '../identity.ts';
import { openFileStore } from './files.ts';
import { openS3Store } from './s3.ts';
import type { AssetStore } from './types.ts';

export type StoreSettings = Config['store'];

/** Opens the store. Each thread that stores files opens its own. */
export async function openStore(settings: StoreSettings, self: Holder): Promise<AssetStore> {
	return settings.kind === 'file' ? openFileStore(settings.directory, self) : openS3Store(settings);
}
