// Made from the code by `npm run docs`; a test fails when it is stale.

import type { ButtonAction } from '../chat/presses.ts';
import type { CallbackAction } from '../chat/presses.ts';
import type { DeliveryState as DeliveryStatus } from '../delivery/machine.ts';
import type { ItemState } from '../news/itemMachine.ts';
import type { Language } from '../language.ts';
import type { Role } from '../role.ts';
import type { MaterialState as State } from '../material/machine.ts';

export type { ButtonAction, CallbackAction, DeliveryStatus, ItemState, Language, Role, State };

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/event': { readonly request: TakeEventRequest; readonly answer: VerifiedEvent };
	readonly '/brief': { readonly request: TakeBriefRequest; readonly answer: VerifiedEvent };
	readonly '/heard': { readonly request: TakeHeardRequest; readonly answer: VerifiedEvent };
	readonly '/event-done': { readonly request: CloseEventRequest; readonly answer: CloseEventAnswer };
	readonly '/settle': { readonly request: SettleEventRequest; readonly answer: SettleEventAnswer };
	readonly '/internal': { readonly request: InternalRequest; readonly answer: InternalAnswer };
	readonly '/authorize': { readonly request: AuthorizeRequest; readonly answer: AuthorizeAnswer };
	readonly '/admissions/note': { readonly request: NoteSpendRequest; readonly answer: NoteSpendAnswer };
	readonly '/admissions/{admission_id}/result': { readonly request: never; readonly answer: KeepResultAnswer };
	readonly '/messenger': { readonly request: DeliverRequest; readonly answer: DeliverAnswer };
	readonly '/decision': { readonly request: TellDecisionRequest; readonly answer: TellDecisionAnswer };
	readonly '/onboarding': { readonly request: OnboardRequest; readonly answer: OnboardAnswer };
	readonly '/materials/create': { readonly request: CreateMaterialRequest; readonly answer: CreateMaterialAnswer };
	readonly '/materials/read': { readonly request: ReadMaterialRequest; readonly answer: ReadMaterialAnswer };
	readonly '/materials/advance': { readonly request: AdvanceMaterialRequest; readonly answer: AdvanceMaterialAnswer };
	readonly '/materials/revise': { readonly request: ReviseMaterialRequest; readonly answer: ReviseMaterialAnswer };
	readonly '/materials/list': { readonly request: ListMaterialsRequest; readonly answer: ListMaterialsAnswer };
	readonly '/news/feeds': { readonly request: NoteFeedsRequest; readonly answer: NoteFeedsAnswer };
	readonly '/news/known': { readonly request: KnownNewsRequest; readonly answer: KnownNewsAnswer };
	readonly '/news/offer': { readonly request: OfferNewsRequest; readonly answer: OfferNewsAnswer };
	readonly '/news/read': { readonly request: ReadNewsRequest; readonly answer: ReadNewsAnswer };
	readonly '/news/take': { readonly request: TakeNewsRequest; readonly answer: TakeNewsAnswer };
	readonly '/news/dismiss': { readonly request: DismissNewsRequest; readonly answer: DismissNewsAnswer };
	readonly '/news/source': { readonly request: KeepSourceRequest; readonly answer: KeepSourceAnswer };
	readonly '/execution-context': { readonly request: BindExecutionRequest; readonly answer: BindExecutionAnswer };
	readonly '/execution-failure': { readonly request: ReportFailureRequest; readonly answer: ReportFailureAnswer };
}

