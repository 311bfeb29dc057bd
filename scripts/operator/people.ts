/** Writing participants: the operator's alone. */
import type { Database } from '@copydesk/kit/database/types';
import type { Participant } from '@copydesk/collaboration/participants/participants';

export interface NewParticipant {
	readonly userId: number;
	/** Default: as before, or the role. */
	readonly name?: string | undefined;
}

/** Makes these two the participants. Somebody who stays keeps name and being active. */
export async function setParticipants(
	db: Database,
	people: { owner: NewParticipant; editor?: NewParticipant },
	nowMs: number,
	by: string,
): Promise<readonly Participant[]> {
	return db.atomically(async (tx) => {
		const before = new Map(
			(await tx.query('select user_id, role, active, display_name from participants')).map((row) => [Number(row['user_id']), row]),
		);
		await tx.query('delete from participants');
		const set: Participant[] = [];
		for (const [role, person] of [
			['owner', people.owner],
			['editor', people.editor],
		] as const) {
			if (person === undefined) continue;
			const old = before.get(person.userId);
			const participant: Participant = {
				userId: person.userId,
				chatId: person.userId,
				role,
				active: role === 'owner' || old?.['role'] !== 'editor' || Number(old['active']) === 1,
				displayName: (person.name ?? String(old?.['display_name'] ?? (role === 'owner' ? 'Owner' : 'Editor'))).slice(0, 64),
			};
			await tx.query(
				`insert into participants (user_id, chat_id, role, active, display_name, updated_at, updated_by)
					values ($1, $2, $3, $4, $5, $6, $7)`,
				[participant.userId, participant.chatId, role, participant.active ? 1 : 0, participant.displayName, nowMs, by],
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
