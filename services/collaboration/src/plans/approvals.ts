/** Shows who still has to agree before a post is published, and removes that once the approval no longer counts; also after a crash. */
import { waitsFor } from '@copydesk/domain/material/approval';
import { draftName, personName, timeName } from '@copydesk/domain/messages/sentences';
import { createBackoff } from '../deliveries/backoff.ts';
import { isTold } from '../deliveries/tell.ts';
import { agreeingOf, approvalsToShow, noteShown, type ApprovalRow, type Demanded } from '../materials/approvals.ts';
import { calledOf, copiesOf } from '../materials/read.ts';
import { changeButtons, type ShowOptions } from './show.ts';

export interface ApprovalOptions extends ShowOptions {
	readonly demanded: () => Promise<Demanded>;
	readonly nowMs: () => number;
}

export function createApprovalRound(options: ApprovalOptions): () => Promise<void> {
	const { db } = options;
	const backoff = createBackoff(options.nowMs);
	return async () => {
		for (const { now, state, ...row } of await approvalsToShow(db)) {
			const key = `${row.draft_key}:${row.version}:${row.seq}:${row.event_key}`;
			if (!backoff.due(key)) continue;
			const counts = row.seq === now;
			const isShown = await (counts ? showApproval(row, key, options) : state !== 'ready' || showButtons(row, `${key}:over`, options));
			// Give up after about a day: the buttons work even if they could not be shown.
			if (isShown || !backoff.again(key)) await noteShown(db, row, counts ? { open: 1, shown: 1 } : { open: 0, shown: 1 });
		}
	};
}

async function showButtons(row: ApprovalRow, key: string, options: ApprovalOptions): Promise<boolean> {
	const keyboard = await options.copyButtons(row);
	return keyboard === undefined || changeButtons(options, await copiesOf(options.db, row), `approval:${key}`, keyboard);
}

async function showApproval(row: ApprovalRow, key: string, options: ApprovalOptions): Promise<boolean> {
	const { db, actors, tell, timeZone, demanded } = options;
	const { content_sha256: contentSha256, goes_out_ms: goesOutMs } = row;
	const waiting = waitsFor(await agreeingOf(db, row, await demanded()), { contentSha256, goesOutMs });
	if (waiting === null) return true;
	const by = await actors.known(row.user_id);
	const called = await calledOf(db, row);
	const areShown = await showButtons(row, key, options);
	const told = await Promise.all(
		(await actors.everyone())
			.filter(({ userId }) => userId !== row.user_id && waiting.includes(userId))
			.map((person) =>
				tell(person, {
					purpose: 'approval',
					entity_key: key,
					text: (messages) =>
						messages.approvals.told({
							draft: draftName(messages, called),
							by: by === undefined ? messages.roles.editor : personName(messages, by),
							at: goesOutMs === null ? null : timeName(messages, timeZone, goesOutMs),
						}),
				}),
			),
	);
	return areShown && told.every(({ status }) => isTold(status));
}
