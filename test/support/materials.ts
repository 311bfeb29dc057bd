/** Records of materials in each state, as a desk would have them. */
import type { AwaitingFeedback, Claimed, Published, Ready, TextGenerating, TextPreparing } from '@copydesk/domain/material/material';
import type { Acting, Deciding } from '@copydesk/domain/material/judgement';
import { begin } from '@copydesk/domain/material/version';

type Person = Acting['person'];

export const owner: Person = { userId: 1001, chatId: 1001, role: 'owner' };
export const editor: Person = { userId: 1002, chatId: 1002, role: 'editor' };

export const aTextGenerating = (more: Partial<TextGenerating> = {}): TextGenerating => ({
	...begin(
		{ person: editor, eventKey: 'u:1' },
		5,
		{ draft_key: 'p1', number: 12, batch_key: null, owner_chat_id: 1001 },
		{ request: 'Saturdays' },
	),
	...more,
});

export const aTextPreparing = (more: Partial<TextPreparing> = {}): TextPreparing => ({
	...aTextGenerating(),
	state: 'text_preparing',
	seq: 2,
	title: 'Open on Saturdays',
	subtitle: 'From May',
	body: 'We open.',
	caption: 'We open.',
	cover_asset_id: 'c1',
	source_image_id: 'i1',
	messenger_file_id: 'f1',
	content_sha256: 'h1',
	approval_message_id: 71,
	...more,
});

const approved = { caption: 'We open.', cover_asset_id: 'c1', content_sha256: 'h1', approval_message_id: 71 };

export const aReady = (more: Partial<Ready> = {}): Ready => ({ ...aTextPreparing(), ...approved, state: 'ready', seq: 3, ...more });

/** The editor's session, unless it is said to be somebody else's. */
export const anAwaitingFeedback = (more: Partial<AwaitingFeedback> = {}): AwaitingFeedback => ({
	...aReady(),
	state: 'awaiting_feedback',
	seq: 4,
	feedback_actor_user_id: editor.userId,
	feedback_actor_chat_id: editor.chatId,
	feedback_prompt_message_id: 80,
	...more,
});

/** Claimed by the owner's press `u:9`. */
export const aClaimed = (more: Partial<Claimed> = {}): Claimed => ({
	...aReady(),
	state: 'claimed',
	seq: 4,
	claimed_by_user_id: owner.userId,
	claim_event_key: 'u:9',
	...more,
});

export const aPublished = (more: Partial<Published> = {}): Published => ({
	...aClaimed(),
	state: 'published',
	seq: 5,
	published_message_id: 500,
	...more,
});

/** What a person decides by: the owner has the copy 71, the editor 72, both of content `h1`. */
export const by = (person: Person, said: Partial<Pick<Deciding, 'press' | 'words'>> = {}, eventKey = 'u:9'): Deciding => ({
	person,
	eventKey,
	press: null,
	words: null,
	...said,
	copies: [
		{ userId: owner.userId, messageId: 71, contentSha256: 'h1' },
		{ userId: editor.userId, messageId: 72, contentSha256: 'h1' },
	],
});
