/** One phone: a chat with its composer, or the channel, which is only read. */
import { call, make, pick, wordsOf } from './api.js';
import { renderMessage, shortly } from './message.js';

/** @import { ShownChat } from '../control.ts' */
/** @import { ForceReply } from '../messenger/messenger.ts' */
/** @import { InlineKeyboardButton, Message, PhotoSize } from '../messenger/types.ts' */
/** @import { Quotable } from './message.js' */

/** @typedef {Quotable & { forced?: boolean, placeholder?: string }} Answered what the next message answers */

const EXAMPLES = [
	'/post The harbour tram opens on 3 May: 12 stops, 14 minutes from the fish market to the university. Bicycles ride free before 9:00.',
	'/post Write about the night the city library keeps its reading room open until 2:00. Tea is free, 40 seats.',
];
/** A person who is no participant; the owner's panel shows what the bot answers them. */
export const STRANGER = 1003;
const NEAR_END_PX = 120;
const PRESS_WAIT_MS = 15_000;

export class Phone {
	/**
	 * @param {HTMLElement} section
	 * @param {{ onUnread(id: string): void }} told
	 */
	constructor(section, { onUnread }) {
		this.section = section;
		this.chatId = Number(section.dataset.chat);
		this.isChannel = this.chatId < 0;
		this.onUnread = onUnread;
		/** @type {ForceReply | null} */
		this.forceReply = null;
		/** @type {Answered | null} */
		this.replyTo = null;
		/** @type {Map<string, () => void>} What ends the waiting of a pressed key, by the id of the press. */
		this.presses = new Map();
		/** @type {Set<string>} */
		this.answeredEarly = new Set();
		/** @type {number | undefined} */
		this.toastTimer = undefined;
		section.append(pick(document, '#phone', HTMLTemplateElement).content.cloneNode(true));
		this.list = pick(section, '.messages', HTMLElement);
		this.scroller = pick(section, '.scroll', HTMLElement);
		this.toastBox = pick(section, '.toast', HTMLElement);
		this.toEnd = pick(section, '.to-end', HTMLElement);
		pick(section, 'h2', HTMLElement).id = `${section.id}-name`;
		pick(section, '.who p', HTMLElement).textContent = section.id;
		this.scroller.id = `${section.id}-messages`;
		this.scroller.setAttribute('aria-label', 'Messages');
		this.scroller.addEventListener(
			'scroll',
			() => {
				this.toEnd.hidden = this.nearEnd();
			},
			{ passive: true },
		);
		// Keep the end of the chat in view when a picture loads or the field grows.
		let following = true;
		this.scroller.addEventListener(
			'scroll',
			() => {
				following = this.nearEnd();
			},
			{ passive: true },
		);
		const keep = new ResizeObserver(() => {
			if (following) this.scrollToEnd(false);
		});
		keep.observe(this.scroller);
		keep.observe(this.list);
		this.toEnd.addEventListener('click', () => this.scrollToEnd(true));
		this.composer = this.isChannel ? undefined : new Composer(this);
		if (this.isChannel) section.append(make('footer', { class: 'composer read-only' }, make('p', {}, 'Only the bot posts here')));
	}

	/**
	 * Draws the whole chat.
	 *
	 * @param {ShownChat} chat
	 */
	show(chat) {
		const { section } = this;
		pick(section, 'h2', HTMLElement).textContent = this.isChannel ? chat.title : (chat.title.split(' ')[0] ?? '');
		pick(section, '.avatar', HTMLElement).textContent = chat.title
			.split(' ')
			.map((word) => word[0])
			.join('')
			.slice(0, 2)
			.toUpperCase();
		this.list.replaceChildren(...chat.messages.map((message) => this.render(message)));
		this.showCount();
		this.composer?.show(chat);
		this.setForceReply(chat.force_reply);
		this.showEmpty();
		this.scrollToEnd(false);
	}

