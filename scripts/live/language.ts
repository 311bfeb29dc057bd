import { languageName, postLanguageNamed, postLanguages } from '@copydesk/domain/languages/names';
import { languageOf, languages } from '@copydesk/domain/language';
import { languageNamed } from '@copydesk/domain/messages/catalogue';
import { NotTaken, untilTaken, type Known, type Question } from './setupContext.ts';
import { areFormed } from './values.ts';

const AUTO = 'auto';
const FALLBACK = { posts: AUTO, chat: 'en' } as const;

const inWords = (posts: string, chat: string): string =>
	`Posts in ${posts === AUTO ? 'the language of each request' : languageName(posts, 'en')}; the bot speaks ${languageName(chat, 'en')} ` +
	'with people of whom it knows no better';

/** One word for the posts and, if wanted, a second one for the chat. @throws NotTaken */
function read(line: string): { readonly posts: string; readonly chat: string } {
	const [first, second, ...more] = line.split(/[\s,;/]+/).filter((word) => word !== '');
	if (more.length > 0)
		throw new NotTaken(`I understood ${more.length + 2} languages; expected one for the posts and, if you want, one for the chat`);
	if (first === undefined) return FALLBACK;
	const posts = first.toLowerCase() === AUTO ? AUTO : postLanguageNamed(first);
	if (posts === null)
		throw new NotTaken(`“${first}” is no language that a cover can show. Expected auto or one of ${postLanguages.join(', ')}`);
	const chat = second === undefined ? (languageOf(posts) ?? FALLBACK.chat) : languageNamed(second);
	if (chat === null) throw new NotTaken(`The bot does not speak “${second}”. Expected ${languages.join(' or ')} for the chat`);
	return { posts, chat };
}

export const language: Question = {
	name: 'language',
	about: 'the languages of the posts and of the chat',
	sets: ['COLLAB_POST_LANGUAGE', 'COLLAB_LANGUAGE'],
	isSettled({ known, terminal }) {
		const all = known();
		if (!areFormed(this.sets, all)) return Promise.resolve(false);
		terminal.say(`  ✓ ${inWords(all['COLLAB_POST_LANGUAGE'] ?? '', all['COLLAB_LANGUAGE'] ?? '')}`);
		return Promise.resolve(true);
	},
	async ask(context): Promise<Known> {
		context.terminal.say(
			'\nThe language of the posts (auto: that of each request), and with a space the one that the bot speaks. Like: de en',
		);
		return await untilTaken(context, { prompt: `The languages [${FALLBACK.posts} ${FALLBACK.chat}]: ` }, (line) => {
			const { posts, chat } = read(line);
			context.terminal.say(`  ✓ ${inWords(posts, chat)}`);
			return Promise.resolve({ COLLAB_POST_LANGUAGE: posts, COLLAB_LANGUAGE: chat });
		});
	},
};
