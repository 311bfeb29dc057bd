/** The shapes of this service's contract. Each export is a named schema of the OpenAPI document. */
import Joi from 'joi';
import { COVER_TEMPLATES, LOOK_NAME, PHOTO } from '@copydesk/domain/cover/template';
import { formTypes } from '@copydesk/domain/caption/form';
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';
import { buttonActions, callbackActions } from '@copydesk/domain/chat/callback';
import { grounds } from '@copydesk/domain/caption/ground';
import { briefKinds, orders } from '@copydesk/domain/brief/brief';
import { topics } from '@copydesk/domain/brief/topics';
import { purposes } from '@copydesk/domain/event/purposes';
import { ADMISSION_ID, COMMAND_DRAFT_ID, DRAFT_ID, IMAGE_ID, SHA256_HEX } from '@copydesk/domain/ids';
import {
	MAX_ARTICLE_BLOCKS,
	MAX_BRIEF_DRAFTS,
	MAX_BRIEF_POSTS,
	MAX_BRIEF_QUERIES,
	MAX_BRIEF_QUERY_UNITS,
	MAX_BRIEF_SUBJECT_UNITS,
	MAX_BRIEF_WISHES,
	MAX_BRIEF_WISH_UNITS,
	MAX_GIVEN_PASSAGES,
	MAX_RAW_BRIEF_UNITS,
	MAX_ARTICLE_TEXT_UNITS,
	MAX_CAPTION_UNITS,
	MAX_CARDS,
	MAX_CATEGORY_UNITS,
	MAX_CHECK_ISSUES,
	MAX_CLASSIFICATION_ANGLE_UNITS,
	MAX_CLASSIFICATION_TITLE_UNITS,
	MAX_COMMAND_VERSION,
	MAX_DRAFT_ID_CHARACTERS,
	MAX_EDIT_SPANS,
	MAX_FACTS,
	MAX_FACT_UNITS,
	MAX_FORM_PARTS,
	MAX_IMAGE_PROMPT_UNITS,
	MAX_KEPT_BODY_UNITS,
	MAX_KEPT_LINE_UNITS,
	MAX_LINKED_URL_UNITS,
	MAX_MESSAGE_UNITS,
	MAX_REQUEST_UNITS,
	MAX_RENDERER_VERSION,
	MAX_SOURCE_BLOCK_GUARD_UNITS,
	MAX_SOURCE_IDS_PER_FACT,
	MAX_SUBTITLE_UNITS,
	MAX_TITLE_UNITS,
	TITLES_TO_CHOOSE,
	MAX_URL_UNITS,
	MIN_ARTICLE_TEXT_UNITS,
	MIN_FACTS,
	MIN_SOURCE_IDS_PER_FACT,
	NEWS_FALLBACK_WINDOW_DAYS,
	NEWS_WINDOW_DAYS,
} from '@copydesk/domain/limits';
import { materialMachine } from '@copydesk/domain/material/machine';
import { textFields } from '@copydesk/domain/revision/edits';
import { languages } from '@copydesk/domain/language';
import { isDay } from '@copydesk/domain/news/batch';
import { isInstant } from '@copydesk/domain/news/dates';
import { itemMachine } from '@copydesk/domain/news/itemMachine';
import { roles } from '@copydesk/domain/role';
import { anyText, object, orNull, typed, variants, webAddress } from '@copydesk/kit/schema';
import { CONTRACTS, UPDATES_CHECKS, VERSION } from '../version.ts';

/** Bytes of a request that contains a material's content. */
export const MATERIAL_BYTES = 1_048_576;
/** Bytes of a request that contains a brief as the AI wrote it: the passages of some posts, each up to the whole message. */
export const BRIEF_BYTES = 3_145_728;
/** Units of all source blocks together. At three bytes per unit they fit into a body with all other fields. */
const MAX_SOURCE_UNITS = 120_000;

const PRINTABLE = /^[\x21-\x7e]+$/;
const whole = (min: number, max = Number.MAX_SAFE_INTEGER) => Joi.number().integer().min(min).max(max);
const printable = (max: number) => Joi.string().min(1).max(max).pattern(PRINTABLE, 'printable ASCII');
const textOrNull = anyText.allow(null);
const numberOrNull = Joi.number().integer().allow(null);

// ── Words ───────────────────────────────────────────────────────────────────

/** The verifier reports errors in a context, with 401. */
export const svc = Joi.string().allow('').max(8_192).description('Signed context.');
export const signedToken = Joi.string()
	.pattern(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/, 'a compact JWS')
	.description('Signed context, to be sent back as `_svc`.');
export const epochMs = whole(0).description('Milliseconds since 1970.');
export const draftKey = Joi.string()
	.pattern(DRAFT_ID, `a draft id: 1 to ${MAX_DRAFT_ID_CHARACTERS} of A-Z a-z 0-9 . _ : - that begin with a letter or digit`)
	.description('Names a draft.');
