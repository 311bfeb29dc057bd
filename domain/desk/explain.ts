import type { Locale } from '../caption/locale.ts';

/** What a person is told about a code: what happened and what they can do. */
type Sentence = Readonly<Record<Locale, string>>;

const again: Sentence = { en: 'You can try again.', ru: 'Можно попробовать снова.' };
const says = (en: string, ru: string): Sentence => ({ en, ru });
const thenAgain = (en: string, ru: string): Sentence => ({ en: `${en} ${again.en}`, ru: `${ru} ${again.ru}` });

const sentences: Readonly<Record<string, Sentence>> = {
	ai_unavailable: thenAgain('The AI provider did not answer.', 'Сервис ИИ не ответил.'),
	ai_incomplete: thenAgain('The answer of the AI broke off.', 'Ответ ИИ оборвался.'),
	ai_refused: says('The AI refused this request. Ask for it in other words.', 'ИИ отказался выполнить запрос. Сформулируйте его иначе.'),
	ai_malformed: thenAgain('The answer of the AI could not be read.', 'Ответ ИИ не удалось прочитать.'),
	verdict_malformed: thenAgain('The answer of the fact check could not be read.', 'Ответ проверки не удалось прочитать.'),
	verdict_contradiction: thenAgain('The answer of the fact check contradicts itself.', 'Ответ проверки противоречит сам себе.'),
	verdict_empty: thenAgain('The fact check refused the text without a reason.', 'Проверка отклонила текст без причины.'),
	verdict_too_many_issues: says(
		'The fact check found more than ten problems. Ask for the post in other words.',
		'Проверка нашла больше десяти ошибок. Сформулируйте запрос иначе.',
	),
	semantic_fail: says(
		'The text says things that its sources do not. It was repaired once and still does.',
		'Текст утверждает то, чего нет в источниках, и одно исправление не помогло.',
	),
	text_too_long: says(
		'The text is longer than a caption may be (1024), also after one shortening.',
		'Текст длиннее допустимой подписи (1024), даже после сокращения.',
	),
	shorten_required: says(
		'The repaired text is longer than its link leaves room for.',
		'Исправленный текст не помещается рядом со ссылкой.',
	),
	title_too_long: says(
		'The title is longer than 70 characters. Reply with “title: …”.',
		'Заголовок длиннее 70 знаков. Ответьте «заголовок: …».',
	),
	title_empty: says('The title is empty.', 'Заголовок пуст.'),
	title_line_break: says('The title has more than one line.', 'В заголовке больше одной строки.'),
	subtitle_too_long: says('The subtitle is longer than 110 characters.', 'Подзаголовок длиннее 110 знаков.'),
	subtitle_line_break: says('The subtitle has more than one line.', 'В подзаголовке больше одной строки.'),
	category_too_long: says('The category is longer than 45 characters.', 'Рубрика длиннее 45 знаков.'),
	body_empty: says('Nothing would be left of the text.', 'От текста ничего не осталось бы.'),
	link_too_long: says('The link leaves too little room for a text.', 'Ссылка оставляет слишком мало места для текста.'),
	link_invalid: says('The link is not a plain https address.', 'Ссылка не является обычным https-адресом.'),
	image_prompt_too_long: thenAgain('The description of the illustration is too long.', 'Описание иллюстрации слишком длинное.'),
	fragment_not_found: says('These words are not in the text.', 'Этих слов нет в тексте.'),
	fragment_ambiguous: says(
		'These words are in the text more than once; quote more of them.',
		'Эти слова встречаются не один раз; процитируйте длиннее.',
	),
	fragments_overlap: says('Two replacements touch the same words.', 'Две замены задевают одни и те же слова.'),
	replacement_duplicate: says('The same words would be replaced twice.', 'Одни и те же слова заменяются дважды.'),
	replacement_empty_change: says('Nothing would change.', 'Ничего не изменилось бы.'),
	edit_scope_violation: says(
		'The fact check wants to change more than your exact words.',
		'Проверка хочет изменить больше, чем ваши точные слова.',
	),
	caption_mismatch: says('The stored caption is not the one of this text.', 'Сохранённая подпись не соответствует тексту.'),
	link_mismatch: says('The link is not the one of the chosen item.', 'Ссылка не совпадает с выбранной новостью.'),
	facts_invalid: says('The facts of this post are missing or out of bounds.', 'Факты отсутствуют или не укладываются в ограничения.'),
	source_missing: says('A source of this post is missing.', 'Источник этого материала отсутствует.'),
	image_unavailable: thenAgain('The illustration could not be made.', 'Иллюстрацию создать не удалось.'),
	image_refused: says(
		'The AI refused to draw this. Ask for another illustration.',
		'ИИ отказался рисовать это. Попросите другую иллюстрацию.',
	),
	image_empty: thenAgain('The illustration came back empty.', 'Иллюстрация пришла пустой.'),
	image_too_small: thenAgain('The illustration came back broken.', 'Иллюстрация пришла повреждённой.'),
	image_too_large: thenAgain('The illustration is larger than 10 MiB.', 'Иллюстрация больше 10 МиБ.'),
	image_not_png: thenAgain('The illustration is not a PNG.', 'Иллюстрация не в формате PNG.'),
	image_wrong_size: thenAgain('The illustration is not 1536×1024.', 'Размер иллюстрации не 1536×1024.'),
	invalid_image: thenAgain('The illustration is not a sound PNG.', 'Иллюстрация — повреждённый PNG.'),
	layout_overflow: says(
		'The title or subtitle does not fit on the cover. Make it shorter.',
		'Заголовок или подзаголовок не помещается на обложку. Сократите его.',
	),
	unsupported_character: says(
		'The title or subtitle has a character that the cover cannot show.',
		'В заголовке есть знак, который нельзя показать на обложке.',
	),
	version_conflict: says('This version already has another cover.', 'У этой версии уже есть другая обложка.'),
	cover_mismatch: thenAgain('The cover that came back is not the one that was asked for.', 'Полученная обложка не соответствует запросу.'),
	cover_too_large: says('The cover is too large.', 'Обложка слишком большая.'),
	not_delivered: thenAgain('The preview reached nobody.', 'Предпросмотр никому не доставлен.'),
	not_ready: thenAgain('Something is still missing in this draft.', 'В материале чего-то не хватает.'),
	state_conflict: says('It was decided already, or a newer version exists.', 'Решение уже принято или есть новая версия.'),
	copy_not_delivered: says('This button is not the current one.', 'Эта кнопка уже неактуальна.'),
	content_mismatch: says('The content has changed since this preview.', 'Материал изменился после этого предпросмотра.'),
	session_held: says('Another person is giving feedback on this draft.', 'Замечания к этому материалу уже даёт другой участник.'),
	transition_forbidden: says('This is not possible any more.', 'Это уже невозможно.'),
	material_not_found: says('There is no such draft.', 'Такого материала нет.'),
	draft_open: says('This draft already has an open version.', 'У материала уже есть открытая версия.'),
};

/** The sentence for a code; an unknown code is told as it is, so that nobody is left without an answer. */
export function explain(code: string, locale: Locale): string {
	const found = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
	return found?.[locale] ?? (locale === 'ru' ? `Ошибка: ${code}.` : `Error: ${code}.`);
}
