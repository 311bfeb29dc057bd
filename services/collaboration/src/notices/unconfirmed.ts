/** Unconfirmed messages: asks the person who may have seen one, and tells what they found. */
import type { Spend } from '@copydesk/domain/ai/prices';
import type { DeliveryAnswer } from '@copydesk/domain/api/collaboration';
import type { Messages } from '@copydesk/domain/messages/messages';
import { draftName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { calledOf, copiesOf, copiesUpTo, newestPost } from '../materials/read.ts';
import type { VersionRef } from '../materials/read.ts';
import { keyboardOf, noKeyboard } from '../messenger/buttons.ts';
import type { Actors } from '../participants/actors.ts';
import type { Languages } from '../participants/languages.ts';
import { inLanguageOfReader, setButtons, takeButtonsOff } from './buttons.ts';
import { NOBODY, attemptKey, versionOf } from '../deliveries/journal.ts';
import type { Delivery } from '../deliveries/journal.ts';
import type { CopyButtons } from '../deliveries/operations.ts';
import type { Notice, Tell, Try } from '../deliveries/tell.ts';

export interface UnconfirmedNotices {
	/** Asks the owner about an unconfirmed publication; until then its previews have no buttons. Undefined without an owner. */
	unknownPublication(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Asks the person who may have an unconfirmed preview. */
	unknownPreview(delivery: Delivery): Promise<DeliveryAnswer | undefined>;
	/** Tells both what a person found out about a publication. */
	reconciled(delivery: Delivery): Promise<void>;
}

export interface NoticesOptions {
	readonly db: Database;
	readonly trySend: Try;
	readonly tell: Tell;
	readonly actors: Actors;
	readonly languages: Languages;
	readonly channelId: number;
	readonly copyButtons: CopyButtons;
	/** What a draft took; without prices nothing is said of it. */
	readonly spendOf?: (draftKey: string) => Promise<Spend>;
}

export function createUnconfirmedNotices({
	db,
	trySend,
	tell,
	actors,
	languages,
	channelId,
	copyButtons,
}: NoticesOptions): UnconfirmedNotices {
	/** For the copies of one version until it is decided; under a key of its own, because buttons may go and come back. */
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
			const channel = await channelLink(db, channelId, null);
			const called = await calledOf(db, version);
			return tell(owner, {
				purpose: 'publication_unknown',
				entity_key: attemptKey(delivery),
				text: (messages) => messages.publicationToSettle({ draft: draftName(messages, called), channel }),
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
			if (version === undefined) return;
			const called = await calledOf(db, version);
			const link = await channelLink(db, channelId, delivery.message_id);
			const isThere = delivery.state === 'sent';
			if (isThere) await takeButtonsOff(trySend, await copiesUpTo(db, version), NOBODY);
			else {
				const keyboard = await copyButtons(version);
				if (keyboard !== undefined) await changeButtons(version, `back:${attemptKey(delivery)}`, keyboard);
			}
			const notice: Notice = {
				purpose: 'publication_reconciled',
				entity_key: attemptKey(delivery),
				text(messages) {
					const draft = draftName(messages, called);
					return isThere ? messages.publicationConfirmed({ draft, link }) : messages.publicationMissing({ draft });
				},
			};
			await Promise.all((await actors.everyone()).map((person) => tell(person, notice)));
		},
	};
}

/**
 * Where a post is in the channel. Without a number such a link leads nowhere: in place of one that nobody knows stands that of the
 * newest post that is known, or of the channel's first message.
 * @see https://core.telegram.org/api/links#private-message-links
 */
export async function channelLink(db: Database, channelId: number, messageId: number | null): Promise<string> {
	const inner = String(channelId).replace(/^-100/, '').replace(/^-/, '');
	return `https://t.me/c/${inner}/${messageId === null || messageId === 0 ? await newestPost(db) : messageId}`;
}
