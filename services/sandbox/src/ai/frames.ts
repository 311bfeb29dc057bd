/**
 * Sentences around the given facts, each a single sentence. `{about}` is the topic of the request, and `[a|b]` a choice, so that two
 * posts seldom share a sentence. None contains a number, a name or a claim.
 */
import { hashOf, shuffled } from './language.ts';
import type { Language } from './language.ts';

const KINDS = ['question', 'opening', 'thought', 'closing', 'subtitle'] as const;
type Kind = (typeof KINDS)[number];

const FRAMES: Readonly<Record<Language, Readonly<Record<Kind, readonly string[]>>>> = {
	en: {
		question: ['[Have you ever wondered|Did you ever ask yourself|Do you know|Let us ask] {topic}?'],
		opening: [
			'[Today|This time|In this post] we [look at|write about|talk about] {topic}.',
			'[A short note|A few words|What we know] {about}.',
			'[Let us take a minute for|Here is a closer look at|One post, one topic:] {topic}.',
		],
		thought: [
			'Read the details again before you [plan|decide] anything, and [forward this|send it] to [a friend|a colleague] who may need it.',
			'Is something missing {about}? [Ask us|Write to us|Ask] below: we [find it out|look it up] and [answer there|add it here].',
			'If you know more {about}, [add it|tell us|write it] in the comments: [other readers will thank you|we read all of them].',
			'What does it [mean|change] for you? [Write it|Say it] below: [we read every answer|the editors read every answer].',
			'Have you seen it yourself? [A photo|A few words] [below|in the comments|under this post] helps others to decide.',
			'When there is news {about}, we will [correct|update] this post and [say so here|write to you again].',
			'[Save|Keep|Bookmark] this post: it is [easier|quicker] to open it again than to search for the details.',
			'[Questions|Remarks|Corrections] are welcome, [above all|especially] from people who [were there|know it at first hand].',
		],
		closing: ['[Tell us in the comments|Write to us|Answer under this post] what you [think|would like to know|have seen] {about}.'],
		subtitle: ['[What we know|The essentials|The main points], [in one minute|without guesses|in a few words]'],
	},
	ru: {
		question: ['[Задумывались ли вы|Знаете ли вы|Давайте разберёмся|Спросим себя], {topic}?'],
		opening: [
			'[Сегодня|На этот раз|В этом посте] [рассказываем|пишем|говорим] {about}.',
			'[Коротко|Несколько слов|Минута] {about}.',
			'[Вот что мы знаем|Собрали главное|Сначала факты] {about}.',
		],
		thought: [
			'Перечитайте подробности, прежде чем [строить планы|что-то решать], и перешлите пост [другу|коллеге|соседу], которому он пригодится.',
			'Остались вопросы {about}? Задайте их [здесь|под постом|в комментариях]: мы [узнаем|уточним] и ответим.',
			'Если вы знаете больше {about}, [напишите|расскажите] в комментариях: [другие читатели скажут спасибо|мы читаем их все].',
			'Что это [меняет|значит] лично для вас? [Напишите|Расскажите] под постом: редакция читает каждый ответ.',
			'Видели это сами? [Фото|Пара слов] [в комментариях|под постом] поможет тем, кто ещё выбирает.',
			'Когда появятся новости {about}, мы [дополним|поправим] этот пост и [скажем об этом|напишем вам снова].',
			'[Сохраните|Отложите] этот пост: [быстрее|проще] открыть его снова, чем искать подробности по всему каналу.',
			'[Вопросы|Замечания|Поправки] приветствуются, [особенно|прежде всего] от тех, кто [видел всё сам|знает тему изнутри].',
		],
		closing: ['[Напишите нам|Расскажите в комментариях|Ответьте под этим постом], что вы [думаете|знаете|хотите узнать] {about}.'],
		subtitle: ['[Главное|Самое важное|Что известно] [за одну минуту|без догадок|в нескольких словах]'],
	},
};

export interface Topic {
	readonly topic: string;
	/** The topic with the preposition that it needs. */
	readonly about: string;
}

const CHOICE = /\[([^[\]]*)\]/g;

/** The sentences of a kind, in an order that depends on the seed. */
export const framesOf = (language: Language, kind: Kind, { topic, about }: Topic, seed: number): string[] =>
	shuffled(FRAMES[language][kind], seed).map((frame, index) =>
		frame
			.replace(CHOICE, (_all, choices: string, at: number) => shuffled(choices.split('|'), hashOf(`${seed}:${index}:${at}`))[0] ?? '')
			.replace('{topic}', () => topic)
			.replace('{about}', () => about),
	);

const shapes = [FRAMES.en, FRAMES.ru]
	.flatMap((kinds) => KINDS.flatMap((kind) => kinds[kind]))
	.map(
		(frame) =>
			new RegExp(
				`^${frame
					.replace(/[.?]/g, '\\$&')
					.replace(CHOICE, '(?:$1)')
					.replace(/\{\w+\}/, '.+')}$`,
				'u',
			),
	);

/** Whether a sentence is one of these frames. */
export const isFrame = (sentence: string): boolean => shapes.some((shape) => shape.test(sentence));
