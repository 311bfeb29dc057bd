/** Dates as texts have them, in English and Russian. */
interface FoundDate {
	readonly text: string;
	/** Year (or `*`), month, day. */
	readonly key: string;
	/** Without the year: a source that names the year covers a text that does not. */
	readonly dayKey: string;
}

const monthsOf = (spellings: string): string[][] => spellings.split(', ').map((names) => names.split(' '));
const anyOf = (months: readonly string[][]): string => months.flat().join('|');

export const ENGLISH_MONTHS = monthsOf(
	'january jan, february feb, march mar, april apr, may, june jun, july jul, ' +
		'august aug, september sept sep, october oct, november nov, december dec',
);
const RUSSIAN_MONTHS = monthsOf(
	'января янв, февраля февр фев, марта мар, апреля апр, мая, июня июн, июля июл, ' +
		'августа авг, сентября сент сен, октября окт, ноября нояб ноя, декабря дек',
);
const MONTHS = ENGLISH_MONTHS.map((names, month) => [...names, ...(RUSSIAN_MONTHS[month] ?? [])]);
const dayNamed = (group: string): string => `(?<${group}>0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th|-?го|-?е)?`;
/** `12–14 March` and `с 12 по 14 марта` are two days. */
const DAYS = `(?:${dayNamed('first')}(?: ?[–—-] ?| (?:to|and|or|until|по|и|или|до) ))?${dayNamed('day')}`;
const AND_YEAR = '(?:\\.?,? (?<year>\\d{4})(?!\\d))?';
/** What follows is no more of the number. */
const ENDS = "(?!\\d|[ ,.']\\d{3}(?!\\d)|[.,]\\d{1,2}(?!\\d))";
const DATE_FORMS: readonly RegExp[] = [
	/(?<!\d)(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/gu,
	/(?<!\d)(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})(?!\d)/gu,
	new RegExp(`(?<!\\d[.,]?)${DAYS} (?:of )?(?<name>${anyOf(MONTHS)})(?!\\p{L})${AND_YEAR}`, 'giu'),
	// In Russian a number after the month counts something else.
	new RegExp(`(?<!\\p{L})(?<name>${anyOf(ENGLISH_MONTHS)})\\.? ${DAYS}${ENDS}${AND_YEAR}`, 'giu'),
];

/** The text with a space for each date. */
export const withoutDates = (text: string): string => DATE_FORMS.reduce((rest, form) => rest.replace(form, ' '), text);

export function datesOf(text: string): FoundDate[] {
	return DATE_FORMS.flatMap((form) =>
		[...text.matchAll(form)].flatMap(({ 0: found, groups = {} }) => {
			const { name, month, year = '*', first, day } = groups;
			const number = name === undefined ? Number(month) : MONTHS.findIndex((names) => names.includes(name.toLowerCase())) + 1;
			return [first, day]
				.filter((each) => each !== undefined)
				.map((each) => `${number}-${Number(each)}`)
				.map((each) => ({ text: found, key: `${year}-${each}`, dayKey: `*-${each}` }));
		}),
	);
}
