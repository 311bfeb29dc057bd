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
	if (own !== undefined || !/^\p{Script=Cyrillic}+$/u.test(word)) return own;
	for (let cut = 0; cut <= 3 && cut < word.length; cut += 1) {
		const [stem, ending] = [word.slice(0, word.length - cut), word.slice(word.length - cut)];
		const found =
			(ending === '' || NOUN_ENDING.has(ending) ? entries.get(`${stem}+`) : undefined) ??
			(ADJECTIVE_ENDING.has(ending) ? entries.get(`${stem}~`) : undefined);
		if (found !== undefined) return found;
	}
	return undefined;
}

export const CARDINALS = table(`
	0 zero nil ноль нуля нулю нулем
	1 one один одна одно одного одной одному одним одном одну
	2 two два две двух двум двумя двое двоих двоим двоими
	3 three три трех трем тремя трое троих троим
	4 four четыре четырех четырем четырьмя четверо четверых четверым
	5 five пять пяти пятью пятеро пятерых пятерым
	6 six шесть шести шестью шестеро шестерых
	7 seven семь семи семью семеро семерых
	8 eight восемь восьми восемью восьмью восьмеро восьмерых
	9 nine девять девяти девятью девятеро
	10 ten десять десяти десятью десятеро десятерых
	11 eleven одиннадцать одиннадцати одиннадцатью
	12 twelve двенадцать двенадцати двенадцатью
	13 thirteen тринадцать тринадцати тринадцатью
	14 fourteen четырнадцать четырнадцати четырнадцатью
	15 fifteen пятнадцать пятнадцати пятнадцатью
	16 sixteen шестнадцать шестнадцати шестнадцатью
	17 seventeen семнадцать семнадцати семнадцатью
	18 eighteen восемнадцать восемнадцати восемнадцатью
	19 nineteen девятнадцать девятнадцати девятнадцатью
	20 twenty двадцать двадцати двадцатью
	30 thirty тридцать тридцати тридцатью
	40 forty сорок сорока
	50 fifty пятьдесят пятидесяти пятьюдесятью
	60 sixty шестьдесят шестидесяти шестьюдесятью
	70 seventy семьдесят семидесяти семьюдесятью
	80 eighty восемьдесят восьмидесяти восемьюдесятью
	90 ninety девяносто девяноста
	100 сто ста
	200 двести двухсот двумстам двумястами двухстах
	300 триста трехсот тремстам тремястами трехстах
	400 четыреста четырехсот четыремстам четырьмястами
	500 пятьсот пятисот пятистам пятьюстами пятистах
	600 шестьсот шестисот шестистам шестьюстами
	700 семьсот семисот семистам семьюстами
	800 восемьсот восьмисот восьмистам восемьюстами
	900 девятьсот девятисот девятистам девятьюстами
	1.5 полтора полторы полутора
`);

export const ORDINALS = table(`
	1 first перв~
	2 second втор~
	3 third трет~ треть~ третья третье третьи третью
	4 fourth четверт~
	5 fifth пят~
	6 sixth шест~
	7 seventh седьм~
	8 eighth восьм~
	9 ninth девят~
	10 tenth десят~
	11 eleventh одиннадцат~
	12 twelfth двенадцат~
	13 thirteenth тринадцат~
	14 fourteenth четырнадцат~
	15 fifteenth пятнадцат~
	16 sixteenth шестнадцат~
	17 seventeenth семнадцат~
	18 eighteenth восемнадцат~
	19 nineteenth девятнадцат~
	20 twentieth двадцат~
	30 thirtieth тридцат~
	40 fortieth сороков~
	50 fiftieth пятидесят~
	60 sixtieth шестидесят~
	70 seventieth семидесят~
	80 eightieth восьмидесят~
	90 ninetieth девяност~
	100 hundredth сот~
	200 двухсот~
	300 трехсот~
	400 четырехсот~
	500 пятисот~
	600 шестисот~
	700 семисот~
	800 восьмисот~
	900 девятисот~
	1000 thousandth тысячн~
	1000000 millionth миллионн~
`);

