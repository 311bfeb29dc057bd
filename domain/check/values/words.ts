/** The words of both languages that stand for a number, a day, a time or a rounding. */
import { fold } from './tidy.ts';

/** Lines of a key and its spellings. */
function table(lines: string): ReadonlyMap<string, number> {
	return new Map(
		lines
			.trim()
			.split('\n')
			.flatMap((line) => {
				const [key, ...spellings] = fold(line).trim().split(/\s+/);
				return spellings.map((spelling) => [spelling, Number(key)] as const);
			}),
	);
}
export const words = (list: string): ReadonlySet<string> => new Set(fold(list).trim().split(/\s+/));

const ADJECTIVE_ENDINGS = 'ый ий ой ая яя ое ее ого его ому ему ым им ом ем ую юю ые ие ых их ыми ими ей'.split(' ');
const NOUN_ENDINGS = ['', ...'а я о е у ю ы и ь ом ем ой ей ою ов ев ам ям ами ями ах ях'.split(' ')];
const NOUN_ENDING = words(NOUN_ENDINGS.join(' '));
const ADJECTIVE_ENDING = words(ADJECTIVE_ENDINGS.join(' '));

/** What the table says of a word: as it is, or as a Russian stem with an ending (`+` a noun's, `~` an adjective's). */
export function look<T>(entries: ReadonlyMap<string, T>, word: string): T | undefined {
	const own = entries.get(word);
	if (own !== undefined || word < 'Ѐ') return own;
	const known = stemmed.get(entries) ?? new Map<string, T | undefined>();
	if (known.size === 0) stemmed.set(entries, known);
	if (known.size > MOST_KEPT) known.clear();
	if (!known.has(word)) known.set(word, stemIn(entries, word));
	return known.get(word) as T | undefined;
}

/** By table: each word is looked for in several places, and most words of a text occur again and again. */
const stemmed = new WeakMap<ReadonlyMap<string, unknown>, Map<string, unknown>>();
const MOST_KEPT = 2_000;

function stemIn<T>(entries: ReadonlyMap<string, T>, word: string): T | undefined {
	if (!/^\p{Script=Cyrillic}+$/u.test(word)) return undefined;
	for (let cut = 0; cut <= 3 && cut < word.length; cut += 1) {
		const [stem, ending] = [word.slice(0, word.length - cut), word.slice(word.length - cut)];
		const found =
			(ending === '' || NOUN_ENDING.has(ending) ? entries.get(`${stem}+`) : undefined) ??
			(ADJECTIVE_ENDING.has(ending) ? entries.get(`${stem}~`) : undefined);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** Spellings of the numbers of a row: words parted by spaces, those of one number by `/`. */
const row = (numbers: readonly number[], list: string): (readonly [string, number])[] =>
	numbers.flatMap((number, index) =>
		(fold(list).trim().split(/\s+/)[index] ?? '').split('/').map((spelling) => [spelling, number] as const),
	);
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, index) => index);
const TENS = [20, 30, 40, 50, 60, 70, 80, 90];
const HUNDREDS = [100, 200, 300, 400, 500, 600, 700, 800, 900];
/** `пят^` is short for `пять/пяти/пятью`. */
const cases = (list: string): string =>
	list
		.split(/(?<=[ /])/)
		.map((each) => each.replace(/^(.*)\^/, '$1ь/$1и/$1ью'))
		.join('');

export const CARDINALS: ReadonlyMap<string, number> = new Map([
	...row(
		upTo(19),
		'zero/nil one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
	),
	...row(TENS, 'twenty thirty forty fifty sixty seventy eighty ninety'),
	...row(
		upTo(20),
		cases(
			'ноль/нуля/нулю/нулем один/одна/одно/одного/одной/одному/одним/одном/одну два/две/двух/двум/двумя/двое/двоих/двоим/двоими ' +
				'три/трех/трем/тремя/трое/троих/троим четыре/четырех/четырем/четырьмя/четверо/четверых/четверым пят^/пятеро/пятерых/пятерым ' +
				'шест^/шестеро/шестерых сем^/семеро/семерых восем^/восьми/восьмью/восьмеро/восьмерых девят^/девятеро десят^/десятеро/десятерых ' +
				'одиннадцат^ двенадцат^ тринадцат^ четырнадцат^ пятнадцат^ шестнадцат^ семнадцат^ восемнадцат^ девятнадцат^ двадцат^',
		),
	),
	...row(
		TENS,
		'двадцать тридцать/тридцати/тридцатью сорок/сорока пятьдесят/пятидесяти/пятьюдесятью шестьдесят/шестидесяти/шестьюдесятью ' +
			'семьдесят/семидесяти/семьюдесятью восемьдесят/восьмидесяти/восемьюдесятью девяносто/девяноста',
	),
	...row(
		HUNDREDS,
		'сто/ста двести/двухсот/двумстам/двумястами/двухстах триста/трехсот/тремстам/тремястами/трехстах ' +
			'четыреста/четырехсот/четыремстам/четырьмястами пятьсот/пятисот/пятистам/пятьюстами/пятистах ' +
			'шестьсот/шестисот/шестистам/шестьюстами семьсот/семисот/семистам/семьюстами ' +
			'восемьсот/восьмисот/восьмистам/восьмьюстами девятьсот/девятисот/девятистам/девятьюстами',
	),
	...row([1.5], 'полтора/полторы/полутора'),
]);

