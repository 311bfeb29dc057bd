/** The articles of the sandbox's six newspapers, some with deliberate faults. */

export interface NewsArticle {
	readonly path: string;
	/** Hours before now; null if the article has no date. */
	readonly ageHours: number | null;
	readonly title: string;
	readonly summary: string;
	readonly paragraphs: readonly string[];
	/** Whether it leads to a page that asks for consent, on another host. */
	readonly isWalled?: boolean;
	/** Whether its page no longer exists, although the feed names it. */
	readonly isGone?: boolean;
}

const DAY = 24;

/** If a text contains this, the AI stand-in gets its numbers wrong. */
export const WRONG_NUMBERS_ABOUT = 'Lantern Pier';

export const coastWire: readonly NewsArticle[] = [
	{
		path: '/night-ferry',
		ageHours: 5,
		title: 'The night ferry to Gull Island is back',
		summary: 'After 14 months without one, a ferry crosses the bay at 23:40 again, every night but Sunday.',
		paragraphs: [
			'The night ferry to Gull Island sails again. Since this week it leaves the old quay at 23:40 every ' +
				'night but Sunday and needs 35 minutes for the crossing.',
			'The line had stood still for 14 months, because its only ship, the Marigold, needed a new engine. ' +
				'The repair cost 1.2 million euros, of which the island paid a quarter.',
			'“We had nurses who slept in the waiting hall twice a week”, said Ines Varga, who runs the harbour ' +
				'office. “They asked me every month when the Marigold would be back.”',
			'A ticket costs 4 euros, as before. Bicycles travel free of charge until the end of the year.',
		],
	},
	{
		path: '/lantern-pier',
		ageHours: 30,
		title: 'Lantern Pier opens again with 120 lamps',
		summary: 'The wooden pier was closed for 3 years. Now it carries visitors again, and 120 lamps light the way.',
		paragraphs: [
			'Lantern Pier is open again. For 3 years nobody could walk on the wooden pier, because ships’ worms ' +
				'had eaten through 48 of its piles.',
			'The piles of Lantern Pier are made of oak and copper now, and 120 lamps stand along its 310 metres. ' +
				'They are dimmed at 22:00, so that birds are not led astray.',
			'“The lamps use less power than two ovens”, said Tomas Hale, who planned the light.',
			'Visitors pay nothing. On the first evening about 900 people came.',
		],
	},
	{
		path: '/tide-tables',
		ageHours: 50,
		title: 'Tide tables move from paper to the phone',
		summary: 'The harbour office prints its tide tables for the last time.',
		paragraphs: ['The harbour office prints its tide tables for the last time this year.'],
		isWalled: true,
	},
	{
		path: '/library-boat',
		ageHours: 12 * DAY,
		title: 'A library boat calls at seven islands',
		summary: 'Two thousand books travel from pier to pier, and one librarian with them.',
		paragraphs: [
			'A boat with 2,000 books calls at seven islands of the bay every second week. One librarian and one skipper are on board.',
			'The first tour lent 640 books, most of them to children. The county pays for the boat for two years ' +
				'and then looks at the figures again.',
			'“People wait on the pier in the rain”, said the librarian, Mara Lind. “I have never seen that in front of a house.”',
		],
	},
	{
		path: '/lighthouse',
		ageHours: 90 * DAY,
		title: 'The lighthouse keeper retires after 31 years',
		summary: 'From now on the light at Stone Head looks after itself.',
		paragraphs: [
			'The keeper of the light at Stone Head has retired after 31 years. From now on the lighthouse looks ' +
				'after itself, and a technician visits it once a month.',
			'The house beside it will be let to guests. The first bookings are for May.',
		],
	},
	{
		path: '/notice-board',
		ageHours: null,
		title: 'Found at the harbour',
		summary: 'One red glove, two oars and a parrot that says only “Tuesday”.',
		paragraphs: [
			'At the harbour office wait one red glove, two oars and a parrot that says only “Tuesday”. Whoever ' +
				'misses one of them may ring the bell.',
		],
	},
];

