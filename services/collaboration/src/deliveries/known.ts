/** The links that a text of the graphs may contain: from the draft, the person's own words and the desk's own lists. */
import type { Intent } from '@copydesk/domain/desk/asked';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { isObject } from '@copydesk/domain/isObject';
import { unknownContacts, withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import { draftOf, wordsBehind } from '../events/events.ts';
import { findMaterial, openWork } from '../materials/read.ts';
import { listFeeds } from '../news/feeds.ts';
import { findBatch, itemsOf } from '../news/items.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';

/** The most open drafts that a list may name. */
const MAX_LISTED = 100;

/** The caller's text without unknown links, so that a thief of the service key cannot send people to a page. */
export async function withKnownLinks(db: Database, actors: Actors, actor: Actor, text: string): Promise<string> {
	if (unknownContacts(text, []).length === 0) return text;
	return withoutContacts(text, textsIn([await ofEvent(db, actor), await ofDesk(db, actors)]));
}

/** What the event is about: its words, the message with its button, its drafts and its news. */
async function ofEvent(db: Database, { context, participant }: Actor): Promise<unknown> {
	const { event_key } = context;
	const event = await tables(db)
		.selectFrom('event')
		.select(['update_json', 'intent'])
		.where('event_key', '=', event_key)
		.executeTakeFirst();
	const intent = event === undefined ? null : storedIntent(event.intent);
	const draftKeys = new Set([(await draftOf(db, event_key))?.draft_key, draftNamedIn(intent)]);
	const drafts = [];
	for (const draftKey of draftKeys) {
		if (draftKey === undefined) continue;
		drafts.push(await findMaterial(db, draftKey), await wordsBehind(db, participant.userId, draftKey));
	}
	const batch = await findBatch(db, intent?.kind === 'callback' ? { batch_key: intent.draft_key } : { event_key });
	return [intent, JSON.parse(event?.update_json ?? 'null'), drafts, batch, batch === undefined ? [] : await itemsOf(db, batch.batch_key)];
}

function draftNamedIn(intent: Intent | null): string | undefined {
	if (intent === null) return undefined;
	if ('draft_key' in intent) return intent.draft_key;
	return intent.kind === 'command' && 'draft_id' in intent.args ? intent.args.draft_id : undefined;
}

/** What the desk lists when somebody asks. */
async function ofDesk(db: Database, actors: Actors): Promise<unknown> {
	const feeds = (await listFeeds(db)).map(({ feed_url, ...feed }) => [
		feed,
		feed_url,
		URL.canParse(feed_url) ? new URL(feed_url).host : null,
	]);
	const people = (await actors.everyone()).map(({ displayName }) => displayName);
	return [feeds, people, await openWork(db, MAX_LISTED)];
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