export const ORDINALS: ReadonlyMap<string, number> = new Map([
	...row(
		upTo(19).slice(1),
		'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
			'seventeenth eighteenth nineteenth',
	),
	...row(
		[...TENS, 100, 1_000, 1_000_000],
		'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth millionth',
	),
	...row(
		upTo(19).slice(1),
		'перв~ втор~ трет~/треть~/третья/третье/третьи/третью четверт~ пят~ шест~ седьм~ восьм~ девят~ десят~ одиннадцат~ двенадцат~ ' +
			'тринадцат~ четырнадцат~ пятнадцат~ шестнадцат~ семнадцат~ восемнадцат~ девятнадцат~',
	),
	...row(TENS, 'двадцат~ тридцат~ сороков~ пятидесят~ шестидесят~ семидесят~ восьмидесят~ девяност~'),
	...row(
		[...HUNDREDS, 1_000, 1_000_000],
		'сот~ двухсот~ трехсот~ четырехсот~ пятисот~ шестисот~ семисот~ восьмисот~ девятисот~ тысячн~ миллионн~',
	),
]);

/** What multiplies the number before it. */
export const MAGNITUDES = table(`
	10 десят+ок десятка десятков десяток
	12 dozen дюжин+
	100 hundred сотн+ сотен
	1000 thousand k тыс тысяч+
	100000 lakh lakhs лакх+
	1000000 million millions m mn mln mio млн миллион+
	1000000000 billion bn bln b млрд миллиард+
	10000000 crore crores крор+
	1000000000000 trillion tn трлн триллион+
`);
/** Magnitudes in the plural without a number: `thousands of boats`. From the one number to the other. */
export const MANY = new Map<string, readonly [number, number]>(
	[
		'10 200 десятки десятками десятков',
		'24 300 dozens',
		'100 3000 hundreds сотни сотнями сотен',
		'1000 999999 thousands тысячи тысячами тысяч',
		'1000000 999999999 millions миллионы миллионами миллионов',
		'1000000000 999999999999 billions миллиарды миллиардами миллиардов',
	].flatMap((line) => {
		const [low, high, ...spellings] = line.split(' ');
		return spellings.map((spelling) => [spelling, [Number(low), Number(high)]] as const);
	}),
);

/** Parts of a whole, by what they divide it by. */
export const PARTS: ReadonlyMap<string, number> = new Map([
	...row(upTo(10).slice(2), 'half/halves/половин+ thirds quarter/quarters fifths sixths sevenths eighths ninths tenths'),
	...row([3, 4, 100], 'треть/трети/третью/третей/третям четверть/четверти/четвертью/четвертей/четвертям/четвертями hundredths'),
]);

/** How often, or by what something grew: `twice`, `втрое`. */
export const TIMES: ReadonlyMap<string, number> = new Map([
	...row(upTo(10).slice(2), 'twice thrice'),
	...row(upTo(10).slice(2), 'twofold threefold fourfold fivefold sixfold sevenfold eightfold ninefold tenfold'),
	...row(upTo(10).slice(2), 'вдвое/дважды втрое/трижды вчетверо/четырежды впятеро вшестеро всемеро ввосьмеро вдевятеро вдесятеро'),
]);

/** The place for which each medal is given. */
export const MEDALS: ReadonlyMap<string, number> = new Map([
	...row(upTo(3).slice(1), 'gold/champion/champions silver/runner bronze'),
	...row(upTo(3).slice(1), 'золот+/золото/чемпион+ серебр+ бронз+'),
]);

export const DECADES: ReadonlyMap<string, number> = new Map(
	row(TENS, 'twenties thirties forties fifties sixties seventies eighties nineties'),
);

export const MONTHS: ReadonlyMap<string, number> = new Map([
	...row(
		upTo(12).slice(1),
		'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep october/oct ' +
			'november/nov december/dec',
	),
	...row(
		upTo(12).slice(1),
		'январ+/янв феврал+/февр/фев март+ апрел+/апр май/мая/мае/маю/маем июн+ июл+ ' +
			'август+/авг сентябр+/сент/сен октябр+/окт ноябр+/нояб/ноя декабр+/дек',
	),
]);
/** Months that mean something else unless a capital or a number says that they are months. */
export const DOUBTFUL_MONTHS = words('may march mar jan сен мае маем авг август августа августу');