/** Longer than 22000 units, so that the reader refuses it rather than read a part. */
const CHRONICLE = Array.from(
	{ length: 130 },
	(_, index) =>
		`Page ${index + 1} of the harbour chronicle tells what the keepers wrote down: the wind, the boats that came and went, what was ` +
		'landed and what it was sold for, who was fined for a loud anchor chain, and how the ice stood between the two moles.',
);

export const harbourPost: readonly NewsArticle[] = [
	{
		path: '/evening-market',
		ageHours: 8,
		title: 'The evening market moves under the glass roof',
		summary: 'From December 60 stalls stand in the old fish hall, out of the rain.',
		paragraphs: [
			'The evening market moves. From December its 60 stalls stand under the glass roof of the old fish hall, where nobody gets wet.',
			'The hall has stood empty since 2019. The town has laid new floors and water, and asks each stall ' +
				'for 18 euros an evening, 3 more than outdoors.',
			'“In the rain I sold soup and nothing else”, said Petra Ohm, who has had a stall for eleven years.',
			'The market opens on Thursdays from 16:00 to 21:00.',
		],
	},
	{
		path: '/in-brief',
		ageHours: 26,
		title: 'In brief: water is off in Mill Lane',
		summary: 'For two hours on Friday.',
		paragraphs: ['No water on Friday.'],
	},
	{
		path: '/school-garden',
		ageHours: 40,
		title: 'A school garden feeds its own kitchen',
		summary: 'Four classes grow what 210 children eat for lunch.',
		paragraphs: [
			'Four classes of the school on Mill Lane grow part of what 210 children eat there for lunch. This ' +
				'autumn they carried 380 kilograms of potatoes into the kitchen.',
			'The garden lies where 22 cars used to be parked. Parents took up the asphalt in two weekends.',
			'The cook, Ada Brandt, plans her dishes by what the classes bring. “In September there was a great deal of pumpkin”, she said.',
		],
	},
	{
		path: '/chronicle',
		ageHours: 60,
		title: 'The whole harbour chronicle, page by page',
		summary: 'A hundred and thirty pages, in full.',
		paragraphs: CHRONICLE,
	},
	{
		path: '/regatta',
		ageHours: 15 * DAY,
		title: 'Paper boats race for the harbour cup',
		summary: 'Of 74 boats made of paper 9 reached the other side.',
		paragraphs: [
			'Of 74 boats made of paper and glue 9 reached the other side of the inner harbour. The fastest needed 6 minutes.',
			'The rules allow one crew member, two paddles and no tape. The cup stays with the rowing club, which ' +
				'has won it three times now.',
		],
	},
];

export const oldQuay: readonly NewsArticle[] = [
	{
		path: '/most',
		ageHours: 10,
		title: 'Пешеходный мост через канал открыли на месяц раньше',
		summary: 'Мост длиной 86 метров связал старую набережную с вокзалом.',
		paragraphs: [
			'Пешеходный мост через Ткацкий канал открыли на месяц раньше срока. Он длиной 86 метров и связывает ' +
				'старую набережную с вокзалом.',
			'Раньше дорога в обход занимала 17 минут, теперь хватает четырёх. По подсчётам города, каждый день ' +
				'по мосту будут проходить 5 тысяч человек.',
			'«Мы успели, потому что осень была сухой», — рассказала главный инженер Вера Соболева.',
			'Велосипедистов просят спешиваться: ширина моста — 3 метра.',
		],
	},
	{
		path: '/pochta',
		ageHours: 3 * DAY,
		title: 'Старая почта станет мастерской для всех',
		summary: 'В здании 1911 года откроют мастерскую с 24 рабочими местами.',
		paragraphs: [
			'В здании старой почты на набережной весной откроют общую мастерскую. В ней будет 24 рабочих места: ' +
				'для дерева, металла и ткани.',
			'Здание построили в 1911 году, последние шесть лет оно пустовало. Ремонт оплатил город, станки передало училище.',
			'«Прийти сможет каждый, кто прошёл вводный урок», — сказал руководитель мастерской Илья Гринёв.',
		],
	},
	{
		path: '/yarmarka',
		ageHours: 20 * DAY,
		title: 'На ярмарке мёда победила пасека с острова',
		summary: 'Судьи попробовали 41 сорт мёда.',
		paragraphs: [
			'На осенней ярмарке мёда победила пасека с острова Гусиный. Судьи попробовали 41 сорт и спорили до вечера.',
			'Ярмарка прошла в седьмой раз, и за день на неё пришли около 3 тысяч человек.',
		],
	},
];

