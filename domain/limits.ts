/**
 * Every bound of the desk, once. The name carries the unit; `@see` names the section of the specification.
 * "Units" are UTF-16 code units (`String.length`), as the messenger's clients count a caption.
 * Where two bounds meet, both are checked in sequence and the narrowest one wins.
 */

// ── Caption ─────────────────────────────────────────────────────────────────

/**
 * Longest photo caption after normalisation, the link included. The messenger itself counts code points
 * after entity parsing, so this bound is never looser than its own.
 * @see docs/specification.md#caption
 * @see https://core.telegram.org/bots/api#sendphoto (Bot API 10.3)
 */
export const MAX_CAPTION_UNITS = 1024;

/** The source line before the address: `\n\nOriginal: ` or `\n\nИсточник: `. @see docs/specification.md#news-caption */
export const SOURCE_PREFIX_UNITS = 12;

/** Least room that a link must leave for a news body. @see docs/specification.md#news-caption */
export const MIN_NEWS_BODY_BUDGET_UNITS = 250;

/** Longest address accepted at the adapter; it may still be too long for a caption. @see docs/specification.md#news-caption */
export const MAX_URL_UNITS = 1500;

/** Preferred length of a body: asked for in the prompt, never enforced. @see docs/specification.md#caption */
export const PREFERRED_BODY_UNITS = { from: 700, to: 900 } as const;

/** Preferred number of paragraphs: asked for in the prompt, never enforced. @see docs/specification.md#caption */
export const PREFERRED_PARAGRAPHS = { from: 3, to: 4 } as const;

// ── Text of a post (workflow side) ──────────────────────────────────────────

/** @see docs/specification.md#texts-of-a-post */
export const MAX_TITLE_UNITS = 70;

/** Titles that one request gives to choose from. */
export const TITLES_TO_CHOOSE = 3;
/** What the prompt asks for. @see docs/specification.md#texts-of-a-post */
export const RECOMMENDED_TITLE_UNITS = 55;

/** May be empty. @see docs/specification.md#texts-of-a-post */
export const MAX_SUBTITLE_UNITS = 110;

/** The workflow's and the renderer's bound are the same one. @see docs/specification.md#texts-of-a-post */
export const MAX_CATEGORY_UNITS = 45;

/** @see docs/specification.md#texts-of-a-post */
export const MAX_IMAGE_PROMPT_UNITS = 1800;

/** Longest run of letters and digits in a request; addresses have other characters in between. */
export const MAX_WORD_UNITS = 200;

// ── Answers of others ───────────────────────────────────────────────────────

/** The JSON of an AI's answer; ten times what any of our questions wants. */
export const MAX_ANSWER_UNITS = 200_000;

/** One text in it, and the entries of one list: looked at before anything else is. */
export const MAX_ANSWER_TEXT_UNITS = 16_000;
export const MAX_ANSWER_ENTRIES = 200;

/** What is read of an answer, after it is unpacked: a text of the AI, a picture as base64, an answer of our services, an error of any. */
export const MAX_TEXT_ANSWER_BYTES = 2_097_152;
export const MAX_PICTURE_ANSWER_BYTES = 29_360_128;
export const MAX_SERVICE_ANSWER_BYTES = 33_554_432;
export const MAX_ERROR_ANSWER_BYTES = 65_536;

// ── Facts, classification, check ────────────────────────────────────────────

/** @see docs/specification.md#facts */
export const MIN_FACTS = 1;

/** @see docs/specification.md#facts */
export const MAX_FACTS = 6;

/** Checked after the answer, because the response schema has no such bound. @see docs/specification.md#facts */
export const MAX_FACT_UNITS = 700;

/** @see docs/specification.md#facts */
export const MIN_SOURCE_IDS_PER_FACT = 1;

/** @see docs/specification.md#facts */
export const MAX_SOURCE_IDS_PER_FACT = 3;

/** @see docs/specification.md#facts */
export const MAX_CLASSIFICATION_TITLE_UNITS = 160;

/** @see docs/specification.md#facts */
export const MAX_CLASSIFICATION_ANGLE_UNITS = 350;

/** @see docs/specification.md#facts */
export const MAX_CHECK_ISSUES = 10;

// ── Articles ────────────────────────────────────────────────────────────────

/** 1 MiB. @see docs/specification.md#article */
export const MAX_ARTICLE_HTML_BYTES = 1_048_576;