/** 8 and 9: the day before, and the day after. */
export const WEEKDAYS: ReadonlyMap<string, number> = new Map([
	...row(
		upTo(9).slice(1),
		'monday/mondays/mon tuesday/tuesdays/tue/tues wednesday/wednesdays/wed thursday/thursdays/thu/thur/thurs friday/fridays/fri ' +
			'saturday/saturdays/sat sunday/sundays/sun yesterday tomorrow',
	),
	...row(upTo(9).slice(1), 'понедельник+ вторник+ сред+ четверг+ пятниц+ суббот+ воскресень+ вчера завтра'),
]);
/** Short for a weekday only beside a date: `Sat 14 March`. */
export const DOUBTFUL_WEEKDAYS = words('sat sun wed');
/** `среда` is surroundings too: a day only after these. */
export const BEFORE_WEDNESDAY = words(
	'в во до к со с на по после раньше позже каждую эту прошлую минувшую следующую утру вечеру утро вечер',
);

/** By how many hours these move an hour, where it is before noon. */
export const DAY_PARTS = table(`
	0 am утра morning ночи
	12 pm дня вечера afternoon evening night
`);
export const FIXED_TIMES = table(`
	720 noon midday полдень полудня полудню полуднем полдня
	0 midnight полночь полуночи полночью
`);
/** After an hour these say that it is one on the clock. */
export const CLOCK = words("o'clock час часа часов часу gmt utc cet est bst мск");
/** Before an hour that is alone. */
export const BEFORE_HOUR = words('at by from until till between before after since в с со до к ко после ровно около exactly around and и');

/** Between the ends of a stretch: `10–12 km`, `с 12 по 14 марта`. */
export const TO = words('- – — to through thru and or until till по и или до');

export type Hedge = 'about' | 'under' | 'over';
export const HEDGES: ReadonlyMap<string, Hedge> = new Map(
	Object.entries({
		about: 'about around some roughly approximately approx circa estimated close ~ ≈ около примерно приблизительно порядка',
		under:
			'nearly almost under below less fewer cheaper younger shorter lower slower lighter smaller approaching barely shy ' +
			'почти менее меньше малого дешевле ниже моложе короче легче медленнее максимум <',
		over:
			'over more above exceeding exceeds exceed exceeded least upwards upward beyond topped tops passed longer older taller wider higher ' +
			'faster heavier larger bigger north minimum > более больше свыше сверх выше дороже дольше старше длиннее тяжелее быстрее крупнее ' +
			'минимум немногим превысил превысила превысило превысили превышает',
	}).flatMap(([hedge, list]) => [...words(list)].map((word) => [word, hedge as Hedge] as const)),
);
/** The same behind a number: `300 people or so`, `треть с небольшим`, `100+`. */
export const HEDGES_BEHIND: readonly (readonly [phrase: readonly string[], hedge: Hedge])[] = Object.entries({
	about: 'or so, or thereabouts, - odd, odd, или около того',
	over: 'or more, or over, or older, and over, and more, plus, +, с лишним, с небольшим, с лишком, и более, и больше, и выше, и старше',
	under: 'or less, or fewer, и менее, и меньше, без малого',
}).flatMap(([hedge, list]) => list.split(', ').map((phrase) => [phrase.split(' '), hedge as Hedge] as const));

/** Beginnings of words that say of a number that it is one of a fall: `fell 3.4 %` is −3.4 %. */
export const FALLS = new RegExp(
	`^(?:${[
		'fell fall down drop declin lost lose losing loss slid shed lower decreas reduc cut plung tumbl slump shrink shrank shrunk minus below',
		'negative less fewer сни упа пад сокра поте теря меньш дешев подеш минус убав уменьш просе ниже рухн отриц убыт',
	]
		.join(' ')
		.replaceAll(' ', '|')})`,
	'u',
);
/** Words that may be between a rounding and its number. */
export const BETWEEN_HEDGE = words('than to of a an the just up чем на за в до чуть $ € £ ¥ ₽ us');

/** Written before names, and no part of them. */
export const TITLES = words(
	'mr mrs ms miss dr prof professor sir st lt col gen capt sgt rev cllr hon inc ltd co corp plc gmbh llc ag sa i ' +
		'president vice prime deputy minister secretary chancellor governor mayor senator representative congressman congresswoman ' +
		'ambassador judge justice attorney sheriff sergeant lieutenant captain colonel major general admiral officer detective chief ' +
		'director chairman chairwoman chair executive manager coach king queen prince princess duke duchess lord lady pope bishop ' +
		'archbishop cardinal doctor ' +
		'г ул им др проф ао ооо пао зао оао нко гк фгуп no nos vol президент премьер министр губернатор мэр',
);

/** Kinds of places, bodies and events: beside a name that the source has they may be missing there. */
export const KINDS = words(
	'state city county district province region republic kingdom river lake mount mountain island islands sea ocean bay gulf cape street ' +
		'road avenue square bridge airport station port hospital university college school institute academy museum gallery theatre theater ' +
		'library church cathedral bank court council government ministry department agency office bureau commission committee authority ' +
		'administration union party company corporation group holdings limited foundation association federation league cup championship ' +
		'championships open tournament games festival award awards prize act bill law treaty war day week club fc airlines airways newspaper ' +
		'magazine network series film movie album song book',
);
