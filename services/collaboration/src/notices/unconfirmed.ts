/** Unconfirmed messages: asks the person who may have seen one, and tells both how it was settled. */
import type { Spend } from '@copydesk/domain/ai/prices';
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import { ALBUM_APART } from '@copydesk/domain/delivery/outcome';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { calledOf, copiesOf, copiesUpTo, findMaterial } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { keyboardOf, noKeyboard } from '../messenger/buttons.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import { inLanguageOfReader, postKeyboard, setButtons, takeButtonsOff } from './buttons.ts';
import { channelLink, postLink } from './links.ts';
import { correctionOf } from './posts.ts';
import { NOBODY, attemptKey, findDelivery, messagesIn, versionOf } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import type { CopyButtons } from '../deliveries/operations.ts';
import type { Notice, Tell, Try } from '../deliveries/tell.ts';

export interface UnconfirmedNotices {
	/** Asks the owner about an unconfirmed publication; until the answer its previews have no buttons. Undefined without an owner. */
	unknownPublication(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Asks the person who may have an unconfirmed preview. */
	unknownPreview(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Tells both people how a publication was settled. */
	reconciled(delivery: Delivery): Promise<readonly DeliveryAnswer['status'][]>;
}

export interface NoticesOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly channelId: number;
	readonly copyButtons: CopyButtons;
	/** The time zone of times in messages. */
	readonly timeZone: string;
	/** The spending of a draft; without prices no message shows it. */
	readonly spendOf?: (draftKey: string) => Promise<Spend>;
}

export function createUnconfirmedNotices(options: NoticesOptions): UnconfirmedNotices {
	const { db, trySend, tell, actors, languages, channelId, copyButtons } = options;
	/** Changes the buttons of one version's copies until it is decided. `why` makes the key unique, because buttons may go and return. */
	const changeButtons = async (version: VersionRef, why: string, keyboardFor: (messages: Messages, readerId: number) => object) =>
		setButtons(trySend, await copiesOf(db, version), {
			key: ({ deliveryId }) => `${deliveryId}:${why}`,
			keyboard: inLanguageOfReader(keyboardFor, { actors, languages }),
			cause: NOBODY,
		});

	return {
		async unknownPublication(delivery) {
			const owner = await actors.owner();
			const version = versionOf(delivery);
			if (owner === undefined || version === undefined) return undefined;
			await changeButtons(version, `unknown:${attemptKey(delivery)}`, () => noKeyboard);
			const now = (await findDelivery(db, delivery)) ?? delivery;
			const channel = await channelLink(db, channelId, messagesIn(now)[0] ?? null);
			const called = await calledOf(db, version);
			const post = await correctionOf(db, options, version);
			return tell(owner, {
				purpose: 'publication_unknown',
				entity_key: attemptKey(delivery),
				text(messages) {
					const draft = draftName(messages, called);
					const album = albumText(messages, now, { draft, channel });
					if (album !== null || post === undefined) return album ?? messages.publicationToSettle({ draft, channel });
					return messages.posts.correctionToSettle({ draft, ...post(messages) });
				},
				keyboard: (messages) =>
					keyboardOf(messages, [
						[
							{ action: 'there', ...version },
							{ action: 'not_there', ...version },
						],
					]),
			});
		},

		async unknownPreview(delivery) {
			const person = await actors.active(delivery.recipient_user_id);
			const version = versionOf(delivery);
			if (person === undefined || version === undefined) return undefined;
			const called = await calledOf(db, version);
			return tell(person, {
				purpose: 'preview_unknown',
				entity_key: attemptKey(delivery),
				text: (messages) => messages.previewToSettle({ draft: draftName(messages, called) }),
				keyboard: (messages) => keyboardOf(messages, [[{ action: 'absent', ...version }]]),
			});
		},

		async reconciled(delivery) {
			const version = versionOf(delivery);
			if (version === undefined) return [];
			const called = await calledOf(db, version);
			const link = await postLink(db, channelId, delivery.message_id);
			const isThere = delivery.state === 'sent';
			const post = await correctionOf(db, options, version);
			if (isThere) await takeButtonsOff(db, trySend, await copiesUpTo(db, version), NOBODY);
			else {
				const keyboard = await copyButtons(version);
				if (keyboard !== undefined) await changeButtons(version, `back:${attemptKey(delivery)}`, keyboard);
			}
			const notice: Notice = {
				purpose: 'publication_reconciled',
				entity_key: attemptKey(delivery),
				text(messages) {
					const draft = draftName(messages, called);
					if (post === undefined) return isThere ? messages.publicationConfirmed({ draft, link }) : messages.publicationMissing({ draft });
					return isThere ? messages.posts.correctionConfirmed({ draft, ...post(messages) }) : messages.posts.correctionMissing({ draft });
				},
				...(isThere ? postKeyboard(await findMaterial(db, version.draft_key, version.version)) : {}),
			};
			return Promise.all((await actors.everyone()).map(async (person) => (await tell(person, notice)).status));
		},
	};
}

/** Null for what is no album, or of which no item was found. */
function albumText({ photos }: Messages, delivery: Delivery, about: { readonly draft: string; readonly channel: string }): string | null {
	if (delivery.error_code === ALBUM_APART) return photos.apart(about);
	const found = messagesIn(delivery).length;
	return found === 0 ? null : photos.partly({ ...about, found });
}
