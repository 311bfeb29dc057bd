/**
 * The two people, read-only and read anew each time: a change by the operator holds from the next question on.
 */
import { statSync } from 'node:fs';
import { CopydeskError } from '@copydesk/domain/errors';
import { languageOf } from '@copydesk/domain/messages/languages';
import type { Word } from '@copydesk/domain/messages/spoken';
import { openDatabase, sqlitePathOf } from '@copydesk/kit/database/open';
import type { Database, Row } from '@copydesk/kit/database/types';
import type { Role } from '../contexts/contexts.ts';

/** How the table comes to be. The operator runs this; the service only reads what is there. */
export const PARTICIPANTS_MIGRATIONS = `${import.meta.dirname}/migrations`;
export const PARTICIPANTS_FAMILY = 'participants';

export interface Participant {
	readonly userId: number;
	readonly chatId: number;
	readonly role: Role;
	readonly active: boolean;
	readonly displayName: string;
	/** What the operator says is spoken with this person. */
	readonly language?: Word;
}

export interface Participants {
	/** All of them, owner first. @throws CopydeskError unavailable */
	all(): Promise<readonly Participant[]>;
	/** `empty`: nobody was set yet. @throws CopydeskError unavailable */
	health(): Promise<'ok' | 'empty'>;
	close(): Promise<void>;
}

/** All columns: a table that the operator has not touched since an update lacks the newer ones. */
const READ_ALL = `select * from participants order by role desc`;

/** A row of the table, whatever columns it lacks. */
export function participantOf(row: Row): Participant {
	const language = languageOf(row['language']);
	return {
		userId: Number(row['user_id']),
		chatId: Number(row['chat_id']),
		role: row['role'] === 'owner' ? 'owner' : 'editor',
		active: Number(row['active']) === 1,
		displayName: String(row['display_name']),
		...(language === null ? {} : { language: { language, atMs: Number(row['language_set_at']) } }),
	};
}

/** Opens lazily: the file or the table may appear later, made by the operator. */
export function openParticipants(url: string): Participants {
	return url.startsWith('sqlite:') ? sqliteParticipants(url) : postgresParticipants(url);
}

function participantsIn(read: () => Promise<readonly Participant[]>, close: () => Promise<void>): Participants {
	const all = async () => {
		try {
			return await read();
		} catch (cause) {
			throw new CopydeskError('unavailable', 'the participants cannot be read', { cause });
		}
	};
	return { all, health: async () => ((await all()).length === 0 ? 'empty' : 'ok'), close };
}

function sqliteParticipants(url: string): Participants {
	const path = sqlitePathOf(url);
	let open: { db: Database; inode: string } | undefined;
	const closeOpen = async () => {
		const closing = open;
		open = undefined;
		await closing?.db.close();
	};
	const current = async (): Promise<Database | undefined> => {
		const stat = statSync(path, { throwIfNoEntry: false });
		const inode = stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
		// A restored backup is another file under the same name; the old handle would still show the old one.
		if (open !== undefined && open.inode !== inode) await closeOpen();
		if (inode === undefined) return undefined;
		if (open === undefined) {
			const db = await openDatabase(url, { readOnly: true });
			// Somebody else may have opened it while we waited.
			if (open === undefined) open = { db, inode };
			else await db.close();
		}
		return (open as { db: Database } | undefined)?.db;
	};
	return participantsIn(async () => {
		const db = await current();
		if (db === undefined) return [];
		if ((await db.query(`select name from sqlite_master where type = 'table' and name = 'participants'`)).length === 0) return [];
		return (await db.query(READ_ALL)).map(participantOf);
	}, closeOpen);
}

function postgresParticipants(url: string): Participants {
	let opening: Promise<Database> | undefined;
	const db = () => (opening ??= openDatabase(url, { poolSize: 4 }));
	const hasTable = async () => (await (await db()).query(`select to_regclass('participants') is not null as there`))[0]?.['there'];
	let seen = false;
	return participantsIn(
		async () => {
			seen = seen || Boolean(await hasTable());
			return seen ? (await (await db()).query(READ_ALL)).map(participantOf) : [];
		},
		async () => {
			await (await opening)?.close();
		},
	);
}
