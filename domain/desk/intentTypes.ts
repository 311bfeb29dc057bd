import type { Intent, OwnPicture } from '../api/collaboration.ts';
import type { Language } from '../language.ts';
import type { UsageName } from '../chat/commands.ts';
import type { SentPicture } from '../event/update.ts';
import type { Called } from '../messages/sentences.ts';

export type { Intent, OwnPicture };

type PostRequest =
	| Extract<Intent, { readonly kind: 'post_request' }>
	| (Extract<Intent, { readonly kind: 'words' }> & { readonly beside?: Called });
type FeedbackReply = Extract<Intent, { readonly kind: 'feedback_reply' }>;

/** What comes with a picture; the picture is fetched and looked at before anything else is done. */
export interface AskedWithPicture {
	readonly kind: 'with_picture';
	readonly asked: PostRequest | FeedbackReply;
	readonly picture: SentPicture;
	/** Its words name pages: whether one is to be read is asked first. */
	readonly hasLinks?: true;
}

/** Words that were refused and may be meant as a request: whether they are is asked with the refusal. */
export interface RefusedWords {
	readonly draft_key: string;
	readonly links: number;
}

/** What a person wants, read from the real update alone: an intent before our answer is put into it. */
export type Asked =
	| { readonly kind: 'start' | 'help' }
	| { readonly kind: 'usage'; readonly about: UsageName; readonly words?: RefusedWords }
	| { readonly kind: 'unknown_command'; readonly named: string; readonly words?: RefusedWords }
	/** A question about a stopped version is closed by the person who was asked. */
	| { readonly kind: 'edit_cancelled' }
	/** A message that may be no request: whether it is one is asked first, under the key that its draft would have. */
	| { readonly kind: 'small_talk'; readonly draft_key: string }
	/** Words right after an answer that is still being carried out: what they are meant for is asked first. */
	| { readonly kind: 'stray_wish'; readonly draft_key: string }
	/** A reply to a question that is over: whether its words are a request is asked first. */
	| { readonly kind: 'stray_reply'; readonly draft_key: string }
	/** A message that is no reply while it is asked what to correct in a post: whether it is meant for the post is asked first. */
	| { readonly kind: 'beside_correction'; readonly draft_key: string; readonly post: Called; readonly links: number }
	/** A message that names pages: whether one is to be read is asked first. */
	| { readonly kind: 'links'; readonly draft_key: string; readonly links: number }
	/** A message of somebody else: whether it is meant as a request is asked first. */
	| { readonly kind: 'forwarded'; readonly draft_key: string }
	/** A message that says now something else than when it was sent. */
	| { readonly kind: 'edited'; readonly draft_key: string }
	/** The first part of a text that the messenger has cut, or what follows one. */
	| { readonly kind: 'cut'; readonly draft_key: string }
	| { readonly kind: 'cut_rest' }
	/** `beside`: no reply to the open question what to correct in this post. */
	| (Extract<Intent, { readonly kind: 'words' }> & { readonly beside?: Called })
	| { readonly kind: 'command'; readonly name: 'language'; readonly args: { readonly language: Language | null } }
	/** A picture without words that answers no question. */
	| { readonly kind: 'picture_alone'; readonly picture: SentPicture }
	/** A picture that its words call the logo: covers shall wear it. */
	| { readonly kind: 'logo'; readonly picture: SentPicture & { readonly file_id: string } }
	/** `/plan week`, and what follows it. */
	| { readonly kind: 'week'; readonly text: string; readonly draft_key?: string }
	/** Words right after one: whether they belong to it is asked first. */
	| { readonly kind: 'photo_first'; readonly draft_key: string }
	| AskedWithPicture
	| Exclude<Intent, { readonly kind: 'start' | 'help' | 'usage' | 'words' } | { readonly name: 'language' }>;