/** What multiplies the number before it. */
export const MAGNITUDES = table(`
	10 десят+ок десятка десятков десяток
	12 dozen дюжин+
	100 hundred сотн+ сотен
	1000 thousand k тыс тысяч+
	1000000 million millions m mn mln mio млн миллион+
	1000000000 billion bn bln млрд миллиард+
	1000000000000 trillion tn трлн триллион+
`);
/** Magnitudes that stand alone in the plural: `thousands of boats`. From the one number to the other. */
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
export const PARTS = table(`
	2 half halves половин+
	3 thirds треть трети третью третей
	4 quarter quarters четверть четверти четвертью четвертей
	5 fifths
	6 sixths
	7 sevenths
	8 eighths
	9 ninths
	10 tenths
	100 hundredths
`);

export const TIMES = table(`
	2 twice дважды вдвое twofold
	3 thrice трижды втрое threefold
	4 четырежды вчетверо fourfold
	5 впятеро fivefold
	6 вшестеро sixfold
	7 всемеро sevenfold
	8 ввосьмеро eightfold
	9 вдевятеро
	10 вдесятеро tenfold
`);

export const DECADES = table(`
	20 twenties
	30 thirties
	40 forties
	50 fifties
	60 sixties
	70 seventies
	80 eighties
	90 nineties
`);

export const MONTHS = table(`
	1 january jan январ+ янв
	2 february feb феврал+ февр фев
	3 march mar март+
	4 april apr апрел+ апр
	5 may май мая мае маю маем
	6 june jun июн+
	7 july jul июл+
	8 august aug август+ авг
	9 september sept sep сентябр+ сент сен
	10 october oct октябр+ окт
	11 november nov ноябр+ нояб ноя
	12 december dec декабр+ дек
`);
/** Months that mean something else unless a capital or a number says that they are months. */
export const DOUBTFUL_MONTHS = words('may march mar jan сен мае маем авг август августа августу');

export const WEEKDAYS = table(`
	1 monday mondays mon понедельник+
	2 tuesday tuesdays tue tues вторник+
	3 wednesday wednesdays wed сред+
	4 thursday thursdays thu thur thurs четверг+
	5 friday fridays fri пятниц+
	6 saturday saturdays суббот+
	7 sunday sundays воскресень+
	8 yesterday вчера
	9 tomorrow завтра
`);
/** `среда` is surroundings too: a day only after these. */
export const BEFORE_WEDNESDAY = words('в во до к со с на по эту прошлую минувшую следующую утру вечеру утро вечер');

/** By how many hours these move an hour, where it is before noon. */
export const DAY_PARTS = table(`
	0 am утра morning ночи
	12 pm дня вечера afternoon evening night
`);
export const FIXED_TIMES = table(`
	720 noon midday полдень полудня полудню полуднем полдня
	0 midnight полночь полуночи полночью
`);
/** Behind an hour: it is one on the clock. */
export const CLOCK = words("o'clock час часа часов часу gmt utc cet est bst мск");
/** Before an hour that is alone. */
export const BEFORE_HOUR = words('at by from until till between before after since в с со до к ко после ровно около exactly around and и');

/** Between the ends of a stretch: `10–12 km`, `с 12 по 14 марта`. */
export const TO = words('- – — to and or until till until по и или до');

export type Hedge = 'about' | 'under' | 'over';
export const HEDGES = new Map<string, Hedge>([
	...[...words('about around some roughly approximately circa estimated close ~ около примерно приблизительно порядка')].map(
		(word) => [word, 'about'] as const,
	),
	...[
		...words(
			'nearly almost under below less fewer cheaper younger shorter lower почти менее меньше малого дешевле ниже моложе короче легче',
		),
	].map((word) => [word, 'under'] as const),
	...[
		...words(
			'over more above exceeding exceeds exceed exceeded least upwards beyond topped tops passed longer older taller wider higher ' +
				'более больше свыше сверх выше дороже дольше старше длиннее тяжелее превысил превысила превысило превысили превышает',
		),
	].map((word) => [word, 'over'] as const),
]);
/** May stand between a rounding and its number. */
export const BETWEEN_HEDGE = words('than to of a an the чем на за в до just чуть $ € £ ¥ ₽ us');

/** Written before names, and no part of them. */
export const TITLES = words(
	'mr mrs ms miss dr prof professor sir st lt col gen capt sgt rev cllr hon inc ltd co corp plc gmbh llc ag sa i ' +
		'г ул им др проф ао ооо пао зао оао нко гк фгуп no nos vol',
);
