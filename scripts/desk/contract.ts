import { existsSync } from 'node:fs';
import { readContract } from '@copydesk/collaboration/operator';
import { shape } from '@copydesk/collaboration/config';
import { readConfig, type Environment } from '@copydesk/kit/config';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import type { Contract } from '@copydesk/collaboration/version';

/** The time zone in which people are told times, as the collaboration service reads it. */
export function timeZoneOf(env: Environment): string {
	const { COLLAB_TIME_ZONE } = shape;
	return readConfig(env, { COLLAB_TIME_ZONE }).COLLAB_TIME_ZONE;
}

/** Which contract a desk serves: the one that its operator switched to, else the one that its environment names. */
export async function contractOf(env: Environment): Promise<Contract> {
	const { COLLAB_CONTRACT, COLLAB_DATABASE_URL } = shape;
	const { COLLAB_CONTRACT: configured, COLLAB_DATABASE_URL: url } = readConfig(env, { COLLAB_CONTRACT, COLLAB_DATABASE_URL });
	if (url.startsWith('sqlite:') && !existsSync(sqlitePathOf(url))) return configured;
	const db = await openDatabase(url, { readOnly: true });
	try {
		return await readContract(db, configured);
	} catch (error) {
		// A database of a release that had no switch yet.
		if (/contract_switch/.test((error as Error).message)) return configured;
		throw error;
	} finally {
		await db.close();
	}
}
