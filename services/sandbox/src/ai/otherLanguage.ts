/** Posts in another language than their facts: the stand-in does not translate. It says so, and gives the figures. */
import { partInOtherLanguage } from '@copydesk/domain/languages/mixed';
import { isWestern } from '@copydesk/domain/languages/scripts';
import { languageOf } from './language.ts';

/** A title, a label, that nothing is translated, and what is before the figures. */
const NOTES: Readonly<Record<string, readonly [title: string, category: string, says: string, figures: string]>> = {
	en: ['A note from the desk', 'Notes', 'The stand-in for the AI does not translate.', 'The figures that were given:'],
	ru: ['Заметка редакции', 'Заметки', 'Подмена ИИ не переводит.', 'Числа из запроса:'],
	de: ['Eine Notiz der Redaktion', 'Notizen', 'Der Ersatz für die KI übersetzt nicht.', 'Die Zahlen aus der Anfrage:'],
	es: ['Una nota de la redacción', 'Notas', 'El sustituto de la IA no traduce.', 'Las cifras de la petición:'],
	fr: ['Une note de la rédaction', 'Notes', 'Le remplaçant de l’IA ne traduit pas.', 'Les chiffres de la demande :'],
	pt: ['Uma nota da redação', 'Notas', 'O substituto da IA não traduz.', 'Os números do pedido:'],
	uk: ['Нотатка редакції', 'Нотатки', 'Заміна ШІ не перекладає.', 'Числа із запиту:'],
	it: ['Una nota della redazione', 'Note', 'Il sostituto dell’IA non traduce.', 'Le cifre della richiesta:'],
	pl: ['Notatka redakcji', 'Notatki', 'Zastępstwo AI nie tłumaczy.', 'Liczby z prośby:'],
	tr: ['Yazı işlerinden bir not', 'Notlar', 'Yapay zekânın yerine geçen program çeviri yapmaz.', 'İstekteki sayılar:'],
};
/** The label for a language that has none above. */
const LABEL = 'Info';
/** Words enough to tell Ukrainian from Russian. */
const ENOUGH_UNITS = 60;

const primary = (tag: string): string => tag.split('-')[0] ?? '';

function isOther(tag: string, said: string): boolean {
	const isRussian = /[ыэъё]/iu.test(said) || (said.length > ENOUGH_UNITS && !/[іїєґ]/iu.test(said));
	return (
		(tag === 'uk' && isRussian) ||
		partInOtherLanguage({ title: '', subtitle: '', body: said }, tag) !== null ||
		((tag === 'en' || tag === 'ru') && languageOf(said) !== tag)
	);
}

/** @param said what was given. @returns null if it is in the language of the post, or no language above */
export function noteIn(tag: string, said: string): { readonly title: string; readonly subtitle: string; readonly body: string } | null {
	const note = NOTES[primary(tag)];
	if (note === undefined || !isOther(primary(tag), said)) return null;
	const [title, , says, figures] = note;
	const numbers = said.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
	return { title, subtitle: '', body: [says, ...(numbers.length === 0 ? [] : [`${figures} ${numbers.join(', ')}.`])].join('\n\n') };
}

/** @param said whose first word is the label in letters that no label above has */
export const labelIn = (tag: string, said: string): string =>
	NOTES[primary(tag)]?.[1] ?? (isWestern(tag) ? LABEL : (said.split(/\s+/u)[0] ?? '').slice(0, 45));
