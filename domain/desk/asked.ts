import type { Buttons, CallbackAction } from '../chat/callback.ts';
import type { Language } from '../language.ts';
import type { UsageName } from '../chat/commandNames.ts';
import type { PostBrief } from '../caption/ground.ts';
import type { SentPicture } from '../event/update.ts';
import type { Called } from '../messages/sentences.ts';

/** What a person wants, with what we answer it at once: `text` is ready to send back, with `buttons` below. */
export type Intent =
	| { readonly kind: 'start' | 'help' | 'usage'; readonly text: string; readonly buttons?: Buttons }
	| {
			readonly kind: 'command';
			readonly name: 'news';
			readonly args: { readonly topic: string | null; readonly link?: string };
	  }
	| {
			readonly kind: 'command';
			readonly name: 'draft' | 'resume';
			/** `link`: the page that the draft rests on, in answer to the question for it. */
			readonly args: { readonly draft_id: string; readonly version: number | null; readonly link?: string };
	  }
	| {
			readonly kind: 'command';
			readonly name: 'status' | 'sources' | 'plan' | 'cancel';
			readonly args: Readonly<Record<string, never>>;
			readonly text?: string;
			readonly buttons?: Buttons;
	  }
	| {
			readonly kind: 'command';
			readonly name: 'language';
			readonly args: { readonly language: Language | null };
			readonly text: string;
			readonly buttons?: Buttons;
	  }
	| {
			readonly kind: 'command';
			readonly name: 'settings';
			/** The setting that is named, and its value: words of the person, then as it is stored; null: not to be changed. */
			readonly args: { readonly setting: string | null; readonly value: string | null };
			readonly text?: string;
			readonly buttons?: Buttons;
	  }
	/** Free words, until the AI has said what they ask for. */
	| {
			readonly kind: 'words';
			readonly text: string;
			/** The key that a draft of them would have. */
			readonly draft_key: string;
			/** The draft about whose change the person was asked: the words may answer that. */
			readonly open?: { readonly draft_key: string; readonly version: number };
			/** A command or a press says that a post is to be made of them. */
			readonly insists?: true;
			/** A week is to be planned: with the posts that they name, or with any that fit the channel. */
			readonly week?: 'named' | 'any';
			readonly picture?: OwnPicture;
	  }
	| {
			readonly kind: 'post_request';
			readonly text: string;
			/** What was understood of it. */
			readonly brief?: PostBrief;
			/** Where a press asks for it: the key that a draft of the message would have. */
			readonly draft_key?: string;
			readonly picture?: OwnPicture;
	  }
	| {
			readonly kind: 'callback';
			readonly action: CallbackAction;
			readonly draft_key: string;
			readonly version: number;
			/** Of a news card. */
			readonly item?: number;
			/** Of `at`: the moment, in minutes since 1970. */
			readonly minute?: number;
			/** Of a button about a plan, below a list: the plan that the list shows. */
			readonly plan?: number;
			/** Of a card or a link: the person was told that the desk had that. */
			readonly anyway?: true;
			/**
			 * Of a button that makes a request of a message: the request, as long as no draft was made of it; of `read_link`: the address, until
			 * anything was pressed; of `everywhere`: the reply that it is about; of a button of the panel: our answer.
			 */
			readonly text?: string;
			readonly buttons?: Buttons;
			/** Of a button that makes a request of a message: what was understood of that. */
			readonly brief?: PostBrief;
	  }
	| {
			readonly kind: 'feedback_reply';
			readonly draft_key: string;
			readonly version: number;
			/** Empty only beside a picture. */
			readonly text: string;
			readonly picture?: OwnPicture;
	  }
	| { readonly kind: 'ignored' };

/** A picture that a person sent, once the renderer has it. */
export interface OwnPicture {
	readonly image_id: string;
}

type PostRequest =
	| Extract<Intent, { readonly kind: 'post_request' }>
	| (Extract<Intent, { readonly kind: 'words' }> & { readonly beside?: Called });
type FeedbackReply = Extract<Intent, { readonly kind: 'feedback_reply' }>;

/** What comes with a picture; the picture is fetched and looked at before anything else is done. */
export interface AskedWithPicture {
	readonly kind: 'with_picture';
	readonly asked: PostRequest | FeedbackReply;
	readonly picture: SentPicture;
}

/** What a person wants, read from the real update alone: an intent before our answer is put into it. */
export type Asked =
	| { readonly kind: 'start' | 'help' }
	| { readonly kind: 'usage'; readonly about: UsageName }
	| { readonly kind: 'unknown_command'; readonly named: string }
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
	/** `/plan week`, and what follows it. */
	| { readonly kind: 'week'; readonly text: string; readonly draft_key?: string }
	/** Words right after one: whether they belong to it is asked first. */
	| { readonly kind: 'photo_first'; readonly draft_key: string }
	| AskedWithPicture
	| Exclude<Intent, { readonly kind: 'start' | 'help' | 'usage' | 'words' } | { readonly name: 'language' }>;
