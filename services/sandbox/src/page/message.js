/** One message, as a phone shows it. */
import { clock, make } from './api.js';

/** @import { InlineKeyboardButton, Message, MessageEntity, PhotoSize } from '../messenger/types.ts' */

/** @typedef {Pick<Message, 'message_id' | 'text' | 'caption' | 'photo' | 'video'>} Quotable */

/**
 * @typedef {object} Actions
 * @property {(message: Message, button: InlineKeyboardButton, key: HTMLElement) => void} press
 * @property {(photo: PhotoSize) => void} view
 * @property {(message: Message) => void} [reply] absent where nothing can be answered
 * @property {(message: Message) => void} [edit] of one's own messages
 */

const MAX_CAPTION_UNITS = 1024;
/** @type {Partial<Record<string, keyof HTMLElementTagNameMap>>} */
const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's', code: 'code', pre: 'pre', blockquote: 'blockquote' };
const MARKED = ['bot_command', 'hashtag', 'mention', 'spoiler'];

/**
 * The element that shows an entity, still empty; undefined for one that looks like plain text.
 *
 * @param {MessageEntity} entity
 * @param {string} words
 */
function elementOf({ type, url }, words) {
	const address = type === 'text_link' ? url : type === 'url' ? words : undefined;
	if (address !== undefined && /^https?:/.test(address))
		return make('a', { href: address, target: '_blank', rel: 'noreferrer noopener', ...(type === 'text_link' ? { title: address } : {}) });
	if (MARKED.includes(type)) return make('span', { class: type === 'spoiler' ? 'spoiler' : 'mark' });
	const tag = TAGS[type];
	return tag === undefined ? undefined : make(tag, {});
}

/**
 * Text with its entities as elements, one inside the other where they are nested; nothing of it is ever read as HTML.
 *
 * @param {string} text
 * @param {readonly MessageEntity[]} [entities]
 * @param {number} [from]
 * @param {number} [to]
 * @returns {DocumentFragment}
 */
function formatted(text, entities = [], from = 0, to = text.length) {
	const parts = document.createDocumentFragment();
	let at = from;
	let rest = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
	while (rest.length > 0) {
		const [entity, ...others] = rest;
		if (entity === undefined) break;
		const end = entity.offset + entity.length;
		const inside = others.filter((other) => other.offset < end);
		rest = others.filter((other) => other.offset >= end);
		if (entity.offset < at || end > to) continue;
		parts.append(text.slice(at, entity.offset));
		const inner = formatted(text, inside, entity.offset, end);
		const element = elementOf(entity, text.slice(entity.offset, end));
		element?.append(inner);
		parts.append(element ?? inner);
		at = end;
	}
	parts.append(text.slice(at, to));
	return parts;
}

/** @param {number} units of UTF-16 */
function counter(units) {
	const share = Math.min(1, units / MAX_CAPTION_UNITS);
	const ring = make('span', { class: 'gauge', 'aria-hidden': 'true' });
	ring.style.setProperty('--share', String(share));
	return make(
		'span',
		{ class: `units${units > MAX_CAPTION_UNITS ? ' over' : ''}`, title: 'Length of the caption in UTF-16 units' },
		ring,
		`${units} / ${MAX_CAPTION_UNITS}`,
	);
}

/** @param {string} what @param {{ width: number, height: number, duration: number, file_size: number }} video */
const aboutVideo = (what, { width, height, duration, file_size }) =>
	`${what}, ${width} × ${height}, ${duration} s, ${(file_size / 1_048_576).toFixed(1)} MB`;

/** @param {Quotable} message */
export function shortly(message) {
	const text = message.text ?? message.caption ?? '';
	return `${message.photo === undefined ? '' : 'Photo '}${message.video === undefined ? '' : 'Video '}${text}`.trim().slice(0, 90);
}

/**
 * @param {Message} message
 * @param {boolean} mine
 * @param {Actions} actions
 */
