/** The language of each person. Their own choice is stored here, because the service never writes the participants. */
import { languageOf, type Language } from '@copydesk/domain/language';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import type { Messages } from '@copydesk/domain/messages/messages';
import { spokenLanguage, type Known, type Learnt } from '@copydesk/domain/desk/spoken';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Participant } from './participants.ts';

export interface Languages {
	/** The language for people without a known one. */
	readonly ofDesk: Language;
	/** The language of a person; `learnt` is what their present update shows. */
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

/** Stores what a person's update showed; the rest stays. */
export async function learn(tx: Database, userId: number, { chosen, heard, guessed }: Learnt, atMs: number): Promise<void> {
	const said = {
		...(chosen === undefined || chosen === null ? {} : { chosen: chosen.language, chosen_at_ms: chosen.atMs }),
		...(heard === undefined || heard === null ? {} : { heard, heard_at_ms: atMs }),
	};
	const first = guessed === undefined || guessed === null ? {} : { heard: guessed, heard_at_ms: atMs };
	if (Object.keys({ ...first, ...said }).length === 0) return;
	await tables(tx)
		.insertInto('spoken_language')
		.values({ user_id: userId, ...first, ...said })
		.onConflict((on) => (Object.keys(said).length === 0 ? on.doNothing() : on.column('user_id').doUpdateSet(said)))
		.execute();
}
