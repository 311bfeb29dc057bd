/**
 * What the stand-in knows about the world: a few things that are always true, by subject, without a number, a name or a date in them.
 */
import { anyOf } from './expressions.ts';
import type { Language } from './language.ts';

type Said = Readonly<Record<Language, readonly string[]>>;

export interface Theme {
	readonly key: string;
	readonly match: RegExp;
	readonly category: Readonly<Record<Language, string>>;
	readonly subtitles: Said;
	/** Sentences to think along with. */
	readonly context: Said;
	readonly closing: Said;
	/** What the illustration shows, for the image prompt. */
	readonly picture: string;
}

export const themes: readonly Theme[] = [
	{
		key: 'transport',
		match: anyOf(
			/\b(?:trams?|tramways?|bus|buses|trains?|metro|subway|railways?|stations?|bicycles?|bikes?)\b/iu,
			/\b(?:cycling|cycle|ferry|ferries|traffic|routes?|commut\w*|roads?|bridges?|streets?)\b/iu,
			/трамва|автобус|троллейбус|метро|поезд|электричк|станци|велосипед|велодорож|паром|маршрут|дорог|мост|улиц/iu,
		),
		category: { en: 'City', ru: 'Город' },
		subtitles: {
			en: ['What changes on the way to work, and on the way back', 'A route is also a way of looking at the city'],
			ru: ['Что изменится по дороге на работу и обратно', 'Маршрут — это ещё и способ смотреть на город'],
		},
		context: {
			en: [
				'A good line does more than move people: it redraws the map that everyone carries in their head.',
				'Places that used to be a plan for the weekend quietly become a stop on the way home.',
				'The first weeks are always a rehearsal, for the drivers and for those who ride with them.',
				'What matters in the end is not speed but whether one can stop thinking about the timetable.',
				'Shops, cafés and schools notice such changes long before the maps are printed again.',
				'It is worth taking the ride once without any errand, just to look out of the window.',
			],
			ru: [
				'Хороший маршрут не просто возит людей: он перерисовывает карту, которую каждый носит в голове.',
				'Места, куда раньше собирались на выходных, незаметно становятся остановкой по дороге домой.',
				'Первые недели — всегда репетиция: и для тех, кто за рулём, и для тех, кто едет.',
				'В конце концов важна не скорость, а возможность не думать о расписании.',
				'Магазины, кафе и школы замечают такие перемены раньше, чем печатаются новые карты.',
				'Стоит проехать один раз просто так, без дела, и посмотреть в окно.',
			],
		},
		closing: {
			en: [
				'Tell us how your first ride goes: the best observations usually come from the window seat.',
				'If it shortens your day by a little, we would like to hear what you did with the time.',
			],
			ru: [
				'Расскажите, как прошла первая поездка: лучшие наблюдения обычно делают у окна.',
				'Если дорога стала короче, напишите, на что ушло освободившееся время.',
			],
		},
		picture: 'a city street in early light, tram wires against a soft sky, reflections on wet paving',
	},
	{
		key: 'books',
		match: anyOf(
			/\b(?:books?|librar(?:y|ies)|bookshops?|reading|readers?|novels?)\b/iu,
			/\b(?:poems?|poetry|writers?|authors?|archives?|manuscripts?)\b/iu,
			/книг|библиотек|чтени|читател|роман|стих|поэзи|писател|архив|рукопис/iu,
		),
		category: { en: 'Books', ru: 'Книги' },
		subtitles: {
			en: ['On paper, patience and the quiet work of shelves', 'A page remembers more than the words on it'],
			ru: ['О бумаге, терпении и тихой работе полок', 'Страница помнит больше, чем на ней написано'],
		},
		context: {
			en: [
				'Paper is not as silent as it looks: it takes in light, air and the habits of those who turn it.',
				'A shelf is a kind of slow conversation, and every reader joins it in the middle.',
				'Those who look after books know that the enemy is rarely fire and almost always damp.',
				'Perhaps that is why such rooms calm us: nothing in them is in a hurry.',
				'A book that was read by many looks worn, and it is the best thing that can be said of it.',
				'It is easy to forget that reading was invented, and that each of us invents it again as a child.',
			],
			ru: [
				'Бумага не так молчалива, как кажется: она впитывает свет, воздух и привычки тех, кто её листает.',
				'Полка — это медленный разговор, в который каждый читатель вступает с середины.',
				'Те, кто бережёт книги, знают: главный враг почти никогда не огонь и почти всегда сырость.',
				'Может быть, поэтому такие комнаты успокаивают: в них никто никуда не спешит.',
				'Книга, которую читали многие, выглядит потрёпанной, и это лучшее, что о ней можно сказать.',
				'Легко забыть, что чтение когда-то придумали и что каждый в детстве придумывает его заново.',
			],
		},
		closing: {
			en: [
				'Take one from the lower shelf next time: that is where the good ones wait.',
				'Which book would you save first? Write to us; we keep a list.',
			],
			ru: [
				'В следующий раз возьмите что-нибудь с нижней полки: хорошие книги ждут там.',
				'Какую книгу вы бы спасли первой? Напишите нам, мы ведём список.',
			],
		},
		picture: 'old books and a cup on a wooden table by a window, warm afternoon light, dust in the air',
	},
	{
		key: 'food',
		match: anyOf(
			/\b(?:coffee|tea|bread|baker(?:y|ies)|cafés?|cafes?|restaurants?|soups?|cook\w*|kitchens?)\b/iu,
			/\b(?:recipes?|food|markets?|cheese|apples?|honey|wine|chocolate|breakfast|lunch|dinner)\b/iu,
			/кофе|чай\p{L}*|хлеб|пекарн|кафе|ресторан|суп|кухн|рецепт|еда|еды/iu,
			/рынок|рынк|сыр|яблок|мёд|вино|шоколад|завтрак|обед|ужин/iu,
		),
		category: { en: 'Food', ru: 'Еда' },
		subtitles: {
			en: ['On taste, patience and the people behind the counter', 'Small habits that make a morning'],
			ru: ['О вкусе, терпении и людях за прилавком', 'Маленькие привычки, из которых состоит утро'],
		},
		context: {
			en: [
				'Taste is mostly attention: the same thing eaten in a hurry is a different thing.',
				'Behind every simple dish stands somebody who got up before everyone else.',
				'The smell reaches us before the reason does, and decides for us where to turn.',
				'Good ingredients ask for little; most recipes are an effort not to spoil them.',
				'Regulars know what no guide will tell: when to come, where to sit and what not to order.',
				'A shared table is still the shortest way from a stranger to a neighbour.',
			],
			ru: [
				'Вкус — это в основном внимание: то же самое, съеденное на бегу, — уже другая еда.',
				'За каждым простым блюдом стоит кто-то, кто встал раньше всех.',
				'Запах доходит до нас раньше мысли и сам решает, куда свернуть.',
				'Хорошие продукты просят немногого: большинство рецептов — старание их не испортить.',
				'Завсегдатаи знают то, чего нет ни в одном путеводителе: когда прийти, где сесть и чего не заказывать.',
				'Общий стол по-прежнему самый короткий путь от незнакомца к соседу.',
			],
		},
		closing: {
			en: [
				'Come hungry, and tell us afterwards what we have missed.',
				'And if you know a place like this, send it to us: we will go and look.',
			],
			ru: ['Приходите голодными и расскажите потом, что мы упустили.', 'А если знаете похожее место, пришлите нам: съездим и посмотрим.'],
		},
		picture: 'a cup of coffee and fruit on a table by a window, soft side light, still life',
	},
	{
		key: 'nature',
		match: anyOf(
			/\b(?:parks?|gardens?|trees?|forests?|birds?|flowers?|rivers?|lakes?|mountains?|hills?|autumn|spring)\b/iu,
			/\b(?:winter|summer|rain|snow|weather|climate|animals?|bees?|plants?|seeds?|walks?|hik\w*|trails?)\b/iu,
			/парк|сад(?!ись)|дерев|лес\p{L}{0,3}\b|птиц|цвет(?:ок|ы|ов)|рек[аиу]|озер|гор[аыу]|холм|осен/iu,
			/весн|зим|лет(?:о|ом|а)\b|дожд|снег|погод|климат|животн|пчёл|пчел|растени|прогулк|троп/iu,
		),
		category: { en: 'Outdoors', ru: 'На воздухе' },
		subtitles: {
			en: ['What to notice before the season turns', 'A slow walk with the eyes open'],
			ru: ['Что стоит заметить, пока не сменился сезон', 'Медленная прогулка с открытыми глазами'],
		},
		context: {
			en: [
				'Nature keeps no opening hours, yet it rewards those who come early.',
				'Most of what happens there happens slowly, which is exactly why it is easy to miss.',
				'Stand still for a minute, and the place stops noticing you and goes on with its business.',
				'The light does half of the work: the same path at noon and at dusk are two different paths.',
				'Those who return to one spot all year see more than those who travel far once.',
				'Nothing there was arranged for us, and it is a relief to be reminded of it.',
			],
			ru: [
				'У природы нет часов работы, но она благосклонна к тем, кто приходит рано.',
				'Почти всё там происходит медленно, и именно поэтому это легко пропустить.',
				'Постойте минуту неподвижно — и место перестанет вас замечать и займётся своими делами.',
				'Половину работы делает свет: одна и та же тропа в полдень и в сумерках — две разные тропы.',
				'Тот, кто весь год возвращается в одно место, видит больше того, кто один раз уехал далеко.',
				'Там ничего не устроено ради нас, и это приятно иногда вспомнить.',
			],
		},
		closing: {
			en: [
				'Put on something warm, leave the headphones at home and go and see.',
				'Send us what you find there: a photograph, a leaf, a sentence.',
			],
			ru: [
				'Оденьтесь потеплее, оставьте наушники дома и сходите посмотреть.',
				'Пришлите нам то, что там найдёте: снимок, лист, одну фразу.',
			],
		},
		picture: 'layered hills and trees in morning mist, low sun, quiet landscape',
	},
	{
		key: 'science',
		match: anyOf(
			/\b(?:scien\w*|research\w*|study|studies|telescopes?|space|stars?|planets?|moon|comets?|physics)\b/iu,
			/\b(?:chemistry|laborator\w*|experiments?|discover\w*|universe|observator\w*|astronom\w*)\b/iu,
			/наук|учён|учен(?:ые|ых)|исследован|телескоп|космос|звёзд|звезд|планет|лун[аыу]/iu,
			/комет|физик|хими|лаборатор|эксперимент|открыти|вселенн|обсерватор|астроном/iu,
		),
		category: { en: 'Science', ru: 'Наука' },
		subtitles: {
			en: ['What is known, what is not, and why it is worth waiting', 'A careful look at a large subject'],
			ru: ['Что известно, что нет и почему стоит подождать', 'Осторожный взгляд на большую тему'],
		},
		context: {
			en: [
				'Science advances less by sudden answers than by better questions.',
				'An honest result says where it ends, and this is what makes it useful.',
				'Between an observation and its explanation there is usually a long and stubborn silence.',
				'The most valuable instrument in any laboratory is still the person who doubts.',
				'What looks like a detail today may turn out to be the thread that the rest hangs on.',
				'It takes time for others to look again and to find the same, and that time is well spent.',
			],
			ru: [
				'Наука движется не столько внезапными ответами, сколько вопросами получше.',
				'Честный результат говорит, где он заканчивается, и этим он и полезен.',
				'Между наблюдением и объяснением обычно лежит долгое и упрямое молчание.',
				'Самый ценный прибор в любой лаборатории — по-прежнему человек, который сомневается.',
				'То, что сегодня выглядит мелочью, может оказаться нитью, на которой держится остальное.',
				'Нужно время, чтобы другие посмотрели ещё раз и увидели то же самое, и это время потрачено не зря.',
			],
		},
		closing: {
			en: [
				'We will come back to it when there is something new to say, and not before.',
				'Questions are welcome: the simple ones tend to be the hardest.',
			],
			ru: ['Мы вернёмся к теме, когда появится что сказать, и не раньше.', 'Задавайте вопросы: простые обычно самые трудные.'],
		},
		picture: 'a night sky full of stars above dark hills, faint aurora, a small lit dome',
	},
	{
		key: 'sea',
		match: anyOf(
			/\b(?:sea|ocean|harbou?rs?|ports?|beach\w*|ships?|boats?|sail\w*|islands?|lighthouses?|coast\w*|fish\w*|waves?|tides?)\b/iu,
			/мор[еяю]|океан|гаван|порт[аеу]?\b|пляж|корабл|лодк|парус|остров|маяк|побереж|рыб|волн|прилив/iu,
		),
		category: { en: 'By the sea', ru: 'У моря' },
		subtitles: {
			en: ['Salt, wind and a horizon to rest the eyes on', 'What the water brings and what it keeps'],
			ru: ['Соль, ветер и горизонт, на котором отдыхают глаза', 'Что вода приносит и что оставляет себе'],
		},
		context: {
			en: [
				'The sea never looks the same, and yet one recognises it at once.',
				'Life by the water runs on two clocks: the one on the wall and the one of the tide.',
				'Whoever works there reads the sky first and the forecast afterwards.',
				'Every harbour is a promise that one can leave, and that there is somewhere to return to.',
				'Wind carries sounds further than one expects: a bell, an engine, somebody laughing on deck.',
				'The horizon is the simplest line there is, and the hardest to look away from.',
			],
			ru: [
				'Море никогда не выглядит одинаково, и всё же узнаёшь его сразу.',
				'Жизнь у воды идёт по двум часам: по настенным и по приливу.',
				'Тот, кто там работает, сначала смотрит на небо и только потом на прогноз.',
				'Всякая гавань — обещание, что можно уйти и что есть куда вернуться.',
				'Ветер уносит звуки дальше, чем ждёшь: колокол, мотор, чей-то смех на палубе.',
				'Горизонт — самая простая линия на свете, и от неё труднее всего отвести взгляд.',
			],
		},
		closing: {
			en: ['Bring a scarf and stay until the lights come on.', 'If you have been there, tell us what colour the water was.'],
			ru: ['Возьмите шарф и останьтесь, пока не зажгутся огни.', 'Если вы там были, расскажите, какого цвета была вода.'],
		},
		picture: 'a calm sea at sunset, sun glitter on the water, distant headlands',
	},
	{
		key: 'work',
		match: anyOf(
			/\b(?:work\w*|office\w*|meetings?|team\w*|project\w*|deadlines?|emails?|remote|career\w*|hiring)\b/iu,
			/\b(?:startup\w*|business\w*|compan(?:y|ies)|money|budget\w*|prices?|bank\w*|econom\w*)\b/iu,
			/работ|офис|встреч|команд|проект|дедлайн|почт|удалён|карьер|стартап|бизнес|компани|деньг|бюджет|цен[аы]|банк|эконом/iu,
		),
		category: { en: 'Work', ru: 'Работа' },
		subtitles: {
			en: ['Less noise, and a little more of what matters', 'A short note for a long week'],
			ru: ['Меньше шума и чуть больше важного', 'Короткая заметка для длинной недели'],
		},
		context: {
			en: [
				'Most plans fail not in the big decisions but in the small interruptions between them.',
				'Attention is the one resource that no budget can buy back.',
				'A clear "no" at the start saves a long explanation at the end.',
				'Good teams are recognised by how quietly they hand things over.',
				'What is written down in one sentence is usually understood; what needs a page is usually not.',
				'The habit of finishing is worth more than the habit of starting.',
			],
			ru: [
				'Планы чаще ломаются не на больших решениях, а на мелких помехах между ними.',
				'Внимание — единственный ресурс, который не вернёшь ни за какой бюджет.',
				'Ясное «нет» в начале избавляет от долгих объяснений в конце.',
				'Хорошую команду узнают по тому, как тихо в ней передают дела.',
				'Что уместилось в одно предложение, обычно понимают; чему нужна страница — обычно нет.',
				'Привычка заканчивать дороже привычки начинать.',
			],
		},
		closing: {
			en: ['Try it for one week and see what you stop missing.', 'Tell us what works for you: we collect the small tricks.'],
			ru: ['Попробуйте неделю и посмотрите, без чего вы легко обошлись.', 'Расскажите, что помогает вам: мы собираем маленькие хитрости.'],
		},
		picture: 'a tidy desk by a large window above a city in the evening, warm lamp, soft shadows',
	},
	{
		key: 'culture',
		match: anyOf(
			/\b(?:museum\w*|exhibition\w*|galler(?:y|ies)|paint\w*|concert\w*|music\w*|orchestra\w*)\b/iu,
			/\b(?:theat\w*|films?|cinema\w*|festival\w*|art|artists?|photograph\w*|jazz|opera|dance\w*)\b/iu,
			/музе|выстав|галере|картин|живопис|концерт|музык|оркестр|театр|фильм/iu,
			/кино|фестивал|искусств|художник|фотограф|джаз|опер|танц/iu,
		),
		category: { en: 'Culture', ru: 'Культура' },
		subtitles: {
			en: ['A reason to leave the house this week', 'What to see, and how long to stay with it'],
			ru: ['Повод выйти из дома на этой неделе', 'Что смотреть и сколько с этим оставаться'],
		},
		context: {
			en: [
				'The best way to see is to choose one thing and stay with it longer than is comfortable.',
				'Art does not ask to be understood at once; it asks not to be hurried past.',
				'What seems strange in the first minute often turns into the part one remembers.',
				'A hall full of people who are silent together is a rarer thing than it seems.',
				'The label on the wall can wait: it will say the same after you have looked.',
				'Somebody once made all this for no reason but that it had to be made.',
			],
			ru: [
				'Лучший способ смотреть — выбрать что-то одно и остаться с ним дольше, чем удобно.',
				'Искусство не требует понимания сразу; оно просит не пробегать мимо.',
				'То, что странно в первую минуту, часто и запоминается.',
				'Зал, где люди молчат вместе, — вещь более редкая, чем кажется.',
				'Подпись на стене подождёт: после того как вы посмотрите, в ней будет написано то же самое.',
				'Кто-то однажды сделал всё это только потому, что нельзя было не сделать.',
			],
		},
		closing: {
			en: ['Go on a weekday if you can, and take somebody who disagrees with you.', 'Write to us what stayed with you the next morning.'],
			ru: [
				'Если можете, приходите в будний день и возьмите с собой того, кто с вами спорит.',
				'Напишите, что осталось с вами на следующее утро.',
			],
		},
		picture: 'warm lights of an evening city out of focus, a lit hall seen through tall windows',
	},
	{
		key: 'health',
		match: anyOf(
			/\b(?:sleep\w*|health\w*|doctors?|sport\w*|run(?:ning|ners?)?|marathon\w*|yoga|swim\w*|stress|rest)\b/iu,
			/\b(?:breath\w*|exercise\w*|medicine|hospital\w*|consultation\w*|psycholog\w*|therap\w*)\b/iu,
			/сон\b|сна\b|спать|здоров|врач|спорт|бег\p{L}{0,3}\b|марафон|йог|плава|стресс/iu,
			/отдых|дыхани|упражнени|медицин|больниц|консультаци|психолог|терап/iu,
		),
		category: { en: 'Well-being', ru: 'Здоровье' },
		subtitles: {
			en: ['Nothing heroic: small steps that can be repeated', 'A calm look at a daily habit'],
			ru: ['Никакого геройства: маленькие шаги, которые можно повторить', 'Спокойный взгляд на ежедневную привычку'],
		},
		context: {
			en: [
				'The body likes what is repeated more than what is extreme.',
				'Rest is not the opposite of effort; it is the part of it that cannot be seen.',
				'Advice that fits everybody usually helps nobody, so listen to your own rhythm first.',
				'It is easier to add a small good thing than to give up a large bad one.',
				'Progress here is quiet: one notices it by what has stopped to hurt.',
				'And when something worries you, a conversation with a doctor is worth more than any article.',
			],
			ru: [
				'Телу больше нравится повторяемое, чем чрезмерное.',
				'Отдых — не противоположность усилия, а та его часть, которой не видно.',
				'Совет, который подходит всем, обычно не помогает никому, поэтому сначала прислушайтесь к своему ритму.',
				'Добавить маленькое хорошее легче, чем отказаться от большого плохого.',
				'Успех здесь тихий: его замечаешь по тому, что перестало болеть.',
				'А если что-то беспокоит, разговор с врачом ценнее любой статьи.',
			],
		},
		closing: {
			en: ['Start with what takes the least effort, and start today.', 'Tell us after a while how it went; no records needed.'],
			ru: ['Начните с того, что требует меньше всего сил, и начните сегодня.', 'Расскажите потом, как пошло; рекорды не нужны.'],
		},
		picture: 'a quiet room with a plant and morning light through a curtain, calm colours',
	},
	{
		key: 'technology',
		match: anyOf(
			/\b(?:software|apps?|computers?|phones?|robots?|internet|code|program\w*|data)\b/iu,
			/\b(?:algorithm\w*|ai|neural|devices?|digital|technolog\w*|workflow\w*|automation\w*)\b/iu,
			/програм|приложени|компьютер|телефон|робот|интернет|код[аеу]?\b/iu,
			/данн|алгоритм|нейросет|устройств|цифров|технолог|автоматиз/iu,
		),
		category: { en: 'Technology', ru: 'Технологии' },
		subtitles: {
			en: ['What it does, what it does not, and for whom', 'A tool is only as good as its off switch'],
			ru: ['Что умеет, чего не умеет и для кого', 'Инструмент хорош настолько, насколько его легко выключить'],
		},
		context: {
			en: [
				'A good tool disappears: one notices the work and not the thing it is done with.',
				'Every automation is a decision that somebody made once so that others need not.',
				'The question is seldom whether it can be done, and mostly whether anybody will look after it.',
				'What saves a minute must not cost an evening when it breaks.',
				'Those who build such things learn most from the people who use them wrongly.',
				'Simple is not what is left out but what no longer has to be explained.',
			],
			ru: [
				'Хороший инструмент исчезает: замечаешь работу, а не то, чем она сделана.',
				'Всякая автоматизация — решение, которое кто-то принял однажды, чтобы не принимали другие.',
				'Вопрос редко в том, можно ли это сделать; чаще в том, кто за этим присмотрит.',
				'То, что экономит минуту, не должно стоить вечера, когда оно сломается.',
				'Те, кто строит такие вещи, больше всего узнают от тех, кто пользуется ими неправильно.',
				'Простое — не то, из чего убрали лишнее, а то, что больше не нужно объяснять.',
			],
		},
		closing: {
			en: ['Try it on something unimportant first, and keep the old way at hand.', 'If you use it already, tell us where it let you down.'],
			ru: [
				'Сначала попробуйте на чём-нибудь неважном и держите старый способ под рукой.',
				'Если вы уже пользуетесь, расскажите, где он вас подвёл.',
			],
		},
		picture: 'city windows at blue hour, lines of light, a dark skyline reflected in water',
	},
];