const commandDraftKey = Joi.string().pattern(COMMAND_DRAFT_ID, 'a draft id');
export const version = whole(1, MAX_RENDERER_VERSION).description('Of a draft, from 1.');
export const userId = whole(1).description('Numeric id of a person.');
export const chatId = Joi.number().integer().description('Numeric id of a chat.');
export const messageId = whole(1).description('Numeric id of a message.');
export const executionId = printable(64).description('Of an execution in n8n.');
export const eventKey = printable(128).description('`u:<update_id>`, or `i:<entry>:…` of a scheduled entry.');
export const entityKey = printable(128).description(
	'With `purpose` and recipient the key of a delivery: sent at most once. ' +
		'A key that another operation took is refused with 422 (`entity_key`).',
);
/** The usage of a draft's paid requests. */
export const spend = object({
	requests: Joi.number().integer().min(0),
	unknown: Joi.number().integer().min(0).description('Of them, those whose cost is not known.'),
	cost: Joi.number().min(0).allow(null).description('What the others cost; null without COLLAB_PRICES.'),
	currency: textOrNull,
});
export const timeZone = Joi.string().min(1).max(64).description('Of the desk, as an IANA zone: people are told days in it.');
export const modelName = Joi.string().min(1).max(200).description('A model, as its provider calls it.');
export const purpose = Joi.string()
	.pattern(/^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/, 'a purpose: a letter, then at most 63 of A-Z a-z 0-9 _ . : -')
	.description(
		'What the request is for; any word. The examples are what our graphs ask for. ' +
			'All but image_import, cover_render, read_feed and read_article count as paid, ' +
			'and an event under which a paid one was admitted is not repeated by itself before its result is stored.',
	)
	.meta({ json: { examples: Object.keys(purposes) } });
export const messageText = Joi.string().min(1).max(MAX_MESSAGE_UNITS).description('Text of a message.');
export const role = Joi.valid(...roles).meta(typed('role', 'Role'));
export const language = Joi.valid(...languages).meta(typed('language', 'Language'));
export const state = Joi.string()
	.valid(...materialMachine.states)
	.meta(typed('material/machine', 'MaterialState'));
export const deliveryStatus = Joi.valid(...deliveryMachine.states).meta(typed('delivery/machine', 'DeliveryState'));
export const callbackAction = Joi.valid(...callbackActions).meta(typed('chat/presses', 'CallbackAction'));
export const buttonAction = Joi.valid(...buttonActions).meta(typed('chat/presses', 'ButtonAction'));

const signed = { _svc: signedToken, expires_at: epochMs };

export const person = object({ user_id: userId, chat_id: chatId, role, display_name: anyText });

// ── Health ──────────────────────────────────────────────────────────────────

/** The body of `/healthz`, healthy or not. */
export const about = {
	service: Joi.valid('collaboration'),
	version: Joi.valid(VERSION),
	contract: Joi.valid(...CONTRACTS),
	checks: object({
		database: Joi.valid('ok', 'failed'),
		participants: Joi.valid('ok', 'empty', 'failed'),
		updates: Joi.valid(...UPDATES_CHECKS)
			.optional()
			.description(
				`Where the service takes updates itself (COLLAB_UPDATES polling or webhook). \`ok\`: they come. \`starting\`: not known yet.
\`standby\`: another instance asks for them. \`conflict\`: the messenger refuses because another program asks for them or a webhook is
set. \`refused\`: it refuses for another reason, such as a wrong token. \`failed\`: it does not answer. All but \`ok\` and \`standby\` are
tried again with growing pauses; none makes the service unready.`,
			),
	}),
};
export const health = object({ status: Joi.valid('ok'), ...about });

// ── Events ──────────────────────────────────────────────────────────────────

const subject = { draft_key: draftKey, version };
const draftNumber = Joi.number().integer().min(1).description('By which people call the draft, as in `/draft 12`.');

const shownPlan = whole(1, 9_999_999).description('Of a button about a plan: the plan that the message shows. It holds for no other.');

export const buttons = Joi.array()
	.min(1)
	.max(8)
	.items(
		Joi.array()
			.min(1)
			.max(3)
			.items(object({ action: buttonAction, draft_key: commandDraftKey, version, plan: shownPlan.optional() })),
	)
	.description('Rows of buttons below a message; the service words them in the language of the reader.');

/** One thing that is sent beside the cover. What the messenger did not say, or what cannot be, is null. */
export const mediaItem = object({
	kind: Joi.valid('photo', 'video', 'animation'),
	file_id: Joi.string().min(1).description('By which the messenger sends it again, however large it is.'),
	file_unique_id: Joi.string().min(1).description('The same file has the same.'),
	width: numberOrNull,
	height: numberOrNull,
	duration: numberOrNull.description('In seconds.'),
	file_size: numberOrNull.description('In bytes.'),
});
const media = Joi.array().items(mediaItem).min(1).max(10);

