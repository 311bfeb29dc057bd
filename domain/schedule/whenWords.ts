import type { Language } from '../language.ts';

/** The words in which people name a time, as data. Lower case, without ё. */
export interface WhenWords {
	/** Before a length of time: `in 2 hours`. */
	readonly inWords: readonly string[];
	/** Lengths of time without a number, in minutes. */
	readonly lengths: Readonly<Record<string, number>>;
	/** Minutes, hours, days. */
	readonly units: readonly (readonly string[])[];
	/** Today, tomorrow, the day after. */
	readonly days: readonly (readonly string[])[];
	/** Monday first. */
	readonly weekdays: readonly (readonly string[])[];
	readonly next: readonly string[];
	/** Before a day. */
	readonly on: readonly string[];
	/** January first. */
	readonly months: readonly (readonly string[])[];
	/** Before an hour. */
	readonly at: readonly string[];
	readonly oclock: readonly string[];
	readonly am: readonly string[];
	readonly pm: readonly string[];
	readonly named: Readonly<Record<string, { readonly hour: number; readonly minute: number }>>;
}

const en: WhenWords = {
	inWords: ['in'],
	lengths: { 'half an hour': 30, 'an hour': 60, 'one hour': 60, 'an hour and a half': 90, 'a day': 1440, 'a week': 10_080 },
	units: [
		['min', 'mins', 'minute', 'minutes', 'm'],
		['h', 'hr', 'hrs', 'hour', 'hours'],
		['day', 'days'],
	],
	days: [['today', 'tonight'], ['tomorrow', 'tmrw'], ['overmorrow']],
	weekdays: [
		['mon', 'monday'],
		['tue', 'tues', 'tuesday'],
		['wed', 'wednesday'],
		['thu', 'thur', 'thurs', 'thursday'],
		['fri', 'friday'],
		['sat', 'saturday'],
		['sun', 'sunday'],
	],
	next: ['next'],
	on: ['on', 'this'],
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
	at: ['at'],
	oclock: ["o'clock", 'o’clock'],
	am: ['am'],
	pm: ['pm'],
	named: { noon: { hour: 12, minute: 0 }, midday: { hour: 12, minute: 0 } },
};

const ru: WhenWords = {
	inWords: ['через'],
	lengths: { полчаса: 30, час: 60, 'полтора часа': 90, сутки: 1440, день: 1440, неделю: 10_080 },
	units: [
		['мин', 'минуту', 'минуты', 'минут'],
		['ч', 'час', 'часа', 'часов'],
		['день', 'дня', 'дней', 'сутки', 'суток'],
	],
	days: [['сегодня'], ['завтра'], ['послезавтра']],
	weekdays: [
		['пн', 'понедельник'],
		['вт', 'вторник'],
		['ср', 'среда', 'среду'],
		['чт', 'четверг'],
		['пт', 'пятница', 'пятницу'],
		['сб', 'суббота', 'субботу'],
		['вс', 'воскресенье'],
	],
	next: ['следующий', 'следующую', 'следующее'],
	on: ['в', 'во', 'на'],
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
	at: ['в', 'к', 'на'],
	oclock: ['ч', 'час', 'часа', 'часов'],
	am: ['утра', 'ночи'],
	pm: ['дня', 'вечера'],
	named: { полдень: { hour: 12, minute: 0 } },
};

/** For each language that the desk understands. */
export const whenWords: Readonly<Record<Language, WhenWords>> = { en, ru };
