// npm run demo -- --look: a channel's own look, on a desk of its own: a logo and two colours, a photo with a sentence, each template,
// words with form, a signature. It leaves the covers and what the channel shows as files, and fails if any picture was paid for.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { looksSame, type FormEntity } from '@copydesk/domain/caption/form';
import { COVER_TEMPLATES, templateNamed, type CoverTemplate } from '@copydesk/domain/cover/template';
import { painters } from '@copydesk/sandbox/ai/paint';
import type { Desk } from '../desk/desk.ts';
import { dataFolder } from '../desk/paths.ts';
import { messagesOf, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { seconds } from '../desk/timeline.ts';
import { Operator } from '../week/operator.ts';
import { coverOf, materialOf } from './cover.ts';
import { onOwnDesk } from './ownDesk.ts';
import { demand, isPreview, offers, says, type Copies, type Play, type Test } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const TIMEOUT_MS = 60_000;
const NAME = 'Harbour News';
const COLOURS = { panel: '#14213d', accent: '#c0392b' } as const;
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
	<g fill="none" stroke="#ffffff" stroke-width="4" stroke-linecap="round">
		<circle cx="24" cy="9" r="5"/>
		<path d="M24 14v28M14 21h20M6 28c1 9 8 14 18 14s17-5 18-14"/>
	</g>
</svg>
`;
const SIGNATURE = { words: NAME, url: 'https://harbour.example/news' } as const;
/** The cover has the first and the last sentence; words that occur once can be replaced without a question. */
const WORDS = [
	'The new tram line 7 opens on Saturday at 6:40.',
	'It runs along the harbour every 6 minutes, and all rides are free until Sunday night.',
	'The timetable hangs at each of its 14 stops.',
].join(' ');
const BOLD = 'Saturday at 6:40';
const EDIT = { from: 'all rides are free', to: 'nobody needs a ticket', url: 'https://harbour.example/fares' } as const;
/** A text and its check: what a post may be written with. */
const TEXTS = ['copydesk_post', 'copydesk_verdict'];
/** What a message asks for is read too. */
const UNPAINTED = ['copydesk_brief', ...TEXTS];
/** The one that is set, those that replies name, and the one that is published. */
const FIRST = 'panel';
const LAST = 'frame';
const NAMED: readonly CoverTemplate[] = [...COVER_TEMPLATES.filter((name) => name !== FIRST && name !== LAST), LAST];

/** @throws Error that says what did not come, or looks otherwise than it should */
export async function playBrandDemo(signal: AbortSignal): Promise<void> {
	const folder = join(dataFolder(), 'demo', 'look');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await onOwnDesk('look', signal, async (play, sandbox, desk) => {
		await new Look(play, sandbox, desk, folder).play();
		process.stdout.write(`\nThe covers are of the photo, no picture was paid for, and the channel shows what was approved: ${folder}\n`);
	});
}

class Look {
	readonly #play: Play;
	readonly #sandbox: SandboxClient;
	readonly #desk: Desk;
	readonly #folder: string;

	constructor(play: Play, sandbox: SandboxClient, desk: Desk, folder: string) {
		this.#play = play;
		this.#sandbox = sandbox;
		this.#desk = desk;
		this.#folder = folder;
	}

	async play(): Promise<void> {
		let copies!: Copies;
		await this.#play.scene('A logo, two colours, a template, a signature and hashtags', 0, () => this.#brand());
		await this.#play.scene('A photo with a sentence', TEXTS.length, async () => void (copies = await this.#photo()));
		for (const template of NAMED)
			await this.#play.scene(`The template ${nameOf(template)}`, 0, async () => void (copies = await this.#template(template, copies)));
		await this.#play.scene('Words with form', 0, async () => void (copies = await this.#form(copies)));
		await this.#play.scene('In the channel', 0, () => this.#publish(copies));
		const others = (await this.#sandbox.state()).calls.filter(({ kind, method }) => kind === 'ai' && !UNPAINTED.includes(method));
		demand(others.length === 0, `no paid picture, but the AI was asked for ${others.map(({ method }) => method).join(', ')}`);
	}

	async #brand(): Promise<void> {
		const logo = join(this.#folder, 'logo.svg');
		await writeFile(logo, LOGO);
		const given = ['--logo', logo, '--panel', COLOURS.panel, '--accent', COLOURS.accent, '--name', NAME];
		await new Operator(this.#desk.data, this.#desk.ports).run('brand', 'set', ...given);
		this.#play.tell(`the operator sets a logo, ${COLOURS.panel}, ${COLOURS.accent} and the name ${NAME}`);
		await this.#play.say(OWNER, `/settings template ${FIRST}`);
		await this.#play.sees(OWNER, 'the template that holds now', says(FIRST));
		const signature = `/settings signature ${SIGNATURE.words}`;
		await this.#play.say(OWNER, signature, { entities: [over(signature, SIGNATURE.words, { type: 'text_link', url: SIGNATURE.url })] });
		await this.#play.sees(OWNER, 'the signature that holds now', says(SIGNATURE.words));
		await this.#play.say(OWNER, '/settings hashtags ai up to 2');
		await this.#play.sees(OWNER, 'that the AI adds hashtags', says('2'));
	}

	async #photo(): Promise<Copies> {
		const photo = await photograph();
		await writeFile(join(this.#folder, 'photo.jpg'), photo);
		await this.#play.say(EDITOR, WORDS, { photo, entities: [over(WORDS, BOLD, { type: 'bold' })] });
		const asked = await this.#play.sees(EDITOR, 'a question for the rights to the photo', offers('photo_mine'));
		const beganAtMs = Date.now();
		await this.#play.press(EDITOR, asked, 'photo_mine');
		const copies = await this.#previews();
		const tookMs = Date.now() - beganAtMs;
		const ai = (await this.#sandbox.state()).calls.filter(({ kind, at }) => kind === 'ai' && at >= beganAtMs);
		const aiMs = ai.reduce((sum, { took_ms }) => sum + took_ms, 0);
		this.#play.tell(`both have it after ${seconds(tookMs)}: the AI stand-in took ${seconds(aiMs)}, all else ${seconds(tookMs - aiMs)}`);
		await this.#keep(FIRST, copies);
		return copies;
	}

	async #template(template: CoverTemplate, before: Copies): Promise<Copies> {
		await this.#answer(before, `use the ${nameOf(template)} template`);
		const owner = await this.#play.sees(OWNER, 'the preview', isPreview);
		// Who does not try templates has one preview, which changes.
		const isSame: Test = (message) => isPreview(message) && same(message, owner);
		const copies = { owner, editor: await this.#play.becomes(EDITOR, before.editor, 'it in place of the one before', isSame) };
		demand(wordsOf(copies.owner) === wordsOf(before.owner), 'the caption as it was');
		demand(pictureOf(copies.owner) !== pictureOf(before.owner), 'another cover');
		await this.#keep(template, copies);
		return copies;
	}

	async #form(before: Copies): Promise<Copies> {
		const answer = `replace "${EDIT.from}" with "${EDIT.to}"`;
		await this.#answer(before, answer, [over(answer, EDIT.to, { type: 'text_link', url: EDIT.url })]);
		const copies = await this.#previews();
		// The other person's notice of the question is the one that names it, edited.
		const names: Test = (message) => isFromDesk(message) && says(EDIT.url)(message);
		await this.#sandbox.until('the address of the link in both chats', TIMEOUT_MS, (state) =>
			[OWNER, EDITOR].every((person) => messagesOf(state, person).some(names)) ? true : undefined,
		);
		this.#play.tell('both see the address of the link in full');
		const { caption = '' } = copies.owner;
		const expected = [
			over(caption, BOLD, { type: 'bold' }),
			over(caption, EDIT.to, { type: 'text_link', url: EDIT.url }),
			over(caption, SIGNATURE.words, { type: 'text_link', url: SIGNATURE.url }),
		];
		const shown = copies.owner.caption_entities ?? [];
		demand(looksSame(caption, shown, expected), `the form ${JSON.stringify(expected)} in ${JSON.stringify(shown)}`);
		demand(pictureOf(copies.owner) === pictureOf(before.owner), 'the cover as it was');
		return copies;
	}

	async #publish({ editor }: Copies): Promise<void> {
		await this.#play.press(EDITOR, editor, 'publish');
		const post = await this.#sandbox.until('the post', TIMEOUT_MS, (state) => messagesOf(state, CHANNEL)[0]);
		this.#play.tell('the post is in the channel');
		demand(same(post, editor), 'the picture, the words and their form as they were approved');
		demand(/\n#\p{L}+ #\p{L}+\n/u.test(post.caption ?? ''), 'two hashtags of the AI');
		const file = join(this.#folder, 'channel.json');
		await writeFile(file, `${JSON.stringify(await this.#sandbox.messages(CHANNEL), null, '\t')}\n`);
		process.stdout.write(`\n${post.caption ?? ''}\n`);
	}

	async #answer({ owner }: Copies, answer: string, entities: readonly FormEntity[] = []): Promise<void> {
		await this.#play.press(OWNER, owner, 'feedback');
		await this.#play.sees(OWNER, 'the question', says('What should change'));
		await this.#play.say(OWNER, answer, { entities });
	}

	async #previews(): Promise<Copies> {
		const copies = await this.#play.previews();
		demand(same(copies.owner, copies.editor), 'the same in both chats');
		return copies;
	}

	/** The cover that both have is of the photo, in the brand and in this template. */
	async #keep(template: CoverTemplate, { editor }: Copies): Promise<void> {
		const { own_image_id, source_image_id, cover_template } = await materialOf(this.#desk.data, editor);
		const { template: worn, brand } = templateNamed(cover_template);
		demand(own_image_id !== null && own_image_id === source_image_id, 'the picture that the editor sent');
		demand(worn === template && (brand !== null || template === 'ff-square-0.1'), `the template ${template} in the brand`);
		await writeFile(join(this.#folder, `${nameOf(template)}.png`), await coverOf(this.#desk, editor));
	}
}

/** It stands for one that a person took. */
async function photograph(): Promise<Buffer> {
	const paint = painters[process.env['SANDBOX_PICTURES'] === 'rough' ? 'rough' : 'fine'];
	const png = await paint('a tram on a bridge over the harbour in the evening', 1_600, 1_200);
	return sharp(png).jpeg({ quality: 90 }).toBuffer();
}

const isFromDesk: Test = ({ from }) => from?.is_bot === true;
const nameOf = (template: CoverTemplate): string => (template === 'ff-square-0.1' ? 'classic' : template);
const pictureOf = ({ photo }: Message): string => photo?.at(-1)?.file_unique_id ?? '';
const wordsOf = ({ caption, caption_entities }: Message): string => JSON.stringify([caption, caption_entities]);
const same = (one: Message, other: Message): boolean => pictureOf(one) === pictureOf(other) && wordsOf(one) === wordsOf(other);

/** The form of words, at their place in a text. */
function over(text: string, words: string, form: Pick<FormEntity, 'type' | 'url'>): FormEntity {
	demand(text.includes(words), `“${words}” in “${text}”`);
	return { ...form, offset: text.indexOf(words), length: words.length };
}
