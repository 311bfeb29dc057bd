import type { Language } from '../language.ts';

/** `night`: of the day before, on after midnight; `small`: the hours after midnight, of their own day. Both have an evening. */
export type PartOfDay = 'am' | 'pm' | 'day' | 'evening' | 'night' | 'small';

/** An hour and some minutes before it: `quarter to 1`. */
const before = (hour: number, minutes: number): string => after(((hour + 10) % 12) + 1, 60 - minutes);
const after = (hour: number, minutes: number): string => `${hour}:${String(minutes).padStart(2, '0')}`;

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
	/** Numbers that are written as words, as digits; one to nine can be added to those with a `+`. */
	readonly numbers: Readonly<Record<string, number | string>>;
	/** Other words for what is said in another way below, in this order. */
	readonly phrases: readonly (readonly [RegExp, string | ((one: number, other: number) => string)])[];
	/** Twelve o'clock. */
	readonly named: Readonly<Record<string, 'noon' | 'midnight'>>;
}

const numbered = (words: string): Readonly<Record<string, number>> =>
	Object.fromEntries(words.split(' ').map((word, at) => [word, at + 1]));

const TEENS = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen';

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
	on: ['on', 'this', 'the', 'coming'],
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
	oclock: ["o'clock", 'o’clock', 'oclock'],
	parts: { am: 'am', pm: 'pm', morning: 'am', afternoon: 'day', evening: 'evening', night: 'night', tonight: 'night' },
	ofDay: ['in', 'at', 'this', 'the'],
	numbers: {
		...numbered(`one two three four five six seven eight nine ten eleven twelve ${TEENS}`),
		...numbered(`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ${TEENS.replaceAll('teen', 'teenth')}`),
		...{ twenty: '20+', thirty: '30+', forty: '40+', fifty: '50+', twentieth: 20, thirtieth: 30 },
	},
	phrases: [
		[/ ?\b(?:please|exactly|sharp)\b/g, ''],
		[/\b(?:the )?day after tomorrow\b/g, 'overmorrow'],
		[/(?<=\d(?:st|nd|rd|th)?) of\b/g, ''],
		[/\bhalf past (\d+)\b/g, '$1:30'],
		[/\b(?:a )?quarter past (\d+)\b/g, '$1:15'],
		[/\b(?:a )?quarter to (\d+)\b/g, (hour) => before(hour, 15)],
		[/\b(\d+)(?: minutes)? past (\d+)\b/g, (minutes, hour) => after(hour, minutes)],
		// "5 to 7" may be two hours.
		[/\b(\d+) minutes to (\d+)\b/g, (minutes, hour) => before(hour, minutes)],
		[/\bat (\d{1,2}) ([0-5]\d)(?=$| [ap]m\b)/g, 'at $1:$2'],
		[/\b12 (?=noon|midnight)/g, ''],
		[/\ban hour and a half\b/g, '90 min'],
		[/\b(?:a )?half (?:an )?hour\b/g, '30 min'],
		[/\b(?:a )?couple of\b/g, '2'],
		[/\b(\d+) and a half\b/g, '$1.5'],
		[/^(?:in )?(.+) from now$/, 'in $1'],
		[/(?<=hours?|minutes?|days?|weeks?) time$/, ''],
		[/\ban? (?=hour|minute|day|week)/g, '1 '],
	],
	named: { noon: 'noon', midday: 'noon', midnight: 'midnight' },
};

const RU_TEENS = 'тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать';
const RU_TEENTH = RU_TEENS.replaceAll('ь', 'ого');

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
		...numbered(`один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать ${RU_TEENS}`),
		...numbered(
			`первого второго третьего четвертого пятого шестого седьмого восьмого девятого десятого одиннадцатого двенадцатого ${RU_TEENTH}`,
		),
		...{ две: 2, двух: 2, трех: 3, пяти: 5, шести: 6, семи: 7, восьми: 8, девяти: 9, десяти: 10, одиннадцати: 11, двенадцати: 12 },
		...{ одну: 1, пару: 2, пятнадцати: 15, двадцати: '20+', двадцатого: 20, тридцатого: 30 },
		...{ двадцать: '20+', тридцать: '30+', сорок: '40+', пятьдесят: '50+' },
	},
	phrases: [
		[/(?<!\p{L})(?:пожалуйста|ровно|поставь(?: на)?)(?!\p{L})/gu, ''],
		[/(?<=\d{4}) г(?:ода)?(?!\p{L})/gu, ''],
		[/(?<=через |(?<!\p{L})и )(?=(?:минуту|час|день|сутки|неделю)(?!\p{L}))/gu, '1 '],
		[/(?<!\p{L})пол ?часа(?!\p{L})/gu, '30 мин'],
		[/(?<!\p{L})четверть часа(?!\p{L})/gu, '15 мин'],
		[/(?<!\d)(\d+) с половиной(?!\p{L})/gu, '$1.5'],
		[/(?<!\p{L})без (\d+)(?: минут)? (\d+)(?!\d)/gu, (minutes, hour) => before(hour, minutes)],
		[/(?<=(?<!\p{L})[вк] )(\d{1,2}) ([0-5]\d)(?=$| (?:утра|дня|вечера|ночи)(?!\p{L}))/gu, '$1:$2'],
		[/(?<!\p{L})(?:половине|половину|пол) (\d+)(?!\d)/gu, (hour) => before(hour, 30)],
		[/(?<!\p{L})четверть (\d+)(?!\d)/gu, (hour) => before(hour, 45)],
		[/(?<!\p{L})без четверти (\d+)(?!\d)/gu, (hour) => before(hour, 15)],
		// An hour alone is a length of time too.
		[/(?<!\p{L})(?:в|к) час(?= (?:дня|ночи)(?!\p{L}))/gu, 'в 1'],
		[/(?<!\p{L})полтора часа(?!\p{L})/gu, '90 мин'],
	],
	named: { полдень: 'noon', полночь: 'midnight' },
};

/** For each language that the desk understands. */
export const whenWords: Readonly<Partial<Record<Language, WhenWords>>> = { en, ru };
