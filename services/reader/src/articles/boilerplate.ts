/** Recognises boxes around an article by their markup: elements, roles, and words in class names and ids. */
import { isHeading, type Block } from './blocks.ts';

const ELEMENTS = /^(?:NAV|FOOTER|ASIDE|FORM|DIALOG|ADDRESS)$/i;
const ROLES = /^(?:navigation|complementary|contentinfo|dialog|search|alert|banner)$/i;
const CONSENT = ['cookies?', 'consent', 'gdpr'];
/** Boxes that never contain the article. Boxes named `paywall` or `subscriber` may. */
const NEVER = ['offers?', 'cta', 'signup', 'newsletters?', 'comments?', 'disqus', ...CONSENT];
const NAMES = new RegExp(
	`^(?:${[
		...['ads?', 'adv', 'advert.*', 'adsense', 'dfp', 'gpt', 'sponsor.*', 'promo.*', 'affiliate', 'disclaimer'],
		...['shar(?:e|es|ing).*', 'social.*', 'addthis', 'related.*', 'recirc.*', 'recommend.*', 'trending', 'popular', 'teasers?'],
		...['outbrain', 'taboola', 'subscri.*', 'paywall', 'respond', 'repl(?:y|ies)', ...NEVER],
		...['captions?.*', 'credits?', 'copyright', 'gallery', 'slideshow', 'carousel', 'bylines?', 'authors?', 'bio', 'dateline', 'timestamp'],
		...['pubdate', 'nav', 'navigation', 'navbar', 'menus?', 'breadcrumbs?', 'crumbs', 'paginat.*', 'pager', 'prev', 'previous', 'tags'],
		...['toolbar', 'foot(?:er)?', 'sidebar', 'rail', 'widgets?', 'modal', 'popup', 'overlay', 'banner'],
	].join('|')})$`,
);
/** Boxes of pictures: their little text is a caption. */
const PICTURES = /^(?:photos?|images?|pictures?|figure|thumbnails?)$/;
const MAX_CAPTION_LETTERS = 250;
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** The words of a name: `wp-captionText` is `wp`, `caption` and `text`; `no-sidebar` has no sidebar. */
const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}]+/u)
		.filter((_, at, words) => !/^(?:no|without)$/.test(words[at - 1] ?? ''));

/** The words of an element's class names and id. Those of the whole page say what else is on it: `has-sidebar`, `cookies-not-set`. */
const namesOf = (element: Element): string[] =>
	/^(?:HTML|BODY)$/i.test(element.tagName)
		? []
		: wordsOf(`${element.getAttribute('class') ?? ''} ${element.id} ${element.getAttribute('itemprop') === 'author' ? 'author' : ''}`);

export const isNamedBoilerplate = (element: Element): boolean => namesOf(element).some((name) => NAMES.test(name));

/** Class names and ids of an element with a word for surroundings or pictures in them. */
export const suspectNamesOf = (element: Element): string[] =>
	[...(element.getAttribute('class') ?? '').split(/\s+/), element.id].filter((name) =>
		wordsOf(name).some((word) => NAMES.test(word) || PICTURES.test(word)),
	);

/** Removes those names. */
export function forgetNames(element: Element, names: readonly string[]): void {
	const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => !names.includes(name));
	if (element.hasAttribute('class')) element.setAttribute('class', classes.join(' '));
	if (names.includes(element.id)) element.removeAttribute('id');
}

const NEVER_NAMES = new RegExp(`^(?:${NEVER.join('|')})$`);
const isNever = (element: Element): boolean => namesOf(element).some((name) => NEVER_NAMES.test(name));
export const isNeverArticle = (element: Element): boolean => isNever(element) && element.querySelector('h1') === null;

/** Words for a place on the page; a paragraph with such a name may be anywhere. */
const PLACE = /^(?:nav|navigation|navbar|menus?|breadcrumbs?|crumbs|paginat.*|pager|toolbar|foot(?:er)?|sidebar|rail)$/;
/** Words for lines that are short: what a picture shows, and who made it or the text. */
const SHORT = /^(?:captions?.*|credits?|copyright|gallery|slideshow|carousel|bylines?|authors?|bio|dateline|timestamp|pubdate|tags)$/;
const MIN_PARAGRAPH_LETTERS = 60;
const IMAGES = 'img, picture, video, figure, svg';

/** Whether an element is what its name says, although extractors take its text: too short, beside a picture, or an offer to the reader. */
export function isWhatItIsCalled(element: Element, letters: number): boolean {
	const names = namesOf(element);
	const isParagraph = /^(?:P|LI)$/i.test(element.tagName);
	if (isNever(element) || names.some((name) => PLACE.test(name))) return !isParagraph;
	if (!names.some((name) => SHORT.test(name) || PICTURES.test(name))) return !isParagraph && letters < MIN_PARAGRAPH_LETTERS;
	return letters < MIN_PARAGRAPH_LETTERS || (element.parentElement ?? element).querySelector(IMAGES) !== null;
}