	showEmpty() {
		this.section.querySelector('.empty')?.remove();
		if (this.list.children.length > 0) return;
		const empty = make('div', { class: 'empty' });
		if (this.isChannel) empty.append(make('p', {}, 'Nothing is published yet. A post appears here when it is published.'));
		else if (this.section.id === 'owner') {
			empty.append(make('p', {}, 'Ask the desk for a post. Try one of these:'));
			for (const example of EXAMPLES) {
				empty.append(
					make('button', { type: 'button', class: 'example', onclick: () => this.composer?.fill(example) }, example.replace('/post ', '')),
				);
			}
			empty.append(make('p', { class: 'hint' }, '/help lists the commands'));
		} else empty.append(make('p', {}, 'The editor gets a preview of every post and may publish it, ask for changes or reject it.'));
		this.scroller.append(empty);
	}

	/** @param {Message} message */
	render(message) {
		const mine = !this.isChannel && message.from?.is_bot === false;
		return renderMessage(message, mine, {
			press: (pressed, button, key) => void this.press(pressed, button, key),
			view: (photo) => view(photo),
			...(this.isChannel ? {} : { reply: (target) => this.answerTo(target), edit: (target) => this.composer?.edit(target) }),
		});
	}

	nearEnd() {
		return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < NEAR_END_PX;
	}

	/** @param {boolean} softly */
	scrollToEnd(softly) {
		this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: softly ? 'smooth' : 'instant' });
	}

	/**
	 * @param {Message} message
	 * @param {ForceReply | null | undefined} forceReply
	 */
	add(message, forceReply) {
		const follow = this.nearEnd() || message.from?.is_bot === false;
		this.section.querySelector('.empty')?.remove();
		const item = this.render(message);
		item.classList.add('fresh');
		this.list.append(item);
		if (follow) this.scrollToEnd(true);
		else this.toEnd.hidden = false;
		if (message.from?.is_bot !== false) this.onUnread(this.section.id);
		this.setForceReply(forceReply);
		this.showCount();
	}

	showCount() {
		if (!this.isChannel) return;
		const count = this.list.children.length;
		pick(this.section, '.who p', HTMLElement).textContent = `channel · ${count} ${count === 1 ? 'post' : 'posts'}`;
	}

	/** @param {Message} message */
	replace(message) {
		const old = this.list.querySelector(`[data-id="${message.message_id}"]`);
		const follow = this.nearEnd();
		old?.replaceWith(this.render(message));
		if (follow) this.scrollToEnd(false);
	}

	/** @param {number} messageId */
	remove(messageId) {
		this.list.querySelector(`[data-id="${messageId}"]`)?.remove();
		if (this.replyTo?.message_id === messageId) this.answerTo(null);
		this.showCount();
		this.showEmpty();
	}

	/**
	 * The bot asked for an answer: the field is ready for it, as on a phone.
	 *
	 * @param {ForceReply | null | undefined} forceReply
	 */
	setForceReply(forceReply) {
		if (this.isChannel || JSON.stringify(forceReply) === JSON.stringify(this.forceReply)) return;
		this.forceReply = forceReply ?? null;
		if (this.forceReply === null) {
			if (this.replyTo?.forced === true) this.answerTo(null);
			return;
		}
		const item = this.list.querySelector(`[data-id="${this.forceReply.message_id}"] .text`);
		this.answerTo({
			message_id: this.forceReply.message_id,
			text: item?.textContent ?? '',
			forced: true,
			placeholder: this.forceReply.placeholder,
		});
	}

	/** @param {Answered | null} message */
	answerTo(message, byPerson = false) {
		if (this.composer === undefined) return;
		this.replyTo = message;
		this.composer.answerTo(message, byPerson);
	}

	/**
	 * @param {Message} message
	 * @param {InlineKeyboardButton} button
	 * @param {HTMLElement} key
	 */
	async press(message, button, key) {
		key.classList.add('waiting');
		key.setAttribute('aria-busy', 'true');
		const done = () => {
			key.classList.remove('waiting');
			key.removeAttribute('aria-busy');
		};
		try {
			const { callback_query_id: id } = await call('POST', '/press', {
				from: this.chatId,
				message_id: message.message_id,
				callback_data: button.callback_data,
			});
			if (this.answeredEarly.delete(id)) {
				done();
				return;
			}
			this.presses.set(id, done);
			setTimeout(done, PRESS_WAIT_MS);
		} catch (error) {
			done();
			this.toast(wordsOf(error));
		}
	}

	/** @param {{ callback_query_id: string, text?: string, show_alert?: boolean }} answer */
	answered({ callback_query_id: id, text, show_alert: showAlert }) {
		const done = this.presses.get(id);
		// The bot may answer before the press itself is answered.
		if (done === undefined) this.answeredEarly.add(id);
		done?.();
		this.presses.delete(id);
		if (!text) return;
		if (!showAlert) {
			this.toast(text);
			return;
		}
		const alert = pick(document, '#alert', HTMLDialogElement);
		pick(alert, 'p', HTMLElement).textContent = text;
		alert.showModal();
	}

	/** @param {string} text */
	toast(text) {
		clearTimeout(this.toastTimer);
		this.toastBox.textContent = text;
		this.toastBox.classList.add('shown');
		this.toastTimer = window.setTimeout(() => this.toastBox.classList.remove('shown'), 4_500);
	}
}

