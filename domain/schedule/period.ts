/** A stretch of time behind us that a question names: “what did we post last week”. */
import { DAY_MS, daysLater, momentAtOrAfter, wallTimeAt, weekdayOf } from './zone.ts';

export interface Period {
	readonly fromMs: number;
	readonly toMs: number;
}

type Name = 'yesterday' | 'this_week' | 'last_week' | 'this_month' | 'last_month';

/** In each language of the chat. */
const NAMES: readonly (readonly [Name, string])[] = [
	['yesterday', 'yesterday|вчера|gestern|ayer|hier|ieri|ontem|вчора|wczoraj|dün'],
	[
		'last_week',
		'(?:the )?(?:last|past|previous) week|(?:на )?прошл(?:ой|ую) недел[еюи]|' +
			'(?:in der )?(?:letzten?|vorigen?) woche|(?:la )?semana pasada|' +
			'(?:la )?semaine (?:dernière|passée)|(?:la )?settimana scorsa|(?:la )?scorsa settimana|(?:na )?semana passada|' +
			'минулого тижня|(?:w )?(?:zeszłym|ubiegłym|poprzednim) tygodniu|geçen hafta',
	],
	[
		'this_week',
		'this week|(?:на )?этой неделе|(?:in )?diese[rn]? woche|esta semana|(?:nesta|desta) semana|cette semaine|questa settimana|' +
			'цього тижня|(?:w )?tym tygodniu|bu hafta',
	],
	[
		'last_month',
		'(?:the )?(?:last|past|previous) month|(?:в )?прошлом месяце|(?:im )?letzten monat|(?:el )?mes pasado|(?:le )?mois dernier|' +
			'(?:il )?mese scorso|(?:no )?mês passado|минулого місяця|(?:w )?zeszłym miesiącu|geçen ay',
	],
	[
		'this_month',
		'this month|(?:в )?этом месяце|(?:in )?diese[mn] monat|este mes|este mês|(?:neste|deste) mês|ce mois(?:-ci)?|questo mese|' +
			'цього місяця|(?:w )?tym miesiącu|bu ay',
	],
];
const FOUND = NAMES.map(([name, words]) => [name, new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu')] as const);

/** @returns undefined where a text names no such time */
export function periodIn(text: string, nowMs: number, zone: string): Period | undefined {
	const [name] = FOUND.find(([, words]) => words.test(text)) ?? [];
	if (name === undefined) return undefined;
	const today = wallTimeAt(nowMs, zone);
	const at = (days: number) => momentAtOrAfter({ ...daysLater(today, days), hour: 0, minute: 0 }, zone) ?? nowMs + days * DAY_MS;
	const monday = 1 - weekdayOf(today);
	const first = 1 - today.day;
	const before = wallTimeAt(at(first) - DAY_MS / 2, zone).day;
	switch (name) {
		case 'yesterday':
			return { fromMs: at(-1), toMs: at(0) };
		case 'last_week':
			return { fromMs: at(monday - 7), toMs: at(monday) };
		case 'this_week':
			return { fromMs: at(monday), toMs: at(1) };
		case 'last_month':
			return { fromMs: at(first - before), toMs: at(first) };
		case 'this_month':
			return { fromMs: at(first), toMs: at(1) };
	}
}

/** The text without the time that it names. */
export const withoutPeriod = (text: string): string => FOUND.reduce((rest, [, words]) => rest.replace(words, ' '), text).trim();
