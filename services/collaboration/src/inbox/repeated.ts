/** Asks whether to repeat a topic that the desk already had, before anything is paid for. */
import { makesRequest } from '@copydesk/domain/chat/callback';
import type { CallbackAction } from '@copydesk/domain/chat/callback';
import { linksIn } from '@copydesk/domain/chat/links';
import type { Asked, Intent } from '@copydesk/domain/desk/asked';
import type { Incoming } from '@copydesk/domain/event/update';
import { draftKeyOf } from '@copydesk/domain/ids';
import type { Messages } from '@copydesk/domain/messages/messages';
import { dayName, draftName, timeName } from '@copydesk/domain/messages/sentences';
import { leadOf } from '@copydesk/domain/repeats/matter';
import { addressOf } from '@copydesk/domain/text/canonicalUrl';
import type { Database } from '@copydesk/kit/database/types';
import { linksBehind, wordsBehind } from '../events/events.ts';
import { findMaterial } from '../materials/read.ts';
import { postWordsOf } from '../notices/posts.ts';
import type { Participant } from '../participants/participants.ts';
import { findRepeat } from '../repeats/find.ts';
import type { Hit } from '../repeats/find.ts';

interface RepeatedOptions {
	readonly db: Database;
	readonly channelId: number;
	readonly timeZone: string;
	readonly nowMs: () => number;
}

interface Received {
	readonly asked: Asked;
	readonly incoming: Incoming;
	readonly sender: Participant;
	readonly messages: Messages;
}

/** @returns the question; undefined if the event is no request, or its topic is new */
export async function askAboutRepeat({ messages, ...received }: Received, options: RepeatedOptions): Promise<Intent | undefined> {
	const { db, nowMs } = options;
	const request = await requestOf(db, received);
	if (request === null) return undefined;
	const { text, links, draft_key } = request;
	const addresses = links.flatMap((link) => addressOf(link) ?? []);
	const hit = await findRepeat(db, { matter: leadOf([text]), addresses, draftKey: draft_key }, nowMs());
	if (hit === undefined) return undefined;
	const about = { draft_key, version: 1 };
	const show = { action: 'show_it' as const, draft_key: hit.draft_key, version: hit.version };
	return {
		kind: 'usage',
		text: await hadThatText(hit, messages, options),
		buttons: [[{ action: 'write_anyway', ...about }], [show], [{ action: 'leave_repeat', ...about }]],
	};
}

/** People who press these were told about the earlier draft. */
const KNOWINGLY: readonly CallbackAction[] = ['write_anyway', 'make_anew'];

interface Request {
	readonly text: string;
	readonly links: readonly string[];
	/** The draft that would be made of the request. */
	readonly draft_key: string;
}

/** The request in these words; null if there is none, or if the person wants it anyway. */
async function requestOf(db: Database, { asked, incoming, sender }: Omit<Received, 'messages'>): Promise<Request | null> {
	const wish = asked.kind === 'with_picture' ? asked.asked : asked;
	if (wish.kind === 'post_request') {
		const links = incoming.kind === 'message' ? linksIn(wish.text, incoming.links) : [];
		return { text: wish.text, links, draft_key: draftKeyOf(incoming.updateId) };
	}
	if (wish.kind !== 'callback' || !makesRequest(wish.action) || KNOWINGLY.includes(wish.action)) return null;
	const { draft_key } = wish;
	// An existing draft is shown unchanged.
	if ((await findMaterial(db, draft_key)) !== undefined) return null;
	const text = await wordsBehind(db, sender.userId, draft_key);
	return text === null ? null : { text, links: await linksBehind(db, sender.userId, draft_key), draft_key };
}

async function hadThatText({ draft_key, version, state, at_ms }: Hit, messages: Messages, options: RepeatedOptions): Promise<string> {
	const { db, timeZone } = options;
	const material = await findMaterial(db, draft_key, version);
	if (material === undefined) throw new Error(`The draft ${draft_key} is gone`);
	const draft = draftName(messages, material);
	if (state === 'published') return messages.hadThat.published({ draft, ...(await postWordsOf(db, options, material))(messages) });
	const day = state === 'planned' ? timeName(messages, timeZone, at_ms) : dayName(messages, timeZone, at_ms);
	return messages.hadThat[state]({ draft, day });
}
