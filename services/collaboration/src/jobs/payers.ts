/** How each thing that is owed is told, and when it is not owed any more. */
import { isAlbum } from '@copydesk/domain/caption/media';
import { draftName, explain, feedsBrokenText, personName } from '@copydesk/domain/messages/sentences';
import { materialMachine } from '@copydesk/domain/material/machine';
import { UNCONFIRMED } from '@copydesk/domain/material/recoveryActions';
import { isInWork } from '@copydesk/domain/material/work';
import { withoutContacts } from '@copydesk/domain/text/contacts';
import type { Database } from '@copydesk/kit/database/types';
import { NOBODY, RECONCILED, attemptKey, confirmedLater, deliveryBy, versionOf, type Delivery } from '../deliveries/journal.ts';
import type { Operations } from '../deliveries/operations.ts';
import { chatWaitsUntil } from '../deliveries/retryAfter.ts';
import { isTold, type Notice } from '../deliveries/tell.ts';
import { closeEvent, isClosed } from '../events/events.ts';
import { settlePaid } from '../events/lease.ts';
import type { Failures } from '../inbox/failures.ts';
import type { TellGivenUp } from '../inbox/interrupted.ts';
import type { Post } from '../inbox/webhook.ts';
import { calledOf, copiesOf, findMaterial, type VersionRef } from '../materials/read.ts';
import { trustedTexts } from '../materials/trusted.ts';
import { keyboardOf, sendCardsKeyboard } from '../messenger/buttons.ts';
import { missingCards } from '../news/cards.ts';
import { brokenFeeds } from '../news/feeds.ts';
import type { Notices } from '../notices/notices.ts';
import { linkTo } from '../notices/links.ts';
import type { Paid } from '../owed/owed.ts';
import type { Actors } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import type { FindAlbumRest } from './findAlbumRest.ts';
import type { FindPublication } from './findPublication.ts';
import { leftOverKey, type RemoveLeftOver } from './leftOverAlbums.ts';
import type { Payers } from './owed.ts';

interface PayersOptions {
	readonly db: Database;
	readonly notices: Notices;
	readonly actors: Actors;
	readonly findPublication: FindPublication;
	readonly findAlbumRest: FindAlbumRest;
	readonly removeLeftOver: RemoveLeftOver;
	readonly operations: Pick<Operations, 'preview'>;
	readonly channelId: number;
	/** Posts to the main graph; undefined without a webhook. */
	readonly post: Post | undefined;
	readonly nowMs: () => number;
	readonly failures: Pick<Failures, 'tell'>;
	readonly tellGivenUp: TellGivenUp;
}

export const createPayers = (options: PayersOptions): Payers => ({
	...ofPreviews(options),
	...ofPublications(options),
	...ofAlbums(options),
	...ofVersions(options),
	...ofNews(options),
	given_up: ({ event_key }) => options.tellGivenUp(event_key),
	failed: (failure) => options.failures.tell(failure),
});

async function toOwner({ actors, notices }: PayersOptions, notice: Notice) {
	const owner = await actors.owner();
	return [owner === undefined ? undefined : (await notices.tell(owner, notice)).status];
}

const isAskedToWait = ({ state, error_code }: Delivery): boolean => state === 'not_sent' && error_code === 'rate_limited';

function ofPreviews({
	db,
	notices,
	actors,
	operations,
	nowMs,
}: PayersOptions): Pick<Payers, 'preview_unknown' | 'unsent' | 'preview_not_reached'> {
	/** The delivery and its version, while that may still be decided. */
	async function open(deliveryId: string) {
		const delivery = await deliveryBy(db, deliveryId);
		const ref = delivery === undefined ? undefined : versionOf(delivery);
		const material = ref === undefined ? undefined : await findMaterial(db, ref.draft_key, ref.version);
		const isOpen = delivery !== undefined && material !== undefined && !materialMachine.isFinal(material.state);
		return isOpen ? { delivery, material } : undefined;
	}

	/** Sends a preview that the messenger refused for a time once more. */
	async function sendAgain(delivery: Delivery, { draft_key, version }: VersionRef): Promise<Delivery> {
		const { recipient_user_id, purpose, entity_key, event_key, execution_id } = delivery;
		const participant = await actors.active(recipient_user_id);
		if (participant === undefined || event_key === null || execution_id === null) return delivery;
		const named = { purpose, entity_key, recipient_user_id, draft_key, version };
		return (await operations.preview({ participant, context: { event_key, execution_id } }, named)).delivery;
	}

	return {
		async preview_unknown({ delivery_id }) {
			const found = await open(delivery_id);
			if (found?.delivery.state !== 'unknown') return 'moot';
			const { delivery, material } = found;
			// The graph tells the person whose work stopped because of it.
			const hasStopped = material.state === 'text_preparing' && material.error_code === UNCONFIRMED;
			const isAsked = material.state === 'ready' || (hasStopped && delivery.recipient_user_id !== material.operation_actor_user_id);
			return isAsked ? [(await notices.unknownPreview(delivery))?.status] : 'early';
		},

		async unsent({ delivery_id }): Promise<Paid> {
			const found = await open(delivery_id);
			if (found === undefined || !['not_sent', 'rejected'].includes(found.delivery.state)) return 'moot';
			const { delivery, material } = found;
			if (delivery.operation === 'prompt') {
				const isWaitedFor = material.state === 'awaiting_feedback' && material.feedback_prompt_message_id === null;
				if (!isWaitedFor || material.feedback_actor_user_id !== delivery.recipient_user_id) return 'moot';
			} else {
				if (material.state !== 'ready') return 'early';
				if ((await copiesOf(db, material)).some(({ userId }) => userId === delivery.recipient_user_id)) return 'moot';
				if (isAskedToWait(delivery)) {
					if ((await chatWaitsUntil(db, delivery.chat_id, nowMs())) !== undefined) return 'early';
					const again = await sendAgain(delivery, material);
					if (again.state === 'sent') return 'moot';
					if (isAskedToWait(again)) return 'early';
				}
			}
			return [(await notices.notReached(delivery))?.status];
		},

		async preview_not_reached({ delivery_id }) {
			const delivery = await deliveryBy(db, delivery_id);
			return delivery === undefined ? 'moot' : notices.previewNotReached(delivery);
		},
	};
}

