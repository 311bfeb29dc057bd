/** The texts around a preview: who asked for it and what is new, and the end of the progress message. */
import { isFromMemory } from '@copydesk/domain/caption/ground';
import { isWestern } from '@copydesk/domain/languages/scripts';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import { templateSet } from '../settings/coverStyle.ts';
import type { TellDecisionAnswer } from '@copydesk/domain/api/collaboration';
import { linksOf } from '@copydesk/domain/caption/form';
import { shownCaption } from '@copydesk/domain/caption/shown';
import { coverContradictions } from '@copydesk/domain/check/coverHints';
import { wordsOnCover } from '@copydesk/domain/cover/signs';
import { isPhoto } from '@copydesk/domain/cover/template';
import type { Material } from '@copydesk/domain/material/material';
import type { Messages } from '@copydesk/domain/messages/messages';
import { changeText, draftName, personName, restsOnText, withContradictions } from '@copydesk/domain/messages/sentences';
import { cardKey } from '@copydesk/domain/news/batch';
import { plain } from '@copydesk/domain/text/plain';
import { changeOf } from '@copydesk/domain/material/change';
import { pagesRestedOn } from '@copydesk/domain/material/pages';
import type { Database } from '@copydesk/kit/database/types';
import { choicesFor } from '@copydesk/domain/desk/menu';
import { askedTogether, calledOf, findMaterial, pictureBefore, type VersionRef } from '../materials/read.ts';
import { keyboardOf } from '../messenger/buttons.ts';
import { editedText } from '../messenger/requests.ts';
import { causeOf, messageUnder, type Cause } from '../deliveries/journal.ts';
import type { Actor } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { postWordsOf, type PostWords } from './posts.ts';
import type { NoticesOptions } from './unconfirmed.ts';

export interface Headings {
	/** Tells each person once per version who asked for the preview, and what to check in it. */
	announcePreview(material: Material, cause: Cause): Promise<TellDecisionAnswer['notified']>;
	/** Edits the progress message to say that the work is done, if the message still exists. */
	workDone(version: VersionRef, actor: Actor): Promise<void>;
}

/** What the cover says and the text does not, since the edit that made this version. */
export function contradictionsOf(before: Material, after: Material): readonly string[] {
	const textOf = ({ title, subtitle, body }: Material) => ({ title: title ?? '', subtitle: subtitle ?? '', body: body ?? '' });
	if (isPhoto(after.cover_template) || (before.body ?? '') === '' || (after.body ?? '') === '') return [];
	return coverContradictions(textOf(before), textOf(after)).map(({ text }) => text);
}

/** The characters that the cover leaves out, unless the previous cover left out the same. */
function leftOutSince(before: Material | undefined, after: Material): readonly string[] {
	const { leftOut } = wordsOnCover(after);
	const isTold = before !== undefined && leftOut.every((sign) => wordsOnCover(before).leftOut.includes(sign));
	return isTold ? [] : leftOut;
}

/** The version before; for a correction after a rejected one, the version that the post shows. */
async function revisedBy(db: Database, { draft_key, version, corrects }: Material): Promise<Material | undefined> {
	const before = await findMaterial(db, draft_key, version - 1);
	return before?.state === 'rejected' && corrects !== null ? findMaterial(db, draft_key, corrects) : before;
}

/** Whether a rejection was undone: the new version equals the rejected one. */
const isBroughtBack = (before: Material, after: Material): boolean =>
	before.state === 'rejected' && before.content_sha256 !== null && before.content_sha256 === after.content_sha256;

interface PreviewCause {
	readonly before: Material | undefined;
	readonly by: Participant | undefined;
	readonly contradictions: readonly string[];
	/** The words about the post that a correction changes. */
	readonly post: ((messages: Messages) => PostWords) | undefined;
	readonly cause: Cause;
}