export const ownPicture = object({ image_id: Joi.string().pattern(IMAGE_ID, 'an image id') }).description(
	'A picture that the person sent: the illustration of the draft, which is not drawn then.',
);

const briefLine = (max: number) => Joi.string().min(1).max(max);
const wishes = Joi.array().items(briefLine(MAX_BRIEF_WISH_UNITS)).max(MAX_BRIEF_WISHES);
const queries = Joi.array().items(briefLine(MAX_BRIEF_QUERY_UNITS)).max(MAX_BRIEF_QUERIES);
const restsOn = Joi.valid(...grounds);
const languageTag = Joi.string()
	.min(2)
	.max(35)
	.pattern(/^[A-Za-z0-9-]+$/, 'a tag like `de`');

export const postBrief = object({
	subject: briefLine(MAX_BRIEF_SUBJECT_UNITS),
	language: languageTag,
	wishes,
	given: Joi.array().items(briefLine(MAX_REQUEST_UNITS)).max(MAX_GIVEN_PASSAGES).description('Passages of the message, letter by letter.'),
	rests_on: restsOn,
	queries,
}).description('A post that a message asks for, as an AI understood it.');

export const keptBrief = object({
	subject: briefLine(MAX_BRIEF_SUBJECT_UNITS),
	language: languageTag,
	wishes,
	rests_on: restsOn,
	queries,
	today: briefLine(40).description('Date and weekday of the message, where the desk is.'),
}).description('What was understood of the request.');

const namedDraft = object({ number: draftNumber, title: anyText, state: anyText });
export const briefInput = object({
	message: Joi.string(),
	today: Joi.string(),
	about: anyText,
	language: Joi.string(),
	post_language: anyText,
	open: orNull(object({ draft: draftNumber, title: anyText, asked: anyText })),
	drafts: Joi.array().items(namedDraft).max(MAX_BRIEF_DRAFTS),
	links: whole(0),
	picture: Joi.boolean(),
}).description('What an AI is asked about a message; all of it is material.');

const rawText = (max = MAX_RAW_BRIEF_UNITS) => Joi.string().allow('').max(max);
const rawTexts = (most: number, max?: number) => Joi.array().items(rawText(max)).max(most);
export const rawBrief = object({
	kind: Joi.valid(...briefKinds),
	posts: Joi.array()
		.max(MAX_BRIEF_POSTS)
		.items(
			object({
				subject: rawText(),
				language: rawText(),
				wishes: rawTexts(2 * MAX_BRIEF_WISHES),
				given: rawTexts(MAX_GIVEN_PASSAGES, MAX_REQUEST_UNITS),
				rests_on: restsOn,
				queries: rawTexts(2 * MAX_BRIEF_QUERIES),
			}),
		),
	change: whole(0),
	order: object({ do: Joi.valid('none', ...orders), draft: whole(0), when: rawText(), setting: rawText() }),
	topic: Joi.valid('none', ...topics),
	about: rawText(),
}).description('As the AI wrote it: it is held against the message before anything follows.');

export const intent = Joi.alternatives(
	object({ kind: Joi.valid('start', 'help', 'usage'), text: anyText, buttons: buttons.optional() }),
	object({ kind: Joi.valid('command'), name: Joi.valid('news'), args: object({ topic: textOrNull, link: anyText.optional() }) }),
	object({
		kind: Joi.valid('command'),
		name: Joi.valid('draft', 'resume'),
		args: object({
			draft_id: commandDraftKey,
			version: whole(1, MAX_COMMAND_VERSION).allow(null),
			link: anyText.optional().description('The page that the draft rests on, in answer to the question for it.'),
		}),
	}),
	object({
		kind: Joi.valid('command'),
		name: Joi.valid('status', 'sources', 'plan', 'cancel'),
		args: object({}),
		text: anyText.optional(),
		buttons: buttons.optional(),
	}),
	object({
		kind: Joi.valid('command'),
		name: Joi.valid('language'),
		args: object({ language: orNull(language) }),
		text: anyText,
		buttons: buttons.optional(),
	}),
	object({
		kind: Joi.valid('command'),
		name: Joi.valid('settings'),
		args: object({ setting: textOrNull, value: textOrNull }),
		text: anyText.optional(),
		buttons: buttons.optional(),
	}),
	object({
		kind: Joi.valid('words'),
		text: Joi.string(),
		draft_key: commandDraftKey,
		open: object(subject).optional().description('The draft about whose change the person was asked.'),
		insists: Joi.valid(true).optional().description('A command or a press says that a post is to be made of them.'),
		week: Joi.valid('named', 'any').optional().description('A week is to be planned: with the posts that they name, or with any.'),
		picture: ownPicture.optional(),
		media: media.optional(),
	}),
	object({ kind: Joi.valid('voice'), seconds: whole(0).description('As the sender’s program says.') }),
	object({
		kind: Joi.valid('post_request'),
		text: Joi.string(),
		brief: postBrief.optional(),
		draft_key: commandDraftKey.optional(),
		picture: ownPicture.optional(),
		media: media.optional(),
	}),
	object({
		kind: Joi.valid('callback'),
		action: callbackAction,
		...subject,
		item: whole(1).optional(),
		minute: whole(1).optional().description('Of `at`: the moment, in minutes since 1970.'),
		plan: shownPlan.optional(),
		anyway: Joi.valid(true).optional().description('Of `take` and `read_link`: the person was told that the desk had that.'),
		text: anyText.optional(),
		buttons: buttons.optional(),
		brief: postBrief.optional().description('Of a button that makes a request of a message: what was understood of it.'),
		picture: ownPicture.optional().description('Of `read_link`: it came with the message that names the page.'),
		media: media.optional(),
	}),
	object({ kind: Joi.valid('feedback_reply'), ...subject, text: anyText, picture: ownPicture.optional(), media: media.optional() }),
	object({ kind: Joi.valid('ignored') }),
).description(
	'Read from the real update alone. `text` of start, help, usage, status, sources, language, settings and of a press that is about the ' +
		'desk is ready to send back, with ' +
		'`buttons` below; that of a press of `make_post`, `new_post`, `mention`, `make_anew`, `send_again`, ' +
		'`no_post` or `leave_words` is the request that it is about, until a draft is made of it or ' +
		'another button was pressed before, of `read_link` the address, until anything was pressed, ' +
		'and of `everywhere` the reply whose words occur in several places.',
);

