/** The words with which messages name a post in the channel: its day and its link. */
import type { Material } from '@copydesk/domain/material/material';
import type { Messages } from '@copydesk/domain/messages/messages';
import { dayName } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import { postedAtMs } from '../deliveries/journal.ts';
import { findMaterial, type VersionRef } from '../materials/read.ts';
import { channelLink } from './links.ts';

export interface PostWords {
	readonly day: string;
	readonly link: string;
}

interface Where {
	readonly channelId: number;
	readonly timeZone: string;
}

/** @param version one that the post shows, or that will correct it */
export async function postWordsOf(
	db: Database,
	{ channelId, timeZone }: Where,
	{ draft_key, corrects, published_message_id, state_changed_at_ms }: Material,
): Promise<(messages: Messages) => PostWords> {
	const number =
		published_message_id ?? (corrects === null ? null : ((await findMaterial(db, draft_key, corrects))?.published_message_id ?? null));
	const atMs = (number === null ? null : await postedAtMs(db, draft_key, number)) ?? state_changed_at_ms;
	const link = await channelLink(db, channelId, number);
	return (messages) => ({ day: dayName(messages, timeZone, atMs), link });
}

/** The same for a version that corrects a post; undefined for any other. */
export async function correctionOf(
	db: Database,
	where: Where,
	{ draft_key, version }: VersionRef,
): Promise<((messages: Messages) => PostWords) | undefined> {
	const material = await findMaterial(db, draft_key, version);
	return material === undefined || material.corrects === null ? undefined : postWordsOf(db, where, material);
}
