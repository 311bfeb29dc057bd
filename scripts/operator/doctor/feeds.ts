import { readNewsSettings } from '@copydesk/domain/news/settings';
import { hostPortOf } from '@copydesk/reader/fetch/hostPort';
import { ok, warning, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

const WHERE = 'the settings node at the head of Copydesk · Main, in the editor of n8n';

/** Whether the feeds in the settings of the main graph can be read at all. None of them is asked. */
export function examineFeeds({ origins }: DoctorTargets, settings: Readonly<Record<string, string>>): readonly Finding[] {
	if (settings['feeds'] === undefined) return [];
	const reading = readNewsSettings(settings);
	if (!reading.ok) return [warning('feeds.unreadable', `the settings of news cannot be read: ${reading.detail}`, `correct it in ${WHERE}`)];
	const { feeds } = reading.settings;
	if (feeds.length === 0) return [warning('feeds.none', 'no feed is set, so /news has nothing to search', `name some in ${WHERE}`)];
	const examples = feeds.filter((feed) => isExample(feed, origins ?? new Map()));
	return examples.length === 0
		? [ok('feeds', `${feeds.length} are set`)]
		: examples.map((feed) => warning('feeds.example', `${feed} is only an example`, `replace it with an address of your own, in ${WHERE}`));
}

/** No name server knows a name that ends so; the sandbox's newspapers are reached by the reader's origins. */
function isExample(feed: string, origins: ReadonlyMap<string, unknown>): boolean {
	const url = new URL(feed.replaceAll('{topic}', 'topic'));
	return /(?:^|\.)example\.?$/.test(url.hostname) && !origins.has(hostPortOf(url));
}
