import type { Language } from '../language.ts';

/** `night`: of the day before, on after midnight; `small`: the hours after midnight, of their own day. Both have an evening. */
export type PartOfDay = 'am' | 'pm' | 'day' | 'evening' | 'night' | 'small';

/** An hour and some minutes before it: `quarter to 1`. */
const before = (hour: number, minutes: number): string => `${((hour + 10) % 12) + 1}:${60 - minutes}`;

/** The words in which people name a time, as data. Lower case, without ё. */
export interface WhenWords {
	/** Before a length of time: `in 2 hours`. */
	readonly inWords: readonly string[];
	/** Between two lengths. */
	readonly and: string;
	/** Minutes, hours, days, weeks. */
	readonly units: readonly (readonly string[])[];
	/** Today, tomorrow, the day after. */
	readonly days: readonly (readonly string[])[];
	/** Monday first. */
	readonly weekdays: readonly (readonly string[])[];
	/** Days of every week, as the setting of the slots has them. */
	readonly everyWeek: Readonly<Record<string, string>>;
	readonly next: readonly string[];
	/** Before a day. */
	readonly on: readonly string[];
	/** January first. */
	readonly months: readonly (readonly string[])[];
	/** Before an hour. */
	readonly at: readonly string[];
	readonly oclock: readonly string[];
	/** Parts of a day. */
	readonly parts: Readonly<Record<string, PartOfDay>>;
	/** Before a part of a day. */
	readonly ofDay: readonly string[];
	/** Numbers that are written as words, as digits. */
	readonly numbers: Readonly<Record<string, number>>;
	/** Other words for what is said in another way below, in this order. */
	readonly phrases: readonly (readonly [RegExp, string | ((one: number, other: number) => string)])[];
	/** Twelve o'clock. */
	readonly named: Readonly<Record<string, 'noon' | 'midnight'>>;
}

const numbered = (words: string): Readonly<Record<string, number>> =>
	Object.fromEntries(words.split(' ').map((word, at) => [word, at + 1]));

const en: WhenWords = {
	inWords: ['in'],
	and: 'and',
	units: [
		['min', 'mins', 'minute', 'minutes', 'm'],
		['h', 'hr', 'hrs', 'hour', 'hours'],
		['day', 'days'],
		['week', 'weeks'],
	],
	days: [['today', 'tonight'], ['tomorrow', 'tmrw', 'tmr'], ['overmorrow']],
	weekdays: [
		['mon', 'monday'],
		['tue', 'tues', 'tuesday'],
		['wed', 'wednesday'],
		['thu', 'thur', 'thurs', 'thursday'],
		['fri', 'friday'],
		['sat', 'saturday'],
		['sun', 'sunday'],
	],
	everyWeek: { daily: 'mon-sun', 'every day': 'mon-sun', weekdays: 'mon-fri', weekends: 'sat-sun' },
	next: ['next'],
	on: ['on', 'this', 'the'],
	months: [
		['jan', 'january'],
		['feb', 'february'],
		['mar', 'march'],
		['apr', 'april'],
		['may'],
		['jun', 'june'],
		['jul', 'july'],
		['aug', 'august'],
		['sep', 'sept', 'september'],
		['oct', 'october'],
		['nov', 'november'],
		['dec', 'december'],
	],
	at: ['at', 'by', 'around', 'about'],
	oclock: ["o'clock", 'o’clock'],
	parts: { am: 'am', pm: 'pm', morning: 'am', afternoon: 'day', evening: 'evening', night: 'night', tonight: 'night' },
	ofDay: ['in', 'at', 'this', 'the'],
	numbers: numbered('one two three four five six seven eight nine ten eleven twelve'),
	phrases: [
		[/\b(?:the )?day after tomorrow\b/g, 'overmorrow'],
		[/(?<=\d(?:st|nd|rd|th)) of\b/g, ''],
		[/\bhalf past (\d+)\b/g, '$1:30'],
		[/\b(?:a )?quarter past (\d+)\b/g, '$1:15'],
		[/\b(?:a )?quarter to (\d+)\b/g, (hour) => before(hour, 15)],
		[/\ban hour and a half\b/g, '90 min'],
		[/\bhalf an hour\b/g, '30 min'],
		[/\ban? (?=hour|minute|day|week)/g, '1 '],
	],
	named: { noon: 'noon', midday: 'noon', midnight: 'midnight' },
};

const ru: WhenWords = {
	and: 'и',
	inWords: ['через'],
	units: [
		['мин', 'минуту', 'минуты', 'минут'],
		['ч', 'час', 'часа', 'часов'],
		['день', 'дня', 'дней', 'сутки', 'суток'],
		['неделю', 'недели', 'недель'],
	],
	days: [['сегодня'], ['завтра'], ['послезавтра']],
	weekdays: [
		['пн', 'понедельник'],
		['вт', 'вторник'],
		['ср', 'среда', 'среду'],
		['чт', 'четверг'],
		['пт', 'пятница', 'пятницу'],
		['сб', 'суббота', 'субботу'],
		['вс', 'воскресенье', 'воскресение'],
	],
	everyWeek: { ежедневно: 'mon-sun', 'каждый день': 'mon-sun', будни: 'mon-fri', выходные: 'sat-sun' },
	next: ['следующий', 'следующую', 'следующее'],
	on: ['в', 'во', 'на', 'этот', 'эту', 'это', 'ближайший', 'ближайшую', 'ближайшее'],
	months: [
		['янв', 'января'],
		['фев', 'февраля'],
		['мар', 'марта'],
		['апр', 'апреля'],
		['мая', 'май'],
		['июн', 'июня'],
		['июл', 'июля'],
		['авг', 'августа'],
		['сен', 'сент', 'сентября'],
		['окт', 'октября'],
		['ноя', 'нояб', 'ноября'],
		['дек', 'декабря'],
	],
	at: ['в', 'к', 'на', 'около'],
	oclock: ['ч', 'час', 'часа', 'часов'],
	parts: { утра: 'am', утром: 'am', дня: 'day', днем: 'day', вечера: 'evening', вечером: 'evening', ночи: 'small', ночью: 'small' },
	ofDay: [],
	numbers: {
		...numbered('один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать'),
		...numbered('первого второго третьего четвертого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого'),
		...{ две: 2, двух: 2, трех: 3, пяти: 5, шести: 6, семи: 7, восьми: 8, девяти: 9, десяти: 10, одиннадцати: 11, двенадцати: 12 },
	},
	phrases: [
		[/(?<!\p{L})(?:половине|половину|пол) (\d+)(?!\d)/gu, (hour) => before(hour, 30)],
		[/(?<!\p{L})четверть (\d+)(?!\d)/gu, (hour) => before(hour, 45)],
		[/(?<!\p{L})без четверти (\d+)(?!\d)/gu, (hour) => before(hour, 15)],
		// An hour alone is a length of time too.
		[/(?<!\p{L})(?:в|к) час(?= (?:дня|ночи)(?!\p{L}))/gu, 'в 1'],
		[/(?<!\p{L})полчаса(?!\p{L})/gu, '30 мин'],
		[/(?<!\p{L})полтора часа(?!\p{L})/gu, '90 мин'],
	],
	named: { полдень: 'noon', полночь: 'midnight' },
};

/** For each language that the desk understands. */
export const whenWords: Readonly<Record<Language, WhenWords>> = { en, ru };
