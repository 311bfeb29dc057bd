/** The links that a text of the graphs may contain: of the draft, of the person's own words, of settings and of published posts. */
import type { Intent } from '@copydesk/domain/desk/asked';
import { isOfDesk } from '@copydesk/domain/chat/panel';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { isObject } from '@copydesk/domain/isObject';
import { unknownContacts, withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import { draftOf, wordsBehind } from '../events/events.ts';
import { findMaterial } from '../materials/read.ts';
import { trustedTexts } from '../materials/trusted.ts';
import { findBatch, itemsOf } from '../news/items.ts';
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
	return withoutContacts(text, [...textsIn([words, people, await aboutOf(db, actor, intent)]), ...(await trustedTexts(db))]);
}

/** What the person said: an answer of the desk is none of their words. */
function saidBy(intent: Intent | null): unknown {
	if (intent === null || intent.kind === 'post_request' || intent.kind === 'feedback_reply') return intent;
	if (intent.kind === 'command') return intent.args;
	return intent.kind === 'callback' && !isOfDesk(intent.action) ? intent : null;
}

/** The drafts and the news that the event is about. */
async function aboutOf(db: Database, { context, participant }: Actor, intent: Intent | null): Promise<unknown> {
	const { event_key } = context;
	const draftKeys = new Set([(await draftOf(db, event_key))?.draft_key, draftNamedIn(intent)]);
	const drafts = [];
	for (const draftKey of draftKeys) {
		if (draftKey === undefined) continue;
		drafts.push(await findMaterial(db, draftKey), await wordsBehind(db, participant.userId, draftKey));
	}
	const batch = await findBatch(db, intent?.kind === 'callback' ? { batch_key: intent.draft_key } : { event_key });
	return [drafts, batch, batch === undefined ? [] : await itemsOf(db, batch.batch_key)];
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