/** @see docs/specification.md#article */
export const MIN_ARTICLE_TEXT_UNITS = 80;

/** @see docs/specification.md#article */
export const MAX_ARTICLE_TEXT_UNITS = 22_000;

/** A guard of the source-block helper only; the reader's bound above is narrower. @see docs/specification.md#article */
export const MAX_SOURCE_BLOCK_GUARD_UNITS = 60_000;

/** Blocks of one article; neighbours are joined when there are more. */
export const MAX_ARTICLE_BLOCKS = 200;

/** Redirects that are followed for one reading. */
export const MAX_REDIRECTS = 3;

// ── Feeds ───────────────────────────────────────────────────────────────────

/** Longest address that a request to the reader may hold; a longer one is refused with a code of its own. */
export const MAX_GIVEN_URL_UNITS = 8192;

/** Bodies of the reader's two routes. */
export const MAX_FEEDS_REQUEST_BYTES = 65_536;
export const MAX_ARTICLE_REQUEST_BYTES = 16_384;

/** Feeds in one request. */
export const MAX_FEEDS = 20;

/** An item with a longer title is passed over; a feed with a longer one has none. */
export const MAX_ITEM_TITLE_UNITS = 300;

/** A longer summary is left out; its length is told. */
export const MAX_ITEM_SUMMARY_UNITS = 2000;

/** Newest items of one feed, at most and unless told otherwise. */
export const MAX_FEED_ITEMS = 100;
export const DEFAULT_FEED_ITEMS = 50;

/** Age of the oldest item that is given, in days, at most and unless told otherwise. */
export const MAX_FEED_AGE_DAYS = 365;
export const DEFAULT_FEED_AGE_DAYS = 30;

/** First window of a news search. @see docs/specification.md#article */
export const NEWS_WINDOW_DAYS = 7;

/** Second window, used only when nothing fits in the first. @see docs/specification.md#article */
export const NEWS_FALLBACK_WINDOW_DAYS = 30;

// ── Search ──────────────────────────────────────────────────────────────────

/** Queries in one search, and the length of one. */
export const MAX_SEARCH_QUERIES = 3;
export const MAX_SEARCH_QUERY_UNITS = 120;

/** Results of one search, at most and unless told otherwise. */
export const MAX_SEARCH_RESULTS = 10;
export const DEFAULT_SEARCH_RESULTS = 5;

/** Of one host: results of a search, and pages that are read for one post. */
export const MAX_PAGES_OF_A_HOST = 2;

/** Pages that one post rests on at most, and how much text of each is taken. */
export const MAX_PAGES_OF_A_POST = 3;
export const MAX_PAGE_UNITS = 7_000;

/** One page, and all that is done to find pages for one post. */
export const PAGE_TIMEOUT_MS = 8_000;
export const PAGES_TIMEOUT_MS = 45_000;

/** A longer title or snippet of a result is shortened: nothing is written from it. */
export const MAX_SNIPPET_UNITS = 500;

/** Feeds or an article through the reader. */
export const READER_TIMEOUT_MS = 60_000;

// ── News ────────────────────────────────────────────────────────────────────

/** Addresses in one question about what is known already; feeds are asked for no more items than that. */
export const MAX_KNOWN_URLS = 500;

/** Items that the AI is asked about, the newest ones. */
export const MAX_CANDIDATES = 30;

/** Longest topic of a search. */
export const MAX_TOPIC_UNITS = 200;

/** Items of one batch, at most and unless told otherwise. */
export const MAX_CARDS = 6;
export const DEFAULT_CARDS = 5;

/** Items of one host in one batch. */
export const MAX_CARDS_PER_HOST = 2;

/** Within that time an older item of the same host and title is the same story under another address. */
export const REPEATED_WITHIN_HOURS = 48;

// ── Source image ────────────────────────────────────────────────────────────

/** What the illustration step asks for and accepts. @see docs/specification.md#source-image */
export const SOURCE_IMAGE_WIDTH_PX = 1536;

/** @see docs/specification.md#source-image */
export const SOURCE_IMAGE_HEIGHT_PX = 1024;

/** The size as the image provider wants it written. */
export const SOURCE_IMAGE_SIZE = '1536x1024';

/** @see docs/specification.md#source-image */
export const SOURCE_IMAGE_QUALITY = 'medium';