export const copy = object({
	delivered: Joi.boolean(),
	latest: Joi.boolean(),
	...subject,
	state: orNull(Joi.valid(...materialMachine.states, ...itemMachine.states)),
	message_id: Joi.number().integer(),
	is_canonical: Joi.boolean(),
	content_matches: Joi.boolean(),
}).description(
	'The copy whose button was pressed, for its guard. Of a news card: `draft_key` is its batch, and `latest` that it is on offer.',
);

export const feedbackSession = object({
	...subject,
	holder_user_id: userId,
	prompt_message_id: numberOrNull,
	mine: Joi.boolean(),
}).description("One's own open question; for the owner, else any that is open.");

/** The settings that the owner changed in chat, with the names of the settings node. */
export const chosenSettings = object({
	language: Joi.string().optional(),
	house_style: Joi.string().allow('').optional(),
	feeds: Joi.string().allow('').optional(),
	cards: whole(1).optional(),
	daily_offer: Joi.boolean().optional(),
	daily_hour: whole(0).optional(),
	units_below: whole(1).optional().description('UTF-16 units of signature and hashtags below each caption.'),
	brief_model: Joi.string().allow('').optional(),
	channel_about: Joi.string().allow('').optional(),
	show_sources: Joi.boolean().optional(),
	without_sources: Joi.valid('ask', 'write').optional(),
}).description('What the owner set in chat, by the names of the settings node: it wins over what is set there.');

export const canEnd = Joi.boolean()
	.optional()
	.description('The caller heeds `ended`: the service answers presses, says what is only said, and closes such an event by itself.');

export const offerHour = whole(0)
	.max(23)
	.allow(null)
	.optional()
	.description('The hour of the daily offer in the settings node of the graph; null: it wants none.');

export const verifiedEvent = object({
	admitted: Joi.boolean(),
	reason: orNull(Joi.valid('unknown_sender', 'id_mismatch', 'not_private', 'bot_sender', 'inactive', 'duplicate', 'unsupported')),
	duplicate: Joi.boolean().description('Stored before, and not to be dealt with again: never with `admitted`, so never with `replay`.'),
	replay: Joi.boolean().description('Posted again by the service itself; every step is keyed, so a second run continues.'),
	waits: Joi.boolean().description(
		'Stored, and not to be worked on now: the service posts it to the webhook when there is room. Only with `can_wait`.',
	),
	event_key: eventKey,
	actor: orNull(person),
	language: orNull(language).description('What the desk speaks with the actor.'),
	post_language: orNull(
		object({
			tag: Joi.string(),
			is_certain: Joi.boolean().description('Somebody asked for it, or the draft is in it: no setting of the desk counts.'),
		}),
	).description('The language of the post that the event writes, as a tag like `de`; null for an event that writes none.'),
	_svc: signedToken.allow(null),
	expires_at: epochMs.allow(null),
	intent,
	copy: orNull(copy),
	feedback_session: orNull(feedbackSession),
	under_way: orNull(
		object({
			by: userId.allow(0),
			since: epochMs,
			until: epochMs,
			text: Joi.string().description('What the actor is told.'),
		}),
	).description('With a request to go on: another event works on that version, so this one does not. 0: unknown person.'),
	brief: orNull(briefInput).description(
		'To be asked before anything follows from the event, with POST /brief; null: nothing is to be asked. Only with `can_brief`.',
	),
	ended: orNull(Joi.boolean()).description('The service did all that the event asked for: nothing follows. Null without `can_end`.'),
	rejected: orNull(
		object({
			draft_key: draftKey,
			version,
			number: Joi.number().integer().min(1),
			title: textOrNull,
			caption: textOrNull,
			link: textOrNull,
			cover_asset_id: textOrNull,
		}),
	).description('The draft that this press rejected, for steps of a person’s own. Only with `ended`.'),
	callback: orNull(
		object({
			id: Joi.string().allow('').description('Empty: the press was made earlier, for this time; there is nothing to answer.'),
			message_id: Joi.number().integer(),
		}),
	),
	participants: Joi.array().items(person).description('With an admitted event, those who get previews now, owner first; else empty.'),
	settings: chosenSettings,
});

