/** The subject of a text: the label of its cover and the content of its illustration. */
import type { Language } from './language.ts';

interface Subject {
	readonly category: Readonly<Record<Language, string>>;
	readonly picture: string;
}

/** The label in English and Russian, the picture, and beginnings of words; `$` marks the end of a word. */
const SUBJECTS = `
	City | Город | a city street in early light, tram wires against a soft sky, reflections on wet paving |
		tram bus$ buses train metro$ subway railway station bicycle bike cycl ferry ferries traffic route commut road bridge street трамва
		автобус троллейбус метро$ поезд электричк станци велосипед велодорож паром маршрут дорог мост улиц

	Books | Книги | old books and a cup on a wooden table by a window, warm afternoon light, dust in the air |
		book librar reading$ reader novel poem poetry writer author archive manuscript книг библиотек чтени читател роман стих поэзи
		писател архив рукопис

	Food | Еда | a cup of coffee and fruit on a table by a window, soft side light, still life |
		coffee tea$ bread baker café cafe restaurant soup cook kitchen recipe food market cheese apple honey wine chocolate breakfast
		lunch dinner кофе$ чай хлеб пекарн кафе ресторан суп кухн рецепт еда$ еды$ рынок рынк сыр яблок мёд вино$ шоколад завтрак обед
		ужин

	Outdoors | На воздухе | layered hills and trees in morning mist, low sun, quiet landscape |
		park garden tree forest bird flower river lake mountain hill autumn spring$ winter summer rain snow weather climate animal bee$
		bees plant seed walk hik trail парк сад$ сада$ саду$ сады дерев лес$ леса лесу лесн птиц цветок цветы цветов рек озер гор$ гора
		гору горы холм осен весн зим лето$ летом$ лета$ дожд снег погод климат животн пчёл пчел растени прогулк троп

	Science | Наука | a night sky full of stars above dark hills, faint aurora, a small lit dome |
		scien research study$ studies telescope space star$ stars planet moon comet physics chemistry laborator experiment discover
		universe observator astronom наук учён ученые ученых исследован телескоп космос звёзд звезд планет луна луны луну комет физик хими
		лаборатор эксперимент открыти вселенн обсерватор астроном

	By the sea | У моря | a calm sea at sunset, sun glitter on the water, distant headlands |
		sea$ ocean harbour harbor port$ ports$ beach ship boat sail island lighthouse coast fish wave tide море моря морю океан гаван
		порт$ порта$ порту$ порте$ пляж корабл лодк парус остров маяк побереж рыб волн прилив

	Work | Работа | a tidy desk by a large window above a city in the evening, warm lamp, soft shadows |
		work office meeting team project deadline email remote career hiring startup business company companies money budget price bank
		econom работ офис встреч команд проект дедлайн почт удалён карьер стартап бизнес компани деньг бюджет цена цены банк эконом

	Culture | Культура | warm lights of an evening city out of focus, a lit hall seen through tall windows |
		museum exhibition galler paint concert music orchestra theat film cinema festival art$ artist photograph jazz opera dance музе
		выстав галере картин живопис концерт музык оркестр театр фильм кино фестивал искусств художник фотограф джаз опер танц

	Well-being | Здоровье | a quiet room with a plant and morning light through a curtain, calm colours |
		sleep health doctor sport run$ running runner marathon yoga swim stress rest$ breath exercise medicine hospital consultation
		psycholog therap сон$ сна$ спать здоров врач спорт бег$ бега$ марафон йог плава стресс отдых дыхани упражнени медицин больниц
		консультаци психолог терап

	Technology | Технологии | city windows at blue hour, lines of light, a dark skyline reflected in water |
		software app$ apps computer phone robot internet code program data$ algorithm ai$ neural device digital technolog workflow
		automation програм приложени компьютер телефон робот интернет код$ кода$ данн алгоритм нейросет устройств цифров технолог
		автоматиз
`;
const NONE: Subject = { category: { en: 'Notes', ru: 'Заметки' }, picture: 'soft hills under a wide evening sky, warm and calm' };

const subjects = SUBJECTS.split('\n\n').map((lines) => {
	const [en = '', ru = '', picture = '', beginnings = ''] = lines.split('|').map((part) => part.trim());
	const words = beginnings.split(/\s+/).join('|').replaceAll('$', '(?!\\p{L})');
	return { match: new RegExp(`(?<!\\p{L})(?:${words})`, 'giu'), subject: { category: { en, ru }, picture } };
});

/** The subject that the text mentions most. */
export function subjectOf(text: string): Subject {
	const counted = subjects.map(({ match, subject }) => ({ subject, hits: text.match(match)?.length ?? 0 }));
	return counted.reduce((best, one) => (one.hits > best.hits ? one : best), { subject: NONE, hits: 0 }).subject;
}

/** Whether a word alone names a subject. */
export const isTelling = (word: string): boolean => subjects.some(({ match }) => word.search(match) === 0);
