/** One message, as a phone shows it. */
import { clock, make } from './api.js';

const MAX_CAPTION_UNITS = 1024;
const TAGS = { bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's', code: 'code', pre: 'pre', blockquote: 'blockquote' };

/** Text with its entities as elements; nothing of it is ever read as HTML. */
function formatted(text, entities = []) {
	const parts = document.createDocumentFragment();
	let at = 0;
	for (const entity of [...entities].sort((a, b) => a.offset - b.offset)) {
		if (entity.offset < at) continue;
		parts.append(text.slice(at, entity.offset));
		const inner = text.slice(entity.offset, entity.offset + entity.length);
		const address = entity.type === 'text_link' ? entity.url : entity.type === 'url' ? inner : undefined;
		if (address !== undefined && /^https?:/.test(address))
			parts.append(make('a', { href: address, target: '_blank', rel: 'noreferrer noopener' }, inner));
		else if (entity.type === 'bot_command' || entity.type === 'hashtag' || entity.type === 'mention')
			parts.append(make('span', { class: 'mark' }, inner));
		else if (TAGS[entity.type] !== undefined) parts.append(make(TAGS[entity.type], {}, inner));
		else parts.append(inner);
		at = entity.offset + entity.length;
	}
	parts.append(text.slice(at));
	return parts;
}

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

function shortly(message) {
	const text = message.text ?? message.caption ?? '';
	return `${message.photo === undefined ? '' : 'Photo '}${text}`.trim().slice(0, 90);
}

/**
 * @param actions {press(message, button, element), view(photo, message), reply(message)}; without reply nothing can be answered
 */
export function renderMessage(message, mine, actions) {
	const item = make('li', {
		class: `message ${mine ? 'mine' : 'theirs'}${message.photo === undefined ? '' : ' has-photo'}`,
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
	if (message.photo !== undefined) {
		const large = message.photo.at(-1);
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
	const text = message.text ?? message.caption;
	if (text !== undefined)
		bubble.append(make('div', { class: 'text', dir: 'auto' }, formatted(text, message.entities ?? message.caption_entities)));
	const meta = make('p', { class: 'meta' });
	if (message.photo !== undefined && message.caption !== undefined) meta.append(counter(message.caption.length));
	if (actions.reply !== undefined && !mine)
		meta.append(
			make(
				'button',
				{ type: 'button', class: 'reply', 'aria-label': `Reply to: ${shortly(message)}`, onclick: () => actions.reply(message) },
				'Reply',
			),
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

export { shortly };
