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

/** In the scripts that every template but `ff-square-0.1` sets: with names in Latin letters, digits, quotation marks and brackets. */
export const otherScripts: readonly (CoverText & { readonly script: string })[] = [
	{
		script: 'Arabic',
		category: 'اقتصاد',
		title: 'شركة OpenAI تعلن عن «نموذج جديد» بسعر 20 دولارًا شهريًا',
		subtitle: 'ماذا يعني ذلك للناشرين العرب؟ خمس إجابات قصيرة (بالأرقام)',
	},
	{
		script: 'Arabic',
		category: 'سفر',
		title: 'العودة الهادئة لقطار الليل',
		subtitle: 'خطوط النوم تعود إلى أوروبا بحلول عام ٢٠٢٧',
	},
	{ script: 'Arabic', category: 'مدن', title: 'القاهرة قبل الفجر', subtitle: '' },
	{
		script: 'Hebrew',
		category: 'כלכלה',
		title: 'Apple פותחת את החנות: מה ישתנה ב־2026 בישראל?',
		subtitle: 'ארבע שאלות ותשובות (בלי מספרים גדולים)',
	},
	{ script: 'Hebrew', category: 'תרבות', title: '„שלום” היא מילה ארוכה', subtitle: 'ראיון עם המשוררת ש׳ לוי, בת 84' },
	{
		script: 'Devanagari',
		category: 'यात्रा',
		title: 'रात की रेलगाड़ियों की शांत वापसी',
		subtitle: 'यूरोप में स्लीपर मार्ग 2026 में फिर शुरू हुए — कौन चढ़ता है और कौन भुगतान करता है?',
	},
	{
		script: 'Devanagari',
		category: 'अर्थव्यवस्था',
		title: '“कृत्रिम बुद्धिमत्ता” और छोटे अख़बार: दस वर्षों के आँकड़े क्या दिखाते हैं',
		subtitle: 'Google और OpenAI से हुए समझौतों का पहला हिसाब',
	},
	{
		script: 'Thai',
		category: 'เศรษฐกิจ',
		title: 'ราคาบ้านสิบปีที่ผ่านมาบอกอะไรเราได้บ้าง',
		subtitle: 'กรุงเทพฯ เชียงใหม่ และขอนแก่น เทียบกันในแผนภูมิเดียว ปี 2016–2026',
	},
	{ script: 'Thai', category: 'เมือง', title: 'ที่นี่ผู้คนตื่นก่อนรุ่งสาง', subtitle: '' },
	{
		script: 'Chinese',
		category: '经济',
		title: '“夜行列车”悄然回归：谁在乘坐，谁在买单？',
		subtitle: '欧洲卧铺线路在2026年重新开通，票价从39欧元起（含早餐）',
	},
	{
		script: 'Chinese',
		category: '科技',
		title: 'OpenAI发布新模型，中小媒体如何应对人工智能时代的版权问题',
		subtitle: '五个问题，五个简短的回答',
	},
	{ script: 'Chinese', category: '生活', title: '夜讀：在臺北的舊書店裡', subtitle: '一座城市的閱讀習慣如何改變' },
	{
		script: 'Japanese',
		category: '旅行',
		title: '夜行列車が静かに帰ってくる、ヨーロッパの鉄道に何が起きているのか',
		subtitle: '「誰が乗り、誰が払うのか」——2026年のダイヤ改正を読む',
	},
	{ script: 'Japanese', category: '暮らし', title: 'AIと小さな新聞社', subtitle: '編集部で起きた三つの変化' },
	{
		script: 'Korean',
		category: '경제',
		title: '십 년간의 집값이 정말로 보여 주는 것은 무엇인가',
		subtitle: '서울·부산·대구의 공개 자료로 그린 ‘한 장의 그래프’ (2016~2026)',
	},
	{ script: 'Korean', category: '여행', title: '야간열차의 조용한 귀환', subtitle: '' },
];
