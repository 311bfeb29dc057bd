/** The two people. The service reads them each time, so a change by the operator takes effect at the next read. */
import { statSync } from 'node:fs';
import type { Selectable } from 'kysely';
import { CopydeskError } from '@copydesk/domain/errors';
import { languageOf } from '@copydesk/domain/language';
import type { LanguageChoice } from '@copydesk/domain/desk/spoken';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import { isMissingTable, type Database } from '@copydesk/kit/database/types';
import type { Role } from '../contexts/contexts.ts';
import { tables, type Tables } from '../tables.ts';

/** The migrations of this table. The operator runs them; the service only reads. */
export const PARTICIPANTS_MIGRATIONS = `${import.meta.dirname}/migrations`;
export const PARTICIPANTS_FAMILY = 'participants';

export interface Participant {
	readonly userId: number;
	readonly chatId: number;
	readonly role: Role;
	readonly active: boolean;
	readonly displayName: string;
	/** The language that the operator set for this person. */
	readonly language?: LanguageChoice;
	/** When the operator last changed this person. */
	readonly changedAtMs?: number;
}

export interface Participants {
	/** All participants, owner first; empty if there is no owner. @throws CopydeskError unavailable */
	all(): Promise<readonly Participant[]>;
	/** `empty`: no people are set yet. @throws CopydeskError unavailable */
	health(): Promise<'ok' | 'empty'>;
	close(): Promise<void>;
}

/** A row of the table; it lacks newer columns until the operator's first command after an update. */
function participantOf(row: Selectable<Tables['participants']>): Participant {
	const language = languageOf(row.language);
	return {
		userId: row.user_id,
		chatId: row.chat_id,
		role: row.role,
		active: row.active === 1,
		displayName: row.display_name,
		changedAtMs: row.updated_at,
		...(language === null ? {} : { language: { language, atMs: row.language_set_at ?? 0 } }),
	};
}

/** All rows of the table, owner first. */
export async function readParticipants(db: Database): Promise<readonly Participant[]> {
	return (await tables(db).selectFrom('participants').selectAll().orderBy('role', 'desc').execute()).map(participantOf);
}

/** Opens lazily: the operator may create the file or the table later. */
export function openParticipants(url: string): Participants {
	const { current, close } = url.startsWith('sqlite:') ? sqliteFile(url) : postgresPool(url);
	const all = async () => {
		try {
			const db = await current();
			const people = db === undefined ? [] : await readParticipants(db);
			// Without an owner the list is empty, so that an editor never takes the owner's place.
			return people.some(({ role }) => role === 'owner') ? people : [];
		} catch (cause) {
			if (isMissingTable(cause)) return [];
			throw new CopydeskError('unavailable', 'the participants cannot be read', { cause });
		}
	};
	return { all, health: async () => ((await all()).length === 0 ? 'empty' : 'ok'), close };
}

/** The open source of participants; undefined while there is none. */
interface Source {
	current(): Promise<Database | undefined>;
	close(): Promise<void>;
}

function sqliteFile(url: string): Source {
	const path = sqlitePathOf(url);
	let open: { db: Database; inode: string } | undefined;
	const close = async () => {
		const closing = open;
		open = undefined;
		await closing?.db.close();
	};
	return {
		close,
		async current() {
			const stat = statSync(path, { throwIfNoEntry: false });
			const inode = stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
			// A restored backup is another file with the same name; the old handle would still read the old one.
			if (open !== undefined && open.inode !== inode) await close();
			if (inode === undefined) return undefined;
			if (open === undefined) {
				const db = await openDatabase(url, { readOnly: true });
				// Another call may have opened it in the meantime.
				if (open === undefined) open = { db, inode };
				else await db.close();
			}
			return (open as { db: Database } | undefined)?.db;
		},
	};
}

function postgresPool(url: string): Source {
	let opening: Promise<Database> | undefined;
	return {
		current: () => (opening ??= openDatabase(url, { poolSize: 4 })),
		close: async () => (await opening)?.close(),
	};
}