/** By element or role. */
export const isApart = (element: Element): boolean => ELEMENTS.test(element.tagName) || ROLES.test(element.getAttribute('role') ?? '');

/** @param letters how many letters the element contains */
export function isBoilerplate(element: Element, letters: number): boolean {
	if (isApart(element)) return true;
	const names = namesOf(element);
	// A quoted post of a social network is embedded in a box with such a name.
	if (names.some((name) => NAMES.test(name))) return !/^BLOCKQUOTE$/i.test(element.tagName) && element.querySelector('blockquote') === null;
	// A caption has no heading.
	return letters <= MAX_CAPTION_LETTERS && names.some((name) => PICTURES.test(name)) && element.querySelector(HEADINGS) === null;
}

/** A line that only labels what follows. */
const LABEL = new RegExp(
	`^[\\p{P}\\s]*(?:${[
		...['advert(?:isement)?', 'ads?', 'sponsored', 'anzeige', 'werbung', 'publicit[eé]', 'publicidad', 'pubblicit[aà]', 'publicidade'],
		...['reclame', 'reklama?', 'iklan', 'реклама', '広告', 'comments?', 'kommentare', 'комментарии'],
	].join('|')})[\\p{P}\\s]*$`,
	'iu',
);
/** The credit of a picture in its caption, if no markup marks it. */
const CREDIT = /[([](?:image|photo|picture|credit|foto|фото|bild)\b[^)\]]{0,80}[)\]]$/i;
const OWNER = /^©/;
const RESERVED = /rights|reserved|vorbehalten|защищены/i;

/** Whether a text is a label or a credit. A paragraph with a credit in it is none. */
export function isLabel({ text, letters, element }: Block): boolean {
	if (LABEL.test(text)) return true;
	const isText = /^P$/i.test(element.tagName) || element.querySelector(IMAGES) === null;
	const isParagraph = isText && letters >= MIN_PARAGRAPH_LETTERS && SENTENCE_END.test(text.replace(CREDIT, '').trim());
	return !isParagraph && (CREDIT.test(text) || (OWNER.test(text) && !RESERVED.test(text)));
}

/** A day, a year or a time of day. */
const MOMENT = /\b(?:19|20)\d\d\b|\d:\d\d/;
const MAX_DATE_LETTERS = 90;
/** The end of a sentence, including closing quotation marks and brackets. */
const SENTENCE_END = /[.!?…。！？؟।]["”»’)\]]*$/u;

/** A line that says who published the article, and when. */
export const isDateline = ({ text, letters }: Block): boolean =>
	letters < MAX_DATE_LETTERS && MOMENT.test(text) && !SENTENCE_END.test(text);

const MIN_PROSE_LETTERS = 40;
const MAX_PROSE_LINKS = 0.5;
const PUNCTUATION = /[.!?…。！？؟।:;,”"»、，]/u;
/** Letters of scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;
const MIN_PROSE_WORDS = 5;

/** Whether a block is prose for readers: long enough, punctuated, few links. */
export function isProse(block: Block): boolean {
	if (block.letters < MIN_PROSE_LETTERS || block.linkLetters >= block.letters * MAX_PROSE_LINKS || isHeading(block)) return false;
	return PUNCTUATION.test(block.text) && (UNSPACED.test(block.text) || block.text.split(' ').length >= MIN_PROSE_WORDS);
}

/** Programs that ask for consent, and what others call their boxes. */
const CONSENT_NAMES = new RegExp(
	`^(?:${[...CONSENT, 'cmp', 'didomi', 'usercentrics', 'cookiebot', 'truste', 'trustarc', 'iubenda', 'onetrust', 'quantcast'].join('|')})$`,
);
const CONSENT_WORDS = /cookie|куки|consent|einwillig|privacy|datenschutz|confidentialit|конфиденциальн|персональн/giu;
/** Their names may be those of a subject. */
const ARTICLES = /^(?:ARTICLE|MAIN)$/i;
/** In so many letters of such a box its subject is named once. */
const LETTERS_FOR_CONSENT_WORD = 400;

/**
 * Removes boxes that ask for consent, by their names and their words. They may be longer than the article, so the libraries must not see
 * them. A box with a headline may be the article.
 */
export function removeConsent(document: Document): void {
	for (const box of document.body.querySelectorAll('[class], [id]')) {
		const isNamed = !ARTICLES.test(box.tagName) && namesOf(box).some((name) => CONSENT_NAMES.test(name));
		if (!isNamed || box.querySelector('h1') !== null) continue;
		const text = box.textContent ?? '';
		if ((text.match(CONSENT_WORDS) ?? []).length * LETTERS_FOR_CONSENT_WORD >= text.length) box.remove();
	}
}
