/* eslint-disable max-len -- prose, one paragraph a line */
/** The articles of the sandbox's encyclopedia, in words of this project. They say only what is widely known. */

export interface Entry {
	readonly title: string;
	/** Paragraphs; one that begins with `## ` is a heading. */
	readonly text: readonly string[];
	/** A page that only lists what a word can mean. */
	readonly isDisambiguation?: boolean;
}

const en: readonly Entry[] = [
	{
		title: 'Purr',
		text: [
			'A purr is a low, steady sound that cats make while they breathe in and while they breathe out. It has a frequency of about 25 to 150 hertz.',
			'## How it is made',
			'Muscles in the larynx open and close the gap between the vocal cords many times a second. Each time, the moving air begins to vibrate.',
			'In 2023, researchers described pads of tissue in the vocal cords of domestic cats that help to make such low notes.',
			'## Why cats do it',
			'Cats purr when they are content, such as while they are stroked. They also purr when they are hurt, frightened or giving birth, so a purr does not always mean that a cat is happy.',
			'Kittens purr when they are a few days old. The sound helps their mother to find them, and they feel hers before they can see or hear well.',
			'When cats ask for food, some hide a higher cry in their purr. People find this sound more urgent than an ordinary purr.',
		],
	},
	{
		title: 'Cat',
		text: [
			'The cat is a small carnivorous mammal that lives with people. Its ancestors were wildcats of the Near East.',
			'Cats began to live near people about 10,000 years ago, when stored grain attracted mice.',
			'## Senses',
			'A cat sees well with about a sixth of the light that a person needs. Its whiskers tell it how wide a gap is.',
			'Cats sleep for 12 to 16 hours a day and hunt mostly at dawn and dusk.',
		],
	},
	{
		title: 'Espresso machine',
		text: [
			'An espresso machine presses hot water through finely ground coffee. The pressure is about nine bar, and a cup takes 25 to 30 seconds.',
			'## History',
			'Angelo Moriondo of Turin patented a steam machine for coffee in 1884. It brewed large amounts at once and not a single cup.',
			'Luigi Bezzera of Milan patented a machine for single cups in 1901. Desiderio Pavoni bought the patent and began to build such machines in 1905.',
			'Early machines worked with steam at about 1.5 bar, and the coffee often tasted burnt.',
			'In the 1940s, Achille Gaggia used a spring lever in place of steam. The higher pressure made the golden foam that is called crema.',
			'In 1961, the Faema E61 had an electric pump, so nobody had to pull a lever. Most machines in cafés still work in this way.',
		],
	},
	{
		title: 'Coffee',
		text: [
			'Coffee is a drink made from the roasted seeds of the coffee plant. The seeds are called beans and grow in red fruits called cherries.',
			'Most coffee comes from two species: arabica, which has a milder taste, and robusta, which has about twice as much caffeine.',
			'## History',
			'The coffee plant comes from the highlands of Ethiopia. In the 15th century, Sufi monasteries in Yemen drank coffee to stay awake for prayers.',
			'Coffee houses opened in Mecca, Cairo and Istanbul in the 16th century. Venice and London had theirs in the 17th century.',
			'## Preparation',
			'Beans are roasted at about 200 degrees Celsius. Light roasts keep more of the taste of the fruit, and dark roasts taste more of the roasting.',
			'Brazil has grown more coffee than any other country for more than 150 years.',
		],
	},
	{
		title: 'Ristretto',
		text: [
			'A ristretto is a short espresso. It is made with the same amount of ground coffee and about half the water, so it has less bitterness and a thicker body.',
		],
	},
	{
		title: 'November',
		text: [
			'November is the eleventh month of the year and has 30 days. Its name comes from the Latin word for nine, because the Roman year once began in March.',
			'In the northern half of the world it is the last month of autumn. In the southern half it is the last month of spring.',
			'## Weather and daylight',
			'In the northern half, each day of November is shorter than the one before. In Berlin, daylight shrinks from about 9 hours and 40 minutes to 8 hours.',
			'## Customs',
			'In the campaign Movember, men let their moustaches grow for a month and collect money for the health of men. It began in Australia in 2003.',
		],
	},
	{
		title: 'Daylight and mood',
		text: [
			'Daylight sets the inner clock of the body. In dark months, many people are tired earlier and have less energy.',
			'## What helps in dark months',
			'A walk outside in the morning gives far more light than a lamp in a room: about 1,000 to 10,000 lux under clouds, and some 300 lux in an office.',
			'Regular times for sleep and meals keep the inner clock steady.',
			'Exercise lifts the mood, and a walk of half an hour is enough to notice it.',
			'Meeting friends protects from loneliness, which is more common in winter.',
			'Warm drinks, layers of clothes and dry feet make it easier to go outside.',
			'A low mood that lasts for more than two weeks is a reason to see a doctor.',
		],
	},
	{
		title: 'Autumn leaf colour',
		text: [
			'In autumn, the leaves of many trees turn yellow, orange and red before they fall.',
			'When days become shorter, a tree breaks down the green chlorophyll in its leaves and stores what is useful in its wood and roots.',
			'Yellow and orange pigments, the carotenoids, were in the leaf all summer and can be seen now. Red anthocyanins are made only in autumn.',
			'Sunny days and cool nights without frost give the strongest reds.',
		],
	},
	{
		title: 'River fog',
		text: [
			'Fog over a river is common on clear autumn mornings. Water cools more slowly than air, so the river is warmer than the air above it.',
			'Moist air rises from the water, cools at once and forms tiny drops. From the bank it looks as if the river were steaming.',
			'The fog lifts when the sun has warmed the air, usually within two or three hours after sunrise.',
		],
	},
	{
		title: 'Sourdough',
		text: [
			'Sourdough is a dough that rises by wild yeast and bacteria, without baker’s yeast. The bacteria make it sour.',
			'A starter of flour and water begins to bubble after some days if it is fed with fresh flour every day.',
			'Sourdough bread keeps longer than bread with baker’s yeast, because acid slows mould down.',
		],
	},
	{
		title: 'Houseplant',
		text: [
			'A houseplant is a plant that is grown indoors. Most come from warm regions.',
			'More houseplants die of too much water than of too little. The soil should be dry at the top before the next watering.',
			'In winter they grow slowly, so they need less water and no fertiliser.',
		],
	},
	{
		title: 'Sleep',
		text: [
			'Sleep is a state of rest in which the body recovers and the brain sorts what it learned. Adults need seven to nine hours a night.',
			'A night has four to six cycles of about 90 minutes. Most dreams that are remembered come from the phase of rapid eye movements.',
			'A cool, dark room and regular times make it easier to fall asleep. Caffeine still acts six hours after a cup.',
		],
	},
	{
		title: 'Honey bee',
		text: [
			'Honey bees live in colonies with one queen, some thousand workers and, in summer, several hundred drones.',
			'A bee that found flowers tells the others by a dance: its direction shows the way, and its length shows the distance.',
			'For a kilogram of honey, the bees of a colony fly to several million flowers.',
			'In winter they do not sleep: they form a ball around the queen and keep it warm with their flight muscles.',
		],
	},
	{
		title: 'Lighthouse',
		text: [
			'A lighthouse is a tower with a lamp that helps ships to find their way. Each has a rhythm of its own, by which sailors know it.',
			'The lighthouse of Alexandria was built in the 3rd century BC and was more than 100 metres high.',
			'Augustin Fresnel invented a lens of rings in 1822. It made the light of a small lamp visible for more than 30 kilometres.',
		],
	},
	{
		title: 'Tea',
		text: [
			'Tea is a drink made from the leaves of the tea plant. Green, black, white and oolong tea come from the same plant and differ in how the leaves are treated.',
			'Green tea is heated soon after the harvest. For black tea, the leaves are rolled and left in the air until they turn dark.',
			'Tea was drunk in China more than 2,000 years ago. Dutch ships brought it to Europe in the early 17th century.',
		],
	},
	{
		title: 'Ferry',
		text: [
			'A ferry is a ship that carries people, and often cars, across water on a regular line.',
			'Double-ended ferries have a bow and a bridge at both ends, so they never have to turn round.',
			'Electric car ferries have crossed a fjord in Norway since 2015.',
		],
	},
	{
		title: 'Crane',
		isDisambiguation: true,
		text: ['Crane may mean several things:', 'Crane, a tall bird', 'Crane, a machine that lifts loads'],
	},
];

