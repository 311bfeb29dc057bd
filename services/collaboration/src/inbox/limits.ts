/** Requests beyond the limit for paid requests wait here, before they have any effect. */
import { beginsPaid } from '@copydesk/domain/desk/waiting';
import type { Intent } from '@copydesk/domain/desk/asked';
import { eventKeyOfDraft } from '@copydesk/domain/ids';
import { goesOnName } from '@copydesk/domain/messages/sentences';
import type { Messages } from '@copydesk/domain/messages/messages';
import type { Database } from '@copydesk/kit/database/types';
import { limitReached } from '../admissions/budget.ts';
import type { Budget } from '../admissions/budget.ts';
import { holdChain } from '../audit/audit.ts';
import type { Note } from '../audit/audit.ts';
import { alikeWaiting, beginWait } from '../events/waits.ts';
import { findMaterial } from '../materials/read.ts';
import { findItem } from '../news/items.ts';
import { said } from './said.ts';

export interface Limits {
	/** Undefined if a request cannot wait: no instance would continue it, or the caller does not understand `waits`. */
	readonly budget: Budget | undefined;
	readonly timeZone: string;
	readonly messages: Messages;
}

interface Asking {
	readonly eventKey: string;
	readonly userId: number;
	readonly intent: Intent;
	readonly atMs: number;
}

/** @returns `waits`, or the intent to continue with */
export async function waitForLimit(tx: Database, note: Note, asking: Asking, limits: Limits): Promise<'waits' | Intent> {
	const { eventKey, userId, intent, atMs } = asking;
	const { budget, messages, timeZone } = limits;
	if (budget === undefined || !(await isPaidFirst(tx, intent))) return intent;
	await holdChain(tx);
	const spent = await limitReached(tx, budget, { userId, eventKey }, atMs);
	if (spent === undefined) return intent;
	const draftKey = 'draft_key' in intent ? (intent.draft_key ?? null) : null;
	const alike = await alikeWaiting(tx, eventKey, JSON.stringify(intent), draftKey);
	if (alike?.user_id === userId)
		return said(tx, eventKey, { kind: 'usage', text: alreadyText(messages, timeZone, alike.wait_until_ms ?? atMs, atMs) });
	const waits = await beginWait(tx, note, { event_key: eventKey, user_id: userId }, { why: spent.whose, untilMs: spent.until }, atMs);
	return waits ? 'waits' : intent;
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
	const isOfMessage = intent.kind === 'callback' && eventKeyOfDraft(intent.draft_key) !== null && !GOES_ON.includes(intent.action);
	return findMaterial(tx, intent.draft_key, isOfMessage ? undefined : intent.version);
}

const GOES_ON: readonly string[] = ['resume', 'retry'];
