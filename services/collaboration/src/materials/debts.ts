/** What people must be told about a step of a version. Whether it is still so is looked at when they are told. */
import { providerFaults } from '@copydesk/domain/ai/faults';
import type { Material } from '@copydesk/domain/material/material';
import { isInWork } from '@copydesk/domain/material/work';
import type { Database } from '@copydesk/kit/database/types';
import { owe } from '../owed/owed.ts';
import type { Origin } from './write.ts';

const FAULTS: readonly string[] = [...providerFaults, 'image_model_gone'];

export async function oweFor(tx: Database, found: Material, next: Material, { actorUserId: by, eventKey, atMs }: Origin): Promise<void> {
	const { draft_key, version, state, error_code } = next;
	const step = `${found.state} > ${state}`;
	const told = by === null ? undefined : { draft_key, version, by, event_key: eventKey };
	if (told !== undefined && (step === 'claimed > published' || step === 'ready > rejected')) await owe(tx, 'decided', told, atMs);
	if (told !== undefined && isInWork(found.state) && state === 'rejected') await owe(tx, 'ended', told, atMs);
	if (step === 'awaiting_feedback > ready') await owe(tx, 'reopened', { draft_key, version, seq: found.seq + 1 }, atMs);
	if (isInWork(state) && error_code !== null && error_code !== found.error_code && FAULTS.includes(error_code))
		await owe(tx, 'provider_refused', { draft_key, version, fault: error_code }, atMs);
}
