/** The buttons below a copy of a version, for each reader. */
import { shownPost } from '@copydesk/domain/caption/shown';
import { isOver, waitsFor, type Agreed, type Agreeing, type Yes } from '@copydesk/domain/material/approval';
import type { Messages } from '@copydesk/domain/messages/messages';
import { personName, timeName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { CopyButtons } from '../deliveries/operations.ts';
import { agreeingOf, type Demanded } from '../materials/approvals.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import { agreeKeyboardRow, planKeyboardRow, linksBelow, missedKeyboard, plannedKeyboard, previewKeyboard } from '../messenger/buttons.ts';
import { openPlanOf } from './plans.ts';
import { proposedTime } from './week.ts';

interface CopyButtonsOptions {
	readonly db: Database;
	readonly demanded: () => Promise<Demanded>;
	/** Whether a publishing time can be chosen. */
	readonly canPlan: () => Promise<boolean>;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

export function createCopyButtons({ db, demanded, canPlan, timeZone, nowMs }: CopyButtonsOptions): CopyButtons {
	return async (version, namedMs = null) => {
		const proposedMs = namedMs ?? (await proposedTime(db, version, nowMs(), timeZone));
		const plan = await openPlanOf(db, version);
		const material = await findMaterial(db, version.draft_key, version.version);
		const isUndecided = material?.state === 'ready' || material?.state === 'text_preparing';
		if (material === undefined || (plan === undefined && !isUndecided)) return undefined;
		const offersTimes = await canPlan();
		const people = (await demanded()).people;
		const agreeing = await agreeingOf(db, material, await demanded());
		const now: Agreed = { contentSha256: material.content_sha256 ?? '', goesOutMs: null };
		const agreedMs = plan === undefined || plan.by_hand === 1 ? null : plan.at_ms;
		return (messages, readerId) => {
			const said = { agreeing, people, readerId };
			const ofPlan = plan?.state === 'missed' ? missedKeyboard : plannedKeyboard;
			const { inline_keyboard } =
				plan === undefined
					? previewKeyboard(messages, version, offersTimes, publishLabel(messages, said, now))
					: ofPlan(messages, version, timeName(messages, timeZone, plan.at_ms));
			const pending = agreeing.given.filter(
				(yes) =>
					yes.contentSha256 === now.contentSha256 && !isOver(yes, nowMs()) && (plan?.state === 'missed' || yes.goesOutMs !== agreedMs),
			);
			const rows = pending.flatMap((yes) => agreeRow(messages, version, yes, { ...said, timeZone, isPlanned: plan !== undefined }));
			const isProposed = plan === undefined && offersTimes && proposedMs !== null && proposedMs > nowMs();
			if (isProposed) rows.push(planKeyboardRow(messages, version, proposedMs, timeZone));
			return { inline_keyboard: [...(linksBelow(shownPost(material))?.inline_keyboard ?? []), ...rows, ...inline_keyboard] };
		};
	};
}

interface Said {
	readonly agreeing: Agreeing;
	readonly people: Demanded['people'];
	readonly readerId: number;
}

/** The names of people, in the order of the list. */
export const namesOf = (messages: Messages, people: Demanded['people'], userIds: readonly number[]): string =>
	people
		.filter(({ userId }) => userIds.includes(userId))
		.map((person) => personName(messages, person))
		.join(', ');

/** The label of the reader's Publish button; undefined if one press is enough. */
function publishLabel(messages: Messages, { agreeing, people, readerId }: Said, now: Agreed): string | undefined {
	const { given } = agreeing;
	const waiting = waitsFor({ ...agreeing, given: [...given, { userId: readerId, ...now }] }, now);
	const by = given.filter(({ goesOutMs, contentSha256 }) => goesOutMs === null && contentSha256 === now.contentSha256);
	if (waiting === null) {
		const others = by.map(({ userId }) => userId).filter((userId) => userId !== readerId);
		return others.length === 0 ? undefined : messages.approvals.last({ by: namesOf(messages, people, others) });
	}
	const names = namesOf(messages, people, waiting);
	return by.some(({ userId }) => userId === readerId) ? messages.approvals.waits({ names, at: null }) : messages.approvals.first({ names });
}

/** A row for another proposed time: it shows who still has to agree, and lets the reader agree. */
function agreeRow(
	messages: Messages,
	version: VersionRef,
	yes: Yes,
	{ agreeing, people, readerId, timeZone, isPlanned }: Said & { readonly timeZone: string; readonly isPlanned: boolean },
): readonly (readonly object[])[] {
	const waiting = waitsFor(agreeing, yes);
	if (waiting === null) return [];
	const at = yes.goesOutMs === null ? null : timeName(messages, timeZone, yes.goesOutMs);
	const { approvals } = messages;
	const text =
		yes.userId === readerId
			? approvals.waits({ names: namesOf(messages, people, waiting), at })
			: approvals.agree({ by: namesOf(messages, people, [yes.userId]), at });
	return [agreeKeyboardRow(version, text, yes.goesOutMs, isPlanned)];
}
