/** Writing participants: the operator's alone. */
import { messagesIn } from '@copydesk/domain/messages/languages';
import type { Language } from '@copydesk/domain/messages/languages';
import { shorten } from '@copydesk/domain/text/shorten';
import type { Database } from '@copydesk/kit/database/types';
import { participantOf } from '@copydesk/collaboration/participants/participants';
import type { Participant } from '@copydesk/collaboration/participants/participants';

const MAX_NAME_UNITS = 64;

export interface NewParticipant {
	readonly userId: number;
	/** Default: as before, or the role. */
	readonly name?: string | undefined;
	/** Default: as before, or what they or their messenger say. */
	readonly language?: Language | undefined;
}

/** Makes these two the participants. Somebody who stays keeps name and being active. */
export async function setParticipants(
	db: Database,
	people: { owner: NewParticipant; editor?: NewParticipant },
	nowMs: number,
	by: string,
): Promise<readonly Participant[]> {
	return db.atomically(async (tx) => {
		const before = new Map((await tx.query('select * from participants')).map(participantOf).map((person) => [person.userId, person]));
		await tx.query('delete from participants');
		const set: Participant[] = [];
		for (const [role, person] of [
			['owner', people.owner],
			['editor', people.editor],
		] as const) {
			if (person === undefined) continue;
			const old = before.get(person.userId);
			const language = person.language === undefined ? old?.language : { language: person.language, atMs: nowMs };
			const participant: Participant = {
				userId: person.userId,
				chatId: person.userId,
				role,
				active: role === 'owner' || old?.role !== 'editor' || old.active,
				displayName: shorten(person.name ?? old?.displayName ?? messagesIn('en').roles[role], MAX_NAME_UNITS),
				...(language === undefined ? {} : { language }),
			};
			await tx.query(
				`insert into participants (user_id, chat_id, role, active, display_name, updated_at, updated_by, language, language_set_at)
					values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
				[
					participant.userId,
					participant.chatId,
					role,
					participant.active ? 1 : 0,
					participant.displayName,
					nowMs,
					by,
					language?.language ?? null,
					language?.atMs ?? null,
				],
			);
			set.push(participant);
		}
		return set;
	});
}

/** @throws Error when there is no editor */
export async function setEditorActive(
	db: Database,
	active: boolean,
	nowMs: number,
	by: string,
): Promise<{ readonly userId: number; readonly displayName: string; readonly active: boolean }> {
	const [row] = await db.query(
		`update participants set active = $1, updated_at = $2, updated_by = $3 where role = 'editor' returning user_id, display_name`,
		[active ? 1 : 0, nowMs, by],
	);
	if (row === undefined) throw new Error('There is no editor; set one first: participants set --owner <id> --editor <id>');
	return { userId: Number(row['user_id']), displayName: String(row['display_name']), active };
}