const ru: readonly Entry[] = [
	{
		title: 'Мурлыканье',
		text: [
			'Мурлыканье — низкий ровный звук, который кошки издают и на вдохе, и на выдохе. Его частота — примерно от 25 до 150 герц.',
			'## Как возникает звук',
			'Мышцы гортани много раз в секунду смыкают и размыкают голосовые связки. Воздух при этом начинает дрожать.',
			'В 2023 году исследователи описали в голосовых связках домашних кошек подушечки ткани, которые помогают издавать такие низкие звуки.',
			'## Почему кошки мурлычут',
			'Кошки мурлычут, когда им хорошо, например когда их гладят. Но они мурлычут и от боли, от испуга и во время родов.',
			'Котята начинают мурлыкать в возрасте нескольких дней. По этому звуку их находит мать.',
			'Когда кошка просит еду, в её мурлыканье иногда слышен более высокий звук. Людям он кажется более настойчивым.',
		],
	},
	{
		title: 'Кошка',
		text: [
			'Кошка — небольшое хищное млекопитающее, которое живёт рядом с человеком. Её предки — дикие кошки Ближнего Востока.',
			'Кошки поселились рядом с людьми около 10 000 лет назад, когда запасы зерна привлекли мышей.',
			'Кошка спит 12–16 часов в сутки, а охотится в основном на рассвете и в сумерках.',
		],
	},
	{
		title: 'Эспрессо-машина',
		text: [
			'Эспрессо-машина пропускает горячую воду под давлением через мелко смолотый кофе. Давление — около девяти бар, чашка готовится 25–30 секунд.',
			'## История',
			'Анджело Мориондо из Турина запатентовал паровую машину для кофе в 1884 году. Она готовила много порций сразу.',
			'Луиджи Бедзера из Милана в 1901 году запатентовал машину, которая готовит по одной чашке.',
			'В 1940-х годах Акилле Гаджа заменил пар рычагом с пружиной. Давление выросло, и на кофе появилась золотистая пенка.',
			'В 1961 году в машине Faema E61 давление стал создавать электрический насос.',
		],
	},
	{
		title: 'Кофе',
		text: [
			'Кофе — напиток из обжаренных семян кофейного дерева. Семена называют зёрнами, они созревают в красных ягодах.',
			'Больше всего выращивают арабику, у которой мягкий вкус, и робусту, в которой примерно вдвое больше кофеина.',
			'Кофейное дерево происходит из нагорий Эфиопии. В XV веке кофе пили в суфийских обителях Йемена, чтобы не уснуть на молитве.',
			'Бразилия более 150 лет выращивает больше кофе, чем любая другая страна.',
		],
	},
	{
		title: 'Ноябрь',
		text: [
			'Ноябрь — одиннадцатый месяц года, в нём 30 дней. Название происходит от латинского слова «девять», потому что римский год когда-то начинался в марте.',
			'В Северном полушарии это последний месяц осени.',
			'## Погода и свет',
			'Каждый день ноября короче предыдущего. В Москве за месяц световой день сокращается примерно с 9 часов 20 минут до 7 часов 30 минут.',
		],
	},
	{
		title: 'Дневной свет и настроение',
		text: [
			'Дневной свет настраивает внутренние часы. В тёмные месяцы, такие как ноябрь, многие люди раньше устают.',
			'## Что помогает пережить тёмные месяцы',
			'Утренняя прогулка даёт гораздо больше света, чем лампа: под облаками бывает от 1000 до 10 000 люксов, а в офисе около 300.',
			'Ложиться спать и есть лучше в одно и то же время: так внутренние часы не сбиваются.',
			'Движение поднимает настроение, и для этого достаточно получаса ходьбы.',
			'Встречи с друзьями защищают от одиночества, которое зимой чувствуют чаще.',
			'Тёплое питьё, несколько слоёв одежды и сухие ноги помогают чаще выходить из дома.',
			'Если плохое настроение длится больше двух недель, стоит обратиться к врачу.',
		],
	},
	{
		title: 'Осень',
		text: [
			'Осень — время года между летом и зимой. Дни становятся короче, а листья многих деревьев желтеют и краснеют.',
			'Когда дни становятся короче, дерево разрушает зелёный хлорофилл и запасает полезные вещества в стволе и корнях.',
			'Жёлтые пигменты были в листе всё лето, а красные образуются только осенью.',
			'Туман над рекой осенью появляется потому, что вода остывает медленнее воздуха.',
		],
	},
	{
		title: 'Чай',
		text: [
			'Чай — напиток из листьев чайного куста. Зелёный и чёрный чай получают из одного растения.',
			'Листья зелёного чая прогревают сразу после сбора, а листья чёрного скручивают и оставляют темнеть на воздухе.',
			'В Китае чай пили более 2000 лет назад.',
		],
	},
];

