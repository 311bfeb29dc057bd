/** The links that a text of the graphs may contain: of people's own words, of news that they took, of settings and of published posts. */
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { isOfDesk } from '@copydesk/domain/chat/panel';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { isObject } from '@copydesk/domain/isObject';
import { unknownContacts, withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import { draftOf, wordsBehind } from '../events/events.ts';
import { trustedTexts } from '../materials/trusted.ts';
import type { Actor, Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';

/**
 * The caller's text without unknown links, so that a thief of the service key cannot send people to a page. What the desk itself answered
 * to the event goes out as it is.
 */
export async function withKnownLinks(db: Database, actors: Actors, actor: Actor, text: string): Promise<string> {
	if (unknownContacts(text, []).length === 0) return text;
	const event = await tables(db)
		.selectFrom('event')
		.select(['update_json', 'intent'])
		.where('event_key', '=', actor.context.event_key)
		.executeTakeFirst();
	const intent = event === undefined ? null : storedIntent(event.intent);
	if (intent !== null && 'text' in intent && intent.text === text) return text;
	const people = (await actors.everyone()).map(({ displayName }) => displayName);
	const words = [saidBy(intent), JSON.parse(event?.update_json ?? 'null')];
	return withoutContacts(text, [...textsIn([words, people]), ...(await aboutOf(db, actor, intent)), ...(await trustedTexts(db))]);
}

/** What the person said: an answer of the desk is none of their words. */
function saidBy(intent: Intent | null): unknown {
	if (intent === null || intent.kind === 'post_request' || intent.kind === 'feedback_reply') return intent;
	if (intent.kind === 'command') return intent.args;
	return intent.kind === 'callback' && !isOfDesk(intent.action) ? intent : null;
}

/**
 * The words of the drafts that the event is about, as the person wrote them, and the news that a person took for them. A draft's own texts
 * and a card that nobody took may be what the caller wrote a moment ago.
 */
async function aboutOf(db: Database, { context, participant }: Actor, intent: Intent | null): Promise<readonly string[]> {
	const draftKeys = new Set([(await draftOf(db, context.event_key))?.draft_key, draftNamedIn(intent)]);
	const texts: string[] = [];
	for (const draftKey of draftKeys) {
		if (draftKey === undefined) continue;
		texts.push((await wordsBehind(db, participant.userId, draftKey)) ?? '');
		const taken = await tables(db).selectFrom('news_item').select(['link', 'canonical_url']).where('draft_key', '=', draftKey).execute();
		texts.push(...taken.flatMap(({ link, canonical_url }) => [link, canonical_url]));
	}
	return texts;
}

function draftNamedIn(intent: Intent | null): string | undefined {
	if (intent === null) return undefined;
	if ('draft_key' in intent) return intent.draft_key;
	return intent.kind === 'command' && 'draft_id' in intent.args ? intent.args.draft_id : undefined;
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