function ofPublications(
	options: PayersOptions,
): Pick<Payers, 'channel_refused' | 'post_gone' | 'publication_unknown' | 'publication_reconciled' | 'publication_found'> {
	const { db, notices, actors, findPublication, post } = options;
	return {
		async publication_unknown({ delivery_id }) {
			const delivery = await deliveryBy(db, delivery_id);
			if (delivery?.state !== 'unknown') return 'moot';
			const look = await findPublication(delivery);
			if (look !== 'not_found') return look === 'found' ? 'moot' : [undefined];
			return [(await notices.unknownPublication(delivery))?.status];
		},

		async publication_reconciled({ delivery_id }) {
			const delivery = await deliveryBy(db, delivery_id);
			return delivery?.error_code === RECONCILED ? notices.reconciled(delivery) : 'moot';
		},

		async post_gone({ delivery_id }) {
			const delivery = await deliveryBy(db, delivery_id);
			const version = delivery === undefined ? undefined : versionOf(delivery);
			const material = version === undefined ? undefined : await findMaterial(db, version.draft_key, version.version);
			if (material?.state === 'claimed') return 'early';
			// Somebody has decided since.
			if (delivery === undefined || version === undefined || material?.state !== 'ready' || material.corrects === null) return 'moot';
			const notice: Notice = {
				purpose: 'post_gone',
				entity_key: attemptKey(delivery),
				text(messages) {
					const { gone, goneInPart } = messages.posts;
					return (isAlbum(material) ? goneInPart : gone)({ draft: draftName(messages, material) });
				},
				keyboard: (messages) => keyboardOf(messages, [[{ action: 'publish_anew', ...version }], [{ action: 'leave_it', ...version }]]),
			};
			return Promise.all((await actors.everyone()).map(async (person) => (await notices.tell(person, notice)).status));
		},

		// Again only while n8n is away: an answer that got lost may have been taken.
		publication_found: async (confirmed) => ((await post?.(JSON.stringify({ confirmed }))) === 'absent' ? [undefined] : 'moot'),

		async channel_refused({ delivery_id }) {
			const delivery = await deliveryBy(db, delivery_id);
			const version = delivery === undefined ? undefined : versionOf(delivery);
			const by = typeof delivery?.actor_user_id === 'number' ? await actors.known(delivery.actor_user_id) : undefined;
			if (delivery === undefined || version === undefined || by === undefined) return 'moot';
			const owner = await actors.owner();
			// Only the owner can fix it, and is told by the graph after a press of their own.
			if (by.userId === owner?.userId) return 'moot';
			const called = await calledOf(db, version);
			return toOwner(options, {
				purpose: 'channel_refused',
				entity_key: attemptKey(delivery),
				text: (messages) => messages.channelRefused({ draft: draftName(messages, called), by: personName(messages, by) }),
			});
		},
	};
}

function ofAlbums(options: PayersOptions): Pick<Payers, 'album_left_over' | 'album_numbered'> {
	const { db, channelId, findAlbumRest, removeLeftOver } = options;
	return {
		async album_left_over(of) {
			const removed = await removeLeftOver(of);
			if (removed !== 'refused') return removed === 'gone' ? 'moot' : [undefined];
			const called = await calledOf(db, of);
			return toOwner(options, {
				purpose: 'album_left_over.refused',
				entity_key: leftOverKey(of),
				text: (messages) =>
					messages.posts.notTakenDown.failed({ draft: draftName(messages, called), link: linkTo(channelId, of.message_ids[0] ?? 0) }),
			});
		},

		album_numbered: async (version) => ((await findAlbumRest(version)) === 'unfinished' ? [undefined] : 'moot'),
	};
}

