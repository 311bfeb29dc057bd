import type { CoverTemplate, Look } from '../cover/template.ts';
import type { Language } from '../language.ts';
import type { ShownWish } from '../caption/shown.ts';

/** The picture as it is, or with the words of a cover. */
export type PictureLook = Exclude<Look, CoverTemplate>;

/**
 * What a reply is recognised by, as data. A word is lower case; `*` at its end means any ending.
 * A phrase is words in a row. Nothing here is a branch: a new language is a new table.
 */
export interface FeedbackPatterns {
	/** The whole reply is one of these. */
	readonly cancel: readonly string[];
	/** Words around one of these that change nothing about it. */
	readonly besideCancel: readonly string[];
	/** `verb "A" preposition "B"`. */
	readonly replace: { readonly verbs: readonly string[]; readonly prepositions: readonly string[] };
	/** Words that may be around an exact replacement without asking for more. */
	readonly fillers: readonly string[];
	/** The whole reply or message is one of these: nothing is asked for. */
	readonly pleasantries: readonly string[];
	/** Those that begin with one of these are thanks, or a greeting. */
	readonly thanks: readonly string[];
	readonly greetings: readonly string[];
	/** Those that begin with one of these ask what the bot can do. */
	readonly abilities: readonly string[];
	/** Names before a colon at the beginning of a line. */
	readonly title: readonly string[];
	readonly subtitle: readonly string[];
	/** The whole reply is one of these, fillers left out: three titles to choose from, or the picture of an earlier version. */
	readonly titles: readonly string[];
	readonly pictureBefore: readonly string[];
	/** A second picture to choose from; it is asked for as one, or the AI would draw two in one. */
	readonly twoPictures: readonly string[];
	readonly anotherPicture: string;
	/** Words that may be around these without asking for more. */
	readonly giving: readonly string[];
	/** How a cover looks: a name beside one of the nouns. */
	readonly template: {
		readonly nouns: readonly string[];
		readonly names: Readonly<Record<string, Exclude<Look, 'cover'>>>;
		/** Words that may be around it without asking for more. */
		readonly fillers: readonly string[];
	};
	/** How a post is shown: a clause that is one of these, its fillers left out. */
	readonly shown: {
		readonly phrases: Readonly<Record<string, ShownWish>>;
		readonly fillers: readonly string[];
		/** Before the words and the address of a button. */
		readonly addButton: readonly string[];
		/** Between two of them. */
		readonly nextButton: readonly string[];
	};
	/** What the post shows instead of, or again as, its cover: a clause as above. */
	readonly picture: Readonly<Record<string, PictureLook>>;
	readonly illustration: {
		readonly nouns: readonly string[];
		/** What is done to it, or what it should be. */
		readonly verbs: readonly string[];
		/** What can only be meant of the text, in a clause of its own. */
		readonly textWishes: readonly string[];
		/** What is done to a part of the text … */
		readonly textVerbs: readonly string[];
		/** … but to the picture in `remove the text from it`. */
		readonly onPicture: readonly string[];
		/** `don't` before a verb: this verb asks for nothing. */
		readonly negators: readonly string[];
		/** What may be between a negator and its noun: only wishes to change are negated, not opinions. */
		readonly negatable: readonly string[];
		/** `keep` near the noun: nothing is asked for, unless a negator is right before it. */
		readonly keepers: readonly string[];
		/** Another thing between verb and noun is what the verb is about … */
		readonly otherThings: readonly string[];
		/** … unless both are joined by one of these. */
		readonly joiners: readonly string[];
		/** What sets one clause against the one before it. */
		readonly contrasts: readonly string[];
	};
}

/** Phrases between commas: one on a line each would hide what belongs together. */
const list = (phrases: string): readonly string[] => phrases.trim().split(/,\s*/u);