// ── Deliveries ──────────────────────────────────────────────────────────────

export const deliveryAnswer = object({
	status: deliveryStatus,
	confirmed: Joi.boolean(),
	repeated: Joi.boolean().description('Nothing was sent now; this is what came of it before.'),
	message_id: whole(0).allow(null).description('0: sent, but the messenger did not say under which id.'),
	file_id: textOrNull,
	attempts: whole(0),
	error_code: textOrNull,
	retry_after_seconds: whole(1)
		.optional()
		.description('For so long the messenger wants nothing for this chat; a press on Publish of that time is kept.'),
	waits: Joi.valid(true).optional().description('It is kept: its event waits, and goes on by itself.'),
});

// ── Materials ───────────────────────────────────────────────────────────────

const LINE = /^[^\n\u000b\f\r\u0085\u2028\u2029]*$/;
const line = (max: number) => Joi.string().allow('', null).max(max).pattern(LINE, 'one line');

export const fact = object({
	text: Joi.string().min(1).max(MAX_FACT_UNITS),
	source_ids: Joi.array().items(Joi.string().min(1).max(80)).min(MIN_SOURCE_IDS_PER_FACT).max(MAX_SOURCE_IDS_PER_FACT),
}).description('A fact, and the source blocks that carry it.');
export const facts = Joi.array().items(fact).min(MIN_FACTS).max(MAX_FACTS).allow(null).description('What a text has to keep to.');

export const sourceBlock = object({
	id: Joi.string().min(1).max(80),
	text: Joi.string().allow('').max(MAX_SOURCE_BLOCK_GUARD_UNITS),
}).description('A piece of source text that facts refer to by its id.');
export const sourceBlocks = Joi.array()
	.items(sourceBlock)
	.max(MAX_ARTICLE_BLOCKS)
	.custom((blocks: readonly { readonly text: string }[], helpers) => {
		const units = blocks.reduce((sum, { text }) => sum + text.length, 0);
		return units <= MAX_SOURCE_UNITS
			? blocks
			: helpers.message({ custom: `Expected at most ${MAX_SOURCE_UNITS} units of text in all blocks together but received ${units}` });
	})
	.allow(null)
	.description(`The texts of all blocks together: at most ${MAX_SOURCE_UNITS} UTF-16 units.`);

export const link = webAddress
	.max(MAX_URL_UNITS)
	.allow('', null)
	.description('An http or https address without credentials; may be empty.');

export const formEntity = object({
	type: Joi.valid(...formTypes),
	offset: whole(0, MAX_KEPT_BODY_UNITS),
	length: whole(1, MAX_KEPT_BODY_UNITS),
	url: Joi.string().max(MAX_LINKED_URL_UNITS).optional().description('Of a text_link, and of nothing else.'),
});
const formEntities = Joi.array().items(formEntity).max(MAX_FORM_PARTS);
const captionEntities = formEntities.allow(null);

const otherTitles = Joi.array().items(Joi.string().max(MAX_TITLE_UNITS)).max(TITLES_TO_CHOOSE);

const text = {
	title: line(MAX_TITLE_UNITS),
	subtitle: line(MAX_SUBTITLE_UNITS),
	// The AI's text; the caption itself has a lower limit.
	body: Joi.string().allow('', null).max(MAX_MESSAGE_UNITS),
	caption_entities: captionEntities.description(
		'The form of `body`, which needs to come with it; what words that stay had before, and what a person gave them, is added.',
	),
	other_titles: otherTitles.allow(null).description('Titles of the AI to choose from beside `title`.'),
	category: line(MAX_CATEGORY_UNITS),
	link,
	facts,
	source_blocks: sourceBlocks,
	image_prompt: Joi.string().allow('', null).max(MAX_IMAGE_PROMPT_UNITS),
	cover_template: Joi.string()
		.pattern(LOOK_NAME, `one of ${[...COVER_TEMPLATES, PHOTO, 'cover'].join(', ')}`)
		.allow(null)
		.description(
			'How the cover looks, in the brand that is set; `cover`: in the template that is set; `photo`: no cover, the picture as it is. ' +
				'By default as before; of a new draft, as it is set.',
		),
};

