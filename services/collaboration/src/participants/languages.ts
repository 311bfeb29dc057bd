/** What the desk speaks with each person. What people say of it is kept here, because participants are only ever read. */
import { languageOf } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Language } from '@copydesk/domain/language';
import type { Messages } from '@copydesk/domain/messages/messages';
import { spokenLanguage } from '@copydesk/domain/desk/spoken';
import type { Known, Learnt } from '@copydesk/domain/desk/spoken';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Participant } from './participants.ts';

export interface Languages {
	/** What is spoken with somebody of whom nothing is known. */
	readonly ofDesk: Language;
	/** What is spoken with somebody; `learnt` is what they say right now. */
	of(person: Participant, learnt?: Learnt): Promise<Language>;
	messagesFor(person: Participant): Promise<Messages>;
}

export function createLanguages(db: Database, ofDesk: Language): Languages {
	const of: Languages['of'] = async ({ userId, language: operator = null }, learnt) => {
		const row = await tables(db).selectFrom('spoken_language').selectAll().where('user_id', '=', userId).executeTakeFirst();
		const chosen = languageOf(row?.chosen);
		const known: Known = {
			operator,
			chosen: chosen === null ? null : { language: chosen, atMs: row?.chosen_at_ms ?? 0 },
			heard: languageOf(row?.heard),
		};
		return spokenLanguage({ ...known, ...learnt }, ofDesk);
	};
	return { ofDesk, of, messagesFor: async (person) => messagesIn(await of(person)) };
}

/** Keeps what a person said; the rest that is known of them stays. */
export async function learn(tx: Database, userId: number, { chosen, heard }: Learnt, atMs: number): Promise<void> {
	const said = {
		...(chosen === undefined || chosen === null ? {} : { chosen: chosen.language, chosen_at_ms: chosen.atMs }),
		...(heard === undefined || heard === null ? {} : { heard, heard_at_ms: atMs }),
	};
	await tables(tx)
		.insertInto('spoken_language')
		.values({ user_id: userId, ...said })
		.onConflict((on) => on.column('user_id').doUpdateSet(said))
		.execute();
}