/** What each of these phrases means. */
const meaning = <Meant>(rows: readonly (readonly [Meant, phrases: string])[]): Readonly<Record<string, Meant>> =>
	Object.fromEntries(rows.flatMap(([meant, phrases]) => list(phrases).map((phrase) => [phrase, meant])));

const en: FeedbackPatterns = {
	cancel: [
		...['cancel', 'never mind', 'nevermind', 'forget', 'changed my mind', 'nothing', 'stop', 'undo', 'leave as is', 'leave', 'keep as is'],
		...["don't", 'do not', 'no need', 'no changes', 'no change', 'not needed', 'no change needed', 'no changes needed'],
		...['keep', 'drop it', 'nvm', 'let be', "don't change", 'do not change', "don't change anything", 'do not change anything'],
	],
	besideCancel: list("please, sorry, no, oh, ok, okay, well, just, actually, i, i've, have, then, it, that, all, about, thanks"),
	replace: { verbs: ['replace', 'change', 'swap'], prepositions: ['with', 'by', 'to', 'for'] },
	fillers: ['please', 'and', 'then', 'also', 'thanks', 'thank', 'you', 'in', 'the', 'text', 'body', 'title', 'subtitle', 'caption', 'post'],
	pleasantries: list(`
		thanks, thank you, thank you very much, thanks a lot, many thanks, thx, ok, okay, ok thanks, okay thanks, great,
		great thanks, good, very good, fine, nice, cool, perfect, wonderful, looks good, looks great, yes, yes please, no,
		no thanks, hi, hello, hello there, hey, good morning, good afternoon, good evening, bye, got it, i see, well done,
		are you there, how are you, what's up, test,
		what can you do, what do you do, what can i do, how does it work, how does this work, who are you
	`),
	thanks: ['thank', 'thx', 'many thanks'],
	greetings: list("hi, hello, hey, good morning, good afternoon, good evening, are you, how are, what's up, test"),
	abilities: list('what can, what do you do, how does it work, how does this work, who are you'),
	title: ['title', 'new title', 'headline'],
	subtitle: ['subtitle', 'new subtitle'],
	titles: list(`
		three titles, 3 titles, three titles choose from, three other titles, three new titles, three headlines, 3 headlines
	`),
	twoPictures: ['two pictures', '2 pictures', 'two images', 'two pictures choose from', 'second picture'],
	anotherPicture: 'another picture',
	giving: list('give, me, us, i, want, would, like, offer, suggest, write, draw, bring, take, to, please, the, a'),
	pictureBefore: list(`
		picture before, previous picture, earlier picture, old picture, old picture back, other picture back, picture back,
		first picture
	`),
	template: {
		nouns: ['template', 'cover template', 'layout'],
		names: meaning([
			['ff-square-0.1', 'ff-square-0.1, classic'],
			['panel', 'panel'],
			['full', 'full'],
			['frame', 'frame'],
			['words', 'words'],
			['news', 'news'],
			['photo', 'photo'],
		]),
		fillers: list(`
			please, use, take, make, it, try, switch, change, set, to, the, a, with, in, into, for, cover, this, post, instead
		`),
	},
	shown: {
		phrases: meaning([
			[{ signature: false }, 'without signature, no signature'],
			[{ signature: true }, 'with signature'],
			[{ hashtags: false }, 'without hashtags, no hashtags'],
			[{ hashtags: true }, 'with hashtags'],
			[{ buttons: false }, 'without buttons, no buttons, without button'],
			[{ buttons: true }, 'with buttons'],
			[{ silent: true }, 'silent, silently, without sound, without notification'],
			[{ silent: false }, 'with sound, with notification'],
			[{ spoiler: true }, 'hide picture, blur picture, with spoiler, under spoiler'],
			[{ spoiler: false }, 'without spoiler'],
			[{ caption_above: true }, 'caption above, caption above picture, text above, text above picture'],
			[{ caption_above: false }, 'caption below, caption below picture, text below, text below picture'],
		]),
		fillers: ['please', 'the', 'a', 'any', 'it', 'this', 'post', 'publish', 'send', 'make', 'put', 'be', 'now', 'and', 'but'],
		addButton: [
			...['add a link button', 'add a button', 'add button', 'add the button', 'with a button', 'with the button'],
			...['add buttons', 'add two buttons', 'add the buttons', 'add link buttons', 'with buttons', 'with two buttons'],
		],
		nextButton: ['and', 'a', 'an', 'another', 'second', 'one', 'link', 'button'],
	},
	picture: meaning([
		['photo', 'without cover, no cover, without words on picture, no words on picture'],
		['photo', 'just photo, just picture, photo only, picture only, only photo, only picture'],
		['cover', 'with cover'],
	]),
	illustration: {
		nouns: ['image', 'images', 'picture', 'pictures', 'illustration', 'illustrations', 'photo', 'photos', 'cover art'],
		verbs: ['new', 'another', 'different', 'change', 'changed', 'redo', 'replace', 'regenerate', 'swap', 'redraw'],
		textWishes: ['shorter', 'shorten', 'longer', 'lengthen', 'rewrite', 'rephrase', 'reword'],
		textVerbs: ['make', 'write', 'add', 'remove', 'delete', 'cut', 'drop', 'fix', 'correct', 'move'],
		onPicture: ['it', 'there'],
		negators: ["don't", 'dont', 'not', 'never', 'without', "doesn't", "needn't", "shouldn't"],
		negatable: list(`
			change, changing, touch, touching, replace, replacing, redo, redoing, regenerate, regenerating, swap, alter, need, want,
			make
		`),
		keepers: ['keep', 'keeping', 'leave', 'same', 'stays', 'stay', 'fine', 'good', 'ok', 'okay', 'great', 'perfect'],
		otherThings: list(`
			text, title, subtitle, headline, caption, body, paragraph, paragraphs, sentence, sentences, word, words, tone, ending,
			line
		`),
		joiners: ['and', 'or', 'both', 'also'],
		contrasts: ['but', 'while', 'though'],
	},
};