const de: readonly Entry[] = [
	{
		title: 'Schnurren',
		text: [
			'Schnurren ist ein tiefer, gleichmäßiger Laut, den Katzen beim Einatmen und beim Ausatmen von sich geben. Er hat etwa 25 bis 150 Hertz.',
			'Muskeln im Kehlkopf öffnen und schließen den Spalt zwischen den Stimmbändern viele Male in der Sekunde.',
			'Katzen schnurren, wenn sie sich wohlfühlen, etwa beim Streicheln. Sie schnurren aber auch bei Schmerzen, bei Angst und bei der Geburt.',
			'Junge Katzen schnurren schon nach wenigen Tagen. So findet die Mutter sie.',
		],
	},
	{
		title: 'Kaffee',
		text: [
			'Kaffee ist ein Getränk aus gerösteten Samen der Kaffeepflanze. Die Samen heißen Bohnen und wachsen in roten Früchten.',
			'Der meiste Kaffee stammt von zwei Arten: Arabica schmeckt milder, Robusta hat etwa doppelt so viel Koffein.',
			'Die Kaffeepflanze kommt aus dem Hochland von Äthiopien. Im 15. Jahrhundert tranken Sufis im Jemen Kaffee, um bei Gebeten wach zu bleiben.',
			'Brasilien baut seit mehr als 150 Jahren mehr Kaffee an als jedes andere Land.',
		],
	},
	{
		title: 'Espressomaschine',
		text: [
			'Eine Espressomaschine presst heißes Wasser mit etwa neun Bar durch fein gemahlenen Kaffee. Eine Tasse dauert 25 bis 30 Sekunden.',
			'Angelo Moriondo aus Turin erhielt 1884 ein Patent auf eine Dampfmaschine für Kaffee. Luigi Bezzera aus Mailand folgte 1901 mit einer Maschine für einzelne Tassen.',
			'In den 1940er-Jahren ersetzte Achille Gaggia den Dampf durch einen Hebel mit Feder. So entstand die goldene Crema.',
			'1961 bekam die Faema E61 eine elektrische Pumpe.',
		],
	},
	{
		title: 'November',
		text: [
			'Der November ist der elfte Monat des Jahres und hat 30 Tage. Sein Name kommt vom lateinischen Wort für neun.',
			'Auf der Nordhalbkugel ist er der letzte Monat des Herbstes. Jeder Tag ist kürzer als der vorige.',
			'In dunklen Monaten hilft ein Spaziergang am Morgen, denn draußen ist es auch unter Wolken viel heller als im Büro.',
			'Feste Zeiten für Schlaf und Mahlzeiten halten die innere Uhr im Takt.',
		],
	},
	{
		title: 'Herbst',
		text: [
			'Der Herbst ist die Jahreszeit zwischen Sommer und Winter. Die Blätter vieler Bäume werden gelb und rot.',
			'Der Baum baut das grüne Chlorophyll ab und speichert Nährstoffe in Holz und Wurzeln.',
			'Nebel über einem Fluss entsteht, weil Wasser langsamer abkühlt als Luft.',
		],
	},
];

