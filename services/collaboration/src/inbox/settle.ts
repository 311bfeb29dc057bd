/**
 * What a press, a command or a reply decides about a draft or a card, stored in the transaction of its event. The words about it follow
 * (`settled.ts`), and again after a crash: a decision is found by the event that made it.
 */
import { isOfCard } from '@copydesk/domain/chat/callback';
import { pressOf, type Decision } from '@copydesk/domain/chat/presses';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { CopydeskError } from '@copydesk/domain/errors';
import type { MaterialState } from '@copydesk/domain/material/machine';
import { isInWork } from '@copydesk/domain/material/work';
import type { ItemRef } from '@copydesk/domain/news/item';
import { readFeedback } from '@copydesk/domain/revision/intent';
import type { Database } from '@copydesk/kit/database/types';
import type { Note } from '../audit/audit.ts';
import type { ChangeBy } from '../materials/change.ts';
import { advance, revise } from '../materials/materials.ts';
import { findMaterial, openSessions, type VersionRef } from '../materials/read.ts';
import { dismissItem } from '../news/news.ts';
import type { Acting } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { tables } from '../tables.ts';

type OfDraft = Exclude<Decision, 'publish' | 'revise' | 'edit'>;

type Asked = { readonly decision: OfDraft; readonly at: VersionRef } | { readonly decision: 'skip'; readonly at: ItemRef };

/** `refused`: why nothing was decided. */
export type Settled = Asked & { readonly refused: { readonly code: string; readonly state: string | null } | null };

export interface Settling {
	readonly intent: Intent;
	readonly sender: Participant;
	/** The pressed message; 0 for any other event. */
	readonly messageId: number;
	readonly eventKey: string;
	readonly executionId: string;
	readonly atMs: number;
}

/** What each decision makes of a version; undefined: a next one. */
const MAKES: Readonly<Record<OfDraft, MaterialState | undefined>> = {
	reject: 'rejected',
	feedback: 'awaiting_feedback',
	cancel: 'ready',
	drop: 'rejected',
	back: undefined,
};

const isOfDraft = (decision: Decision | undefined): decision is OfDraft => decision !== undefined && Object.hasOwn(MAKES, decision);

/** The database is away: nothing was decided, and nobody is refused. */
const AWAY: readonly string[] = ['busy', 'unavailable', 'internal'];
/** Found out after something was written. */
const LATE: readonly string[] = ['draft_open', 'source_taken'];

/** The transaction is taken back, and run again with this as its refusal. */
class FoundLate extends Error {
	readonly found: CopydeskError;
	constructor(found: CopydeskError) {
		super(found.code);
		this.found = found;
	}
}

/** Runs a transaction that settles; what it finds out too late is refused in a second one. */
export async function settling<T>(run: (late?: CopydeskError) => Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		if (error instanceof FoundLate) return run(error.found);
		throw error;
	}
}

/** @returns undefined if the event decides nothing of this kind */
export async function settle(tx: Database, note: Note, by: Settling, late?: CopydeskError): Promise<Settled | undefined> {
	const asked = await askedOf(tx, by);
	if (asked === undefined) return undefined;
	try {
		if (late !== undefined) throw late;
		if (!(await isDone(tx, by.eventKey, asked))) await carryOut(tx, note, asked, by);
		return { ...asked, refused: null };
	} catch (error) {
		if (!(error instanceof CopydeskError) || AWAY.includes(error.code)) throw error;
		if (late === undefined && LATE.includes(error.code)) throw new FoundLate(error);
		const { state } = error.facts;
		return { ...asked, refused: { code: error.code, state: typeof state === 'string' ? state : null } };
	}
}

async function askedOf(tx: Database, { intent, sender, eventKey }: Settling): Promise<Asked | undefined> {
	if (intent.kind === 'feedback_reply')
		return readFeedback(intent.text).kind === 'cancel' ? { decision: 'cancel', at: versionIn(intent) } : undefined;
	if (intent.kind === 'command') {
		if (intent.name !== 'cancel' || intent.text !== undefined) return undefined;
		const at = (await closedBy(tx, eventKey)) ?? (await questionOf(tx, sender));
		return at === undefined ? undefined : { decision: 'cancel', at: versionIn(at) };
	}
	if (intent.kind !== 'callback') return undefined;
	const { action, draft_key: batch_key, item } = intent;
	if (isOfCard(action)) return action === 'skip' && item !== undefined ? { decision: 'skip', at: { batch_key, item } } : undefined;
	const { decides } = pressOf(action);
	return item === undefined && isOfDraft(decides) ? { decision: decides, at: versionIn(intent) } : undefined;
}

const versionIn = ({ draft_key, version }: VersionRef): VersionRef => ({ draft_key, version });

/** A person's own open question; for the owner, else any. */
async function questionOf(tx: Database, { userId, role }: Participant): Promise<VersionRef | undefined> {
	const sessions = await openSessions(tx);
	return sessions.find((each) => each.feedback_actor_user_id === userId) ?? (role === 'owner' ? sessions.at(-1) : undefined);
}

const stepsOf = (tx: Database, event_key: string) =>
	tables(tx).selectFrom('material_event').select(['draft_key', 'version']).where('event_key', '=', event_key);

/** The question that this event closed already. */
const closedBy = (tx: Database, eventKey: string): Promise<VersionRef | undefined> =>
	stepsOf(tx, eventKey)
		.where(({ and }) => and({ from_state: 'awaiting_feedback', to_state: 'ready' }))
		.executeTakeFirst();

/** A next version, and the item of a card, say by themselves that this event has them. */
async function isDone(tx: Database, eventKey: string, asked: Asked): Promise<boolean> {
	const to_state = asked.decision === 'skip' ? undefined : MAKES[asked.decision];
	if (asked.decision === 'skip' || to_state === undefined) return false;
	const { draft_key, version } = asked.at;
	const step = await stepsOf(tx, eventKey)
		.where(({ and }) => and({ draft_key, version, to_state }))
		.executeTakeFirst();
	return step !== undefined;
}

async function carryOut(
	tx: Database,
	note: Note,
	asked: Asked,
	{ sender, messageId, eventKey, executionId, atMs }: Settling,
): Promise<void> {
	const change: ChangeBy<Acting> = {
		...{ tx, note },
		actor: { participant: sender, context: { event_key: eventKey } },
		origin: { actorUserId: sender.userId, eventKey, executionId, atMs },
	};
	switch (asked.decision) {
		case 'skip':
			await dismissItem(change, { ...asked.at, message_id: messageId });
			return;
		case 'back':
			await revise(change, { ...asked.at, content: {}, reuse: { complete: true } });
			return;
		case 'drop': {
			const found = await findMaterial(tx, asked.at.draft_key, asked.at.version);
			if (found === undefined) throw new CopydeskError('material_not_found', asked.at.draft_key);
			if (!isInWork(found.state)) throw new CopydeskError('state_conflict', `${found.draft_key} is ${found.state}`);
			await advance(change, { ...asked.at, from: found.state, to: 'rejected' });
			return;
		}
		case 'cancel':
			await advance(change, { ...asked.at, from: 'awaiting_feedback', to: 'ready' });
			return;
		case 'reject':
		case 'feedback':
			await advance(change, { ...asked.at, from: 'ready', to: asked.decision === 'reject' ? 'rejected' : 'awaiting_feedback' });
	}
}