export const editSpan = object({ field: Joi.valid(...textFields), start: whole(0, MAX_MESSAGE_UNITS), end: whole(0, MAX_MESSAGE_UNITS) });
const editScope = Joi.array()
	.items(editSpan)
	.max(MAX_EDIT_SPANS)
	.allow(null)
	.description('The stretches that a person edited by exact words, where alone a check may repair; null: anywhere.');

export const newContent = Joi.object({
	kind: Joi.string().valid('news', 'post').description('By default post, or as before.'),
	request: Joi.string().allow('', null).max(MAX_REQUEST_UNITS),
	...text,
	text_check: Joi.string().valid('needed', 'none').description('Whether the meaning of the text has to be checked; by default it has.'),
	edit_scope: editScope,
});

const word = Joi.string()
	.pattern(/^[A-Za-z0-9_.:-]{1,64}$/, 'a short word: 1 to 64 of A-Z a-z 0-9 _ . : -')
	.allow(null);

/** Counts the caption as it will be stored and published: the service removes superfluous characters first. */
const caption = Joi.string()
	.custom((given: string, helpers) => {
		const units = normaliseCaption(given).length;
		return units >= 1 && units <= MAX_CAPTION_UNITS
			? given
			: helpers.message({ custom: `Expected 1 to ${MAX_CAPTION_UNITS} units after normalisation but received ${units}` });
	})
	.allow(null)
	.description(`1 to ${MAX_CAPTION_UNITS} UTF-16 units after normalisation, which is how it is stored.`);

const upTo = (max: number) => Joi.string().allow('').max(max);
export const keptText = object({
	admission_id: Joi.string().pattern(ADMISSION_ID, 'an admission id'),
	title: upTo(MAX_KEPT_LINE_UNITS).description('As the AI gave it, like the subtitle: it may still be too long for a cover.'),
	subtitle: upTo(MAX_KEPT_LINE_UNITS),
	category: upTo(MAX_CATEGORY_UNITS),
	image_prompt: upTo(MAX_IMAGE_PROMPT_UNITS),
	body: upTo(MAX_KEPT_BODY_UNITS).description('As the AI gave it: it may still be too long for a caption.'),
	caption_entities: formEntities.optional(),
	other_titles: otherTitles.optional(),
	shortened: Joi.valid(true).optional().description('It was shortened once, so it is not shortened again.'),
});

export const keptVerdict = object({
	admission_id: Joi.string().pattern(ADMISSION_ID, 'an admission id'),
	pass: Joi.boolean(),
	issues: Joi.array()
		.max(MAX_CHECK_ISSUES)
		.items(
			object({
				field: Joi.valid(...textFields),
				fragment: upTo(MAX_CAPTION_UNITS),
				replacement: upTo(MAX_CAPTION_UNITS),
				reason: upTo(MAX_CAPTION_UNITS),
			}),
		),
});

/** What of the version before goes into the next one. */
export const reuse = Joi.object({
	source_image_id: Joi.boolean(),
	cover: Joi.boolean().description('With its picture at the messenger, and the illustration that it was made from.'),
	picture_before: Joi.boolean().description('The picture of the newest version before that has another one.'),
	complete: Joi.boolean().description('All of the last complete version, as it is; for a stopped one and its press of `back`.'),
});

export const patch = Joi.object({
	...text,
	kept_text: orNull(keptText).description('A paid text, kept under its admission before it is stored; it goes once there is a body.'),
	kept_verdict: keptVerdict.description(
		'A paid verdict on the present text, added to the stored ones; they are deleted when the text has passed or changes.',
	),
	caption,
	source_image_id: Joi.string().pattern(IMAGE_ID, 'an image id').allow(null),
	cover_asset_id: Joi.string().pattern(SHA256_HEX, 'an asset id').allow(null),
	cover_origin_version: version.allow(null),
	text_check: Joi.string().valid('passed').description('The present text passed its check and is not checked again.'),
	error_code: word,
	error_stage: word,
});

