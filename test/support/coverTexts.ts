import type { CoverText } from '../../services/renderer/src/render.ts';

type ScriptName = 'Latin' | 'Latin Extended' | 'Vietnamese' | 'Cyrillic' | 'Greek';

/** Texts as a desk writes them, in every script that covers are set in; short and long, with and without subtitle and label. */
export const samples: readonly (CoverText & { readonly script: ScriptName })[] = [
	{
		script: 'Latin',
		category: 'Travel',
		title: 'The quiet return of the night train',
		subtitle: 'Sleeper routes are back across Europe. Who rides them, and who pays?',
	},
	{ script: 'Latin', category: 'Economy', title: 'What ten years of housing prices really show', subtitle: '' },
	{ script: 'Latin', category: '', title: 'Rain', subtitle: 'A short note on a long habit' },
	{
		script: 'Latin',
		category: 'Consultation',
		title: '“Where do I start?” Six questions before you sign a lease',
		subtitle: 'A lawyer answers what readers asked most this spring',
	},
	{
		script: 'Latin Extended',
		category: 'Příroda',
		title: 'Žluťoučký kůň a ďábelské ódy nad řekou',
		subtitle: 'Jak se česká krajina mění rychleji, než jsme čekali',
	},
	{
		script: 'Latin Extended',
		category: 'Şehir',
		title: 'İstanbul’da ışık, gölge ve değişen kıyı',
		subtitle: 'Boğaz’ın iki yakasından on fotoğraf, on hikâye',
	},
	{
		script: 'Latin Extended',
		category: 'Kultūra',
		title: 'Þingvellir, Łódź, Rīga: trzy miasta, jeden festiwal',
		subtitle: 'Ő és ű, ģ és ķ: ami a térképen túl van',
	},
	{
		script: 'Vietnamese',
		category: 'Đời sống',
		title: 'Thành phố ngủ muộn: vì sao người trẻ chuyển về quê',
		subtitle: 'Ba gia đình kể về năm đầu tiên rời Sài Gòn, những điều được và mất',
	},
	{ script: 'Vietnamese', category: 'Ẩm thực', title: 'Những quán phở mở cửa lúc nửa đêm', subtitle: '' },
	{
		script: 'Vietnamese',
		category: 'Kinh tế',
		title: 'Giá nhà mười năm qua: điều số liệu cho thấy',
		subtitle: 'Biểu đồ từ dữ liệu công khai',
	},
	{
		script: 'Cyrillic',
		category: 'Городская среда',
		title: 'Как подготовить город к жаре: пять решений, которые работают',
		subtitle: 'Тень, вода и деревья дают больше, чем кондиционеры — и стоят в разы меньше',
	},
	{ script: 'Cyrillic', category: 'Язык', title: '«Ёлки» и ёжики', subtitle: 'Короткая история буквы, которую то забывают, то защищают' },
	{ script: 'Cyrillic', category: 'Подорожі', title: 'Ґанок, їжак і єдність: літо на Поділлі', subtitle: 'Маршрут на чотири дні без авто' },
	{ script: 'Cyrillic', category: 'Қала', title: 'Алматының жаңа саябақтары: әрбір ауданға бір бақ', subtitle: 'Ұлы өзеннен көшеге дейін' },
	{
		script: 'Greek',
		category: 'Κλίμα',
		title: 'Η θάλασσα ανεβαίνει πιο γρήγορα από όσο νομίζαμε',
		subtitle: 'Νέα μελέτη για τις ακτές του Αιγαίου ως το 2050',
	},
	{ script: 'Greek', category: 'Πόλη', title: 'Αθήνα, ώρα μηδέν', subtitle: 'Η πόλη όταν σβήνουν τα φώτα' },
	{ script: 'Greek', category: 'Οικονομία', title: 'Τι δείχνουν δέκα χρόνια στις τιμές των σπιτιών', subtitle: '' },
];

export const coverTexts: readonly CoverText[] = samples.map(({ title, subtitle, category }) => ({ title, subtitle, category }));