export const gullIsland: readonly NewsArticle[] = [
	{
		path: '/goats',
		ageHours: 7,
		title: 'Twelve goats mow the dunes of Gull Island',
		summary: 'They keep 9 hectares short, and no machine scares the terns any more.',
		paragraphs: [
			'Twelve goats keep the dunes of Gull Island short. Since April they have grazed 9 hectares that a mower used to cut twice a year.',
			'The terns nest undisturbed: wardens counted 46 pairs this summer, after 31 the year before.',
			'“A goat costs us less than the diesel did”, said Nell Farrow, who looks after the herd.',
		],
	},
	{
		path: '/old-slipway',
		ageHours: 20,
		title: 'The old slipway is for sale',
		summary: 'The parish asks for offers until the end of the month.',
		paragraphs: ['The parish sells the old slipway and asks for offers until the end of the month, in writing and in a sealed envelope.'],
		isGone: true,
	},
	{
		path: '/wind-turbine',
		ageHours: 17 * DAY,
		title: 'The island turbine turns again after 5 weeks',
		summary: 'A bearing had to come from the mainland by barge.',
		paragraphs: [
			'The wind turbine of Gull Island turns again. It had stood still for 5 weeks, because a bearing of 400 kilograms came by barge.',
			'The turbine gives two thirds of the power that the island needs. Meanwhile a generator had filled in.',
		],
	},
];

export const northLight: readonly NewsArticle[] = [
	{
		path: '/night-school',
		ageHours: 14,
		title: 'A night school for sailors opens in the customs house',
		summary: 'Thirty sailors learn there between two tides.',
		paragraphs: [
			'A night school for sailors has opened in the customs house. Thirty of them learn there between two tides, most for a licence.',
			'Lessons begin at 20:30 and end with the ebb. The port pays the two teachers, and the pupils pay 5 euros an evening.',
			'“On board I read only the weather”, said Tom Okafor, who is a cook on a coaster.',
		],
	},
	{
		path: '/aurora',
		ageHours: 9 * DAY,
		title: 'The northern lights were seen as far as the harbour',
		summary: 'For 40 minutes the sky over the breakwater was green.',
		paragraphs: [
			'The northern lights were seen as far as the harbour. For 40 minutes after midnight the sky over the breakwater was green and red.',
			'The observatory calls it the strongest display there since 2003. About 200 people stood on the pier.',
		],
	},
	{
		path: '/about',
		ageHours: null,
		title: 'Who writes North Light',
		summary: 'Four people and a parrot.',
		paragraphs: ['North Light is written by four people in a room above the chandlery. Letters reach them on any day but Sunday.'],
	},
];

export const riverHerald: readonly NewsArticle[] = [
	{
		path: '/shlyuz',
		ageHours: 11,
		title: 'Новый шлюз пропустил первые 18 барж',
		summary: 'Проход через шлюз занимает теперь 25 минут вместо часа.',
		paragraphs: [
			'Новый шлюз на реке Тихой пропустил первые 18 барж. Проход занимает теперь 25 минут, раньше уходил час.',
			'Строили шлюз четыре года. Ворота весом 90 тонн привезли по воде, потому что по мосту они не прошли бы.',
			'«Мы ждали этого с тех пор, как я окончил училище», — сказал капитан буксира Павел Ершов.',
		],
	},
	{
		path: '/utki',
		ageHours: 45,
		title: 'На реке пересчитали уток',
		summary: 'Зимовать остались 312 птиц.',
		paragraphs: [
			'На реке Тихой пересчитали уток. Зимовать остались 312 птиц — на сорок больше, чем год назад.',
			'Считали их 27 школьников с биноклями. Хлебом птиц просят не кормить: для этого у пристани стоит ящик с зерном.',
		],
	},
];