function ofVersions(options: PayersOptions): Pick<Payers, 'decided' | 'ended' | 'reopened' | 'provider_refused'> {
	const { db, notices, actors, nowMs } = options;
	return {
		async decided({ draft_key, version, by: userId, event_key }) {
			const material = await findMaterial(db, draft_key, version);
			const by = await actors.known(userId);
			if (material === undefined || by === undefined) return 'moot';
			const { state: decision } = material;
			if (decision !== 'published' && decision !== 'rejected') return 'moot';
			// What a person or evidence settled is told as that.
			if (decision === 'published' && (await confirmedLater(db, material)) !== undefined) return 'moot';
			// Its execution tells it, or the next one: the service posts this event again.
			if (!(await isClosed(db, event_key)) && (await actors.active(userId)) !== undefined) return 'early';
			await notices.removeButtons({ draft_key, version }, NOBODY);
			const told = await notices.decision(material, decision, by, NOBODY);
			await closeEvent(db, event_key, { state: 'handled', outcome: 'decided' }, nowMs());
			return told.map(({ status }) => status);
		},

		async ended({ draft_key, version, by: userId, event_key }) {
			const newest = await findMaterial(db, draft_key);
			const by = await actors.known(userId);
			if (newest?.version !== version || by === undefined) return 'moot';
			return (await notices.ended(newest, by, event_key, NOBODY)).map(({ status }) => status);
		},

		async reopened({ draft_key, version, seq }) {
			const material = await findMaterial(db, draft_key, version);
			return material?.state === 'ready' && material.seq === seq ? notices.reopened(material, NOBODY) : 'moot';
		},

		async provider_refused({ draft_key, version, fault }) {
			const stopped = await findMaterial(db, draft_key, version);
			const by = stopped === undefined ? undefined : await actors.known(stopped.operation_actor_user_id);
			const owner = await actors.owner();
			if (stopped?.error_code !== fault || !isInWork(stopped.state) || by === undefined || by.userId === owner?.userId) return 'moot';
			return toOwner(options, {
				purpose: 'provider_refused',
				entity_key: `${draft_key}:${version}:${fault}`,
				text: (messages) =>
					messages.providerRefused({
						draft: draftName(messages, stopped),
						by: personName(messages, by),
						problem: explain(messages, { code: fault }),
					}),
			});
		},
	};
}

function ofNews(options: PayersOptions): Pick<Payers, 'cards_missing' | 'card_over' | 'offer_lost' | 'feeds_broken'> {
	const { db, notices, actors, nowMs } = options;
	return {
		async cards_missing({ batch_key, user_id }) {
			const missing = await missingCards(db, batch_key, user_id);
			const person = await actors.active(user_id);
			const [first] = missing;
			if (first === undefined) return 'moot';
			if (person === undefined) return [undefined];
			const { status } = await notices.tell(person, {
				purpose: 'cards_missing',
				// Each attempt is another one, so the person is told again.
				entity_key: `${batch_key}:${missing.length}:${missing.reduce((sum, { attempts }) => sum + attempts, 0)}`,
				text: ({ news }) => news.cardsMissing({ count: missing.length }),
				keyboard: (messages) => sendCardsKeyboard(messages, { batch_key, item: first.item }),
			});
			return [status];
		},

		async feeds_broken({ event_key }) {
			const [feeds, known] = [await brokenFeeds(db, event_key), await trustedTexts(db)];
			if (feeds.length === 0) return 'moot';
			return toOwner(options, {
				purpose: 'feeds_broken',
				entity_key: event_key,
				text: (messages) => withoutContacts(feedsBrokenText(messages, feeds), known),
			});
		},

		card_over: async (item) => (await notices.clearCards(item, NOBODY)).map(({ status }) => status),

		async offer_lost({ event_key }) {
			if (!(await isOfferLost(db, event_key))) return 'moot';
			const told = await toOwner(options, { purpose: 'offer_lost', entity_key: event_key, text: ({ news }) => news.offerLost });
			if (isTold(...told)) await db.atomically((tx) => settlePaid(tx, event_key, nowMs()));
			return told;
		},
	};
}

/** Whether a paid request of an offer has no answer, and the owner was told neither a reason nor a failure. */
async function isOfferLost(db: Database, event_key: string): Promise<boolean> {
	const of = { event_key } as const;
	const asked = tables(db)
		.selectFrom('admission')
		.select('admission_id')
		.where(({ and }) => and({ ...of, paid: 1 }));
	const open = await asked.where('settled_at_ms', 'is', null).executeTakeFirst();
	const batch = await tables(db)
		.selectFrom('news_batch')
		.select('batch_key')
		.where(({ and }) => and(of))
		.executeTakeFirst();
	const failure = await tables(db)
		.selectFrom('failure')
		.select('event_key')
		.where(({ and }) => and(of))
		.executeTakeFirst();
	const told = await tables(db)
		.selectFrom('delivery')
		.select('delivery_id')
		.where(({ and }) => and({ ...of, operation: 'status' }))
		.where('state', 'not in', ['not_sent', 'revoked'])
		.executeTakeFirst();
	return open !== undefined && batch === undefined && failure === undefined && told === undefined;
}
