// npm run demo -- --bad-day: what can go wrong in a day, played on a desk of its own, with what it cost in requests to the AI.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '../desk/desk.ts';
import { MINUTE_MS } from '@copydesk/domain/schedule/zone';
import { buttonFor, type Message, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { onOwnDesk } from './ownDesk.ts';
import { demand, isPreview, offers, says, type Copies, type Play } from './play.ts';
import { rob } from './thief.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const REQUEST =
	'The new tram line 7 opens on Saturday at 6:40. It links the harbour with the university ' +
	'in 18 minutes, runs every 6 minutes, and all rides are free until Sunday night.';
const SECOND = 'The library on Mill Street opens on Sundays from May, 10:00 to 16:00. Reading rooms and the café are open too.';
const THIRD = 'The market on Oak Square opens on Saturdays from June, 8:00 to 14:00. Farmers sell bread and cheese on Oak Square.';
const FOURTH = 'The ice rink opens on 4 December with 300 pairs of skates. Skating lessons begin at 16:00 on Sundays.';
/** Every text, its check and one illustration. */
const ONE_POST = 3;
const MAX_MESSAGE_UNITS = 4096;

/** @throws Error that says what did not come */
export async function playBadDay(signal: AbortSignal): Promise<void> {
	await onOwnDesk('bad-day', signal, async (play, sandbox, desk) => {
		await day(play, sandbox, desk);
		const total = play.scenes.reduce((sum, { paid }) => sum + paid, 0);
		process.stdout.write(`\nRequests to the AI, all in all: ${total}\n`);
		for (const { name, paid } of play.scenes) process.stdout.write(`  ${String(paid).padStart(2)}  ${name}\n`);
	});
}

async function day(play: Play, sandbox: SandboxClient, desk: Desk): Promise<void> {
	let preview!: Copies;

	await play.scene('A Russian editor beside an English owner', ONE_POST, async () => {
		await play.say(EDITOR, '/language ru');
		await play.sees(EDITOR, 'that Russian is spoken from now on', says('по-русски'));
		await play.say(OWNER, `/post ${REQUEST}`);
		await play.sees(OWNER, 'in English that work has begun', says('I’m on it'));
		preview = await play.previews();
	});

	await play.scene('A title that no cover can show, and a change that is not finished', 0, async () => {
		await play.press(OWNER, preview.owner, 'feedback');
		await play.sees(OWNER, 'the question', says('What should change'));
		await play.say(OWNER, 'title: Trams שלום');
		await play.sees(OWNER, 'which character it is, and that nothing has changed', says('ש'));
		await play.say(OWNER, 'replace "free" with');
		await play.sees(OWNER, 'how a change is completed', says('not complete'));
	});

	await play.scene('A reply that is made to keep the desk busy', 0, async () => {
		const startedAtMs = Date.now();
		await play.say(OWNER, 'replace "a" with "b'.concat(' '.repeat(MAX_MESSAGE_UNITS - 40), '"'.repeat(15), 'b'));
		await play.sees(OWNER, 'an answer', says('Nothing has changed'));
		play.tell(`answered after ${Date.now() - startedAtMs} ms`);
		await play.say(OWNER, 'cancel');
		await play.sees(OWNER, 'that the question is closed', says('Nothing changes'));
		await play.shows(OWNER, preview.owner, 'publish', 'the preview');
	});

	await play.scene('The answer to a publication is lost', 0, () => lostAnswer(play, sandbox, preview));

	await play.scene('The renderer is away when the paid picture comes', ONE_POST, async () => {
		preview = await withoutRenderer(play, sandbox, desk);
	});

	await play.scene('Somebody has stolen the service key', 0, () => rob(play, sandbox, desk, preview));

	await play.scene('A rejection is taken back', 0, async () => {
		await play.press(EDITOR, preview.editor, 'reject');
		const told = await play.sees(OWNER, 'that the editor rejected it', offers('undo'));
		await play.press(OWNER, told, 'undo');
		preview = await play.previews();
		await play.loses(OWNER, told, 'the notice');
		await play.press(OWNER, preview.owner, 'publish');
		await play.sees(EDITOR, 'in Russian that it is published', says('публику'));
		demand((await play.posts()) === 2, 'two posts in the channel');
	});

	await play.scene('Words that occur in several places', ONE_POST, async () => {
		await play.say(EDITOR, `/post ${THIRD}`);
		preview = await play.previews();
		await play.press(EDITOR, preview.editor, 'feedback');
		await play.sees(EDITOR, 'in Russian the question', says('Что изменить'));
		await play.say(EDITOR, 'замени "Oak Square" на "Elm Square"');
		const asked = await play.sees(EDITOR, 'in Russian that they are there more than once, and a button', offers('everywhere'));
		await play.press(EDITOR, asked, 'everywhere');
		await play.sees(EDITOR, 'in Russian the preview', isPreview);
		preview = { ...preview, owner: await play.sees(OWNER, 'the preview with all of them replaced', isPreview) };
		demand(!(preview.owner.caption ?? '').includes('Oak Square'), 'no old words in the caption');
	});

	let notice!: Message;
	await play.scene('The answer to a publication is lost once more', 0, async () => {
		await sandbox.setFaults({ target: 'messenger', method: 'sendPhoto', chat_id: CHANNEL, kind: 'accept_then_drop' });
		await play.press(OWNER, preview.owner, 'publish');
		notice = await play.sees(OWNER, 'that the desk found it by itself', says('is published'));
		await play.sees(EDITOR, 'the same in Russian', says('опубликован'));
		demand((await play.posts()) === 3, 'three posts in the channel');
	});

	await play.scene('The answer to a correction is lost', 0, () => lostCorrection(play, sandbox, notice));
	await play.scene('The answer to a deletion is lost', 0, () => lostDeletion(play, sandbox));
	await play.scene('The collaboration service is dead when a planned post is due', ONE_POST, () => deadAtItsTime(play, sandbox, desk));
}

async function lostCorrection(play: Play, sandbox: SandboxClient, notice: Message): Promise<void> {
	await play.press(OWNER, notice, 'correct');
	const replyTo = await play.sees(OWNER, 'the question', says('What should change'));
	const [before] = (await sandbox.messages(CHANNEL)).slice(-1);
	await play.say(OWNER, `replace "${before?.caption?.split('\n').at(-1) ?? ''}" with "Bring a bag."`, { replyTo });
	const { owner } = await play.previews();
	await sandbox.setFaults({ target: 'messenger', method: 'editMessageCaption', chat_id: CHANNEL, kind: 'accept_then_drop' });
	await play.press(OWNER, owner, 'publish');
	await play.sees(OWNER, 'that the desk looked, and the post shows it', says(' shows '));
	await play.sees(EDITOR, 'the same in Russian', says('исправление'));
	const [after] = (await sandbox.messages(CHANNEL)).slice(-1);
	demand(after?.message_id === before?.message_id && after?.caption === owner.caption, 'the approved words in the same post');
}

async function lostDeletion(play: Play, sandbox: SandboxClient): Promise<void> {
	const before = await play.posts();
	await sandbox.setFaults({ target: 'messenger', method: 'deleteMessage', chat_id: CHANNEL, kind: 'accept_then_drop' });
	const notice = (await sandbox.messages(EDITOR)).findLast(offers('take_down'));
	if (notice === undefined) throw new Error('there is no button to take a post down');
	await play.press(EDITOR, notice, 'take_down');
	await play.press(EDITOR, await play.sees(EDITOR, 'in Russian that it is asked once more', offers('take_down_yes')), 'take_down_yes');
	await play.sees(OWNER, 'that it is taken down', says('🗑'));
	demand((await play.posts()) === before - 1, 'one post less in the channel');
}

async function deadAtItsTime(play: Play, sandbox: SandboxClient, desk: Desk): Promise<void> {
	const before = await play.posts();
	await play.say(OWNER, `/post ${FOURTH}`);
	const { owner, editor } = await play.previews();
	await play.press(OWNER, owner, 'later');
	const times = await play.shows(OWNER, owner, 'at', 'the preview');
	const goesOutMs = Number(buttonFor(times, 'at')?.split('|').at(-1)) * MINUTE_MS;
	await play.press(OWNER, times, 'at');
	await play.shows(EDITOR, editor, 'take_off', 'the copy of the editor');
	desk.kill('collaboration', 'SIGKILL');
	await sandbox.moveClock(goesOutMs + 20 * MINUTE_MS - (await sandbox.deskTime()));
	play.tell('the service was dead until 20 minutes after its time');
	await play.sees(EDITOR, 'in Russian that it did not go out, and what to do', offers('next_slot'));
	demand((await play.posts()) === before, 'no post by itself');
	await play.press(OWNER, await play.shows(OWNER, owner, 'next_slot', 'the preview'), 'publish_now');
	await play.sees(EDITOR, 'in Russian that it is published', says('публику'));
	demand((await play.posts()) === before + 1, 'one post more in the channel');
}

async function lostAnswer(play: Play, sandbox: SandboxClient, { owner, editor }: Copies): Promise<void> {
	await sandbox.setFaults({ target: 'messenger', method: 'sendPhoto', chat_id: CHANNEL, kind: 'accept_then_drop' });
	await play.press(EDITOR, editor, 'publish');
	const asked = await play.sees(OWNER, 'an unconfirmed post, and two buttons', offers('there'));
	await play.sees(EDITOR, 'in Russian that the owner was asked', says('не подтвердил'));
	await play.loses(OWNER, owner, 'the preview');
	await play.press(OWNER, asked, 'there');
	await play.sees(OWNER, 'that it is published', says('is published'));
	await play.sees(EDITOR, 'the same in Russian', says('опубликован'));
	await play.loses(OWNER, asked, 'the question');
	demand((await play.posts()) === 1, 'one post in the channel');
}

/** The renderer crashes repeatedly from the request for the picture on, until a person is told. */
async function withoutRenderer(play: Play, sandbox: SandboxClient, desk: Desk): Promise<Copies> {
	await sandbox.setFaults({ target: 'ai', endpoint: 'images/generations', kind: 'latency', latency_ms: 3_000 });
	await play.say(EDITOR, `/post ${SECOND}`);
	await play.sees(EDITOR, 'in Russian that work has begun', ({ text }) => /[а-я]/i.test(text ?? ''));
	const isUp = async () => (await fetch(`${desk.urls.renderer}/healthz`).catch(() => undefined))?.ok === true;
	let isAway = true;
	const away = (async () => {
		while (isAway) {
			desk.kill('renderer', 'SIGKILL');
			await sleep(100);
		}
	})();
	const isWayOn = (message: Message) => offers('retry')(message) || offers('resume')(message);
	const stopped = await play.sees(EDITOR, 'in Russian that the work stopped, and a button to go on', isWayOn).finally(() => {
		isAway = false;
	});
	await away;
	while (!(await isUp())) await sleep(200);
	play.tell('the renderer is back');
	await play.press(EDITOR, stopped, offers('retry')(stopped) ? 'retry' : 'resume');
	return play.previews();
}