/** @param by undefined if the reader asked for it; `knowsWords`: they read what was asked for */
function askedText(
	messages: Messages,
	material: Material,
	{ before, post }: Pick<PreviewCause, 'before' | 'post'>,
	{ by, knowsWords }: { readonly by: Participant | undefined; readonly knowsWords: boolean },
): string {
	const name = by === undefined ? null : personName(messages, by);
	const draft = draftName(messages, material);
	if (before !== undefined && post !== undefined)
		return messages.posts.correctionOf({ draft, by: name, ...post(messages), change: changeText(messages, changeOf(before, material)) });
	if (before === undefined) {
		// A news draft is named by its title, and its request has no words of a person.
		const isNamedSo = saysTheSame(material.title ?? '', material.request ?? '') || isCommandAlone(material);
		const words = material.kind === 'news' || isNamedSo || knowsWords ? null : material.request;
		return messages.previewOf({ draft, by: name ?? messages.roles.owner, words });
	}
	if (isBroughtBack(before, material)) return messages.decisions.restored({ draft, by: name });
	const change = changeText(messages, changeOf(before, material));
	return messages.decisions.superseded({ draft, by: name, change });
}

/** What the person who asked may choose from beside what a new version shows; undefined: nothing. */
async function choicesOf(db: Database, before: Material | undefined, material: Material) {
	const { draft_key, version } = material;
	const titles = material.other_titles ?? [];
	const isNew = before !== undefined && before.source_image_id !== material.source_image_id;
	const hasTwo = isNew && (await pictureBefore(db, material)) !== null;
	if (titles.length === 0 && !hasTwo) return undefined;
	return {
		text: ({ menu }: Messages) => [...(titles.length === 0 ? [] : [menu.otherTitles({ titles })]), ...(hasTwo ? [menu.twoPictures] : [])],
		keyboard: (messages: Messages) => keyboardOf(messages, choicesFor({ draft_key, version }, titles, hasTwo)),
	};
}

/** What both should know before they decide about a post that was made of a message. */
async function remarksOn(db: Database, material: Material): Promise<readonly ('noSource' | 'otherLook')[]> {
	const { brief, cover_template, source_blocks } = material;
	if (brief === null) return [];
	const isOtherLook = !isWestern(brief.language) && !isPhoto(cover_template) && (await templateSet(db)) === TEMPLATE_VERSION;
	return [
		...(isFromMemory(brief, { source_blocks: source_blocks ?? [] }) ? (['noSource'] as const) : []),
		...(isOtherLook ? (['otherLook'] as const) : []),
	];
}

/** The message that announced this version and is replaced; null if there was none. */
async function placeOf(db: Database, { draft_key, version, batch_key, item }: Material, recipient_user_id: number): Promise<number | null> {
	const told = (decision: 'superseded' | 'rejected') =>
		messageUnder(db, { purpose: `decision.${decision}`, recipient_user_id }, `${draft_key}:${version - 1}`);
	if (version > 1) return (await told('superseded')) ?? told('rejected');
	if (batch_key === null || item === null) return null;
	return messageUnder(db, { purpose: 'decision.taken', recipient_user_id }, cardKey({ batch_key, item }));
}

/** Whether the words of a request name none of its posts, as in “/plan week”. */
const isCommandAlone = ({ brief, request }: Material): boolean => brief !== null && !/\s/u.test(request?.trim() ?? '');

/** Whether this person read the same request beside another draft. */
async function knowsRequest(db: Database, material: Material, recipient_user_id: number): Promise<boolean> {
	const keys = (await askedTogether(db, material)).map((key) => `${key}:1`);
	return keys.length > 0 && (await messageUnder(db, { purpose: 'preview_of', recipient_user_id }, ...keys)) !== null;
}

/** Whether a request adds hardly anything to the title, as in “post about Trains”. */
const saysTheSame = (title: string, request: string): boolean =>
	plain(request).endsWith(plain(title)) && request.length - title.length <= FEWEST_UNITS_TO_QUOTE;
const FEWEST_UNITS_TO_QUOTE = 16;

/** What is said of a version beside what is new in it. @param signs that its cover leaves out */
function shownOf(messages: Messages, material: Material, signs: readonly string[], hasNewWords: boolean): readonly string[] {
	const links = linksOf(shownCaption(material));
	return [
		...[hasNewWords ? restsOnText(messages, material) : null].filter((text) => text !== null),
		...(signs.length === 0 ? [] : [messages.coverLeavesOut({ signs })]),
		...(links.length === 0 ? [] : [messages.linksOfCaption({ links: links.map(({ words, url }) => `${words} → ${url}`) })]),
	];
}

