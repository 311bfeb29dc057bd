/**
 * Requests beyond the limit for paid requests wait here, before they have any effect. So do presses that come while the messenger or the
 * AI provider asks to wait.
 */
import { goesOn } from '@copydesk/domain/chat/presses';
import { beginsPaid, publishes } from '@copydesk/domain/desk/waiting';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { eventKeyOfDraft } from '@copydesk/domain/ids';
import { goesOnName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { limitReached, type Budget } from '../admissions/budget.ts';
import { holdChain, type Note } from '../audit/audit.ts';
import { providerWaitsUntil } from '../admissions/spend.ts';
import { chatWaitsUntil } from '../deliveries/retryAfter.ts';
import { releaseClaimOf } from '../deliveries/effects.ts';
import { isClosed, type StoredEvent } from '../events/events.ts';
import { isPlannedKey } from '../events/planned.ts';
import { alikeWaiting, beginWait, waitingEvent, type Wait } from '../events/waits.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import { findItem } from '../news/items.ts';
import { setIntent } from './setIntent.ts';

export interface Limits {
	/** Undefined if a request cannot wait: no instance would continue it, or the caller does not understand `waits`. */
	readonly budget: Budget | undefined;
	readonly channelId: number;
	readonly timeZone: string;
	readonly messages: Messages;
}

interface Asking {
	readonly eventKey: string;
	readonly userId: number;
	readonly intent: Intent;
	readonly atMs: number;
	/** Whether an execution has worked on it: it meets a limit at its next paid request. */
	readonly isBegun?: boolean;
}

/** @returns `waits`, or the intent to continue with */
export async function waitForLimit(tx: Database, note: Note, asking: Asking, limits: Limits): Promise<'waits' | Intent> {
	const { eventKey, userId, intent, atMs, isBegun = false } = asking;
	const { budget, messages, timeZone } = limits;
	if (budget === undefined || (isBegun && !publishes(intent))) return intent;
	const wait = (await askedWait(tx, asking, limits)) ?? (await limitWait(tx, asking, budget));
	if (wait === undefined) return intent;
	const draftKey = !publishes(intent) && 'draft_key' in intent ? (intent.draft_key ?? null) : null;
	const holder = publishes(intent) ? await holderWaiting(tx, eventKey, intent) : undefined;
	const alike = holder ?? (await alikeWaiting(tx, eventKey, JSON.stringify(intent), draftKey));
	if (alike !== undefined && (alike === holder || alike.user_id === userId)) {
		// It ends here, so a claim that it won before a crash is given back to the press that waits.
		await releaseClaimOf(tx, note, eventKey, atMs);
		return setIntent(tx, eventKey, { kind: 'usage', text: alreadyText(messages, timeZone, alike.wait_until_ms ?? atMs, atMs) });
	}
	const waits = await beginWait(tx, note, { event_key: eventKey, user_id: userId }, wait, atMs);
	return waits ? 'waits' : intent;
}

/** The wait that the messenger or the AI provider asked for, if this press begins with a request to it. */
export async function askedWait(
	db: Database,
	{ eventKey, userId, intent, atMs }: Omit<Asking, 'isBegun'>,
	{ channelId }: Pick<Limits, 'channelId'>,
): Promise<Wait | undefined> {
	if (publishes(intent)) {
		const untilMs = await chatWaitsUntil(db, channelId, atMs);
		if (untilMs === undefined || isPlannedKey(eventKey)) return undefined;
		const found = await findMaterial(db, intent.draft_key, intent.version);
		// What is decided already is told at once. A press at work may be refused by the messenger, and then this one counts.
		const isOpen =
			found?.state === 'ready' ||
			(found?.state === 'claimed' && (found.claim_event_key === eventKey || !(await isClosed(db, found.claim_event_key))));
		return isOpen ? { why: 'messenger', untilMs } : undefined;
	}
	const draft = await draftNamed(db, intent);
	if (isGoingOn(intent) && draft?.error_code === 'not_delivered') {
		// A private chat has the number of its person.
		const untilMs = await chatWaitsUntil(db, userId, atMs);
		return untilMs === undefined ? undefined : { why: 'messenger', untilMs };
	}
	if (!(await isPaidFirst(db, intent))) return undefined;
	const untilMs = await providerWaitsUntil(db, draft?.error_stage === 'illustration' ? 'picture' : 'text', atMs);
	return untilMs === undefined ? undefined : { why: 'provider', untilMs };
}

async function limitWait(tx: Database, { eventKey, userId, intent, atMs }: Asking, budget: Budget): Promise<Wait | undefined> {
	if (!(await isPaidFirst(tx, intent))) return undefined;
	await holdChain(tx);
	const spent = await limitReached(tx, budget, { userId, eventKey, isBrief: intent.kind === 'words' }, atMs);
	return spent === undefined ? undefined : { why: spent.whose, untilMs: spent.until };
}

/** The press that the messenger refused for a time, and that keeps the version until then. */
async function holderWaiting(tx: Database, eventKey: string, { draft_key, version }: VersionRef): Promise<StoredEvent | undefined> {
	const found = await findMaterial(tx, draft_key, version);
	return found?.state === 'claimed' && found.claim_event_key !== eventKey ? waitingEvent(tx, found.claim_event_key) : undefined;
}

const alreadyText = (messages: Messages, timeZone: string, untilMs: number, atMs: number): string =>
	messages.waits.already({ goesOn: goesOnName(messages, timeZone, untilMs, atMs) });

async function isPaidFirst(tx: Database, intent: Intent): Promise<boolean> {
	if (intent.kind === 'callback' && intent.action === 'take')
		return (await findItem(tx, { batch_key: intent.draft_key, item: intent.item ?? 0 }))?.state === 'offered';
	return beginsPaid(intent, await draftNamed(tx, intent));
}

async function draftNamed(tx: Database, intent: Intent) {
	if (intent.kind === 'command') {
		if (intent.name !== 'resume') return undefined;
		return findMaterial(tx, intent.args.draft_id, intent.args.version ?? undefined);
	}
	if (intent.kind !== 'callback' && intent.kind !== 'feedback_reply') return undefined;
	// The key of a message means the draft that was made of it, in any version.
	const isOfMessage = intent.kind === 'callback' && eventKeyOfDraft(intent.draft_key) !== null && !isOfVersion(intent.action);
	return findMaterial(tx, intent.draft_key, isOfMessage ? undefined : intent.version);
}

const isOfVersion = (action: string): boolean => goesOn(action) || action === 'write_anew';
const isGoingOn = (intent: Intent): boolean =>
	(intent.kind === 'callback' && goesOn(intent.action)) || (intent.kind === 'command' && intent.name === 'resume');
