import type { Messages } from '../../domain/messages/messages.ts';
import { draftName } from '../../domain/messages/sentences.ts';
import type { Travelling } from './item.ts';

/** What people call the draft of an item. An item without its row names it by the key that the event has. */
export function nameOf(messages: Messages, { material, subject }: Travelling): string {
	return material === undefined ? (subject?.draft_key ?? '') : draftName(messages, material);
}