/** When no subject is recognised. */
export const anyTheme: Theme = {
	key: 'any',
	match: /(?:)/,
	category: { en: 'Notes', ru: 'Заметки' },
	subtitles: {
		en: ['A short story, told without hurry', 'What is known, and why it is worth a minute'],
		ru: ['Короткая история, рассказанная без спешки', 'Что известно и почему это стоит минуты'],
	},
	context: {
		en: [
			'Things like this rarely make a noise, and this is exactly why they are worth a closer look.',
			'Seen from afar it is a detail; seen from near it is somebody’s whole day.',
			'The interesting part, as so often, lies between the lines of the announcement.',
			'It helps to ask a simple question: who will live differently because of it, and how?',
			'Details matter here more than slogans, so we keep to what is known.',
			'Good news seldom comes with a drum; mostly it comes with a small change of habit.',
		],
		ru: [
			'Такие вещи редко шумят, и именно поэтому на них стоит посмотреть поближе.',
			'Издалека это мелочь, вблизи — чей-то целый день.',
			'Самое интересное, как это часто бывает, — между строк объявления.',
			'Полезно задать простой вопрос: кто и как из-за этого станет жить иначе?',
			'Подробности здесь важнее лозунгов, поэтому держимся того, что известно.',
			'Хорошие новости редко приходят с барабаном; чаще — с маленькой переменой привычек.',
		],
	},
	closing: {
		en: [
			'Tell us what you think: the best continuation is usually written by readers.',
			'We will keep an eye on it and come back when there is more to tell.',
		],
		ru: ['Напишите, что думаете: лучшее продолжение обычно пишут читатели.', 'Мы последим за этим и вернёмся, когда будет что рассказать.'],
	},
	picture: 'soft hills under a wide evening sky, warm and calm',
};

/** The theme that the text speaks of most. */
export function themeOf(text: string): Theme {
	let best = anyTheme;
	let most = 0;
	for (const theme of themes) {
		const hits = text.match(new RegExp(theme.match.source, 'giu'))?.length ?? 0;
		if (hits > most) [best, most] = [theme, hits];
	}
	return best;
}