/** An http or https address without credentials. */
export type Address = string;
/** Each id once. The texts of all blocks together: at most 22000 UTF-16 units, at least 80. */
export type ArticleBlocks = readonly { readonly id: string; readonly text: string }[];
/** `n<update_id>`, or `d<YYYYMMDD>` of a service entry. */
export type BatchKey = string;
/** What an AI is asked about a message; all of it is material. */
export type BriefInput = {
	readonly message: string;
	readonly today: string;
	readonly about: string;
	readonly language: string;
	readonly post_language: string;
	readonly open: {
		/** By which people call the draft, as in `/draft 12`. */
		readonly draft: number;
		readonly title: string;
		readonly asked: string;
	} | null;
	readonly drafts: readonly {
		/** By which people call the draft, as in `/draft 12`. */
		readonly number: number;
		readonly title: string;
		readonly state: string;
	}[];
	readonly links: number;
	readonly picture: boolean;
};
/** Rows of buttons below a message; the service words them in the language of the reader. */
export type Buttons = readonly (readonly {
	readonly action: ButtonAction;
	readonly draft_key: string;
	readonly version: Version;
	/** Of a button about a plan: the plan that the message shows. It holds for no other. */
	readonly plan?: number;
}[])[];
/** The caller heeds `ended`: the service answers presses, says what is only said, and closes such an event by itself. */
export type CanEnd = boolean;
/** Numeric id of a chat. */
export type ChatId = number;
/** What the owner set in chat, by the names of the settings node: it wins over what is set there. */
export type ChosenSettings = {
	readonly language?: string;
	readonly house_style?: string;
	readonly feeds?: string;
	readonly cards?: number;
	readonly daily_offer?: boolean;
	readonly daily_hour?: number;
	/** UTF-16 units of signature and hashtags below each caption. */
	readonly units_below?: number;
	readonly brief_model?: string;
	readonly channel_about?: string;
	readonly show_sources?: boolean;
	readonly without_sources?: 'ask' | 'write';
};
export type Claimed = { readonly claimed: true; readonly material: Material; readonly _svc: SignedToken; readonly expires_at: EpochMs };
export type ConfirmedPost = {
	readonly material: Material;
	/** Of the post; null: the messenger did not say it. */
	readonly message_id: number | null;
	/** Who published it. */
	readonly actor: { readonly user_id: UserId; readonly chat_id: ChatId; readonly role: Role; readonly display_name: string } | null;
};
/** The copy whose button was pressed, for its guard. Of a news card: `draft_key` is its batch, and `latest` that it is on offer. */
export type Copy = {
	readonly delivered: boolean;
	readonly latest: boolean;
	readonly draft_key: DraftKey;
	readonly version: Version;
	readonly state:
		| (
				| 'text_generating'
				| 'text_preparing'
				| 'ready'
				| 'awaiting_feedback'
				| 'claimed'
				| 'superseded'
				| 'rejected'
				| 'published'
				| 'offered'
				| 'taken'
				| 'dismissed'
				| 'expired'
		  )
		| null;
	readonly message_id: number;
	readonly is_canonical: boolean;
	readonly content_matches: boolean;
};
/** `YYYY-MM-DD`. */
export type Day = string;
export type DeliveryAnswer = {
	readonly status: DeliveryStatus;
	readonly confirmed: boolean;
	/** Nothing was sent now; this is what came of it before. */
	readonly repeated: boolean;
	/** 0: sent, but the messenger did not say under which id. */
	readonly message_id: number | null;
	readonly file_id: string | null;
	readonly attempts: number;
	readonly error_code: string | null;
	/** For so long the messenger wants nothing for this chat; a press on Publish of that time is kept. */
	readonly retry_after_seconds?: number;
	/**
	 * @description It is kept: its event waits, and goes on by itself.
	 */
	readonly waits?: true;
};
/** What the clock of the desk shows, in its time zone. */
export type DeskClock = { readonly day: Day; readonly hour: number; readonly settings: ChosenSettings };
/** Names a draft. */
export type DraftKey = string;
export type EditSpan = { readonly field: 'body' | 'title' | 'subtitle'; readonly start: number; readonly end: number };
/** With `purpose` and recipient the key of a delivery: sent at most once. A key that another operation took is refused with 422 (`entity_key`). */
export type EntityKey = string;
/** Milliseconds since 1970. */
export type EpochMs = number;
/** `u:<update_id>`, or `i:<entry>:…` of a scheduled entry. */
export type EventKey = string;
/** Of an execution in n8n. */
export type ExecutionId = string;
/** A fact, and the source blocks that carry it. */
export type Fact = { readonly text: string; readonly source_ids: readonly string[] };
/** What a text has to keep to. */
export type Facts = readonly Fact[] | null;
export type FeedReport =
	| {
			readonly outcome: 'read';
			/** As in the settings, with `{topic}` where they have it. */
			readonly feed_url: string;
			readonly title: string | null;
			readonly items: number;
	  }
	| {
			readonly outcome: 'refused';
			/** As in the settings, with `{topic}` where they have it. */
			readonly feed_url: string;
			readonly code: string;
			readonly retry: 'never' | 'later' | 'afterCheck';
	  }
	| {
			readonly outcome: 'not_asked';
			/** As in the settings, with `{topic}` where they have it. */
			readonly feed_url: string;
	  };
/** One's own open question; for the owner, else any that is open. */
export type FeedbackSession = {
	readonly draft_key: DraftKey;
	readonly version: Version;
	readonly holder_user_id: UserId;
	readonly prompt_message_id: number | null;
	readonly mine: boolean;
};
export type FormEntity = {
	readonly type: 'blockquote' | 'text_link' | 'bold' | 'italic' | 'spoiler';
	readonly offset: number;
	readonly length: number;
	/** Of a text_link, and of nothing else. */
	readonly url?: string;
};
export type Health = {
	readonly status: 'ok';
	readonly service: 'collaboration';
	readonly version: '1.0.1';
	readonly contract: '1.0.0' | '1.0.1';
	readonly checks: {
		readonly database: 'ok' | 'failed';
		readonly participants: 'ok' | 'empty' | 'failed';
		/**
		 * @description Where the service takes updates itself (COLLAB_UPDATES polling or webhook). `ok`: they come. `starting`: not known yet.
		 *     `standby`: another instance asks for them. `conflict`: the messenger refuses because another program asks for them or a webhook is
		 *     set. `refused`: it refuses for another reason, such as a wrong token. `failed`: it does not answer. All but `ok` and `standby` are
		 *     tried again with growing pauses; none makes the service unready.
		 */
		readonly updates?: 'starting' | 'ok' | 'standby' | 'conflict' | 'refused' | 'failed';
	};
};
/** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export type Instant = string;
/** Read from the real update alone. `text` of start, help, usage, status, sources, language, settings and of a press that is about the desk is ready to send back, with `buttons` below; that of a press of `make_post`, `new_post`, `mention`, `make_anew`, `send_again`, `no_post` or `leave_words` is the request that it is about, until a draft is made of it or another button was pressed before, of `read_link` the address, until anything was pressed, and of `everywhere` the reply whose words occur in several places. */
export type Intent =
	| { readonly kind: 'start' | 'help' | 'usage'; readonly text: string; readonly buttons?: Buttons }
	| { readonly kind: 'command'; readonly name: 'news'; readonly args: { readonly topic: string | null; readonly link?: string } }
	| {
			readonly kind: 'command';
			readonly name: 'draft' | 'resume';
			readonly args: {
				readonly draft_id: string;
				readonly version: number | null;
				/** The page that the draft rests on, in answer to the question for it. */
				readonly link?: string;
			};
	  }
	| {
			readonly kind: 'command';
			readonly name: 'status' | 'sources' | 'plan' | 'cancel';
			readonly args: Record<string, never>;
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
			readonly args: { readonly setting: string | null; readonly value: string | null };
			readonly text?: string;
			readonly buttons?: Buttons;
	  }
	| {
			readonly kind: 'words';
			readonly text: string;
			readonly draft_key: string;
			/** The draft about whose change the person was asked. */
			readonly open?: { readonly draft_key: DraftKey; readonly version: Version };
			/**
			 * @description A command or a press says that a post is to be made of them.
			 */
			readonly insists?: true;
			/**
			 * @description A week is to be planned: with the posts that they name, or with any.
			 */
			readonly week?: 'named' | 'any';
			readonly picture?: OwnPicture;
			readonly media?: readonly MediaItem[];
	  }
	| {
			readonly kind: 'voice';
			/** As the sender’s program says. */
			readonly seconds: number;
	  }
	| {
			readonly kind: 'post_request';
			readonly text: string;
			readonly brief?: PostBrief;
			readonly draft_key?: string;
			readonly picture?: OwnPicture;
			readonly media?: readonly MediaItem[];
	  }
	| {
			readonly kind: 'callback';
			readonly action: CallbackAction;
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly item?: number;
			/** Of `at`: the moment, in minutes since 1970. */
			readonly minute?: number;
			/** Of a button about a plan: the plan that the message shows. It holds for no other. */
			readonly plan?: number;
			/**
			 * @description Of `take` and `read_link`: the person was told that the desk had that.
			 */
			readonly anyway?: true;
			readonly text?: string;
			readonly buttons?: Buttons;
			/** Of a button that makes a request of a message: what was understood of it. */
			readonly brief?: {
				readonly subject: string;
				readonly language: string;
				readonly wishes: readonly string[];
				/** Passages of the message, letter by letter. */
				readonly given: readonly string[];
				readonly rests_on: 'given' | 'knowledge' | 'news' | 'nothing';
				readonly queries: readonly string[];
			};
			/** Of `read_link`: it came with the message that names the page. */
			readonly picture?: { readonly image_id: string };
			readonly media?: readonly MediaItem[];
	  }
	| {
			readonly kind: 'feedback_reply';
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly text: string;
			readonly picture?: OwnPicture;
			readonly media?: readonly MediaItem[];
	  }
	| { readonly kind: 'ignored' };
