import { fold } from './tidy.ts';

/** What a number is of. Two units of one dimension are compared by their factor. */
export interface Unit {
	readonly dimension: string;
	readonly factor: number;
	/** The seconds that it is for: `euros an hour`. */
	readonly per?: number;
}

const SECONDS = { minute: 60, hour: 3_600, day: 86_400, week: 604_800, year: 31_557_600 };

/** Dimension, factor, spellings. `+` and `~`: a Russian stem with the endings of a noun or an adjective. */
const LINES = `
	ratio 0.01 % percent процент+ процентн~ pct
	points 1 п.п. пп
	points 0.01 bp bps бп
	length 0.001 mm millimetre millimetres millimeter millimeters мм миллиметр+ миллиметров~
	length 0.01 cm centimetre centimetres centimeter centimeters см сантиметр+ сантиметров~
	length 0.0254 inch inches дюйм+
	length 0.3048 foot feet ft фут+ футов~
	length 0.9144 yard yards yd ярд+
	length 1 m metre metres meter meters м метр+ метров~
	length 1000 km kilometre kilometres kilometer kilometers км километр+ километров~
	length 1609.344 mile miles mi мил+
	length 1852 nmi
	area 1 m2 м2 sqm
	area 10000 ha hectare hectares га гектар+
	area 4046.8564 acre acres акр+
	area 1000000 km2 км2
	volume 1 litre litres liter liters л литр+ литров~
	volume 0.001 ml millilitre millilitres milliliter milliliters мл миллилитр+
	volume 3.785 gallon gallons галлон+
	volume 0.0295735 ounce ounces oz унци+
	mass 0.0283495 ounce ounces oz унци+
	mass 100 centner centners центнер+
	length 0.000001 micron microns мкм микрон+
	volume 159 barrel barrels баррел+
	mass 0.000001 mg миллиграмм+
	mass 0.001 g gram grams gramme grammes г грамм+ граммов~
	mass 1 kg kilo kilos kilogram kilograms kilogramme kilogrammes кг килограмм+ килограммов~
	mass 0.45359 pound pounds lb lbs фунт+
	mass 1000 tonne tonnes ton tons t т тонн+
	time 1 second seconds sec s сек секунд+ секундн~
	time ${SECONDS.minute} minute minutes min mins мин минут+ минутн~
	time ${SECONDS.hour} hour hours hr hrs h час+ ч часов~
	time ${SECONDS.day} day days дн+ день днем дневн~ сутки суток сутками
	time ${SECONDS.week} week weeks недел+ недельн~
	time ${SECONDS.year / 12} month months месяц+ месячн~ мес
	time ${SECONDS.year / 2} полугоди+
	time ${SECONDS.year} year years год+ лет летн~ летие летия летию г гг
	time ${SECONDS.year * 10} decade decades десятилети+
	time ${SECONDS.year * 100} century centuries век+ столети+
	power 1 w watt watts вт ватт+
	power 1000 kw kilowatt kilowatts квт киловатт+
	power 1000000 mw megawatt megawatts мвт мегаватт+
	power 1000000000 gw gigawatt gigawatts гвт гигаватт+
	power 1000000000000 tw terawatt terawatts твт тераватт+
	energy 1 kwh квтч
	energy 1000 mwh мвтч
	energy 1000000 gwh гвтч
	energy 1000000000 twh твтч
	frequency 1 hz hertz гц герц+
	frequency 1000 khz kilohertz кгц килогерц+
	frequency 1000000 mhz megahertz мгц мегагерц+
	frequency 1000000000 ghz gigahertz ггц гигагерц+
	bytes 0.001 kb кб килобайт+
	bytes 1 mb megabyte megabytes мб мегабайт+
	bytes 1000 gb gigabyte gigabytes гб гигабайт+
	bytes 1000000 tb terabyte terabytes тб терабайт+
	celsius 1 °c celsius градус+ degree degrees ° цельси+
	fahrenheit 1 °f fahrenheit градус+ degree degrees °
	speed 0.277777777778 kph kmh
	speed 0.44704 mph
	speed 0.514444 knot knots узл+ узел
	dollar 1 $ usd dollar dollars доллар+ бакс+
	euro 1 € eur euro euros евро
	pound 1 £ gbp pound pounds sterling фунт+ стерлинг+
	yen 1 ¥ jpy yen йен+ иен+
	yuan 1 cny yuan renminbi юан+
	rouble 1 ₽ rub rouble roubles ruble rubles руб р рубл+
	crown 1 sek nok dkk crown crowns krona kronor krone kroner крон+
	franc 1 chf franc francs франк+
	rupee 1 ₹ inr rs rupee rupees рупи+
	shilling 1 kes shilling shillings шиллинг+
	lira 1 ₺ lira лир+
	won 1 ₩ krw won вон+
	peso 1 peso pesos песо
	real 1 brl reais
	rand 1 zar rand рэнд+
	dirham 1 aed dirham dirhams дирхам+
	shekel 1 ₪ ils shekel shekels шекел+
	baht 1 thb baht бат+
	ringgit 1 myr ringgit ринггит+
	riyal 1 sar riyal riyals риял+
	bitcoin 1 ₿ btc bitcoin bitcoins биткоин+ биткойн+
	tenge 1 tenge тенге
	hryvnia 1 uah hryvnia гривн+ гривен
	zloty 1 zloty злот~
	dollar 0.01 cent cents цент+
	euro 0.01 cent cents цент+
	pound 0.01 p pence penny пенс+ пенни
	rouble 0.01 коп копейк+ копеек
`;

/** A word may be more than one: pounds are money and weight. */
export const UNITS: ReadonlyMap<string, readonly Unit[]> = LINES.trim()
	.split('\n')
	.reduce((units, line) => {
		const [dimension = '', factor, ...spellings] = line.trim().split(/\s+/);
		const unit = { dimension, factor: Number(factor) };
		for (const spelling of spellings.map(fold)) units.set(spelling, [...(units.get(spelling) ?? []), unit]);
		return units;
	}, new Map<string, Unit[]>());

export const CURRENCY_SIGNS = new Set([...'$€£¥₽₹₺₩₪₿', ...'usd eur gbp rub chf jpy cny inr rs krw ils'.split(' ')]);
