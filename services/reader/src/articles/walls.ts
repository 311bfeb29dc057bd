/** Pages that replace an article: a login form, or a check for robots. */
import type { Block } from './blocks.ts';
import type { Page } from './story.ts';

const anyOf = (...words: readonly string[]): RegExp => new RegExp(words.join('|'), 'iu');

/** What a page says to a reader who should sign in. An article about signing in uses other words. */
const TO_SIGN_IN = anyOf(
	String.raw`\b(?:log|sign)[ -]?in(?:to)? (?:to|with|or|here|now|your)\b|\b(?:please|to|or) (?:log|sign)[ -]?in\b`,
	String.raw`\b(?:create|need|have) (?:an?|your)(?: free)? account\b|\balready (?:a subscriber|a member|have an account|registered)`,
	String.raw`\b(?:subscribe|register)(?: now| today| for free)? (?:to|and) (?:continue|keep|read|unlock|access|get)`,
	String.raw`\b(?:for (?:subscribers|members|registered (?:users|readers)) only|only (?:for|to) (?:our )?(?:subscribers|members))\b`,
	String.raw`\b(?:(?:forgot|enter|reset) your (?:password|e-?mail)|to (?:continue|keep) reading|reached your (?:free )?limit)\b`,
	'войдите|авторизуйтесь|зарегистрируйтесь|оформите подписку|введите (?:пароль|логин|почту|номер|e-?mail)',
	'уже есть (?:аккаунт|подписка)|уже подписаны|забыли пароль|чтобы (?:читать|прочитать|дочитать|продолжить) ',
	String.raw`только (?:для )?(?:подписчик|зарегистрированн|авторизованн)|доступ\S* (?:по подписке|подписчикам)`,
	String.raw`\b(?:jetzt|bitte) (?:anmelden|einloggen|registrieren|abonnieren)\b|\bum weiterzulesen\b`,
	String.raw`\b(?:connectez-vous|abonnez-vous|suscr[íi]b[ea]te|reg[íi]strate)\b|(?:inicia|inicie|iniciar) sesi[óo]n`,
);
/** Words about an account that, together, show the same, right after the beginning of an article. */
const ACCOUNT = anyOf(
	String.raw`\b(?:(?:log|sign)[ -]?(?:in|up)|subscribe|register|account)\b`,
	'войдите|авторизуйтесь|зарегистрируйтесь|подписк|подпишитесь',
);
const REST = anyOf(
	String.raw`\b(?:(?:continue|keep|go on) reading|read (?:on|this|the (?:rest|full|whole))|unlock|full (?:article|story|text|access))\b`,
	'чита(?:ть|йте) (?:дальше|полностью|целиком|статью)|дочитать|продолжить чтение|продолжение',
	'полн(?:ый|ая|ую) (?:текст|верси|стать)',
);
const TO_ROBOTS = anyOf(
	String.raw`\bchecking (?:if|your) (?:the site|browser|connection)|\bverif(?:y|ying) (?:that )?you are (?:a )?human\b`,
	String.raw`\b(?:not|are you) a robot\b|\benable javascript(?: and cookies)? to continue\b|\bunusual (?:traffic|activity)\b`,
	String.raw`\b(?:ray id|captcha|security (?:check|service))\b`,
	'провер(?:ка|ить|яем) (?:браузер|безопасност|ваш)|не робот|что вы человек|включите javascript',
	String.raw`подозрительн\S+ (?:активност|трафик)`,
);
/** A wall speaks to the reader, or of this very page; news about robots, accounts and subscriptions speaks of others. */
const TO_READER = anyOf(
	String.raw`\b(?:you|your|please|this (?:article|story|content|page|site))\b`,
	String.raw`(?:^|[.!?:…–—] *)(?:(?:log|sign)[ -]?(?:in|up)|subscribe|register|create|enter|enable|complete|confirm|solve|checking)\b`,
	String.raw`(?<!\p{L})(?:вы|вас|вам|ваш\p{L}*|пожалуйста|подождите|включите|подтвердите|войдите|авторизуйтесь|введите)(?!\p{L})`,
	String.raw`(?<!\p{L})(?:зарегистрируйтесь|подпишитесь|оформите|читайте|доступ\p{L}* (?:только |лишь )?(?:по подписке|подписчикам|для))`,
	String.raw`\b(?:to (?:continue|keep|read)|unlock)\b|\bfor (?:subscribers|members|registered (?:users|readers)) only\b`,
	'чтобы (?:читать|прочитать|дочитать|продолжить)|по подписке',
	String.raw`\b(?:bitte|jetzt|um weiterzulesen|connectez-vous|abonnez-vous|suscr[íi]b[ea]te|reg[íi]strate|inicia|inicie)\b`,
);
/** The title contains nothing else, except the site's name. */
const TITLE_TO_ROBOTS = new RegExp(
	`^(?:${[
		'just a moment|one moment(?:,? please)?|attention required|access denied|checking your browser|please wait|security check',
		'human verification|verify you are human|are you (?:a robot|human)|pardon our interruption|ddos-guard|подождите',
		'проверка (?:браузера|безопасности)|доступ (?:ограничен|запрещ[её]н)|вы не робот',
	].join('|')})[.…!? ]*(?:$|[|–—-])`,
	'iu',
);

/** A wall has little text; a text with more letters is an article. */
const MOST_LETTERS_OF_WALL = 1_200;
const MOST_LETTERS_BESIDE_PASSWORD = 600;
const MOST_UNITS_OF_INVITATION = 300;
/** How many blocks at the end of the text, and after it, may ask the reader to sign in. */
const BLOCKS_AT_END = 3;
const HALF = 0.5;

const lettersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { letters }) => sum + letters, 0);
const isMostly = (story: readonly Block[], words: RegExp): boolean =>
	lettersOf(story.filter(({ text }) => words.test(text) && TO_READER.test(text))) >= lettersOf(story) * HALF;

/** Whether the box around an element asks for a password after it. A login form in the page's header proves nothing. */
function asksForPassword(element: Element): boolean {
	const box = element.parentElement?.parentElement ?? element.parentElement;
	// linkedom compares positions by depth, but it selects in the order of the document.
	const elements = [...(box?.querySelectorAll('*') ?? [])];
	return elements.slice(elements.indexOf(element) + 1).some((field) => field.matches('input[type="password" i]'));
}

/** Whether the found text is a login wall or a robot check, or ends with a request to sign in. */
export function isWall(story: readonly Block[], { title, blocks }: Page): boolean {
	const letters = lettersOf(story);
	if (letters === 0 || letters > MOST_LETTERS_OF_WALL) return false;
	if (TITLE_TO_ROBOTS.test(title.trim()) || isMostly(story, TO_ROBOTS) || isMostly(story, TO_SIGN_IN)) return true;
	const last = story.at(-1);
	if (letters <= MOST_LETTERS_BESIDE_PASSWORD && last !== undefined && asksForPassword(last.element)) return true;
	const behind = last === undefined ? [] : blocks.slice(blocks.indexOf(last) + 1).slice(0, BLOCKS_AT_END);
	return [...story.slice(-BLOCKS_AT_END), ...behind].some(
		({ text }) => text.length <= MOST_UNITS_OF_INVITATION && [ACCOUNT, REST, TO_READER].every((words) => words.test(text)),
	);
}