/** Position in its batch. */
export type ItemNumber = number;
/** What was understood of the request. */
export type KeptBrief = {
	readonly subject: string;
	readonly language: string;
	readonly wishes: readonly string[];
	readonly rests_on: 'given' | 'knowledge' | 'news' | 'nothing';
	readonly queries: readonly string[];
	/** Date and weekday of the message, where the desk is. */
	readonly today: string;
};
export type KeptText = {
	readonly admission_id: string;
	/** As the AI gave it, like the subtitle: it may still be too long for a cover. */
	readonly title: string;
	readonly subtitle: string;
	readonly category: string;
	readonly image_prompt: string;
	/** As the AI gave it: it may still be too long for a caption. */
	readonly body: string;
	readonly caption_entities?: readonly FormEntity[];
	readonly other_titles?: readonly string[];
	/**
	 * @description It was shortened once, so it is not shortened again.
	 */
	readonly shortened?: true;
};
export type KeptVerdict = {
	readonly admission_id: string;
	readonly pass: boolean;
	readonly issues: readonly {
		readonly field: 'body' | 'title' | 'subtitle';
		readonly fragment: string;
		readonly replacement: string;
		readonly reason: string;
	}[];
};
export type KnownAddress = {
	readonly canonical_url: string;
	readonly reason: 'published' | 'open_draft' | 'offered';
	/** Of the draft, or of the batch that offers it. */
	readonly key: string;
	/** Of the draft. */
	readonly number?: number;
};
export type KnownFeed = {
	readonly feed_url: string;
	readonly title: string | null;
	/** How many it gave when it was last read. */
	readonly items: number | null;
	/** Why it could not be read when it was last asked; null: it could. */
	readonly code: string | null;
	/** Milliseconds since 1970. */
	readonly asked_at: number | null;
	/** Milliseconds since 1970. */
	readonly read_at: number | null;
	/** When the owner was last told that it is broken: once a day at most. */
	readonly told_at: number | null;
};
export type LeftOutAddress = { readonly canonical_url: string; readonly reason: 'published' | 'open_draft' | 'offered' };
/** An http or https address without credentials; may be empty. */
export type Link = string | null;
export type Material = {
	readonly draft_key: DraftKey;
	readonly version: Version;
	/** By which people call the draft, as in `/draft 12`. */
	readonly number: number;
	readonly batch_key: string | null;
	/** Of its batch; null for what no card began. */
	readonly item: number | null;
	/** By which its `link` is known: a news item has one open or published draft by it. Null too for news that somebody wanted anyway. */
	readonly canonical_url: string | null;
	readonly kind: 'news' | 'post';
	readonly state: State;
	readonly owner_chat_id: ChatId;
	readonly created_by_user_id: UserId;
	readonly operation_actor_user_id: UserId;
	readonly operation_actor_chat_id: ChatId;
	readonly feedback_actor_user_id: number | null;
	readonly feedback_actor_chat_id: number | null;
	readonly feedback_prompt_message_id: number | null;
	readonly approval_message_id: number | null;
	readonly cover_origin_version: number | null;
	readonly source_image_id: string | null;
	/** The picture that a person sent: the illustration as long as it equals `source_image_id`. */
	readonly own_image_id: string | null;
	/** Under which admission its illustration is kept until it is stored: GET /admissions/{admission_id}/result. */
	readonly kept_admission_id: string | null;
	/** A paid text that is not stored as the text of the version yet: it is taken before another one is asked for. */
	readonly kept_text: KeptText | null;
	/** Paid verdicts on the present text, in order: they are used before the AI is asked again. */
	readonly kept_verdicts: readonly KeptVerdict[] | null;
	/** Of the cover. */
	readonly messenger_file_id: string | null;
	/** What is sent beside the cover, in order: a video or a GIF alone, or the items of an album. It is part of `content_sha256`. */
	readonly media: readonly MediaItem[] | null;
	/** How it is sent, by the settings of when the version began and by what people said of it; null is as usual. It is part of `content_sha256`. */
	readonly shown_as: {
		readonly silent?: true;
		readonly spoiler?: true;
		readonly caption_above?: true;
		/**
		 * @description Where there is `media`: the cover is sent with it.
		 */
		readonly cover?: true;
		/** The name of the source, a link, in place of its address. */
		readonly source?: string;
		/** Signature and hashtags, after a blank line. */
		readonly below?: { readonly text: string; readonly entities: readonly FormEntity[] };
		/** The AI ends the body with up to so many. */
		readonly ai_hashtags?: number;
		/** With links, in the channel too. */
		readonly buttons?: readonly { readonly text: string; readonly url: string }[];
	} | null;
	readonly title: string | null;
	readonly subtitle: string | null;
	readonly body: string | null;
	/** The form of `body`, with which the caption begins. It is part of `content_sha256`. */
	readonly caption_entities: readonly FormEntity[] | null;
	/** Titles of the AI to choose from beside `title`. */
	readonly other_titles: readonly string[] | null;
	readonly category: string | null;
	readonly link: string | null;
	readonly caption: string | null;
	readonly facts: Facts;
	readonly source_blocks: SourceBlocks;
	/** What was understood of the request; null for news and for what nobody asked an AI about. */
	readonly brief: KeptBrief | null;
	readonly image_prompt: string | null;
	/** As cover requests name it, with the brand; null: `ff-square-0.1`. `photo`: the picture as it is. */
	readonly cover_template: string | null;
	/** Null: checked as long as there is no cover. */
	readonly text_check: ('needed' | 'none' | 'passed') | null;
	/** The stretches that a person edited by exact words, where alone a check may repair; null: anywhere. */
	readonly edit_scope: readonly EditSpan[] | null;
	readonly cover_asset_id: string | null;
	/** Over the post as it is sent: what a copy shows and what a claim is for. */
	readonly content_sha256: string | null;
	readonly request: string | null;
	readonly error_code: string | null;
	readonly error_stage: string | null;
	readonly event_key: EventKey;
	readonly published_message_id: number | null;
	/** The version whose post it puts right. */
	readonly corrects: number | null;
	/** When its post was taken down, or was found to be gone. */
	readonly withdrawn_at: EpochMs | null;
	readonly withdrawn_by_user_id: number | null;
	readonly created_at: EpochMs;
	readonly state_changed_at: EpochMs;
};
export type MediaItem = {
	readonly kind: 'photo' | 'video' | 'animation';
	/** By which the messenger sends it again, however large it is. */
	readonly file_id: string;
	/** The same file has the same. */
	readonly file_unique_id: string;
	readonly width: number | null;
	readonly height: number | null;
	/** In seconds. */
	readonly duration: number | null;
	/** In bytes. */
	readonly file_size: number | null;
};
/** Numeric id of a message. */
export type MessageId = number;
/** Text of a message. */
export type MessageText = string;
/** A model, as its provider calls it. */
export type ModelName = string;
export type NewContent = {
	/**
	 * @description By default post, or as before.
	 */
	readonly kind?: 'news' | 'post';
	readonly request?: string | null;
	readonly title?: string | null;
	readonly subtitle?: string | null;
	readonly body?: string | null;
	/** The form of `body`, which needs to come with it; what words that stay had before, and what a person gave them, is added. */
	readonly caption_entities?: readonly FormEntity[] | null;
	/** Titles of the AI to choose from beside `title`. */
	readonly other_titles?: readonly string[] | null;
	readonly category?: string | null;
	readonly link?: Link;
	readonly facts?: Facts;
	readonly source_blocks?: SourceBlocks;
	readonly image_prompt?: string | null;
	/** How the cover looks, in the brand that is set; `cover`: in the template that is set; `photo`: no cover, the picture as it is. By default as before; of a new draft, as it is set. */
	readonly cover_template?: string | null;
	/**
	 * @description Whether the meaning of the text has to be checked; by default it has.
	 */
	readonly text_check?: 'needed' | 'none';
	/** The stretches that a person edited by exact words, where alone a check may repair; null: anywhere. */
	readonly edit_scope?: readonly EditSpan[] | null;
};
/** What a feed says of an item, and what the AI made of it. */
export type NewNewsItem = {
	readonly canonical_url: Address;
	readonly url: Address;
	readonly host: string;
	readonly title: string;
	readonly angle: string;
	readonly source_title: string | null;
	readonly published_at: Instant;
};
export type NewsBatch = {
	readonly batch_key: BatchKey;
	readonly event_key: EventKey;
	/** The service entry that it was made for; null: somebody asked. */
	readonly entry: string | null;
	readonly topic: string | null;
	readonly window_days: WindowDays;
	readonly created_by_user_id: UserId;
	readonly created_at: EpochMs;
	readonly expires_at: EpochMs;
};
export type NewsItem = {
	readonly batch_key: BatchKey;
	readonly item: ItemNumber;
	readonly state: ItemState;
	/** Of the feed's address. */
	readonly canonical_url: string;
	/** What would be published: the feed's address, later the article's. */
	readonly link: string;
	readonly url: string;
	readonly host: string;
	readonly title: string;
	readonly angle: string;
	readonly source_title: string | null;
	readonly published_at: Instant;
	/** Of the first confirmed card. */
	readonly primary_message_id: number | null;
	readonly decided_by_user_id: number | null;
	/** The draft that began when it was taken. */
	readonly draft_key: string | null;
	readonly changed_at: EpochMs;
};
/** The hour of the daily offer in the settings node of the graph; null: it wants none. */
export type OfferHour = number | null;
/** A picture that the person sent: the illustration of the draft, which is not drawn then. */
export type OwnPicture = { readonly image_id: string };
export type Patch = {
	readonly title?: string | null;
	readonly subtitle?: string | null;
	readonly body?: string | null;
	/** The form of `body`, which needs to come with it; what words that stay had before, and what a person gave them, is added. */
	readonly caption_entities?: readonly FormEntity[] | null;
	/** Titles of the AI to choose from beside `title`. */
	readonly other_titles?: readonly string[] | null;
	readonly category?: string | null;
	readonly link?: Link;
	readonly facts?: Facts;
	readonly source_blocks?: SourceBlocks;
	readonly image_prompt?: string | null;
	/** How the cover looks, in the brand that is set; `cover`: in the template that is set; `photo`: no cover, the picture as it is. By default as before; of a new draft, as it is set. */
	readonly cover_template?: string | null;
	/** A paid text, kept under its admission before it is stored; it goes once there is a body. */
	readonly kept_text?: KeptText | null;
	/** A paid verdict on the present text, added to the stored ones; they are deleted when the text has passed or changes. */
	readonly kept_verdict?: KeptVerdict;
	/** 1 to 1024 UTF-16 units after normalisation, which is how it is stored. */
	readonly caption?: string | null;
	readonly source_image_id?: string | null;
	readonly cover_asset_id?: string | null;
	/** Of a draft, from 1. */
	readonly cover_origin_version?: number | null;
	/**
	 * @description The present text passed its check and is not checked again.
	 */
	readonly text_check?: 'passed';
	readonly error_code?: string | null;
	readonly error_stage?: string | null;
};
export type Person = { readonly user_id: UserId; readonly chat_id: ChatId; readonly role: Role; readonly display_name: string };
/** A post that a message asks for, as an AI understood it. */
export type PostBrief = {
	readonly subject: string;
	readonly language: string;
	readonly wishes: readonly string[];
	/** Passages of the message, letter by letter. */
	readonly given: readonly string[];
	readonly rests_on: 'given' | 'knowledge' | 'news' | 'nothing';
	readonly queries: readonly string[];
};
/**
 * @description What the request is for; any word. The examples are what our graphs ask for. All but image_import, cover_render, read_feed and read_article count as paid, and an event under which a paid one was admitted is not repeated by itself before its result is stored.
 * @example brief
 * @example transcription
 * @example text_generate
 * @example text_revise
 * @example text_shorten
 * @example caption_check
 * @example caption_recheck
 * @example classification
 * @example facts_extract
 * @example illustration
 * @example image_import
 * @example cover_render
 * @example read_feed
 * @example read_article
 */
