/** A post of a channel, as a forward of it shows it. */
import { looksSame } from '../caption/form.ts';
import type { FormEntity, Formatted } from '../caption/form.ts';
import { isObject } from '../isObject.ts';
import { formMarked } from './update.ts';

export interface ForwardedPost {
	readonly channelId: number;
	readonly messageId: number;
	readonly caption: string | null;
	readonly form: readonly FormEntity[];
	/** What its picture or video may be called (`visualsOf`). */
	readonly photos: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (isObject(value) ? value : {});

/** Reads a message of the messenger; undefined unless it is the forward of a channel's post. */
export function readForwarded(value: unknown): ForwardedPost | undefined {
	const message = fields(value);
	const { type, chat, message_id: messageId } = fields(message['forward_origin']);
	const channelId = fields(chat)['id'];
	if (type !== 'channel' || !Number.isSafeInteger(channelId) || !Number.isSafeInteger(messageId)) return undefined;
	return {
		channelId: channelId as number,
		messageId: messageId as number,
		caption: typeof message['caption'] === 'string' ? message['caption'] : null,
		form: formMarked(message['caption_entities']),
		photos: visualsOf(message),
	};
}

const uniqueIds = (sizes: unknown): string[] =>
	(Array.isArray(sizes) ? (sizes as unknown[]) : []).map((size) => fields(size)['file_unique_id']).filter((id) => typeof id === 'string');

/**
 * What a message shows, by the messenger's unique file ids: its picture, one id for each size, or its video, with each size of the
 * cover on it. The last one is of the largest size.
 */
export function visualsOf(message: Readonly<Record<string, unknown>>): readonly string[] {
	const moving = message['animation'] ?? message['video'];
	if (moving === undefined) return uniqueIds(message['photo']);
	const [id] = uniqueIds([moving]);
	const covers = uniqueIds(fields(moving)['cover']);
	if (id === undefined) return [];
	return covers.length === 0 ? [id] : covers.map((cover) => `${id}+${cover}`);
}

/** Whether the forward has exactly this caption, form included. */
export const says = ({ caption, form }: ForwardedPost, expected: Formatted): boolean =>
	caption === expected.text && looksSame(expected.text, expected.entities, form);

/** Whether the forward shows exactly this caption, form included, and one of these pictures. */
export const shows = (post: ForwardedPost, expected: Formatted, pictures: readonly string[]): boolean =>
	says(post, expected) && post.photos.some((photo) => pictures.includes(photo));
