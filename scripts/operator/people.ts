/** Writing participants: the operator's alone. */
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Language } from '@copydesk/domain/language';
import type { Database } from '@copydesk/kit/database/types';
import { readParticipants, tables, type Participant } from '@copydesk/collaboration/operator';

interface NewParticipant {
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
		const before = new Map((await readParticipants(tx)).map((person) => [person.userId, person]));
		await tables(tx).deleteFrom('participants').execute();
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
				displayName: person.name ?? old?.displayName ?? messagesIn('en').roles[role],
				...(language === undefined ? {} : { language }),
			};
			await tables(tx)
				.insertInto('participants')
				.values({
					user_id: participant.userId,
					chat_id: participant.chatId,
					role,
					active: participant.active ? 1 : 0,
					display_name: participant.displayName,
					updated_at: nowMs,
					updated_by: by,
					language: language?.language ?? null,
					language_set_at: language?.atMs ?? null,
				})
				.execute();
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
	const editor = await tables(db)
		.updateTable('participants')
		.set({ active: active ? 1 : 0, updated_at: nowMs, updated_by: by })
		.where('role', '=', 'editor')
		.returning(['user_id as userId', 'display_name as displayName'])
		.executeTakeFirst();
	if (editor === undefined) throw new Error('There is no editor; set one first: participants set --owner <id> --editor <id>');
	return { ...editor, active };
}