export type Purpose = string;
/** As the AI wrote it: it is held against the message before anything follows. */
export type RawBrief = {
	readonly kind: 'posts' | 'change' | 'question' | 'order' | 'chat' | 'withdraw' | 'unsure';
	readonly posts: readonly {
		readonly subject: string;
		readonly language: string;
		readonly wishes: readonly string[];
		readonly given: readonly string[];
		readonly rests_on: 'given' | 'knowledge' | 'news' | 'nothing';
		readonly queries: readonly string[];
	}[];
	readonly change: number;
	readonly order: {
		readonly do:
			| 'none'
			| 'publish'
			| 'plan'
			| 'take_down'
			| 'correct'
			| 'show'
			| 'status'
			| 'settings'
			| 'picture'
			| 'people'
			| 'elsewhere'
			| 'unknown';
		readonly draft: number;
		readonly when: string;
		readonly setting: string;
	};
	readonly topic:
		| 'none'
		| 'publish'
		| 'schedule'
		| 'change'
		| 'picture'
		| 'photo'
		| 'takedown'
		| 'correct'
		| 'drop'
		| 'undo'
		| 'find'
		| 'resume'
		| 'language'
		| 'speak'
		| 'news'
		| 'cost'
		| 'time'
		| 'people'
		| 'settings'
		| 'links'
		| 'facts'
		| 'make'
		| 'history';
	readonly about: string;
};
export type Resumed = {
	readonly material: Material;
	readonly _svc: SignedToken;
	readonly expires_at: EpochMs;
	readonly actor: Person;
	readonly event_key: EventKey;
	/** What the desk speaks with the actor. */
	readonly language: Language;
	/** Those who get what is sent to everybody, owner first. */
	readonly participants: readonly Person[];
	readonly settings: ChosenSettings;
};
export type Reuse = {
	readonly source_image_id?: boolean;
	/** With its picture at the messenger, and the illustration that it was made from. */
	readonly cover?: boolean;
	/** The picture of the newest version before that has another one. */
	readonly picture_before?: boolean;
	/** All of the last complete version, as it is; for a stopped one and its press of `back`. */
	readonly complete?: boolean;
};
export type ScheduledContext = {
	readonly _svc: SignedToken;
	readonly expires_at: EpochMs;
	readonly actor: Person;
	readonly event_key: EventKey;
	/** What the desk speaks with the actor. */
	readonly language: Language;
	/** Those who get what is sent to everybody, owner first. */
	readonly participants: readonly Person[];
	/** Of an entry of a day: another execution makes it, or what is paid for under it was asked for: there is nothing to go on with. */
	readonly is_done: boolean;
	readonly settings: ChosenSettings;
};
/** Signed context, to be sent back as `_svc`. */
export type SignedToken = string;
/** A piece of source text that facts refer to by its id. */
export type SourceBlock = { readonly id: string; readonly text: string };
/** The texts of all blocks together: at most 120000 UTF-16 units. */
export type SourceBlocks = readonly SourceBlock[] | null;
export type Spend = {
	readonly requests: number;
	/** Of them, those whose cost is not known. */
	readonly unknown: number;
	/** What the others cost; null without COLLAB_PRICES. */
	readonly cost: number | null;
	readonly currency: string | null;
};
/** Signed context. */
export type Svc = string;
/** Of the desk, as an IANA zone: people are told days in it. */
export type TimeZone = string;
/** Numeric id of a person. */
export type UserId = number;
export type VerifiedEvent = {
	readonly admitted: boolean;
	readonly reason: ('unknown_sender' | 'id_mismatch' | 'not_private' | 'bot_sender' | 'inactive' | 'duplicate' | 'unsupported') | null;
	/** Stored before, and not to be dealt with again: never with `admitted`, so never with `replay`. */
	readonly duplicate: boolean;
	/** Posted again by the service itself; every step is keyed, so a second run continues. */
	readonly replay: boolean;
	/** Stored, and not to be worked on now: the service posts it to the webhook when there is room. Only with `can_wait`. */
	readonly waits: boolean;
	readonly event_key: EventKey;
	readonly actor: Person | null;
	/** What the desk speaks with the actor. */
	readonly language: Language | null;
	/** The language of the post that the event writes, as a tag like `de`; null for an event that writes none. */
	readonly post_language: {
		readonly tag: string;
		/** Somebody asked for it, or the draft is in it: no setting of the desk counts. */
		readonly is_certain: boolean;
	} | null;
	/** Signed context, to be sent back as `_svc`. */
	readonly _svc: string | null;
	/** Milliseconds since 1970. */
	readonly expires_at: number | null;
	readonly intent: Intent;
	readonly copy: Copy | null;
	readonly feedback_session: FeedbackSession | null;
	/** With a request to go on: another event works on that version, so this one does not. 0: unknown person. */
	readonly under_way: {
		readonly by: UserId;
		readonly since: EpochMs;
		readonly until: EpochMs;
		/** What the actor is told. */
		readonly text: string;
	} | null;
	/** To be asked before anything follows from the event, with POST /brief; null: nothing is to be asked. Only with `can_brief`. */
	readonly brief: BriefInput | null;
	/** The service did all that the event asked for: nothing follows. Null without `can_end`. */
	readonly ended: boolean | null;
	/** The draft that this press rejected, for steps of a person’s own. Only with `ended`. */
	readonly rejected: {
		readonly draft_key: DraftKey;
		readonly version: Version;
		readonly number: number;
		readonly title: string | null;
		readonly caption: string | null;
		readonly link: string | null;
		readonly cover_asset_id: string | null;
	} | null;
	readonly callback: {
		/** Empty: the press was made earlier, for this time; there is nothing to answer. */
		readonly id: string;
		readonly message_id: number;
	} | null;
	/** With an admitted event, those who get previews now, owner first; else empty. */
	readonly participants: readonly Person[];
	readonly settings: ChosenSettings;
};
/** Of a draft, from 1. */
export type Version = number;
export type WindowDays = 7 | 30;
/** RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
export type Problem = {
	/** Format: uri */
	readonly type: string;
	readonly title: string;
	readonly status: number;
	readonly detail: string;
	readonly code:
		| 'admission_not_found'
		| 'batch_not_found'
		| 'body_too_large'
		| 'budget_spent'
		| 'busy'
		| 'content_mismatch'
		| 'context_expired'
		| 'context_invalid'
		| 'copy_not_delivered'
		| 'delivery_in_flight'
		| 'delivery_unknown'
		| 'draft_open'
		| 'event_not_found'
		| 'execution_superseded'
		| 'image_model_gone'
		| 'integrity_violation'
		| 'internal'
		| 'invalid_image'
		| 'invalid_request'
		| 'item_not_found'
		| 'malformed_json'
		| 'malformed_request'
		| 'material_not_found'
		| 'not_found'
		| 'not_ready'
		| 'participant_inactive'
		| 'proof_invalid'
		| 'proof_spent'
		| 'provider_asks_to_wait'
		| 'recipient_unknown'
		| 'result_conflict'
		| 'result_not_found'
		| 'role_forbids'
		| 'session_held'
		| 'sound_gone'
		| 'sound_too_large'
		| 'sound_unreadable'
		| 'source_taken'
		| 'state_conflict'
		| 'step_not_due'
		| 'too_many_messages'
		| 'transition_forbidden'
		| 'unauthorized'
		| 'unavailable'
		| 'unsupported_media_type'
		| 'update_unknown'
		| 'work_under_way';
	readonly retry: 'never' | 'later' | 'afterCheck';
	readonly request_id: string;
	readonly errors?: readonly { readonly path: string; readonly message: string }[];
	/** With `state_conflict`: what was found. */
	readonly state?: string;
	/** With `work_under_way`: the person whose request it is. */
	readonly by?: number;
	/** With `work_under_way`: since when, in milliseconds since 1970. */
	readonly since?: number;
	/** With `state_conflict` of a news item: who decided. */
	readonly decided_by?: number | null;
	/** With `source_taken`: the draft that has the address. */
	readonly draft_key?: string;
	/** With `work_under_way`: until when at least, unless it ends before; with `budget_spent` or `provider_asks_to_wait`: when it goes on. */
	readonly until?: number;
	/** With `budget_spent` or `provider_asks_to_wait`: true if the event waits and goes on by itself. */
	readonly waits?: boolean;
	/** With `state_conflict`: who holds the claim. */
	readonly claimed_by?: number | null;
};
export type TakeEventRequest = {
	/** The real update of the messenger, untouched. */
	readonly update: { readonly update_id: number };
	readonly execution_id: ExecutionId;
	/** The caller heeds `waits`: a request for a post may be kept until fewer events are worked on than COLLAB_AT_ONCE says. */
	readonly can_wait?: boolean;
	/** The caller heeds `brief`: it asks an AI what free words mean. Without it they are a request, or an answer. */
	readonly can_brief?: boolean;
	readonly can_end?: CanEnd;
	readonly offer_hour?: OfferHour;
};
export type TakeBriefRequest = {
	readonly _svc: Svc;
	readonly brief?: RawBrief;
	/** Why there is none, as the nodes name it. */
	readonly fault?: string;
	readonly can_end?: CanEnd;
};
export type ReadVoiceRequest = { readonly _svc: Svc };
export type TakeHeardRequest = {
	readonly _svc: Svc;
	readonly words?: string;
	/** Why there are none, as the nodes name it. */
	readonly fault?: string;
	readonly can_end?: CanEnd;
};
export type CloseEventAnswer = { readonly done: true };
export type CloseEventRequest = { readonly _svc: Svc; readonly event_key: EventKey; readonly outcome: string };
export type SettleEventAnswer = {
	/** Nothing was decided, and the person was told why. */
	readonly refused: boolean;
	/** The version that was decided about, or the next one that was brought back. */
	readonly material: Material | null;
};
export type SettleEventRequest = { readonly _svc: Svc };
export type InternalAnswer = ScheduledContext | DeskClock | Claimed | ConfirmedPost | Resumed;
export type InternalRequest =
	| {
			readonly action: 'context';
			readonly entry: string;
			readonly execution_id?: ExecutionId;
			readonly day?: Day;
			/** The service posted the event of this day to the webhook. */
			readonly handed_on?: boolean;
			readonly offer_hour?: OfferHour;
	  }
	| { readonly action: 'clock' }
	| {
			readonly action: 'claim';
			readonly _svc: Svc;
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly message_id: MessageId;
	  }
	| { readonly action: 'confirmed'; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly action: 'resume'; readonly proof_id: string; readonly execution_id: ExecutionId };