const ru: FeedbackPatterns = {
	cancel: [
		...['отмена', 'отмени', 'отмените', 'отменить', 'не надо', 'не нужно', 'передумал', 'передумала', 'передумали', 'забудь', 'забудьте'],
		...['ничего', 'ничего не надо', 'ничего не нужно', 'ничего не меняй', 'стоп', 'хватит', 'оставь', 'оставьте', 'оставь как есть'],
		...['оставьте как есть', 'оставь как было', 'оставьте как было', 'пусть будет как есть', 'оставь так', 'оставьте так'],
		...list(
			'не меняй, не меняйте, ничего не меняйте, больше не нужно, больше не надо, пусть останется, пусть остается, пусть останется как есть',
		),
	],
	besideCancel: list('пожалуйста, извини, извините, нет, ой, ок, ладно, хорошо, просто, я, уже, тогда, все, это, об, этом, спасибо'),
	replace: {
		verbs: ['замени', 'заменить', 'замените', 'поменяй', 'поменять', 'поменяйте', 'измени', 'изменить', 'измените'],
		prepositions: ['на'],
	},
	fillers: list('пожалуйста, и, а, также, затем, потом, ещё, еще, спасибо, в, тексте, заголовке, подзаголовке, подписи'),
	pleasantries: list(`
		спасибо, спасибо большое, большое спасибо, спасибо огромное, благодарю, благодарю вас, ок, окей, хорошо, хорошо спасибо,
		ладно, понятно, понял, поняла, ясно, отлично, отлично спасибо, супер, класс, здорово, да, да пожалуйста, нет, нет спасибо,
		привет, здравствуйте, добрый день, доброе утро, добрый вечер, до свидания, пока, ты тут, ты здесь, как дела,
		тест, что ты умеешь, что вы умеете, что ты можешь, что вы можете, как это работает, кто ты
	`),
	thanks: ['спасибо', 'большое спасибо', 'благодарю'],
	greetings: ['привет', 'здравствуйте', 'добрый', 'доброе', 'ты', 'как дела', 'тест'],
	abilities: ['что ты умеешь', 'что вы умеете', 'что ты можешь', 'что вы можете', 'как это работает', 'кто ты'],
	title: ['заголовок', 'новый заголовок'],
	subtitle: ['подзаголовок', 'новый подзаголовок'],
	titles: ['три заголовка', '3 заголовка', 'три заголовка на выбор', 'три других заголовка', 'три новых заголовка', 'заголовки на выбор'],
	twoPictures: ['две картинки', '2 картинки', 'две картинки на выбор', 'вторая картинка', 'вторую картинку'],
	anotherPicture: 'другая картинка',
	giving: ['дай', 'дайте', 'мне', 'нам', 'хочу', 'предложи', 'предложите', 'придумай', 'напиши', 'нарисуй', 'сделай', 'пожалуйста'],
	pictureBefore: list(`
		прежняя картинка, прежнюю картинку, верни прежнюю картинку, верните прежнюю картинку, старая картинка, старую картинку,
		верни старую картинку, верни картинку, предыдущую картинку, верни предыдущую картинку
	`),
	template: {
		nouns: ['шаблон', 'шаблоне', 'шаблоном', 'шаблона', 'макет'],
		names: meaning([
			['ff-square-0.1', 'ff-square-0.1, classic, классический, классика'],
			['panel', 'panel, панель, плашка, плашку'],
			['full', 'full, во весь кадр'],
			['frame', 'frame, рамка, рамку'],
			['words', 'words, слова, только текст'],
			['news', 'news, новости'],
			['photo', 'photo, фото'],
		]),
		fillers: list('пожалуйста, используй, возьми, сделай, поставь, смени, поменяй, с, в, на, это, обложку, обложки, для, лучше'),
	},
	shown: {
		phrases: meaning([
			[{ signature: false }, 'без подписи, убери подпись'],
			[{ signature: true }, 'с подписью'],
			[{ hashtags: false }, 'без хештегов, без хэштегов'],
			[{ hashtags: true }, 'с хештегами, с хэштегами'],
			[{ buttons: false }, 'без кнопок, без кнопки'],
			[{ buttons: true }, 'с кнопками'],
			[{ silent: true }, 'без звука, тихо, без уведомления'],
			[{ silent: false }, 'со звуком, с уведомлением'],
			[{ spoiler: true }, 'скрой картинку, спрячь картинку, размой картинку, под спойлер, под спойлером, картинку под спойлер'],
			[{ caption_above: true }, 'подпись сверху, подпись над картинкой, текст сверху, текст над картинкой'],
			[{ caption_above: false }, 'подпись снизу, подпись под картинкой, текст снизу, текст под картинкой'],
			[{ spoiler: false }, 'без спойлера'],
		]),
		fillers: ['пожалуйста', 'опубликуй', 'отправь', 'сделай', 'поставь', 'пост', 'его', 'это', 'и', 'а', 'но'],
		addButton: [
			...['добавь кнопку', 'добавьте кнопку', 'с кнопкой', 'поставь кнопку', 'с кнопками', 'с двумя кнопками'],
			...['добавь кнопки', 'добавьте кнопки', 'поставь кнопки', 'добавь две кнопки', 'добавьте две кнопки', 'поставь две кнопки'],
		],
		nextButton: ['и', 'ещё', 'еще', 'одну', 'вторую', 'кнопку'],
	},
	picture: meaning([
		['photo', 'без обложки, без слов на картинке, без текста на картинке, только фото, только картинка, только картинку, просто фото'],
		['cover', 'с обложкой'],
	]),
	illustration: {
		nouns: ['картинк*', 'изображени*', 'иллюстраци*', 'фото', 'фотк*', 'фотографи*'],
		verbs: list(`
			новая, новую, новое, новой, новые, другая, другую, другое, другой, другие, измени*, поменя*, передела*, замени*,
			перерису*, нарису*, смени*, обнови*
		`),
		textWishes: ['короче', 'покороче', 'сократи*', 'длиннее', 'подлиннее', 'перепиши*', 'перефразируй*', 'переформулируй*'],
		textVerbs: ['сдела*', 'напиши*', 'добав*', 'убери*', 'убрать', 'удали*', 'исправь*', 'исправить', 'поправь*', 'перенеси*'],
		onPicture: ['неё', 'нее', 'ней', 'него', 'нем', 'нём', 'там'],
		negators: ['не', 'без'],
		negatable: list('меня*, измен*, поменя*, замен*, замени*, трога*, передел*, перерис*, смен*, нужн*, надо, хочу, обновля*'),
		keepers: list('оставь, оставьте, оставить, оставляем, сохрани, сохраните, прежн*, хорош*, нравится, норм, нормальн*, отличн*'),
		otherThings: ['текст', 'тексте', 'заголов*', 'подзаголов*', 'подпис*', 'абзац*', 'предложени*', 'слов*', 'фраз*', 'тон', 'концовк*'],
		joiners: ['и', 'или', 'также'],
		contrasts: ['а', 'но', 'зато', 'только'],
	},
};

