/** Asks whether to repeat a topic that the desk already had, before anything is paid for: of a request, a link or an item of news. */
import { makesRequest } from '@copydesk/domain/chat/callback';
import type { Buttons, CallbackAction } from '@copydesk/domain/chat/callback';
import type { PostBrief } from '@copydesk/domain/caption/ground';
import { linksIn } from '@copydesk/domain/chat/links';
import { requestIn } from '@copydesk/domain/chat/request';
import type { Asked, Intent } from '@copydesk/domain/desk/intentTypes';
import type { Incoming } from '@copydesk/domain/event/update';
import { draftKeyOf } from '@copydesk/domain/ids';
import type { Messages } from '@copydesk/domain/messages/messages';
import { leadOf } from '@copydesk/domain/repeats/topicFingerprint';
import { addressOf } from '@copydesk/domain/text/canonicalUrl';
import type { Database } from '@copydesk/kit/database/types';
import { briefOfMessage } from '../events/briefs.ts';
import { linksBehind, wordsBehind } from '../events/events.ts';
import { findMaterial } from '../materials/read.ts';
import { knownAddresses } from '../materials/sources.ts';
import { findItem } from '../news/items.ts';
import { duplicateText } from '../notices/duplicateNotice.ts';
import type { Participant } from '../participants/participants.ts';
import { findRepeat, offeredNews } from '../repeats/find.ts';
import type { Held } from '../repeats/find.ts';

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
}

type Button = Buttons[number][number];

/** What a person asks for without having been told that the desk had that. */
export interface RequestedTopic {
	readonly held: Held;
	/** The buttons of the question about it. */
	readonly anyway: Button;
	readonly leave: Button;
	/** When it was held against what the desk had. */
	readonly atMs: number;
}

/** @returns what is asked for, with the question instead if the desk had that; undefined where nothing is held against anything */
export async function askAboutRepeat(
	received: Received,
	messages: Messages,
	options: RepeatedOptions,
): Promise<{ readonly wish: RequestedTopic; readonly question: Intent | undefined } | undefined> {
	const { db, nowMs } = options;
	const atMs = nowMs();
	const found = await wishOf(db, received);
	if (found === null) return undefined;
	const wish = { ...found, atMs };
	const hit = await findRepeat(db, wish.held, atMs);
	const had = hit && (await duplicateText(db, options, hit))(messages);
	return { wish, question: hit && had !== undefined ? repeatQuestion(messages, wish, hit, had) : undefined };
}

/** @param had what is said of the draft that told it, or is about to */
export const repeatQuestion = (
	messages: Messages,
	{ anyway, leave }: RequestedTopic,
	{ draft_key, version }: { readonly draft_key: string; readonly version: number },
	had: string,
): Intent => ({
	kind: 'usage',
	text: messages.hadThat.question({ had }),
	buttons: [[anyway], [{ action: 'show_it', draft_key, version }], [leave]],
});

/** People who press these were told about the earlier draft. */
const KNOWINGLY: readonly CallbackAction[] = ['write_anyway', 'make_anew', 'send_again'];

type Found = Omit<RequestedTopic, 'atMs'>;

async function wishOf(db: Database, received: Received): Promise<Found | null> {
	const { asked, incoming, sender } = received;
	if (asked.kind === 'command' && asked.name === 'news' && asked.args.link !== undefined)
		return incoming.kind === 'message' ? ofLink(db, asked.args.link, 1, draftKeyOf(incoming.updateId), incoming.text ?? '') : null;
	if (asked.kind === 'callback' && asked.anyway !== true) {
		if (asked.action === 'take') return ofCard(db, asked);
		if (asked.action === 'read_link') {
			const { draft_key, version } = asked;
			const link = (await linksBehind(db, sender.userId, draft_key))[version - 1];
			const text = await wordsBehind(db, sender.userId, draft_key);
			return link === undefined ? null : ofLink(db, link, version, draft_key, text ?? '');
		}
	}
	const request = await requestOf(db, received);
	if (request === null) return null;
	const { told, links, draft_key } = request;
	return {
		held: { fingerprint: leadOf(told), addresses: links.flatMap((link) => addressOf(link) ?? []), draftKey: draft_key },
		anyway: { action: 'write_anyway', draft_key, version: 1 },
		leave: { action: 'leave_repeat', draft_key, version: 1 },
	};
}

/** A page that is in work, or on offer, is not read at all: that is said where it is read. */
async function ofLink(db: Database, link: string, number: number, draft_key: string, text: string): Promise<Found | null> {
	const canonical = addressOf(link);
	if (canonical === null || (await knownAddresses(db, [canonical], true)).length > 0) return null;
	return {
		held: { fingerprint: leadOf([requestIn(text)]), addresses: [canonical], draftKey: draft_key },
		anyway: { action: 'read_anyway', draft_key, version: number },
		leave: { action: 'leave_repeat', draft_key, version: 1 },
	};
}

const isInWork = async (db: Database, canonical: string): Promise<boolean> =>
	(await knownAddresses(db, [canonical], true)).some(({ reason }) => reason === 'open_draft');

async function ofCard(
	db: Database,
	{ draft_key, item: number = 0 }: { readonly draft_key: string; readonly item?: number },
): Promise<Found | null> {
	const item = await findItem(db, { batch_key: draft_key, item: number });
	// That its page is in work is said where it is taken.
	if (item?.state !== 'offered' || (await isInWork(db, item.canonical_url))) return null;
	return {
		held: offeredNews(item),
		anyway: { action: 'take_anyway', draft_key, version: number },
		leave: { action: 'leave_card', draft_key, version: number },
	};
}

interface Request {
	readonly told: readonly string[];
	readonly links: readonly string[];
	/** The draft that would be made of the request. */
	readonly draft_key: string;
}

/** What a request tells: of what was understood, without the order ("write 3 posts about"); else its words. */
const toldIn = (text: string, posts: readonly Pick<PostBrief, 'subject' | 'given'>[]): readonly string[] =>
	posts.length === 0 ? [text] : posts.flatMap(({ subject, given }) => [subject, ...given]);

/** The request in these words; null if there is none, or if the person wants it anyway. */
async function requestOf(db: Database, { asked, incoming, sender }: Received): Promise<Request | null> {
	const wish = asked.kind === 'with_picture' ? asked.asked : asked;
	if (wish.kind === 'post_request') {
		const links = incoming.kind === 'message' ? linksIn(wish.text, incoming.links) : [];
		return { told: toldIn(wish.text, wish.brief === undefined ? [] : [wish.brief]), links, draft_key: draftKeyOf(incoming.updateId) };
	}
	if (wish.kind !== 'callback' || !makesRequest(wish.action) || KNOWINGLY.includes(wish.action)) return null;
	const { draft_key } = wish;
	// An existing draft is shown unchanged.
	if ((await findMaterial(db, draft_key)) !== undefined) return null;
	const text = await wordsBehind(db, sender.userId, draft_key);
	if (text === null) return null;
	const understood = await briefOfMessage(db, draft_key);
	return { told: toldIn(text, understood?.brief?.posts ?? []), links: await linksBehind(db, sender.userId, draft_key), draft_key };
}