/** Signature (8) + header chunk (25): no PNG is shorter. @see docs/specification.md#source-image */
export const MIN_IMAGE_BYTES = 33;

/** 10 MiB. @see docs/specification.md#image-import */
export const MAX_IMAGE_BYTES = 10_485_760;

// ── Renderer ────────────────────────────────────────────────────────────────

/** Each side of an imported image. @see docs/specification.md#image-import */
export const MIN_IMAGE_SIDE_PX = 64;

/** Each side of an imported image. @see docs/specification.md#image-import */
export const MAX_IMAGE_SIDE_PX = 2048;

/** Largest file that the messenger gives to a bot: 20 MiB. @see https://core.telegram.org/bots/api#getfile */
export const MAX_SENT_IMAGE_BYTES = 20_971_520;

/** The same of sound: what is larger, the messenger gives to no bot. */
export const MAX_SOUND_BYTES = MAX_SENT_IMAGE_BYTES;

/** Spoken words at once, more than twenty minutes of fast speech: of longer ones nothing is taken, because a text is never cut. */
export const MAX_HEARD_UNITS = 32_000;

/** So much of them is shown when the desk asks whether it understood. */
export const MAX_HEARD_SHOWN_UNITS = 3_000;

/** Bytes of a second of sound at which it counts as long as its sender's program says: 256 kbit/s. */
export const MAX_SOUND_BYTES_PER_SECOND = 32_000;

/** More pixels are not decoded: the largest telephones take pictures of 50 million. */
export const MAX_SENT_IMAGE_PIXELS = 60_000_000;

/** Shortest side of a picture whose size we could not choose: a smaller one would be blurred on a cover. */
export const MIN_CHAT_IMAGE_SIDE_PX = 640;

/** Both sides of a finished cover. @see docs/specification.md#cover */
export const COVER_SIDE_PX = 1080;

/** A decimal limit, below 10 MiB. @see docs/specification.md#cover */
export const MAX_COVER_BYTES = 10_000_000;

/** @see docs/specification.md#cover */
export const MAX_COVER_REQUEST_BYTES = 16_384;

/** A brand's logo and font, before they are written as text. */
export const MAX_LOGO_BYTES = 524_288;
/** The renderer takes no logo with a shorter side. */
export const MIN_LOGO_SIDE_PX = 64;
/** A logo that a person sends has a side of at least that. */
export const MIN_SENT_LOGO_PX = 128;
/** A logo is kept twice as large as any template shows it. */
export const LOGO_BOX_PX = { width: 560, height: 180 } as const;
export const MAX_FONT_BYTES = 4_194_304;
/** Both, as base64; escaped, each letter of it takes more bytes. */
export const MAX_BRAND_REQUEST_BYTES = 19_000_000;

/** The name of a brand. */
export const MAX_BRAND_NAME_UNITS = 40;

/** Accepted by the renderer; it does not widen the workflow's bound. @see docs/specification.md#cover */
export const MAX_RENDERER_TITLE_UNITS = 95;

/** Accepted by the renderer; it does not widen the workflow's bound. @see docs/specification.md#cover */
export const MAX_RENDERER_SUBTITLE_UNITS = 125;

/** @see docs/specification.md#texts-of-a-post */
export const MAX_TITLE_LINES = 3;

/** A title in the template `words`, which shows nothing else. */
export const MAX_WORDS_LINES = 6;

/** @see docs/specification.md#texts-of-a-post */
export const MAX_SUBTITLE_LINES = 2;

/** @see docs/specification.md#ids-and-versions */
export const MAX_RENDERER_VERSION = 1_000_000;

/** What a person may type; the upper part is not served by the renderer. @see docs/specification.md#ids-and-versions */
export const MAX_COMMAND_VERSION = 999_999_999;

/** @see docs/specification.md#ids-and-versions */
export const MAX_DRAFT_ID_CHARACTERS = 80;

/** A draft id that a person may type. @see docs/specification.md#ids-and-versions */
export const MAX_TYPED_DRAFT_ID_CHARACTERS = 40;

/** The cover template of the specification, and the default. @see docs/specification.md#cover */
export const TEMPLATE_VERSION = 'ff-square-0.1';

// ── Time ────────────────────────────────────────────────────────────────────

/** Binding an execution to its signed context. @see docs/specification.md#times */
export const BIND_TIMEOUT_MS = 60_000;

