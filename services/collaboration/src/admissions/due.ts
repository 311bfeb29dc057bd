/** Whether a paid request belongs to the work of its event. A stolen key can pay only for work that a person asked for. */
import { makesRequest } from '@copydesk/domain/chat/callback';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { CopydeskError } from '@copydesk/domain/errors';
import { isDue } from '@copydesk/domain/material/due';
import type { Database } from '@copydesk/kit/database/types';
import type { Context } from '../contexts/contexts.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import { findBatch } from '../news/items.ts';
import { tables } from '../tables.ts';

/** A text may be shortened once after it is written and once after a repair. */
const MAX_OF_STEP = 2;
/** One event has at most nine kinds of paid requests. */
const MAX_OF_EVENT = 12;

/** @throws CopydeskError step_not_due */
export async function requireDue(
	tx: Database,
	{ event_key, execution_id }: Pick<Context, 'event_key' | 'execution_id'>,
	purpose: string,
	version: VersionRef | null,
): Promise<void> {
	const refuse = (why: string) => new CopydeskError('step_not_due', `${purpose} under ${event_key}: ${why}`);
	const admitted = await tables(tx)
		.selectFrom('admission')
		.select(['purpose', 'execution_id'])
		.where(({ and }) => and({ event_key, paid: 1 }))
		.execute();
	if (admitted.length >= MAX_OF_EVENT) throw refuse(`${admitted.length} were admitted`);
	const ofStep = admitted.filter((each) => each.purpose === purpose && each.execution_id === execution_id);
	if (ofStep.length >= MAX_OF_STEP) throw refuse('it was admitted before');
	const material = version === null ? undefined : await findMaterial(tx, version.draft_key, version.version);
	if (material !== undefined) {
		if (!isDue(purpose, material)) throw refuse(`the version is ${material.state}`);
	} else if (!(await mayBegin(tx, event_key, purpose))) throw refuse('it begins nothing');
}

/** Whether an event without a version may need this request. */
async function mayBegin(tx: Database, eventKey: string, purpose: string): Promise<boolean> {
	const event = await tables(tx).selectFrom('event').select('intent').where('event_key', '=', eventKey).executeTakeFirst();
	const intent = event === undefined ? undefined : storedIntent(event.intent);
	if (purpose === 'brief') return intent?.kind === 'words' || (intent?.kind === 'callback' && makesRequest(intent.action));
	if (purpose === 'transcription') return intent?.kind === 'voice';
	if (purpose === 'classification') {
		const isRead = intent?.kind === 'callback' && intent.action === 'read_link';
		// Nobody wrote an entry of the service itself.
		const looksForNews =
			intent === undefined || eventKey.startsWith('i:') || isRead || (intent.kind === 'command' && intent.name === 'news');
		return looksForNews && (await findBatch(tx, { event_key: eventKey })) === undefined;
	}
	if (intent?.kind === 'callback') return makesRequest(intent.action) || ['everywhere', 'write_anew'].includes(intent.action);
	return intent?.kind === 'post_request' || intent?.kind === 'feedback_reply';
}