/** @param {File} file */
async function base64Of(file) {
	const bytes = new Uint8Array(await file.arrayBuffer());
	let text = '';
	for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
	return btoa(text);
}

/** Larger videos are only described, as the messenger gives them to no bot. */
const STORED_VIDEO_BYTES = 20_000_000;

/** A video as a person's client describes it. @param {File} chosen */
async function videoOf(chosen) {
	const animation = chosen.type === 'image/gif';
	const element = document.createElement(animation ? 'img' : 'video');
	const url = URL.createObjectURL(chosen);
	await new Promise((resolve) => {
		for (const event of ['loadedmetadata', 'load', 'error']) element.addEventListener(event, resolve, { once: true });
		element.src = url;
	});
	URL.revokeObjectURL(url);
	const isImage = element instanceof HTMLImageElement;
	const [width, height] = isImage ? [element.naturalWidth, element.naturalHeight] : [element.videoWidth, element.videoHeight];
	const duration = isImage || !Number.isFinite(element.duration) ? 0 : Math.round(element.duration);
	const bytes = chosen.size > STORED_VIDEO_BYTES ? {} : { bytes: await base64Of(chosen) };
	return { ...bytes, width, height, duration, file_size: chosen.size, animation };
}

/** @param {PhotoSize} photo */
function view(photo) {
	const viewer = pick(document, '#viewer', HTMLDialogElement);
	const image = pick(viewer, 'img', HTMLImageElement);
	image.src = `/control/photo/${photo.file_unique_id}`;
	image.alt = `Picture, ${photo.width} by ${photo.height}`;
	viewer.showModal();
}