/** One admission. @see docs/specification.md#times */
export const ADMISSION_TIMEOUT_MS = 150_000;

/** One AI call. @see docs/specification.md#times */
export const AI_TIMEOUT_MS = 180_000;

/** As long as an event may take to be stored with what an AI said of it. */
export const STORE_TIMEOUT_MS = 60_000;

/** The period of the money limit. */
export const SPEND_DAYS = 30;

/** For how long a rejection can be taken back. */
export const UNDO_WITHIN_MS = 3_600_000;

/** The longest wait that the desk keeps a press for, by who asked for it. A longer one is asked about again when this is over. */
export const MAX_ASKED_WAIT_MS = { messenger: 24 * 3_600_000, provider: 3_600_000 } as const;

/** Longest life of a signed context. @see docs/specification.md#times */
export const MAX_CONTEXT_SECONDS = 3_600;

/** One part of a prompt, or the house style, as a person sets it. */
export const MAX_PROMPT_UNITS = 4_000;

/** The signature below every post, as the owner sets it. */
export const MAX_SIGNATURE_UNITS = 120;

/** Entities of a caption, counted as the messenger cuts them: more than these it drops. */
export const MAX_FORM_PARTS = 100;

/** An address behind words of a caption, and below it. */
export const MAX_LINKED_URL_UNITS = 600;

/** All addresses behind the words of a caption together: one message shows them in full to those who approve it. */
export const MAX_LINKS_UNITS = 2_000;

/** Stretches of a text that are kept of an exact edit; where it touches more, they are kept as one of each field. */
export const MAX_EDIT_SPANS = 100;

/** A text of the AI before it is stored as a caption: a longer one could not be shortened enough. */
export const MAX_KEPT_BODY_UNITS = 12_000;

/** A title or subtitle of the AI before it is shortened to its own limit. */
export const MAX_KEPT_LINE_UNITS = 1_000;

// ── Messenger ───────────────────────────────────────────────────────────────

/** @see https://core.telegram.org/bots/api#sendmessage (Bot API 10.3) */
export const MAX_MESSAGE_UNITS = 4096;
/** The messenger lets a bot delete a post within this time. @see https://core.telegram.org/bots/api#deletemessage (Bot API 10.3) */
export const DELETE_WITHIN_HOURS = 48;

/** A request may be a text that the messenger cut into four messages. */
export const MAX_REQUEST_UNITS = 4 * MAX_MESSAGE_UNITS;

/** @see https://core.telegram.org/bots/api#answercallbackquery (Bot API 10.3) */
export const MAX_CALLBACK_ANSWER_UNITS = 200;

/** @see https://core.telegram.org/bots/api#inlinekeyboardbutton (Bot API 10.3) */
export const MAX_CALLBACK_DATA_BYTES = 64;

/** The id of a press. It is a 64-bit number as text, so a longer one is not the messenger's. */
export const MAX_CALLBACK_QUERY_ID_UNITS = 64;

// ── The brief ───────────────────────────────────────────────────────────────

/** Posts that one message asks for. */
export const MAX_BRIEF_POSTS = 5;
/** The posts of a week for which nobody said how many. */
export const POSTS_OF_WEEK = 3;
export const MAX_BRIEF_SUBJECT_UNITS = 80;
export const MAX_BRIEF_WISHES = 6;
export const MAX_BRIEF_WISH_UNITS = 120;
export const MAX_GIVEN_PASSAGES = 12;
export const MAX_BRIEF_QUERIES = 3;
export const MAX_BRIEF_QUERY_UNITS = 120;
/** One line of a brief as the AI writes it. */
export const MAX_RAW_BRIEF_UNITS = 400;
/** Drafts and posts that a brief is told of, the newest first. */
export const MAX_BRIEF_DRAFTS = 8;

/** What the owner says of the channel in a sentence, and the name of a model. */
export const MAX_ABOUT_UNITS = 400;
export const MAX_MODEL_UNITS = 200;

/**
 * For how long no further item of an album may come before it counts as whole. A desk whose albums come more slowly waits longer, up to the
 * second number. Others lost pictures at half a second.
 */
export const GATHER_MS = 1_500;
export const MAX_GATHER_MS = 6_000;

/** The most items of an album. @see https://core.telegram.org/bots/api#sendmediagroup (Bot API 10.3) */
export const MAX_ALBUM_ITEMS = 10;
