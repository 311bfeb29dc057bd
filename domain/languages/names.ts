/** Languages that a post may be in, by the tag and by any name that people call them. */
import { plain } from '../text/plain.ts';

/** Those whose letters a cover can show, and whose words the check of languages knows. */
export const postLanguages = [
	...['en', 'ru', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'uk', 'be', 'bg', 'sr', 'cs', 'sk', 'sl', 'hr', 'ro', 'hu'],
	...['sv', 'da', 'nb', 'fi', 'et', 'lv', 'lt', 'el', 'tr'],
] as const;

/** `de` as a language calls it, e.g. `German`; the tag where there is no name. */
export const languageName = (tag: string, locale: string): string => new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;

/** The tag of a language that somebody names: `de`, `German`, `Deutsch`, «немецкий», «по-немецки». */
export function postLanguageNamed(words: string): string | null {
	const said = plain(words);
	const tag = postLanguages.find((each) => each === said);
	if (tag !== undefined) return tag;
	const isNamed = (tag: string) => {
		const names = ['en', 'ru', tag].map((locale) => plain(languageName(tag, locale)));
		// немецкий: по-немецки, на немецком
		const russian = names[1]?.replace(/ий$/, '') ?? '';
		return names.includes(said) || said === `по-${russian}и` || said === `на ${russian}ом`;
	};
	return postLanguages.find(isNamed) ?? null;
}

/** Whether a word has the form of a tag, as `de` and `pt-BR` have. */
export const isTag = (word: string): boolean => /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(word);