export function createHeadings(options: NoticesOptions): Headings {
	const { db, tell, trySend, actors, languages } = options;
	async function announceTo(person: Participant, material: Material, asked: PreviewCause) {
		const { before, by, contradictions, post, cause } = asked;
		const { draft_key, version } = material;
		const place = await placeOf(db, material, person.userId);
		const isOwn = material.created_by_user_id === person.userId;
		const isUndone = before !== undefined && isBroughtBack(before, material);
		const links = linksOf(shownCaption(material));
		const signs = leftOutSince(before, material);
		// The sources of the same words were named with the version before.
		const hasNewWords = before?.body !== material.body;
		const restsOnPages = hasNewWords && pagesRestedOn(material.facts, material.source_blocks).length > 0;
		const remarks = version === 1 ? await remarksOn(db, material) : [];
		const choices = isOwn ? await choicesOf(db, before, material) : undefined;
		// Skip people who asked, or who were told what is new, unless there is more to say. After an undo the earlier message is wrong.
		const knows = isUndone ? isOwn && place === null : isOwn || (version > 1 && place !== null);
		const isSilent = [contradictions, links, signs, remarks].every(({ length }) => length === 0);
		if (post === undefined && !restsOnPages && isSilent && choices === undefined && knows) return undefined;
		const asker = { by: isOwn ? undefined : by, knowsWords: version === 1 && (await knowsRequest(db, material, person.userId)) };
		const { status } = await tell(person, {
			purpose: 'preview_of',
			entity_key: `${draft_key}:${version}`,
			inPlaceOf: place,
			text: (messages) => {
				const remarked = remarks.map((remark) => messages.brief[remark]);
				const shown = [...remarked, ...shownOf(messages, material, signs, hasNewWords), ...(choices?.text(messages) ?? [])];
				if (isOwn && before === undefined) return shown.join('\n\n');
				const told = withContradictions(messages, askedText(messages, material, asked, asker), contradictions);
				return [told, ...shown].join('\n\n');
			},
			...(choices === undefined ? {} : { keyboard: choices.keyboard }),
			cause,
		});
		return { user_id: person.userId, status };
	}

	return {
		async announcePreview(material, cause) {
			const { version, state } = material;
			if (state !== 'text_preparing' && state !== 'ready') return [];
			const before = version === 1 ? undefined : await revisedBy(db, material);
			const post = material.corrects === null ? undefined : await postWordsOf(db, options, material);
			const by = await actors.known(material.created_by_user_id);
			const asked = { before, by, contradictions: before === undefined ? [] : contradictionsOf(before, material), post, cause };
			const people = await Promise.all((await actors.everyone()).map((person) => announceTo(person, material, asked)));
			return people.flatMap((told) => (told === undefined ? [] : [told]));
		},

		async workDone({ draft_key, version }, actor) {
			const { participant } = actor;
			const { event_key } = actor.context;
			const begun = await messageUnder(db, { purpose: 'status', recipient_user_id: participant.userId }, `${event_key}:work_started`);
			const heading = { purpose: 'preview_of', recipient_user_id: participant.userId };
			// Keep a message that already lists what to check: that matters more than "done".
			if (begun === null || begun === (await messageUnder(db, heading, `${draft_key}:${version}`))) return;
			const messages = await languages.messagesFor(participant);
			const draft = draftName(messages, await calledOf(db, { draft_key, version }));
			await trySend(
				{
					...causeOf(actor),
					purpose: 'work_done',
					entity_key: event_key,
					operation: 'notice',
					recipient_user_id: participant.userId,
					chat_id: participant.chatId,
				},
				{
					build: async ({ chat_id }) => editedText(chat_id, begun, messages.workDone({ draft })),
					allowed: async () => (await actors.active(participant.userId)) !== undefined,
				},
			);
		},
	};
}
