import type { Locale } from '../caption/locale.ts';
import { explain } from './explain.ts';

/** What may be filled into a message. */
export interface Blanks {
	readonly draft_key?: string;
	readonly version?: number;
	readonly code?: string;
	/** What the code is about, e.g. the words that were not found. */
	readonly detail?: string;
	readonly state?: string;
	readonly list?: string;
}

type Words = (blanks: Blanks, locale: Locale) => string;

const draftOf = ({ draft_key, version }: Blanks): string =>
	draft_key === undefined ? '' : version === undefined ? draft_key : `${draft_key} · v${version}`;
/** Codes whose detail is words of the post itself; other details are for logs. */
const QUOTED: readonly string[] = [
	'fragment_not_found',
	'fragment_ambiguous',
	'fragments_overlap',
	'replacement_duplicate',
	'replacement_empty_change',
	'edit_scope_violation',
	'semantic_fail',
];
const quotedDetail = ({ code, detail }: Blanks): string =>
	code !== undefined && !QUOTED.includes(code)
		? ''
		: detail === undefined || detail === ''
			? ''
			: ` “${detail.length > 120 ? `${detail.slice(0, 120)}…` : detail}”`;
const both =
	(en: (blanks: Blanks) => string, ru: (blanks: Blanks) => string): Words =>
	(blanks, locale) =>
		locale === 'ru' ? ru(blanks) : en(blanks);

/** Everything that the desk itself says, by name. */
export const words = {
	help: both(
		() =>
			'Send me what a post should be about, or use a command.\n\n/post <request> — a new post\n/status — what is in work\n/draft <id> [version] — where a draft stands\n/resume <id> [version] — go on after a failure\n/cancel — close an open feedback\n\nEach preview has buttons: Publish, Feedback, Reject.',
		() =>
			'Напишите, о чём должен быть пост, или используйте команду.\n\n/post <запрос> — новый пост\n/status — что в работе\n/draft <id> [версия] — состояние материала\n/resume <id> [версия] — продолжить после сбоя\n/cancel — закрыть открытые замечания\n\nПод каждым предпросмотром есть кнопки: опубликовать, замечания, отклонить.',
	),
	news_missing: both(
		() => 'The search for news is not set up on this desk. Send me a request for a post instead.',
		() => 'Поиск новостей здесь не настроен. Пришлите запрос на пост.',
	),
	work_started: both(
		(blanks) => `I'm on it: ${draftOf(blanks)}. Writing, checking, illustrating; the preview follows.`,
		(blanks) => `Работаю: ${draftOf(blanks)}. Пишу, проверяю, рисую; затем пришлю предпросмотр.`,
	),
	work_failed: (blanks, locale) => {
		const sentence = explain(blanks.code ?? '', locale);
		return locale === 'ru'
			? `Материал ${draftOf(blanks)} сохранён, но не готов. ${sentence}${quotedDetail(blanks)}\n\n/resume ${blanks.draft_key ?? ''}`
			: `Draft ${draftOf(blanks)} is kept but not finished. ${sentence}${quotedDetail(blanks)}\n\n/resume ${blanks.draft_key ?? ''}`;
	},
	refused: (blanks, locale) =>
		`${explain(blanks.code ?? '', locale)}${quotedDetail(blanks)}${locale === 'ru' ? ' Ничего не изменилось.' : ' Nothing was changed.'}`,
	feedback_prompt: both(
		(blanks) =>
			`Reply to this message: what should change in ${draftOf(blanks)}?\n\nIn your own words, or exactly:\nreplace "old" with "new"\ntitle: …\nsubtitle: …\nnew picture\ncancel`,
		(blanks) =>
			`Ответьте на это сообщение: что изменить в ${draftOf(blanks)}?\n\nСвоими словами или точно:\nзамени «старое» на «новое»\nзаголовок: …\nподзаголовок: …\nновая картинка\nотмена`,
	),
	feedback_cancelled: both(
		(blanks) => `Nothing changes in ${draftOf(blanks)}. Its buttons work again.`,
		(blanks) => `В ${draftOf(blanks)} ничего не изменилось. Кнопки снова работают.`,
	),
	nothing_to_cancel: both(
		() => 'There is no open feedback to close.',
		() => 'Открытых замечаний нет.',
	),
	publish_failed: both(
		(blanks) => `${draftOf(blanks)} was not published: the messenger refused it. Its buttons work again.`,
		(blanks) => `${draftOf(blanks)} не опубликован: мессенджер отказал. Кнопки снова работают.`,
	),
	publish_unknown: both(
		(blanks) => `The messenger did not confirm ${draftOf(blanks)}: it may be in the channel. Please look; it is not sent again by itself.`,
		(blanks) => `Мессенджер не подтвердил ${draftOf(blanks)}: пост мог выйти. Проверьте канал; сам он повторно не отправляется.`,
	),
	draft_state: both(
		(blanks) => `${draftOf(blanks)}: ${blanks.state ?? ''}${blanks.code === undefined ? '' : ` (${blanks.code})`}`,
		(blanks) => `${draftOf(blanks)}: ${blanks.state ?? ''}${blanks.code === undefined ? '' : ` (${blanks.code})`}`,
	),
	open_work: both(
		({ list }) => (list === undefined || list === '' ? 'Nothing is in work.' : `In work:\n${list}`),
		({ list }) => (list === undefined || list === '' ? 'Ничего нет в работе.' : `В работе:\n${list}`),
	),
	draft_missing: both(
		(blanks) => `There is no draft ${draftOf(blanks)}.`,
		(blanks) => `Материала ${draftOf(blanks)} нет.`,
	),
	leftover_ignored: both(
		({ detail }) => `Done as written. This part I did not do; send it apart:${quotedDetail(detail === undefined ? {} : { detail })}`,
		({ detail }) =>
			`Сделано буквально. Эту часть я не выполнял, пришлите её отдельно:${quotedDetail(detail === undefined ? {} : { detail })}`,
	),
	toast_publish: both(
		() => 'Publishing…',
		() => 'Публикую…',
	),
	toast_feedback: both(
		() => 'Tell me what should change.',
		() => 'Напишите, что изменить.',
	),
	toast_reject: both(
		() => 'Rejecting…',
		() => 'Отклоняю…',
	),
	toast_resume: both(
		() => 'Going on…',
		() => 'Продолжаю…',
	),
	toast_outdated: both(
		() => 'This button is not the current one.',
		() => 'Эта кнопка уже неактуальна.',
	),
} as const satisfies Record<string, Words>;

export type WordsName = keyof typeof words;

export function isWordsName(name: string): name is WordsName {
	return Object.hasOwn(words, name);
}

/** One of the desk's messages in its language. */
export function say(name: WordsName, blanks: Blanks, locale: Locale): string {
	return words[name](blanks, locale);
}