const tables: Readonly<Partial<Record<Language, FeedbackPatterns>>> = { en, ru };

/** What withdraws in the languages that have no table. */
export const withdrawals: Readonly<Partial<Record<Language, readonly string[]>>> = {
	de: list(`
		abbrechen, abbruch, vergiss es, doch nicht, nichts, lass es, lassen sie es, lass es so, lassen sie es so,
		lass es wie es ist, lassen sie es wie es ist, nicht nötig, nichts ändern, ändere nichts, ändern sie nichts
	`),
	es: list(`
		cancelar, cancela, nada, olvídalo, déjalo, déjelo, he cambiado de idea, déjalo como está, déjelo como está, déjalo así,
		déjelo así, no hace falta, no cambies nada, no cambie nada
	`),
	fr: list(`
		annuler, annule, rien, laisse tomber, laissez tomber, oublie, oubliez, laisse comme ça, laissez comme ça, pas besoin,
		ne change rien, ne changez rien, j'ai changé d'avis
	`),
	'pt-BR': list(`
		cancelar, cancela, nada, esquece, deixa, deixa pra lá, mudei de ideia, deixa como está, deixe como está, deixa assim,
		deixe assim, não precisa, não mude nada
	`),
	uk: list(`
		скасувати, скасуй, відміна, не треба, не потрібно, нічого, забудь, забудьте, передумав, передумала, лиши як є, залиш як є,
		залиште як є, залиш так, залиште так, не змінюй, не змінюйте, нічого не змінюй, нічого не змінюйте
	`),
	it: list(`
		annulla, annullare, niente, lascia stare, lasci stare, lascia perdere, lasci perdere, lascia così, lasci così, non serve,
		ho cambiato idea
	`),
	tr: list(`
		iptal, vazgeç, vazgeçtim, boş ver, boşver, gerek yok, kalsın, unut, hiçbir şey, fikrimi değiştirdim, olduğu gibi bırak,
		olduğu gibi kalsın, böyle kalsın
	`),
	pl: list(`
		anuluj, nic, nieważne, zapomnij, zostaw, nie trzeba, rozmyśliłem się, rozmyśliłam się, zmieniłem zdanie, zmieniłam zdanie,
		zostaw jak jest, zostaw tak, nic nie zmieniaj
	`),
};

/** Every language is tried on every reply: people answer in the language they think in. */
export const feedbackPatterns: readonly FeedbackPatterns[] = Object.values(tables);