export const material = object({
	...subject,
	number: draftNumber,
	batch_key: textOrNull,
	item: numberOrNull.description('Of its batch; null for what no card began.'),
	canonical_url: textOrNull.description(
		'By which its `link` is known: a news item has one open or published draft by it. Null too for news that somebody wanted anyway.',
	),
	kind: Joi.valid('news', 'post'),
	state,
	owner_chat_id: chatId,
	created_by_user_id: userId,
	operation_actor_user_id: userId,
	operation_actor_chat_id: chatId,
	feedback_actor_user_id: numberOrNull,
	feedback_actor_chat_id: numberOrNull,
	feedback_prompt_message_id: numberOrNull,
	approval_message_id: numberOrNull,
	cover_origin_version: numberOrNull,
	source_image_id: textOrNull,
	own_image_id: textOrNull.description('The picture that a person sent: the illustration as long as it equals `source_image_id`.'),
	kept_admission_id: textOrNull.description(
		'Under which admission its illustration is kept until it is stored: GET /admissions/{admission_id}/result.',
	),
	kept_text: orNull(keptText).description(
		'A paid text that is not stored as the text of the version yet: it is taken before another one is asked for.',
	),
	kept_verdicts: Joi.array()
		.items(keptVerdict)
		.allow(null)
		.description('Paid verdicts on the present text, in order: they are used before the AI is asked again.'),
	messenger_file_id: textOrNull.description('Of the cover.'),
	media: media
		.allow(null)
		.description(
			'What is sent beside the cover, in order: a video or a GIF alone, or the items of an album. It is part of `content_sha256`.',
		),
	shown_as: orNull(
		object({
			silent: Joi.valid(true).optional(),
			spoiler: Joi.valid(true).optional(),
			caption_above: Joi.valid(true).optional(),
			cover: Joi.valid(true).optional().description('Where there is `media`: the cover is sent with it.'),
			source: anyText.optional().description('The name of the source, a link, in place of its address.'),
			below: object({ text: anyText, entities: formEntities }).optional().description('Signature and hashtags, after a blank line.'),
			ai_hashtags: whole(1).optional().description('The AI ends the body with up to so many.'),
			buttons: Joi.array()
				.items(object({ text: anyText, url: anyText }))
				.optional()
				.description('With links, in the channel too.'),
		}),
	).description(
		'How it is sent, by the settings of when the version began and by what people said of it; null is as usual. ' +
			'It is part of `content_sha256`.',
	),
	title: textOrNull,
	subtitle: textOrNull,
	body: textOrNull,
	caption_entities: captionEntities.description('The form of `body`, with which the caption begins. It is part of `content_sha256`.'),
	other_titles: otherTitles.allow(null).description('Titles of the AI to choose from beside `title`.'),
	category: textOrNull,
	link: textOrNull,
	caption: textOrNull,
	facts,
	source_blocks: sourceBlocks,
	brief: orNull(keptBrief).description('What was understood of the request; null for news and for what nobody asked an AI about.'),
	image_prompt: textOrNull,
	cover_template: textOrNull.description(
		'As cover requests name it, with the brand; null: `ff-square-0.1`. `photo`: the picture as it is.',
	),
	text_check: orNull(Joi.valid('needed', 'none', 'passed')).description('Null: checked as long as there is no cover.'),
	edit_scope: editScope,
	cover_asset_id: textOrNull,
	content_sha256: textOrNull.description('Over the post as it is sent: what a copy shows and what a claim is for.'),
	request: textOrNull,
	error_code: textOrNull,
	error_stage: textOrNull,
	event_key: eventKey,
	published_message_id: numberOrNull,
	corrects: numberOrNull.description('The version whose post it puts right.'),
	withdrawn_at: orNull(epochMs).description('When its post was taken down, or was found to be gone.'),
	withdrawn_by_user_id: numberOrNull,
	created_at: epochMs,
	state_changed_at: epochMs,
});

export const scheduledContext = object({
	...signed,
	actor: person,
	event_key: eventKey,
	language: language.description('What the desk speaks with the actor.'),
	participants: Joi.array().items(person).description('Those who get what is sent to everybody, owner first.'),
	is_done: Joi.boolean().description(
		'Of an entry of a day: another execution makes it, or what is paid for under it was asked for: there is nothing to go on with.',
	),
	settings: chosenSettings,
});
export const claimed = object({ claimed: Joi.valid(true), material, ...signed });
export const resumed = object({
	material,
	...signed,
	actor: person,
	event_key: eventKey,
	language: language.description('What the desk speaks with the actor.'),
	participants: Joi.array().items(person).description('Those who get what is sent to everybody, owner first.'),
	settings: chosenSettings,
});
export const confirmedPost = object({
	material,
	message_id: messageId.allow(null).description('Of the post; null: the messenger did not say it.'),
	actor: person.allow(null).description('Who published it.'),
});

// ── News ────────────────────────────────────────────────────────────────────

/** Longest source name that fits on a card with everything else, in UTF-16 units. */
const MAX_SOURCE_TITLE_UNITS = 2_000;
const MAX_HOST_UNITS = 260;

/** A non-empty text of one line. */
const words = (max: number) => Joi.string().min(1).max(max).pattern(LINE, 'one line');

export const instant = Joi.string()
	.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant: YYYY-MM-DDTHH:mm:ss.sssZ')
	.custom((given: string, helpers) => (isInstant(given) ? given : helpers.message({ custom: 'Expected an instant that the calendar has' })))
	.description('`YYYY-MM-DDTHH:mm:ss.sssZ`.');
export const day = Joi.string()
	.pattern(/^\d{4}-\d\d-\d\d$/, 'a day: YYYY-MM-DD')
	.custom((given: string, helpers) => (isDay(given) ? given : helpers.message({ custom: 'Expected a day of the calendar, YYYY-MM-DD' })))
	.description('`YYYY-MM-DD`.');

