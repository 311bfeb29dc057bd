// Made from the code by `npm run docs`; a test fails when it is stale.

/** What each route takes and gives, in JSON. */
export interface Routes {
	readonly '/healthz': { readonly request: never; readonly answer: Health };
	readonly '/event': { readonly request: TakeEventRequest; readonly answer: VerifiedEvent };
	readonly '/event-done': { readonly request: CloseEventRequest; readonly answer: CloseEventAnswer };
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

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An http or https address without credentials. */
        readonly Address: string;
        /** @description Each id once. The texts of all blocks together: at most 22000 UTF-16 units, at least 80. */
        readonly ArticleBlocks: readonly {
            readonly id: string;
            readonly text: string;
        }[];
        /** @description `n<update_id>`, or `d<YYYYMMDD>` of a service entry. */
        readonly BatchKey: string;
        /** @description Rows of buttons below a message; the service words them in the language of the reader. */
        readonly Buttons: readonly (readonly {
            /** @enum {unknown} */
            readonly action: "publish" | "feedback" | "reject" | "resume" | "skip" | "make_post" | "no_post" | "edit_title" | "edit_text" | "retry" | "back" | "drop" | "drop_anyway" | "there" | "not_there" | "absent" | "undo" | "show" | "everywhere";
            readonly draft_key: string;
            readonly version: components["schemas"]["Version"];
        }[])[];
        /** @description Numeric id of a chat. */
        readonly ChatId: number;
        readonly Claimed: {
            /** @constant */
            readonly claimed: true;
            readonly material: components["schemas"]["Material"];
            readonly _svc: components["schemas"]["SignedToken"];
            readonly expires_at: components["schemas"]["EpochMs"];
        };
        /** @description The copy whose button was pressed, for its guard. Of a news card: `draft_key` is its batch, and `latest` that it is on offer. */
        readonly Copy: {
            readonly delivered: boolean;
            readonly latest: boolean;
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly state: ("text_generating" | "text_preparing" | "ready" | "awaiting_feedback" | "claimed" | "superseded" | "rejected" | "published" | "offered" | "taken" | "dismissed" | "expired") | null;
            readonly message_id: number;
            readonly is_canonical: boolean;
            readonly content_matches: boolean;
        };
        /** @description `YYYY-MM-DD`. */
        readonly Day: string;
        readonly DeliveryAnswer: {
            readonly status: components["schemas"]["DeliveryStatus"];
            readonly confirmed: boolean;
            /** @description Nothing was sent now; this is what came of it before. */
            readonly repeated: boolean;
            /** @description 0: sent, but the messenger did not say under which id. */
            readonly message_id: number | null;
            readonly file_id: string | null;
            readonly attempts: number;
            readonly error_code: string | null;
        };
        /** @enum {unknown} */
        readonly DeliveryStatus: "sending" | "not_sent" | "revoked" | "unknown" | "rejected" | "sent";
        /** @description Names a draft. */
        readonly DraftKey: string;
        /** @description With `purpose` and recipient the key of a delivery: sent at most once. A key that another operation took is refused with 422 (`entity_key`). */
        readonly EntityKey: string;
        /** @description Milliseconds since 1970. */
        readonly EpochMs: number;
        /** @description `u:<update_id>`, or `i:<entry>:…` of a scheduled entry. */
        readonly EventKey: string;
        /** @description Of an execution in n8n. */
        readonly ExecutionId: string;
        /** @description A fact, and the source blocks that carry it. */
        readonly Fact: {
            readonly text: string;
            readonly source_ids: readonly string[];
        };
        /** @description What a text has to keep to. */
        readonly Facts: readonly components["schemas"]["Fact"][] | null;
        readonly FeedReport: {
            /** @constant */
            readonly outcome: "read";
            /** @description As in the settings, with `{topic}` where they have it. */
            readonly feed_url: string;
            readonly title: string | null;
            readonly items: number;
        } | {
            /** @constant */
            readonly outcome: "refused";
            /** @description As in the settings, with `{topic}` where they have it. */
            readonly feed_url: string;
            readonly code: string;
            /** @enum {unknown} */
            readonly retry: "never" | "later" | "afterCheck";
        } | {
            /** @constant */
            readonly outcome: "not_asked";
            /** @description As in the settings, with `{topic}` where they have it. */
            readonly feed_url: string;
        };
        /** @description One's own open question; for the owner, else any that is open. */
        readonly FeedbackSession: {
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly holder_user_id: components["schemas"]["UserId"];
            readonly prompt_message_id: number | null;
            readonly mine: boolean;
        };
        readonly Health: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly service: "collaboration";
            /** @constant */
            readonly version: "1.0.1";
            /** @enum {unknown} */
            readonly contract: "1.0.0" | "1.0.1";
            readonly checks: {
                /** @enum {unknown} */
                readonly database: "ok" | "failed";
                /** @enum {unknown} */
                readonly participants: "ok" | "empty" | "failed";
                /**
                 * @description Where the service takes updates itself (COLLAB_UPDATES polling or webhook). `ok`: they come. `starting`: not known yet.
                 *     `standby`: another instance asks for them. `conflict`: the messenger refuses because another program asks for them or a webhook is
                 *     set. `refused`: it refuses for another reason, such as a wrong token. `failed`: it does not answer. All but `ok` and `standby` are
                 *     tried again with growing pauses; none makes the service unready.
                 * @enum {unknown}
                 */
                readonly updates?: "starting" | "ok" | "standby" | "conflict" | "refused" | "failed";
            };
        };
        /** @description `YYYY-MM-DDTHH:mm:ss.sssZ`. */
        readonly Instant: string;
        /** @description Read from the real update alone. `text` of start, help, usage, status, sources and language is ready to send back, with `buttons` below; that of a press of `make_post` or `no_post` is the request that it is about, until a draft is made of it or the other button was pressed before, and of `everywhere` the reply whose words stand in several places. */
        readonly Intent: {
            /** @enum {unknown} */
            readonly kind: "start" | "help" | "usage";
            readonly text: string;
            readonly buttons?: components["schemas"]["Buttons"];
        } | {
            /** @constant */
            readonly kind: "command";
            /** @constant */
            readonly name: "news";
            readonly args: {
                readonly topic: string | null;
                readonly link?: string;
            };
        } | {
            /** @constant */
            readonly kind: "command";
            /** @enum {unknown} */
            readonly name: "draft" | "resume";
            readonly args: {
                readonly draft_id: string;
                readonly version: number | null;
            };
        } | {
            /** @constant */
            readonly kind: "command";
            /** @enum {unknown} */
            readonly name: "status" | "sources" | "cancel";
            readonly args: Record<string, never>;
            readonly text?: string;
            readonly buttons?: components["schemas"]["Buttons"];
        } | {
            /** @constant */
            readonly kind: "command";
            /** @constant */
            readonly name: "language";
            readonly args: {
                readonly language: components["schemas"]["Language"] | null;
            };
            readonly text: string;
        } | {
            /** @constant */
            readonly kind: "post_request";
            readonly text: string;
        } | {
            /** @constant */
            readonly kind: "callback";
            /** @enum {unknown} */
            readonly action: "publish" | "feedback" | "reject" | "resume" | "take" | "skip" | "make_post" | "no_post" | "edit_title" | "edit_text" | "retry" | "back" | "drop" | "drop_anyway" | "there" | "not_there" | "absent" | "undo" | "show" | "everywhere";
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly item?: number;
            readonly text?: string;
        } | {
            /** @constant */
            readonly kind: "feedback_reply";
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly text: string;
        } | {
            /** @constant */
            readonly kind: "ignored";
        };
        /** @description Position in its batch. */
        readonly ItemNumber: number;
        /** @enum {unknown} */
        readonly ItemState: "offered" | "taken" | "dismissed" | "expired";
        readonly KnownAddress: {
            readonly canonical_url: string;
            /** @enum {unknown} */
            readonly reason: "published" | "open_draft" | "offered";
            /** @description Of the draft, or of the batch that offers it. */
            readonly key: string;
        };
        readonly KnownFeed: {
            readonly feed_url: string;
            readonly title: string | null;
            /** @description How many it gave when it was last read. */
            readonly items: number | null;
            /** @description Why it could not be read when it was last asked; null: it could. */
            readonly code: string | null;
            /** @description Milliseconds since 1970. */
            readonly asked_at: number | null;
            /** @description Milliseconds since 1970. */
            readonly read_at: number | null;
            /** @description When the owner was last told that it is broken: once a day at most. */
            readonly told_at: number | null;
        };
        /** @enum {unknown} */
        readonly Language: "en" | "ru";
        readonly LeftOutAddress: {
            readonly canonical_url: string;
            /** @enum {unknown} */
            readonly reason: "published" | "open_draft" | "offered";
        };
        /** @description An http or https address without credentials; may be empty. */
        readonly Link: string | null;
        readonly Material: {
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly batch_key: string | null;
            /** @description Of its batch; null for what no card began. */
            readonly item: number | null;
            /** @description By which its `link` is known: a news item has one open or published draft by it. */
            readonly canonical_url: string | null;
            /** @enum {unknown} */
            readonly kind: "news" | "post";
            readonly state: components["schemas"]["State"];
            readonly owner_chat_id: components["schemas"]["ChatId"];
            readonly created_by_user_id: components["schemas"]["UserId"];
            readonly operation_actor_user_id: components["schemas"]["UserId"];
            readonly operation_actor_chat_id: components["schemas"]["ChatId"];
            readonly feedback_actor_user_id: number | null;
            readonly feedback_actor_chat_id: number | null;
            readonly feedback_prompt_message_id: number | null;
            readonly approval_message_id: number | null;
            readonly cover_origin_version: number | null;
            readonly source_image_id: string | null;
            /** @description Under which admission its illustration is kept until it is stored: GET /admissions/{admission_id}/result. */
            readonly kept_admission_id: string | null;
            /** @description A paid text that is not stored as the text of the version yet: it is taken before another one is asked for. */
            readonly kept_text: {
                readonly admission_id: string;
                readonly title: string;
                readonly subtitle: string;
                readonly category: string;
                readonly image_prompt: string;
                /** @description As the AI gave it: it may still be too long for a caption. */
                readonly body: string;
            } | null;
            /** @description Paid verdicts on the present text, in order: they are used before the AI is asked again. */
            readonly kept_verdicts: readonly {
                readonly admission_id: string;
                readonly pass: boolean;
                readonly issues: readonly {
                    /** @enum {unknown} */
                    readonly field: "body" | "title" | "subtitle";
                    readonly fragment: string;
                    readonly replacement: string;
                    readonly reason: string;
                }[];
            }[] | null;
            readonly messenger_file_id: string | null;
            readonly title: string | null;
            readonly subtitle: string | null;
            readonly body: string | null;
            readonly category: string | null;
            readonly link: string | null;
            readonly caption: string | null;
            readonly facts: components["schemas"]["Facts"];
            readonly source_blocks: components["schemas"]["SourceBlocks"];
            readonly image_prompt: string | null;
            /** @description Null: checked as long as there is no cover. */
            readonly text_check: ("needed" | "none" | "passed") | null;
            /** @description The stretches that a person edited by exact words, where alone a check may repair; null: anywhere. */
            readonly edit_scope: readonly {
                /** @enum {unknown} */
                readonly field: "body" | "title" | "subtitle";
                readonly start: number;
                readonly end: number;
            }[] | null;
            readonly cover_asset_id: string | null;
            /** @description Over caption and cover; what a copy shows and what a claim is for. */
            readonly content_sha256: string | null;
            readonly request: string | null;
            readonly error_code: string | null;
            readonly error_stage: string | null;
            readonly event_key: components["schemas"]["EventKey"];
            readonly published_message_id: number | null;
            readonly created_at: components["schemas"]["EpochMs"];
            readonly state_changed_at: components["schemas"]["EpochMs"];
        };
        /** @description Numeric id of a message. */
        readonly MessageId: number;
        /** @description Text of a message. */
        readonly MessageText: string;
        /** @description A model, as its provider calls it. */
        readonly ModelName: string;
        readonly NewContent: {
            /**
             * @description By default post, or as before.
             * @enum {unknown}
             */
            readonly kind?: "news" | "post";
            readonly request?: string | null;
            readonly title?: string | null;
            readonly subtitle?: string | null;
            readonly body?: string | null;
            readonly category?: string | null;
            readonly link?: components["schemas"]["Link"];
            readonly facts?: components["schemas"]["Facts"];
            readonly source_blocks?: components["schemas"]["SourceBlocks"];
            readonly image_prompt?: string | null;
            /**
             * @description Whether the meaning of the text has to be checked; by default it has.
             * @enum {unknown}
             */
            readonly text_check?: "needed" | "none";
            /** @description The stretches that a person edited by exact words, where alone a check may repair; null: anywhere. */
            readonly edit_scope?: readonly {
                /** @enum {unknown} */
                readonly field: "body" | "title" | "subtitle";
                readonly start: number;
                readonly end: number;
            }[] | null;
        };
        /** @description What a feed says of an item, and what the AI made of it. */
        readonly NewNewsItem: {
            readonly canonical_url: components["schemas"]["Address"];
            readonly url: components["schemas"]["Address"];
            readonly host: string;
            readonly title: string;
            readonly angle: string;
            readonly source_title: string | null;
            readonly published_at: components["schemas"]["Instant"];
        };
        readonly NewsBatch: {
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly event_key: components["schemas"]["EventKey"];
            /** @description The service entry that it was made for; null: somebody asked. */
            readonly entry: string | null;
            readonly topic: string | null;
            readonly window_days: components["schemas"]["WindowDays"];
            readonly created_by_user_id: components["schemas"]["UserId"];
            readonly created_at: components["schemas"]["EpochMs"];
            readonly expires_at: components["schemas"]["EpochMs"];
        };
        readonly NewsItem: {
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
            readonly state: components["schemas"]["ItemState"];
            /** @description Of the feed's address. */
            readonly canonical_url: string;
            /** @description What would be published: the feed's address, later the article's. */
            readonly link: string;
            readonly url: string;
            readonly host: string;
            readonly title: string;
            readonly angle: string;
            readonly source_title: string | null;
            readonly published_at: components["schemas"]["Instant"];
            /** @description Of the first confirmed card. */
            readonly primary_message_id: number | null;
            readonly decided_by_user_id: number | null;
            /** @description The draft that began when it was taken. */
            readonly draft_key: string | null;
            readonly changed_at: components["schemas"]["EpochMs"];
        };
        readonly Patch: {
            readonly title?: string | null;
            readonly subtitle?: string | null;
            readonly body?: string | null;
            readonly category?: string | null;
            readonly link?: components["schemas"]["Link"];
            readonly facts?: components["schemas"]["Facts"];
            readonly source_blocks?: components["schemas"]["SourceBlocks"];
            readonly image_prompt?: string | null;
            /** @description A paid text, kept under its admission before it is stored; it goes once there is a body. */
            readonly kept_text?: {
                readonly admission_id: string;
                readonly title: string;
                readonly subtitle: string;
                readonly category: string;
                readonly image_prompt: string;
                /** @description As the AI gave it: it may still be too long for a caption. */
                readonly body: string;
            } | null;
            /** @description A paid verdict on the present text, added to the stored ones; they are deleted when the text has passed or changes. */
            readonly kept_verdict?: {
                readonly admission_id: string;
                readonly pass: boolean;
                readonly issues: readonly {
                    /** @enum {unknown} */
                    readonly field: "body" | "title" | "subtitle";
                    readonly fragment: string;
                    readonly replacement: string;
                    readonly reason: string;
                }[];
            };
            /** @description 1 to 1024 UTF-16 units after normalisation, which is how it is stored. */
            readonly caption?: string | null;
            readonly source_image_id?: string | null;
            readonly cover_asset_id?: string | null;
            /** @description Of a draft, from 1. */
            readonly cover_origin_version?: number | null;
            /**
             * @description The present text passed its check and is not checked again.
             * @constant
             */
            readonly text_check?: "passed";
            readonly error_code?: string | null;
            readonly error_stage?: string | null;
        };
        readonly Person: {
            readonly user_id: components["schemas"]["UserId"];
            readonly chat_id: components["schemas"]["ChatId"];
            readonly role: components["schemas"]["Role"];
            readonly display_name: string;
        };
        /**
         * @description What the request is for; any word. The examples are what our graphs ask for. All but image_import, cover_render, read_feed and read_article count as paid, and an event under which a paid one was admitted is not repeated by itself before its result is stored.
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
        readonly Purpose: string;
        readonly Resumed: {
            readonly material: components["schemas"]["Material"];
            readonly _svc: components["schemas"]["SignedToken"];
            readonly expires_at: components["schemas"]["EpochMs"];
            readonly actor: components["schemas"]["Person"];
            readonly event_key: components["schemas"]["EventKey"];
            /** @description What the desk speaks with the actor. */
            readonly language: components["schemas"]["Language"];
            /** @description Those who get what is sent to everybody, owner first. */
            readonly participants: readonly components["schemas"]["Person"][];
        };
        /** @enum {unknown} */
        readonly Role: "owner" | "editor";
        readonly ScheduledContext: {
            readonly _svc: components["schemas"]["SignedToken"];
            readonly expires_at: components["schemas"]["EpochMs"];
            readonly actor: components["schemas"]["Person"];
            readonly event_key: components["schemas"]["EventKey"];
            /** @description What the desk speaks with the actor. */
            readonly language: components["schemas"]["Language"];
            /** @description Those who get what is sent to everybody, owner first. */
            readonly participants: readonly components["schemas"]["Person"][];
            /** @description Of an entry of a day: what is paid for under it was asked for, and there is nothing to go on with. */
            readonly is_done: boolean;
        };
        /** @description Signed context, to be sent back as `_svc`. */
        readonly SignedToken: string;
        /** @description A piece of source text that facts refer to by its id. */
        readonly SourceBlock: {
            readonly id: string;
            readonly text: string;
        };
        /** @description The texts of all blocks together: at most 120000 UTF-16 units. */
        readonly SourceBlocks: readonly components["schemas"]["SourceBlock"][] | null;
        readonly Spend: {
            readonly requests: number;
            /** @description Of them, those whose cost is not known. */
            readonly unknown: number;
            /** @description What the others cost; null without COLLAB_PRICES. */
            readonly cost: number | null;
            readonly currency: string | null;
        };
        /** @enum {unknown} */
        readonly State: "text_generating" | "text_preparing" | "ready" | "awaiting_feedback" | "claimed" | "superseded" | "rejected" | "published";
        /** @description Signed context. */
        readonly Svc: string;
        /** @description Numeric id of a person. */
        readonly UserId: number;
        readonly VerifiedEvent: {
            readonly admitted: boolean;
            readonly reason: ("unknown_sender" | "id_mismatch" | "not_private" | "bot_sender" | "inactive" | "duplicate" | "unsupported") | null;
            /** @description Stored before, and not to be dealt with again: never with `admitted`, so never with `replay`. */
            readonly duplicate: boolean;
            /** @description Posted again by the service itself; every step is keyed, so a second run continues. */
            readonly replay: boolean;
            /** @description Stored, and not to be worked on now: the service posts it to the webhook when there is room. Only with `can_wait`. */
            readonly waits: boolean;
            readonly event_key: components["schemas"]["EventKey"];
            readonly actor: components["schemas"]["Person"] | null;
            /** @description What the desk speaks with the actor. */
            readonly language: components["schemas"]["Language"] | null;
            /** @description Signed context, to be sent back as `_svc`. */
            readonly _svc: string | null;
            /** @description Milliseconds since 1970. */
            readonly expires_at: number | null;
            readonly intent: components["schemas"]["Intent"];
            readonly copy: components["schemas"]["Copy"] | null;
            readonly feedback_session: components["schemas"]["FeedbackSession"] | null;
            /** @description With a request to go on: another event works on that version, so this one does not. 0: unknown person. */
            readonly under_way: {
                readonly by: components["schemas"]["UserId"];
                readonly since: components["schemas"]["EpochMs"];
                readonly until: components["schemas"]["EpochMs"];
                /** @description What the actor is told. */
                readonly text: string;
            } | null;
            readonly callback: {
                readonly id: string;
                readonly message_id: number;
            } | null;
            /** @description With an admitted event, those who get previews now, owner first; else empty. */
            readonly participants: readonly components["schemas"]["Person"][];
        };
        /** @description Of a draft, from 1. */
        readonly Version: number;
        /** @enum {unknown} */
        readonly WindowDays: 7 | 30;
        /** @description RFC 9457. `code` is the stable word; `detail` is a sentence for people; `retry` says whether trying again helps. */
        readonly Problem: {
            /** Format: uri */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /** @enum {unknown} */
            readonly code: "admission_not_found" | "batch_not_found" | "body_too_large" | "budget_spent" | "busy" | "content_mismatch" | "context_expired" | "context_invalid" | "copy_not_delivered" | "delivery_in_flight" | "delivery_unknown" | "draft_open" | "event_not_found" | "execution_superseded" | "image_model_gone" | "integrity_violation" | "internal" | "invalid_image" | "invalid_request" | "item_not_found" | "malformed_json" | "malformed_request" | "material_not_found" | "not_found" | "not_ready" | "participant_inactive" | "proof_invalid" | "proof_spent" | "recipient_unknown" | "result_conflict" | "result_not_found" | "role_forbids" | "session_held" | "source_taken" | "state_conflict" | "step_not_due" | "too_many_messages" | "transition_forbidden" | "unauthorized" | "unavailable" | "unsupported_media_type" | "update_unknown" | "work_under_way";
            /** @enum {unknown} */
            readonly retry: "never" | "later" | "afterCheck";
            readonly request_id: string;
            readonly errors?: readonly {
                readonly path: string;
                readonly message: string;
            }[];
            /** @description With `state_conflict`: what was found. */
            readonly state?: string;
            /** @description With `work_under_way`: the person whose request it is. */
            readonly by?: number;
            /** @description With `work_under_way`: since when, in milliseconds since 1970. */
            readonly since?: number;
            /** @description With `state_conflict` of a news item: who decided. */
            readonly decided_by?: number | null;
            /** @description With `source_taken`: the draft that has the address. */
            readonly draft_key?: string;
            /** @description With `work_under_way`: until when at least, unless it ends before; with `budget_spent`: when it goes on. */
            readonly until?: number;
            /** @description With `state_conflict`: who holds the claim. */
            readonly claimed_by?: number | null;
        };
        readonly TakeEventRequest: {
            /** @description The real update of the messenger, untouched. */
            readonly update: {
                readonly update_id: number;
            };
            readonly execution_id: components["schemas"]["ExecutionId"];
            /** @description The caller heeds `waits`: a request for a post may be kept until fewer events are worked on than COLLAB_AT_ONCE says. */
            readonly can_wait?: boolean;
        };
        readonly CloseEventAnswer: {
            /** @constant */
            readonly done: true;
        };
        readonly CloseEventRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly event_key: components["schemas"]["EventKey"];
            readonly outcome: string;
        };
        readonly InternalAnswer: components["schemas"]["ScheduledContext"] | components["schemas"]["Claimed"] | components["schemas"]["Resumed"];
        readonly InternalRequest: {
            /** @constant */
            readonly action: "context";
            readonly entry: string;
            readonly execution_id?: components["schemas"]["ExecutionId"];
            readonly day?: components["schemas"]["Day"];
        } | {
            /** @constant */
            readonly action: "claim";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly message_id: components["schemas"]["MessageId"];
        } | {
            /** @constant */
            readonly action: "resume";
            readonly proof_id: string;
            readonly execution_id: components["schemas"]["ExecutionId"];
        };
        readonly AuthorizeAnswer: {
            /** @constant */
            readonly allowed: true;
            readonly admission_id: string;
            readonly role: components["schemas"]["Role"];
        };
        readonly AuthorizeRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            /** @description Host or name of what is asked. */
            readonly target: string;
            /** @description The model that will be asked for the picture, where a text is asked for. */
            readonly image_model?: string;
        };
        readonly NoteSpendAnswer: {
            /** @description False when something was noted before. */
            readonly noted: boolean;
        };
        readonly NoteSpendRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly admission_id: string;
            /** @description A model, as its provider calls it. */
            readonly model: string | null;
            readonly input_tokens: number;
            readonly output_tokens: number;
            readonly pictures: number;
            /** @constant */
            readonly fault?: "model_not_found";
        };
        readonly KeepResultAnswer: {
            readonly admission_id: string;
            readonly sha256: string;
            readonly bytes: number;
        };
        /** @description `ok` and `result` as the Bot API gives them; the same for a repeat. */
        readonly DeliverAnswer: {
            readonly ok: boolean;
            readonly result: null | true | {
                readonly message_id: number;
                readonly date?: number;
                readonly chat: {
                    readonly id: components["schemas"]["ChatId"];
                };
                readonly photo?: readonly {
                    readonly file_id: string;
                    readonly file_unique_id: string | null;
                }[];
            };
            readonly delivery: components["schemas"]["DeliveryAnswer"];
        };
        readonly DeliverRequest: {
            /** @constant */
            readonly operation: "status";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly recipient_user_id?: components["schemas"]["UserId"];
            readonly text: components["schemas"]["MessageText"];
            readonly buttons?: components["schemas"]["Buttons"];
            /** @description The first message of a work: tried once more after a confirmed 429. */
            readonly progress?: boolean;
        } | {
            /** @constant */
            readonly operation: "reply";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly recipient_user_id?: components["schemas"]["UserId"];
            readonly text: components["schemas"]["MessageText"];
            readonly reply_to_message_id?: components["schemas"]["MessageId"];
        } | {
            /** @constant */
            readonly operation: "prompt";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly recipient_user_id?: components["schemas"]["UserId"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly text: components["schemas"]["MessageText"];
        } | {
            /** @constant */
            readonly operation: "answer_callback";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly recipient_user_id?: components["schemas"]["UserId"];
            readonly callback_query_id: string;
            readonly text?: string;
            readonly show_alert?: boolean;
        } | {
            /** @constant */
            readonly operation: "preview";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly recipient_user_id: components["schemas"]["UserId"];
        } | {
            /** @constant */
            readonly operation: "card";
            readonly _svc: components["schemas"]["Svc"];
            /** @constant */
            readonly purpose: "card";
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
            readonly recipient_user_id: components["schemas"]["UserId"];
        } | {
            /** @constant */
            readonly operation: "publish";
            readonly _svc: components["schemas"]["Svc"];
            readonly purpose: components["schemas"]["Purpose"];
            readonly entity_key: components["schemas"]["EntityKey"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly recipient_user_id?: number;
        };
        readonly TellDecisionAnswer: {
            readonly notified: readonly {
                readonly user_id: components["schemas"]["UserId"];
                readonly status: components["schemas"]["DeliveryStatus"];
            }[];
            readonly buttons: readonly {
                readonly user_id: components["schemas"]["UserId"];
                readonly status: components["schemas"]["DeliveryStatus"];
                readonly message_id: components["schemas"]["MessageId"];
            }[];
        };
        readonly TellDecisionRequest: {
            /** @constant */
            readonly decision: "awaiting_feedback";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
        } | {
            /** @constant */
            readonly decision: "prepared";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
        } | {
            /** @constant */
            readonly decision: "superseded";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
        } | {
            /** @constant */
            readonly decision: "rejected";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
        } | {
            /** @constant */
            readonly decision: "published";
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
        } | {
            /** @constant */
            readonly decision: "taken";
            readonly _svc: components["schemas"]["Svc"];
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
        } | {
            /** @constant */
            readonly decision: "dismissed";
            readonly _svc: components["schemas"]["Svc"];
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
        };
        readonly OnboardAnswer: {
            /** @constant */
            readonly key: "multiuser_v1";
            readonly deliveries: readonly {
                readonly status: components["schemas"]["DeliveryStatus"];
                readonly confirmed: boolean;
                /** @description Nothing was sent now; this is what came of it before. */
                readonly repeated: boolean;
                /** @description 0: sent, but the messenger did not say under which id. */
                readonly message_id: number | null;
                readonly file_id: string | null;
                readonly attempts: number;
                readonly error_code: string | null;
                readonly user_id: components["schemas"]["UserId"];
            }[];
        };
        readonly OnboardRequest: {
            readonly _svc: components["schemas"]["Svc"];
        };
        readonly CreateMaterialAnswer: {
            readonly material: components["schemas"]["Material"];
            readonly created: boolean;
        };
        readonly CreateMaterialRequest: {
            readonly _svc: components["schemas"]["Svc"];
            /** @description At most 40 characters; by default `p<update_id>`. */
            readonly draft_key?: string;
            readonly batch_key?: components["schemas"]["DraftKey"];
            readonly content: components["schemas"]["NewContent"];
        };
        readonly ReadMaterialAnswer: {
            readonly material: components["schemas"]["Material"];
            readonly spend: components["schemas"]["Spend"];
        };
        readonly ReadMaterialRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version?: components["schemas"]["Version"];
        };
        readonly AdvanceMaterialAnswer: {
            readonly material: components["schemas"]["Material"];
        };
        readonly AdvanceMaterialRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly from: components["schemas"]["State"];
            readonly to: components["schemas"]["State"];
            readonly patch?: components["schemas"]["Patch"];
        };
        readonly ReviseMaterialAnswer: {
            readonly material: components["schemas"]["Material"];
        };
        readonly ReviseMaterialRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly content: components["schemas"]["NewContent"];
            readonly reuse: {
                readonly source_image_id?: boolean;
                readonly cover?: boolean;
                /** @description All of the last complete version, as it is; for a stopped one and its press of `back`. */
                readonly complete?: boolean;
            };
        };
        readonly ListMaterialsAnswer: {
            readonly materials: readonly components["schemas"]["Material"][];
        };
        readonly ListMaterialsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly states?: readonly components["schemas"]["State"][];
            readonly limit?: number;
        };
        readonly NoteFeedsAnswer: {
            readonly feeds: readonly components["schemas"]["KnownFeed"][];
        };
        readonly NoteFeedsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly feeds: readonly components["schemas"]["FeedReport"][];
        };
        readonly KnownNewsAnswer: {
            readonly known: readonly components["schemas"]["KnownAddress"][];
        };
        readonly KnownNewsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly canonical_urls: readonly components["schemas"]["Address"][];
        };
        readonly OfferNewsAnswer: {
            readonly batch: components["schemas"]["NewsBatch"] | null;
            readonly items: readonly components["schemas"]["NewsItem"][];
            readonly created: boolean;
            readonly left_out: readonly components["schemas"]["LeftOutAddress"][];
        };
        readonly OfferNewsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly topic: string | null;
            readonly window_days: components["schemas"]["WindowDays"];
            readonly day?: components["schemas"]["Day"];
            readonly items: readonly components["schemas"]["NewNewsItem"][];
        };
        readonly ReadNewsAnswer: {
            readonly batch: components["schemas"]["NewsBatch"] | null;
            readonly items: readonly components["schemas"]["NewsItem"][];
        };
        readonly ReadNewsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly batch_key?: components["schemas"]["BatchKey"];
            readonly day?: components["schemas"]["Day"];
        };
        readonly TakeNewsAnswer: {
            readonly item: components["schemas"]["NewsItem"];
            readonly material: components["schemas"]["Material"];
            readonly created: boolean;
        };
        readonly TakeNewsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
            readonly message_id: components["schemas"]["MessageId"];
        };
        readonly DismissNewsAnswer: {
            readonly item: components["schemas"]["NewsItem"];
        };
        readonly DismissNewsRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly batch_key: components["schemas"]["BatchKey"];
            readonly item: components["schemas"]["ItemNumber"];
            readonly message_id: components["schemas"]["MessageId"];
        };
        readonly KeepSourceAnswer: {
            readonly material: components["schemas"]["Material"];
        };
        readonly KeepSourceRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly draft_key: components["schemas"]["DraftKey"];
            readonly version: components["schemas"]["Version"];
            readonly link: components["schemas"]["Address"];
            readonly title: string | null;
            readonly site: string | null;
            readonly language: string | null;
            /** @description `YYYY-MM-DDTHH:mm:ss.sssZ`. */
            readonly published_at: string | null;
            readonly paywalled: boolean;
            readonly blocks: components["schemas"]["ArticleBlocks"];
        };
        readonly BindExecutionAnswer: {
            /** @constant */
            readonly bound: true;
            readonly audit_seq: number;
        };
        readonly BindExecutionRequest: {
            readonly _svc: components["schemas"]["Svc"];
            readonly execution_id: components["schemas"]["ExecutionId"];
            readonly workflow_id: string;
            readonly workflow_name: string;
            readonly parent_execution_id?: components["schemas"]["ExecutionId"];
        };
        readonly ReportFailureAnswer: {
            /** @constant */
            readonly recorded: true;
            /** @enum {unknown} */
            readonly addressee: "actor" | "owner";
            readonly delivery: components["schemas"]["DeliveryAnswer"];
        };
        readonly ReportFailureRequest: {
            readonly execution_id: components["schemas"]["ExecutionId"];
            readonly workflow_id: string;
            readonly node_name: string;
            readonly error_class: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Address = components['schemas']['Address'];
export type ArticleBlocks = components['schemas']['ArticleBlocks'];
export type BatchKey = components['schemas']['BatchKey'];
export type Buttons = components['schemas']['Buttons'];
export type ChatId = components['schemas']['ChatId'];
export type Claimed = components['schemas']['Claimed'];
export type Copy = components['schemas']['Copy'];
export type Day = components['schemas']['Day'];
export type DeliveryAnswer = components['schemas']['DeliveryAnswer'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type DraftKey = components['schemas']['DraftKey'];
export type EntityKey = components['schemas']['EntityKey'];
export type EpochMs = components['schemas']['EpochMs'];
export type EventKey = components['schemas']['EventKey'];
export type ExecutionId = components['schemas']['ExecutionId'];
export type Fact = components['schemas']['Fact'];
export type Facts = components['schemas']['Facts'];
export type FeedReport = components['schemas']['FeedReport'];
export type FeedbackSession = components['schemas']['FeedbackSession'];
export type Health = components['schemas']['Health'];
export type Instant = components['schemas']['Instant'];
export type Intent = components['schemas']['Intent'];
export type ItemNumber = components['schemas']['ItemNumber'];
export type ItemState = components['schemas']['ItemState'];
export type KnownAddress = components['schemas']['KnownAddress'];
export type KnownFeed = components['schemas']['KnownFeed'];
export type Language = components['schemas']['Language'];
export type LeftOutAddress = components['schemas']['LeftOutAddress'];
export type Link = components['schemas']['Link'];
export type Material = components['schemas']['Material'];
export type MessageId = components['schemas']['MessageId'];
export type MessageText = components['schemas']['MessageText'];
export type ModelName = components['schemas']['ModelName'];
export type NewContent = components['schemas']['NewContent'];
export type NewNewsItem = components['schemas']['NewNewsItem'];
export type NewsBatch = components['schemas']['NewsBatch'];
export type NewsItem = components['schemas']['NewsItem'];
export type Patch = components['schemas']['Patch'];
export type Person = components['schemas']['Person'];
export type Purpose = components['schemas']['Purpose'];
export type Resumed = components['schemas']['Resumed'];
export type Role = components['schemas']['Role'];
export type ScheduledContext = components['schemas']['ScheduledContext'];
export type SignedToken = components['schemas']['SignedToken'];
export type SourceBlock = components['schemas']['SourceBlock'];
export type SourceBlocks = components['schemas']['SourceBlocks'];
export type Spend = components['schemas']['Spend'];
export type State = components['schemas']['State'];
export type Svc = components['schemas']['Svc'];
export type UserId = components['schemas']['UserId'];
export type VerifiedEvent = components['schemas']['VerifiedEvent'];
export type Version = components['schemas']['Version'];
export type WindowDays = components['schemas']['WindowDays'];
export type Problem = components['schemas']['Problem'];
export type TakeEventRequest = components['schemas']['TakeEventRequest'];
export type CloseEventAnswer = components['schemas']['CloseEventAnswer'];
export type CloseEventRequest = components['schemas']['CloseEventRequest'];
export type InternalAnswer = components['schemas']['InternalAnswer'];
export type InternalRequest = components['schemas']['InternalRequest'];
export type AuthorizeAnswer = components['schemas']['AuthorizeAnswer'];
export type AuthorizeRequest = components['schemas']['AuthorizeRequest'];
export type NoteSpendAnswer = components['schemas']['NoteSpendAnswer'];
export type NoteSpendRequest = components['schemas']['NoteSpendRequest'];
export type KeepResultAnswer = components['schemas']['KeepResultAnswer'];
export type DeliverAnswer = components['schemas']['DeliverAnswer'];
export type DeliverRequest = components['schemas']['DeliverRequest'];
export type TellDecisionAnswer = components['schemas']['TellDecisionAnswer'];
export type TellDecisionRequest = components['schemas']['TellDecisionRequest'];
export type OnboardAnswer = components['schemas']['OnboardAnswer'];
export type OnboardRequest = components['schemas']['OnboardRequest'];
export type CreateMaterialAnswer = components['schemas']['CreateMaterialAnswer'];
export type CreateMaterialRequest = components['schemas']['CreateMaterialRequest'];
export type ReadMaterialAnswer = components['schemas']['ReadMaterialAnswer'];
export type ReadMaterialRequest = components['schemas']['ReadMaterialRequest'];
export type AdvanceMaterialAnswer = components['schemas']['AdvanceMaterialAnswer'];
export type AdvanceMaterialRequest = components['schemas']['AdvanceMaterialRequest'];
export type ReviseMaterialAnswer = components['schemas']['ReviseMaterialAnswer'];
export type ReviseMaterialRequest = components['schemas']['ReviseMaterialRequest'];
export type ListMaterialsAnswer = components['schemas']['ListMaterialsAnswer'];
export type ListMaterialsRequest = components['schemas']['ListMaterialsRequest'];
export type NoteFeedsAnswer = components['schemas']['NoteFeedsAnswer'];
export type NoteFeedsRequest = components['schemas']['NoteFeedsRequest'];
export type KnownNewsAnswer = components['schemas']['KnownNewsAnswer'];
export type KnownNewsRequest = components['schemas']['KnownNewsRequest'];
export type OfferNewsAnswer = components['schemas']['OfferNewsAnswer'];
export type OfferNewsRequest = components['schemas']['OfferNewsRequest'];
export type ReadNewsAnswer = components['schemas']['ReadNewsAnswer'];
export type ReadNewsRequest = components['schemas']['ReadNewsRequest'];
export type TakeNewsAnswer = components['schemas']['TakeNewsAnswer'];
export type TakeNewsRequest = components['schemas']['TakeNewsRequest'];
export type DismissNewsAnswer = components['schemas']['DismissNewsAnswer'];
export type DismissNewsRequest = components['schemas']['DismissNewsRequest'];
export type KeepSourceAnswer = components['schemas']['KeepSourceAnswer'];
export type KeepSourceRequest = components['schemas']['KeepSourceRequest'];
export type BindExecutionAnswer = components['schemas']['BindExecutionAnswer'];
export type BindExecutionRequest = components['schemas']['BindExecutionRequest'];
export type ReportFailureAnswer = components['schemas']['ReportFailureAnswer'];
export type ReportFailureRequest = components['schemas']['ReportFailureRequest'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