export type AuthorizeAnswer = { readonly allowed: true; readonly admission_id: string; readonly role: Role };
export type AuthorizeRequest = {
	readonly _svc: Svc;
	readonly purpose: Purpose;
	/** Host or name of what is asked. */
	readonly target: string;
	/** The model that will be asked for the picture, where a text is asked for. */
	readonly image_model?: string;
};
export type NoteSpendAnswer = {
	/** False when something was noted before. */
	readonly noted: boolean;
};
export type NoteSpendRequest = {
	readonly _svc: Svc;
	readonly admission_id: string;
	/** A model, as its provider calls it. */
	readonly model: string | null;
	readonly input_tokens: number;
	readonly output_tokens: number;
	readonly pictures: number;
	/** Of sound. */
	readonly seconds?: number;
	readonly fault?: 'model_not_found';
	readonly retry_after_seconds?: number;
};
export type KeepResultAnswer = { readonly admission_id: string; readonly sha256: string; readonly bytes: number };
/** `ok` and `result` as the Bot API gives them; the same for a repeat. */
export type DeliverAnswer = {
	readonly ok: boolean;
	readonly result:
		| null
		| true
		| {
				readonly message_id: number;
				readonly date?: number;
				readonly chat: { readonly id: ChatId };
				readonly photo?: readonly { readonly file_id: string; readonly file_unique_id: string | null }[];
		  };
	readonly delivery: DeliveryAnswer;
};
export type DeliverRequest =
	| {
			readonly operation: 'status';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly recipient_user_id?: UserId;
			readonly text: MessageText;
			readonly buttons?: Buttons;
			/** The first message of a work: tried once more after a confirmed 429. */
			readonly progress?: boolean;
	  }
	| {
			readonly operation: 'reply';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly recipient_user_id?: UserId;
			readonly text: MessageText;
			readonly reply_to_message_id?: MessageId;
	  }
	| {
			readonly operation: 'prompt';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly recipient_user_id?: UserId;
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly text: MessageText;
	  }
	| {
			readonly operation: 'answer_callback';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly recipient_user_id?: UserId;
			readonly callback_query_id: string;
			readonly text?: string;
			readonly show_alert?: boolean;
	  }
	| {
			readonly operation: 'preview';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly recipient_user_id: UserId;
	  }
	| {
			readonly operation: 'card';
			readonly _svc: Svc;
			readonly purpose: 'card';
			readonly entity_key: EntityKey;
			readonly batch_key: BatchKey;
			readonly item: ItemNumber;
			readonly recipient_user_id: UserId;
	  }
	| {
			readonly operation: 'publish';
			readonly _svc: Svc;
			readonly purpose: Purpose;
			readonly entity_key: EntityKey;
			readonly draft_key: DraftKey;
			readonly version: Version;
			readonly recipient_user_id?: number;
	  };