export const deskClock = object({
	day,
	hour: whole(0).max(23),
	settings: chosenSettings,
}).description('What the clock of the desk shows, in its time zone.');
export const address = webAddress.max(MAX_URL_UNITS).description('An http or https address without credentials.');
const feedUrl = Joi.string().min(1).max(MAX_URL_UNITS).description('As in the settings, with `{topic}` where they have it.');
const readerCode = Joi.string().pattern(/^[a-z_]{1,40}$/, 'a code of the reader');
export const batchKey = draftKey.description('`n<update_id>`, or `d<YYYYMMDD>` of a service entry.');
export const itemNumber = whole(1, MAX_CARDS).description('Position in its batch.');
export const itemState = Joi.string()
	.valid(...itemMachine.states)
	.meta(typed('news/itemMachine', 'ItemState'));
export const windowDays = Joi.valid(NEWS_WINDOW_DAYS, NEWS_FALLBACK_WINDOW_DAYS);

const known = { canonical_url: Joi.string(), reason: Joi.valid('published', 'open_draft', 'offered') };
export const leftOutAddress = object(known);
export const knownAddress = object({
	...known,
	key: Joi.string().description('Of the draft, or of the batch that offers it.'),
	number: draftNumber.optional().description('Of the draft.'),
});

const addresses = { canonical_url: address, url: address, host: words(MAX_HOST_UNITS), title: words(MAX_CLASSIFICATION_TITLE_UNITS) };

export const newNewsItem = object({
	...addresses,
	angle: words(MAX_CLASSIFICATION_ANGLE_UNITS),
	source_title: Joi.string().allow('', null).max(MAX_SOURCE_TITLE_UNITS),
	published_at: instant,
}).description('What a feed says of an item, and what the AI made of it.');

export const newsBatch = object({
	batch_key: batchKey,
	event_key: eventKey,
	entry: textOrNull.description('The service entry that it was made for; null: somebody asked.'),
	topic: textOrNull,
	window_days: windowDays,
	created_by_user_id: userId,
	created_at: epochMs,
	expires_at: epochMs,
});

export const newsItem = object({
	batch_key: batchKey,
	item: itemNumber,
	state: itemState,
	canonical_url: Joi.string().description("Of the feed's address."),
	link: Joi.string().description("What would be published: the feed's address, later the article's."),
	url: Joi.string(),
	host: Joi.string(),
	title: Joi.string(),
	angle: Joi.string(),
	source_title: textOrNull,
	published_at: instant,
	primary_message_id: numberOrNull.description('Of the first confirmed card.'),
	decided_by_user_id: numberOrNull,
	draft_key: textOrNull.description('The draft that began when it was taken.'),
	changed_at: epochMs,
});

/** What a search found in a feed. */
export const feedReport = variants('outcome', {
	read: { feed_url: feedUrl, title: orNull(anyText.max(MAX_SOURCE_TITLE_UNITS)), items: whole(0, 1_000) },
	refused: { feed_url: feedUrl, code: readerCode, retry: Joi.valid('never', 'later', 'afterCheck') },
	not_asked: { feed_url: feedUrl },
});

export const knownFeed = object({
	feed_url: Joi.string(),
	title: textOrNull,
	items: numberOrNull.description('How many it gave when it was last read.'),
	code: textOrNull.description('Why it could not be read when it was last asked; null: it could.'),
	asked_at: epochMs.allow(null),
	read_at: epochMs.allow(null),
	told_at: epochMs.allow(null).description('When the owner was last told that it is broken: once a day at most.'),
});

/** The whole text of an article: a part is never stored. */
export const articleBlocks = Joi.array()
	.items(object({ id: Joi.string().min(1).max(80), text: Joi.string().min(1).max(MAX_ARTICLE_TEXT_UNITS) }))
	.min(1)
	.max(MAX_ARTICLE_BLOCKS)
	.custom((blocks: readonly { readonly id: string; readonly text: string }[], helpers) => {
		const units = blocks.reduce((sum, { text }) => sum + text.length, 0);
		if (new Set(blocks.map(({ id }) => id)).size < blocks.length) return helpers.message({ custom: 'Expected each id once' });
		const bounds = `${MIN_ARTICLE_TEXT_UNITS} to ${MAX_ARTICLE_TEXT_UNITS}`;
		return units >= MIN_ARTICLE_TEXT_UNITS && units <= MAX_ARTICLE_TEXT_UNITS
			? blocks
			: helpers.message({
					custom: `Expected ${bounds} units of text in all blocks together but received ${units}`,
				});
	})
	.description(
		`Each id once. The texts of all blocks together: at most ${MAX_ARTICLE_TEXT_UNITS} UTF-16 units, at least ${MIN_ARTICLE_TEXT_UNITS}.`,
	);
