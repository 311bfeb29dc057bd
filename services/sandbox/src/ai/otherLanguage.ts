/** Texts in a language that the stand-in does not write, or that differs from the request's: nothing is translated. */
import { partInOtherLanguage } from '@copydesk/domain/languages/mixed';
import { isWestern } from '@copydesk/domain/languages/scripts';
import { languageOf } from './language.ts';

interface Words {
	readonly title: string;
	readonly category: string;
	readonly body: string;
}

/** The text if the request is in another language than the post. */
const GENERIC: Readonly<Record<string, Words>> = {
	en: {
		title: 'A note from the desk',
		category: 'Notes',
		body:
			'There is something new, and it is worth a minute of your time.\n\n' +
			'The details are with the people who run it. Ask them what you would like to know.',
	},
	ru: {
		title: 'Заметка редакции',
		category: 'Заметки',
		body:
			'Есть новость, и на неё стоит потратить минуту.\n\n' +
			'Подробности знают те, кто этим занимается. Спросите у них всё, что вам интересно.',
	},
	de: {
		title: 'Eine Notiz der Redaktion',
		category: 'Notizen',
		body:
			'Es gibt etwas Neues, und es ist eine Minute wert.\n\n' + 'Die Einzelheiten kennen die Menschen, die daran arbeiten. Fragen Sie sie.',
	},
	es: {
		title: 'Una nota de la redacción',
		category: 'Notas',
		body:
			'Hay una novedad y merece un minuto.\n\n' + 'Los detalles los conocen las personas que trabajan en ella. Pregunte a esas personas.',
	},
	fr: {
		title: 'Une note de la rédaction',
		category: 'Notes',
		body:
			'Il y a du nouveau, et cela mérite une minute.\n\n' +
			'Les détails sont connus de celles et ceux qui y travaillent. Posez vos questions.',
	},
	uk: {
		title: 'Нотатка редакції',
		category: 'Нотатки',
		body: 'Є новина, і вона варта хвилини.\n\n' + 'Подробиці знають ті, хто цим займається. Запитайте в них усе, що вам цікаво.',
	},
};
/** The label for a language that has none above. */
const LABEL = 'Info';

const isWritten = (tag: string): boolean => tag === 'en' || tag === 'ru';

/** @param said the given text. @returns null if the stand-in writes the language itself */
export function wordsIn(tag: unknown, said: string): Words | 'given' | null {
	if (typeof tag !== 'string' || !/^[a-z]{2}$/.test(tag)) return null;
	const lacksItsLetters = tag === 'uk' && !/[іїєґ]/iu.test(said);
	const isOther =
		lacksItsLetters ||
		partInOtherLanguage({ title: '', subtitle: '', body: said }, tag) !== null ||
		(isWritten(tag) && languageOf(said) !== tag);
	if (isWritten(tag) && !isOther) return null;
	return (isOther ? GENERIC[tag] : undefined) ?? 'given';
}

/** @param said whose first word is the label in letters that no label above has */
export const labelIn = (tag: string, said: string): string =>
	GENERIC[tag]?.category ?? (isWestern(tag) ? LABEL : (said.split(/\s+/u)[0] ?? '').slice(0, 45));