/** The field of a person's chat, the message that it answers, and the button that blocks the bot. */
class Composer {
	/** @param {Phone} phone */
	constructor(phone) {
		const { section } = phone;
		this.phone = phone;
		this.blocked = false;
		/** @type {number | null} The own message that the field changes. */
		this.editing = null;
		/** @type {MediaRecorder | undefined} */
		this.recorder = undefined;
		this.banner = make('div', { class: 'banner', hidden: true });
		this.field = make('textarea', {
			id: `${section.id}-text`,
			rows: 1,
			placeholder: 'Message',
			enterkeyhint: 'send',
			'aria-label': `Message as the ${section.id}`,
		});
		const send = make('button', { type: 'submit', class: 'send', 'aria-label': 'Send' });
		send.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4.2 20.3 21 12 4.2 3.7 4 10l10 2-10 2z"/></svg>';
		this.menu = make(
			'details',
			{ class: 'attach' },
			make('summary', { 'aria-label': 'Attach, or write as somebody else' }, '+'),
			this.attachments(),
		);
		this.form = make('form', { class: 'composer' }, this.menu, this.field, send);
		this.form.addEventListener('submit', (event) => {
			event.preventDefault();
			void this.send();
		});
		this.field.addEventListener('keydown', (event) => {
			if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
				event.preventDefault();
				this.form.requestSubmit();
			}
			if (event.key === 'Escape') phone.answerTo(null, true);
		});
		this.field.addEventListener('input', () => this.grow());
		this.blockedNote = make(
			'div',
			{ class: 'composer read-only blocked-note', hidden: true },
			make('p', {}, 'The bot is blocked'),
			make('button', { type: 'button', class: 'text-button', onclick: () => void this.setBlocked(false) }, 'Unblock'),
		);
		section.append(this.banner, this.form, this.blockedNote);
		this.block = pick(section, '.block', HTMLElement);
		this.block.hidden = false;
		this.block.addEventListener('click', () => void this.setBlocked(!this.blocked));
		this.language = pick(section, '.language', HTMLSelectElement);
		this.language.hidden = false;
		this.language.addEventListener('change', () => void this.setLanguage(this.language.value));
	}

	/** Attachments that a person can send. Words in the field become the caption of a picture or a file. */
	attachments() {
		/** @param {string} words @param {string} accept @param {(file: File) => Promise<object>} read */
		const file = (words, accept, read) => {
			const input = make('input', { type: 'file', accept, class: 'hidden-file', multiple: true });
			input.addEventListener('change', () => {
				const chosen = [...(input.files ?? [])];
				input.value = '';
				void this.sendAll(chosen, read);
			});
			return make('label', {}, words, input);
		};
		/** @param {string} words @param {() => void} act */
		const button = (words, act) => make('button', { type: 'button', onclick: act }, words);
		return make(
			'div',
			{ class: 'attach-menu' },
			file('Photo', 'image/*', async (chosen) => ({ photo: await base64Of(chosen) })),
			file('Video or GIF', 'video/*,image/gif', async (chosen) => ({ video: await videoOf(chosen) })),
			file('File', '', async (chosen) => ({
				file: { name: chosen.name, type: chosen.type || 'application/octet-stream', bytes: await base64Of(chosen) },
			})),
			button('Say these words', () => void this.say()),
			button('Record a voice', () => void this.record()),
			button('Sticker', () => void this.send({ sticker: '👍' })),
			button('As forwarded', () => void this.send({ forwarded: true })),
			button('As a stranger', () => void this.send({ from: STRANGER })),
		);
	}

	/**
	 * Several files are one album; the words of the field are those of the first.
	 * @param {File[]} chosen
	 * @param {(file: File) => Promise<object>} read
	 */
	async sendAll(chosen, read) {
		const album = chosen.length > 1 ? { media_group_id: String(Date.now()) } : {};
		for (const one of chosen) await this.send({ ...(await read(one)), ...album });
	}

	/** Sends the words of the field as a voice in which the sandbox's AI hears them. */
	async say() {
		const words = this.field.value.trim();
		if (words === '') return this.phone.toast('Write what the voice says, then press this');
		this.field.value = '';
		await this.send({ voice: { words, seconds: Math.max(1, Math.round(words.split(/\s+/).length / 2)) } });
	}

	/** Records until the next press of the same button. */
	async record() {
		if (this.recorder !== undefined) return this.recorder.stop();
		try {
			const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
			const recorder = new MediaRecorder(stream);
			const begun = Date.now();
			/** @type {Blob[]} */
			const parts = [];
			recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
			recorder.addEventListener('stop', () => {
				this.recorder = undefined;
				for (const track of stream.getTracks()) track.stop();
				const seconds = Math.max(1, Math.round((Date.now() - begun) / 1_000));
				void base64Of(new File(parts, 'voice')).then((bytes) => this.send({ voice: { bytes, seconds } }));
			});
			this.recorder = recorder;
			recorder.start();
			this.phone.toast('Recording. Press “Record a voice” again to send it');
		} catch (error) {
			this.phone.toast(wordsOf(error));
		}
	}

	/** @param {ShownChat} chat */
	show({ title: name, blocked = false, language_code: language = '' }) {
		this.blocked = blocked;
		this.language.value = language;
		this.language.setAttribute('aria-label', `Language of ${name}’s messenger`);
		this.phone.section.classList.toggle('is-blocked', blocked);
		this.block.textContent = blocked ? 'Unblock' : 'Block';
		this.block.setAttribute('aria-label', `${blocked ? 'Unblock' : 'Block'} the bot as ${name}`);
		this.form.hidden = blocked;
		this.blockedNote.hidden = !blocked;
	}

	/** @param {string} language */
	async setLanguage(language) {
		try {
			await call('POST', '/language', { from: this.phone.chatId, language_code: language });
			this.phone.toast('The bot learns this from the next /start');
		} catch (error) {
			this.phone.toast(wordsOf(error));
		}
	}

	/** @param {boolean} blocked */
	async setBlocked(blocked) {
		try {
			await call('POST', '/block', { from: this.phone.chatId, blocked });
		} catch (error) {
			this.phone.toast(wordsOf(error));
		}
	}

	grow() {
		this.field.style.height = 'auto';
		this.field.style.height = `${Math.min(this.field.scrollHeight, 140)}px`;
	}

	/** @param {Message} message */
	edit(message) {
		this.editing = message.message_id;
		this.fill(message.text ?? message.caption ?? '');
	}

	/** @param {string} text */
	fill(text) {
		this.field.value = text;
		this.grow();
		this.field.focus();
	}

	/**
	 * @param {Answered | null} message
	 * @param {boolean} byPerson
	 */
	answerTo(message, byPerson) {
		this.banner.hidden = message === null;
		this.field.placeholder = message?.placeholder || (message === null ? 'Message' : 'Your answer');
		if (message === null) {
			this.banner.replaceChildren();
			return;
		}
		const cancel = { type: 'button', 'aria-label': 'Do not reply to this message', onclick: () => this.phone.answerTo(null, true) };
		this.banner.replaceChildren(
			make('p', {}, make('b', {}, message.forced ? 'The bot asks for your answer' : 'Reply to'), make('span', {}, shortly(message))),
			make('button', cancel, '×'),
		);
		const { activeElement } = document;
		if (!byPerson && (!message.forced || activeElement === document.body || this.phone.section.contains(activeElement)))
			this.field.focus({ preventScroll: true });
	}

	/** Empties the field before the sandbox answers: a second Enter sends nothing, and words typed since stay. */
	async send(attached = {}) {
		this.menu.open = false;
		const text = this.field.value;
		const { editing } = this;
		if (
			text.trim() === '' &&
			!('photo' in attached || 'file' in attached || 'sticker' in attached || 'voice' in attached || 'video' in attached)
		)
			return;
		const { replyTo } = this.phone;
		this.editing = null;
		this.field.value = '';
		this.grow();
		this.phone.answerTo(null);
		try {
			if (editing !== null) await call('POST', '/edit', { from: this.phone.chatId, message_id: editing, text });
			else
				await call('POST', '/send', {
					from: this.phone.chatId,
					text,
					...(replyTo === null || 'from' in attached ? {} : { reply_to_message_id: replyTo.message_id }),
					...attached,
				});
		} catch (error) {
			this.phone.toast(wordsOf(error));
			this.fill([text, this.field.value].filter((part) => part !== '').join('\n'));
			if (this.phone.replyTo === null) this.phone.answerTo(replyTo);
		}
	}
}