export function renderMessage(message, mine, actions) {
	const item = make('li', {
		class: [
			`message ${mine ? 'mine' : 'theirs'}`,
			(message.photo ?? message.video?.cover) === undefined ? '' : 'has-photo',
			message.has_media_spoiler ? 'spoiler' : '',
			message.show_caption_above_media ? 'caption-above' : '',
		]
			.filter((name) => name !== '')
			.join(' '),
		'data-id': message.message_id,
	});
	const bubble = make('div', { class: 'bubble' });
	if (message.forward_origin !== undefined)
		bubble.append(
			make(
				'p',
				{ class: 'origin' },
				`Forwarded from ${message.forward_origin.chat?.title ?? message.forward_origin.sender_user?.first_name ?? 'somebody'}`,
			),
		);
	if (message.reply_to_message !== undefined) {
		const quoted = message.reply_to_message;
		bubble.append(
			make(
				'p',
				{ class: 'quote' },
				make('b', {}, quoted.from?.is_bot === false ? quoted.from.first_name : 'Copydesk'),
				make('span', {}, shortly(quoted)),
			),
		);
	}
	const moving = message.animation ?? message.video;
	const large = (message.photo ?? moving?.cover)?.at(-1);
	if (large !== undefined) {
		const image = make('img', {
			src: `/control/photo/${large.file_unique_id}`,
			width: large.width,
			height: large.height,
			alt: `Picture, ${large.width} by ${large.height}`,
			decoding: 'async',
		});
		bubble.append(
			make('button', { type: 'button', class: 'photo', 'aria-label': 'Look at the picture', onclick: () => actions.view(large) }, image),
		);
	}
	if (moving !== undefined)
		bubble.append(make('p', { class: 'attached' }, aboutVideo(message.animation === undefined ? '▶ Video' : '▶ GIF', moving)));
	if (message.document !== undefined) bubble.append(make('p', { class: 'attached' }, `📎 ${message.document.file_name}`));
	if (message.voice !== undefined) bubble.append(make('p', { class: 'attached' }, `🎙 Voice, ${message.voice.duration} s`));
	if (message.sticker !== undefined) bubble.append(make('p', { class: 'sticker' }, message.sticker.emoji));
	const text = message.text ?? message.caption;
	if (text !== undefined)
		bubble.append(make('div', { class: 'text', dir: 'auto' }, formatted(text, message.entities ?? message.caption_entities)));
	const meta = make('p', { class: 'meta' });
	if ((message.photo ?? moving) !== undefined && message.caption !== undefined) meta.append(counter(message.caption.length));
	const { reply } = actions;
	if (reply !== undefined && !mine)
		meta.append(
			make(
				'button',
				{ type: 'button', class: 'reply', 'aria-label': `Reply to: ${shortly(message)}`, onclick: () => reply(message) },
				'Reply',
			),
		);
	const { edit } = actions;
	if (edit !== undefined && mine && text !== undefined)
		meta.append(
			make('button', { type: 'button', class: 'reply', 'aria-label': `Edit: ${shortly(message)}`, onclick: () => edit(message) }, 'Edit'),
		);
	if (message.edit_date !== undefined && message.photo === undefined) meta.append(make('span', {}, 'edited'));
	meta.append(make('time', { datetime: new Date(message.date * 1000).toISOString() }, clock(message.date)));
	bubble.append(meta);
	item.append(bubble);
	const rows = message.reply_markup?.inline_keyboard ?? [];
	if (rows.length > 0) {
		const keyboard = make('div', { class: 'keyboard', role: 'group', 'aria-label': 'Buttons of the message' });
		for (const row of rows) {
			const line = make('div', { class: 'keys' });
			for (const button of row) {
				if (button.url !== undefined)
					line.append(
						make(
							'a',
							{ class: 'key', href: /^https?:/.test(button.url) ? button.url : '#', target: '_blank', rel: 'noreferrer noopener' },
							`${button.text} ↗`,
						),
					);
				else {
					const key = make(
						'button',
						{
							type: 'button',
							class: `key ${button.style ?? ''}`,
							disabled: button.callback_data === undefined,
							'data-callback': button.callback_data,
						},
						button.text,
					);
					key.addEventListener('click', () => actions.press(message, button, key));
					line.append(key);
				}
			}
			keyboard.append(line);
		}
		item.append(keyboard);
	}
	return item;
}
