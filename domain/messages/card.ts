import type { Messages } from './messages.ts';
import type { Item } from '../news/item.ts';
import { dateName } from './sentences.ts';
import { withoutContacts } from '../text/contacts.ts';

/**
 * The whole text of a news card: what it is about, why, where it comes from and how old it is. Its one link is that of the item,
 * before what is said of a post that the desk had.
 * @param zone in which the day of the article is told
 * @param had what is said of an earlier draft of the same matter
 */
export function cardText(
	messages: Messages,
	{ title, angle, source_title, host, published_at_ms, link }: Item,
	{ windowDays, zone, had }: { readonly windowDays: number; readonly zone: string; readonly had?: string | undefined },
): string {
	const source = source_title === null || source_title.trim() === '' ? host : source_title;
	const about = [source, dateName(messages, published_at_ms, zone), messages.news.window({ days: windowDays })];
	return `${withoutContacts(`${title}\n${angle}\n\n${about.join(' · ')}`, [link, host])}\n${link}${had === undefined ? '' : `\n\n${had}`}`;
}
