import { randomBytes } from 'node:crypto';
import { aiUrl } from '@copydesk/domain/ai/address';
import { chatRequest } from '@copydesk/domain/ai/chat';
import { chatImageRequest, checkSourceImage, imageRequest, pictureOf } from '@copydesk/domain/ai/image';
import { TEXT_PATHS, keyHeader } from '@copydesk/domain/ai/interfaces';
import { firstTextRequest, parsePostText, sourcesOfRequest, type WrittenPost } from '@copydesk/domain/ai/post';
import { promptsOf } from '@copydesk/domain/ai/prompts';
import type { WholeLanguage } from '@copydesk/domain/language';
import { prepareFrame } from '@copydesk/renderer/png/index';
import { createRenderer } from '@copydesk/renderer/render';
import { readBuiltIn } from '@copydesk/renderer/template/consultation';
import { ask, wordsOf } from '../operator/doctor/ask.ts';
import { messengerOf } from './listener.ts';
import { modelsIn, providerIn } from './provider.ts';
import type { Known, SetupContext } from './setupContext.ts';

const AI_TIMEOUT_MS = 180_000;
const WORDS = {
	en: {
		request: 'The library on Mill Street opens on Sundays from May, from 10:00 to 16:00. The reading rooms are open too.',
		head: 'A rehearsal of Copydesk: this post is only with the two of you, and nothing goes to the channel.',
	},
	ru: {
		request: 'Библиотека на улице Мельничной с мая открыта по воскресеньям с 10:00 до 16:00. Читальные залы тоже открыты.',
		head: 'Репетиция Copydesk: этот пост видите только вы вдвоём, в канал ничего не уходит.',
	},
} as const satisfies Record<WholeLanguage, unknown>;

/**
 * Writes a post and draws its cover as a desk does, and sends both to the two people. It knows no channel: nothing is published, and
 * no draft is left behind.
 * @returns whether both people got it
 */
export async function rehearse({ terminal, known }: SetupContext): Promise<boolean> {
	const all = known();
	const locale: WholeLanguage = all['COLLAB_POST_LANGUAGE'] === 'ru' || all['COLLAB_LANGUAGE'] === 'ru' ? 'ru' : 'en';
	try {
		terminal.say('  · The AI writes a text …');
		const post = await written(all, locale);
		terminal.say(`  ✓ “${post.title}”`);
		const picture = await drawn(all, post.image_prompt);
		if (picture !== undefined) terminal.say(`  ✓ a picture of ${(picture.length / 1e6).toFixed(1)} MB`);
		const cover = await coverOf(post, picture);
		terminal.say('  ✓ the cover');
		for (const name of ['OWNER', 'EDITOR'] as const) {
			await send(all, Number(all[`${name}_USER_ID`]), `${WORDS[locale].head}\n\n${post.body}`, cover);
			terminal.say(`  ✓ the ${name.toLowerCase()} has it`);
		}
		terminal.say('  ✓ Nothing went to the channel.');
		return true;
	} catch (error) {
		terminal.say(`  ✗ The rehearsal stopped: ${(error as Error).message}`);
		return false;
	}
}

async function written(known: Known, locale: WholeLanguage): Promise<WrittenPost> {
	const { textUrl, textKey, by } = providerIn(known);
	const { request: wish } = WORDS[locale];
	const { text: text_model, image: image_model } = modelsIn(known);
	const settings = { ...promptsOf({}), language: known['COLLAB_POST_LANGUAGE'] || locale, house_style: '', text_model, image_model };
	const language = settings.language === 'auto' ? locale : settings.language;
	const request = firstTextRequest({ request: wish, link: null, ...sourcesOfRequest(wish) }, { ...settings, language });
	const reply = await ask(aiUrl(textUrl, TEXT_PATHS[by.text]), {
		method: 'POST',
		headers: { ...keyHeader(by.header, textKey) },
		json: by.text === 'chat' ? chatRequest(request, by.schemas) : request,
		timeoutMs: AI_TIMEOUT_MS,
	});
	if (reply.kind === 'silence') throw new Error(`the AI gave no text: ${reply.reason}`);
	if (reply.status !== 200) throw new Error(`the AI gave no text: ${reply.status} ${wordsOf(reply.body)}`);
	const outcome = parsePostText(reply.body, null, locale, [wish]);
	if (outcome.kind === 'refused') throw new Error(`the AI's text cannot be used: ${outcome.code} ${outcome.detail}`);
	return outcome.post;
}

/** @returns undefined where no pictures are asked for */
async function drawn(known: Known, prompt: string): Promise<Buffer | undefined> {
	const { textUrl, imageUrl, imageKey, by } = providerIn(known);
	if (by.images === 'none') return undefined;
	const { image } = modelsIn(known);
	const isChat = by.images === 'chat';
	const reply = await ask(aiUrl(imageUrl, isChat ? TEXT_PATHS.chat : '/v1/images/generations'), {
		method: 'POST',
		headers: { ...keyHeader(imageUrl === textUrl ? by.header : 'Authorization', imageKey) },
		json: isChat ? chatImageRequest(prompt, image) : imageRequest(prompt, image),
		timeoutMs: AI_TIMEOUT_MS,
	});
	if (reply.kind === 'silence') throw new Error(`the AI gave no picture: ${reply.reason}`);
	if (reply.status !== 200) throw new Error(`the AI gave no picture: ${reply.status} ${wordsOf(reply.body)}`);
	const picture = pictureOf(reply.body);
	const bytes = Buffer.from(picture.base64, 'base64');
	const fault = picture.fault ?? checkSourceImage(bytes, isChat ? 'chat' : 'images');
	if (fault !== null) throw new Error(`the AI's picture cannot be used: ${fault}`);
	return bytes;
}

/** As the renderer draws it; without a picture of the AI it has the built-in one. */
async function coverOf({ title, subtitle, category }: WrittenPost, picture: Buffer | undefined): Promise<Buffer> {
	const renderer = createRenderer();
	const text = { title, subtitle, category };
	const fonts = await renderer.openFonts(text);
	const background = renderer.prepareBackground(prepareFrame(picture ?? readBuiltIn()).pixels);
	return Buffer.concat(renderer.renderCover(text, background, { fonts }).png.parts);
}

/** Most that a caption holds. */
const CAPTION_UNITS = 1_024;

async function send(known: Known, chat_id: number, text: string, cover: Buffer): Promise<void> {
	const messenger = messengerOf(known);
	const isCaption = text.length <= CAPTION_UNITS;
	const messages = [
		{
			method: 'sendPhoto',
			fields: { chat_id, ...(isCaption ? { caption: text } : {}) },
			photo: { bytes: cover, fileName: `rehearsal-${randomBytes(4).toString('hex')}.png` },
		},
		...(isCaption ? [] : [{ method: 'sendMessage', fields: { chat_id, text } }]),
	];
	for (const message of messages) {
		const answer = await messenger.call(message);
		if (answer.kind !== 'accepted')
			throw new Error(`the messenger did not take it: ${answer.kind === 'refused' ? answer.description : answer.reason}`);
	}
}