export type TellDecisionAnswer = {
	readonly notified: readonly { readonly user_id: UserId; readonly status: DeliveryStatus }[];
	readonly buttons: readonly { readonly user_id: UserId; readonly status: DeliveryStatus; readonly message_id: MessageId }[];
};
export type TellDecisionRequest =
	| { readonly decision: 'awaiting_feedback'; readonly _svc: Svc; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly decision: 'prepared'; readonly _svc: Svc; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly decision: 'superseded'; readonly _svc: Svc; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly decision: 'rejected'; readonly _svc: Svc; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly decision: 'published'; readonly _svc: Svc; readonly draft_key: DraftKey; readonly version: Version }
	| { readonly decision: 'taken'; readonly _svc: Svc; readonly batch_key: BatchKey; readonly item: ItemNumber }
	| { readonly decision: 'dismissed'; readonly _svc: Svc; readonly batch_key: BatchKey; readonly item: ItemNumber };
export type OnboardAnswer = {
	readonly key: 'multiuser_v1';
	readonly deliveries: readonly {
		readonly status: DeliveryStatus;
		readonly confirmed: boolean;
		/** Nothing was sent now; this is what came of it before. */
		readonly repeated: boolean;
		/** 0: sent, but the messenger did not say under which id. */
		readonly message_id: number | null;
		readonly file_id: string | null;
		readonly attempts: number;
		readonly error_code: string | null;
		/** For so long the messenger wants nothing for this chat; a press on Publish of that time is kept. */
		readonly retry_after_seconds?: number;
		/**
		 * @description It is kept: its event waits, and goes on by itself.
		 */
		readonly waits?: true;
		readonly user_id: UserId;
	}[];
};
export type OnboardRequest = { readonly _svc: Svc };
export type CreateMaterialAnswer = { readonly material: Material; readonly created: boolean };
export type CreateMaterialRequest = {
	readonly _svc: Svc;
	/** At most 40 characters; by default `p<update_id>`. */
	readonly draft_key?: string;
	readonly batch_key?: DraftKey;
	readonly content: NewContent;
};
export type ReadMaterialAnswer = { readonly material: Material; readonly spend: Spend; readonly time_zone: TimeZone };
export type ReadMaterialRequest = { readonly _svc: Svc; readonly draft_key: DraftKey; readonly version?: Version };
export type AdvanceMaterialAnswer = { readonly material: Material };
export type AdvanceMaterialRequest = {
	readonly _svc: Svc;
	readonly draft_key: DraftKey;
	readonly version: Version;
	readonly from: State;
	readonly to: State;
	readonly patch?: Patch;
};
export type ReviseMaterialAnswer = { readonly material: Material };
export type ReviseMaterialRequest = {
	readonly _svc: Svc;
	readonly draft_key: DraftKey;
	readonly version: Version;
	readonly content: NewContent;
	readonly reuse: Reuse;
};
export type ListMaterialsAnswer = { readonly materials: readonly Material[] };
export type ListMaterialsRequest = { readonly _svc: Svc; readonly states?: readonly State[]; readonly limit?: number };
export type NoteFeedsAnswer = { readonly feeds: readonly KnownFeed[] };
export type NoteFeedsRequest = { readonly _svc: Svc; readonly feeds: readonly FeedReport[] };
export type KnownNewsAnswer = { readonly known: readonly KnownAddress[] };
export type KnownNewsRequest = { readonly _svc: Svc; readonly canonical_urls: readonly Address[] };
export type OfferNewsAnswer = {
	readonly batch: NewsBatch | null;
	readonly items: readonly NewsItem[];
	readonly created: boolean;
	readonly left_out: readonly LeftOutAddress[];
};
export type OfferNewsRequest = {
	readonly _svc: Svc;
	readonly topic: string | null;
	readonly window_days: WindowDays;
	readonly day?: Day;
	readonly items: readonly NewNewsItem[];
};
export type ReadNewsAnswer = { readonly batch: NewsBatch | null; readonly items: readonly NewsItem[] };
export type ReadNewsRequest = { readonly _svc: Svc; readonly batch_key?: BatchKey; readonly day?: Day };
export type TakeNewsAnswer = { readonly item: NewsItem; readonly material: Material; readonly created: boolean };
export type TakeNewsRequest = {
	readonly _svc: Svc;
	readonly batch_key: BatchKey;
	readonly item: ItemNumber;
	readonly message_id: MessageId;
};
export type DismissNewsAnswer = { readonly item: NewsItem };
export type DismissNewsRequest = {
	readonly _svc: Svc;
	readonly batch_key: BatchKey;
	readonly item: ItemNumber;
	readonly message_id: MessageId;
};
export type KeepSourceAnswer = { readonly material: Material };
export type KeepSourceRequest = {
	readonly _svc: Svc;
	readonly draft_key: DraftKey;
	readonly version: Version;
	readonly link: Address;
	readonly title: string | null;
	readonly site: string | null;
	readonly language: string | null;
	/** `YYYY-MM-DDTHH:mm:ss.sssZ`. */
	readonly published_at: string | null;
	readonly paywalled: boolean;
	readonly blocks: ArticleBlocks;
};
export type BindExecutionAnswer = { readonly bound: true; readonly audit_seq: number };
export type BindExecutionRequest = {
	readonly _svc: Svc;
	readonly execution_id: ExecutionId;
	readonly workflow_id: string;
	readonly workflow_name: string;
	readonly parent_execution_id?: ExecutionId;
};
export type ReportFailureAnswer = { readonly recorded: true; readonly addressee: 'actor' | 'owner'; readonly delivery: DeliveryAnswer };
export type ReportFailureRequest = {
	readonly execution_id: ExecutionId;
	readonly workflow_id: string;
	readonly node_name: string;
	readonly error_class: string;
};