const ar: readonly Entry[] = [
	{
		title: 'خرخرة القطط',
		text: [
			'الخرخرة صوت منخفض منتظم تصدره القطط عند الشهيق وعند الزفير، ويتراوح تردده بين 25 و150 هرتزا تقريبا.',
			'تفتح عضلات الحنجرة الفجوة بين الحبال الصوتية وتغلقها مرات كثيرة في الثانية.',
			'تخرخر القطط حين تشعر بالراحة، مثلا عند المداعبة. وتخرخر أيضا عند الألم والخوف والولادة.',
			'تبدأ القطط الصغيرة بالخرخرة بعد أيام قليلة من ولادتها، فتجدها أمها بهذا الصوت.',
		],
	},
	{
		title: 'قهوة',
		text: [
			'القهوة مشروب من بذور نبات البن المحمصة. تنمو البذور داخل ثمار حمراء.',
			'أشهر أنواع البن نوعان: أرابيكا بطعم ألطف، وروبوستا وفيه ضعف الكافيين تقريبا.',
			'جاء نبات البن من مرتفعات إثيوبيا. وفي القرن الخامس عشر شرب المتصوفة في اليمن القهوة ليبقوا مستيقظين في الصلاة.',
			'تزرع البرازيل منذ أكثر من 150 عاما بنا أكثر من أي بلد آخر.',
		],
	},
	{
		title: 'نوفمبر',
		text: [
			'نوفمبر هو الشهر الحادي عشر من السنة وفيه 30 يوما. اسمه من الكلمة اللاتينية التي تعني تسعة.',
			'في نصف الكرة الشمالي هو آخر شهر من الخريف، وكل يوم فيه أقصر من اليوم الذي قبله.',
			'المشي في الصباح يعطي ضوءا أكثر بكثير من المصباح، والنوم في مواعيد ثابتة يحفظ الساعة الداخلية.',
		],
	},
	{
		title: 'خريف',
		text: [
			'الخريف فصل بين الصيف والشتاء، وفيه تصفر أوراق كثير من الأشجار وتحمر.',
			'تفكك الشجرة الكلوروفيل الأخضر وتخزن المواد النافعة في الخشب والجذور.',
			'يظهر الضباب فوق النهر لأن الماء يبرد أبطأ من الهواء.',
		],
	},
];

/** By the language of the edition. */
export const entries: Readonly<Record<string, readonly Entry[]>> = { en, ru, de, ar };
