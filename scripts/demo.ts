// npm run demo: plays one post from request to channel as two people would, from outside, and shows how long each step took.
// On a desk that runs already it uses that one; otherwise it brings one up and stops it afterwards.
//   --news        a post about news: topic, cards, article, facts, a mended number, an exact replacement, the source
//   --bad-day     what can go wrong in a day instead, on a desk of its own that leaves nothing behind
//   --look        a channel's own look: a logo and two colours, a photo, each template, words with form, a signature
//   --later       days of posts that go out at a time, in a minute: the desk's clock is set ahead
//   --live-setup  live:setup in a terminal of its own, up to a post in the channel; the sandbox is messenger and AI
//   --thief       what somebody with stolen keys tries, on a desk of its own; ends with 0 only if the channel stayed empty

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tables } from '@copydesk/collaboration/operator';
import { openDatabase } from '@copydesk/kit/database/open';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { playBadDay } from './demo/badDay.ts';
import { coverOf } from './demo/cover.ts';
import { playLater } from './demo/later.ts';
import { playLiveSetup } from './demo/liveSetup.ts';
import { playLook } from './demo/look.ts';
import { playNews } from './demo/news.ts';
import { playThief } from './demo/thief.ts';
import { startDesk } from './desk/desk.ts';
import type { Desk } from './desk/desk.ts';
import { dataFolder } from './desk/paths.ts';
import { HOST, readPorts } from './desk/ports.ts';
import type { Ports } from './desk/ports.ts';
import { runningDesk } from './desk/runFiles.ts';
import { SandboxClient, buttonFor, messagesOf } from './desk/sandboxClient.ts';
import type { Message, SandboxState } from './desk/sandboxClient.ts';
import { SANDBOX } from './desk/services.ts';
import { showNews } from './desk/show.ts';
import { StopSignals } from './desk/signals.ts';
import { Timeline, seconds } from './desk/timeline.ts';

const STEP_TIMEOUT_MS = 120_000;
const REQUEST =
	'The new tram line 7 opens on Saturday at 6:40. It links the harbour with the university ' +
	'in 18 minutes, runs every 6 minutes, and all rides are free until Sunday night.';

const flag = { type: 'boolean', default: false } as const;
const options = { 'bad-day': flag, later: flag, 'live-setup': flag, look: flag, news: flag, thief: flag } as const;
const USAGE = 'npm run demo [-- --news | --look | --later | --bad-day | --live-setup | --thief]';
const { values } = orUsage(USAGE, () => parseCommandLine({ options }));
const data = dataFolder();
const signals = new StopSignals();
let desk: Desk | undefined;
let ports: Ports;
let step = 'bringing the desk up';

try {
	if (values['bad-day']) {
		step = 'a bad day was played';
		await playBadDay(signals.signal);
	} else if (values['live-setup']) {
		step = 'live:setup was played';
		await playLiveSetup(signals.signal);
	} else if (values.later) {
		step = 'days of planned posts were played';
		await playLater(signals.signal);
	} else if (values.look) {
		step = "a channel's own look was played";
		await playLook(signals.signal);
	} else if (values.thief) {
		step = 'a thief was played';
		await playThief(signals.signal);
	} else {
		const { sandboxUrl, started } = await findOrStartDesk();
		desk = started;
		const stopped = signals.asked.then(() => Promise.reject(new Error('stopped by hand')));
		const sandbox = new SandboxClient(sandboxUrl);
		await Promise.race([values.news ? news(sandbox) : play(sandbox), stopped]);
	}
	process.exitCode = 0;
} catch (error) {
	process.stderr.write(`\nThe demo failed while ${step}: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
await desk?.stop();
process.exit();

async function news(sandbox: SandboxClient): Promise<void> {
	const shown = await playNews({ sandbox, step: (what) => void (step = what), paidSince });
	await keep(shown);
}

/** Leaves what the channel shows where people find it. */
async function keep(preview: Message): Promise<void> {
	step = 'saving the cover and the caption';
	const folder = join(data, 'demo');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'cover.png'), await coverOf({ data, ports }, preview));
	await writeFile(join(folder, 'caption.txt'), `${preview.caption ?? ''}\n`);
	process.stdout.write(`\n${preview.caption ?? ''}\n\nCover and caption: ${folder}\n`);
}

async function paidSince(ms: number): Promise<Record<string, number>> {
	const db = await openDatabase(`sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`, { readOnly: true });
	try {
		const rows = await tables(db)
			.selectFrom('admission')
			.select(({ fn }) => ['purpose', fn.countAll<number>().as('times')])
			.where('paid', '=', 1)
			.where('at_ms', '>=', ms)
			.groupBy('purpose')
			.execute();
		return Object.fromEntries(rows.map(({ purpose, times }) => [purpose, Number(times)]));
	} finally {
		await db.close();
	}
}

async function findOrStartDesk(): Promise<{ sandboxUrl: string; started?: Desk }> {
	const running = runningDesk(data);
	if (running?.ready === true) {
		process.stdout.write('Using the desk that is running.\n');
		ports = running.ports;
		return { sandboxUrl: `http://${HOST}:${running.ports.sandbox}` };
	}
	process.stdout.write('Bringing a desk up for the demo.\n');
	ports = readPorts(process.env);
	const started = await startDesk({ data, ports, tell: showNews, signal: signals.signal });
	return { sandboxUrl: started.urls.sandbox, started };
}

async function play(sandbox: SandboxClient): Promise<void> {
	const { ownerId, editorId, channelId } = SANDBOX;
	const before = await sandbox.state();
	const isNew = (chatId: number): ((message: Message) => boolean) => {
		const last = Math.max(0, ...messagesOf(before, chatId).map((message) => message.message_id));
		return (message) => message.message_id > last;
	};
	const newIn = (state: SandboxState, chatId: number, test: (message: Message) => boolean): Message | undefined =>
		messagesOf(state, chatId).filter(isNew(chatId)).find(test);
	const fromBot = (message: Message): boolean => message.from?.is_bot === true;
	const isPreview = (message: Message): boolean =>
		fromBot(message) && message.photo !== undefined && buttonFor(message, 'publish') !== undefined;

	const timeline = new Timeline();
	process.stdout.write(`\nThe owner writes: ${REQUEST}\n\n`);

	step = 'sending the request';
	await sandbox.send(ownerId, `/post ${REQUEST}`);
	timeline.mark('the owner sends a post request');

	step = 'waiting for the status to the owner';
	const first = await sandbox.until('a status message', STEP_TIMEOUT_MS, (state) =>
		newIn(state, ownerId, (message) => fromBot(message) && message.text !== undefined),
	);
	// A desk that played this before asks first.
	const anyway = buttonFor(first, 'write_anyway');
	if (anyway !== undefined) {
		timeline.mark('the owner is asked: the desk had that');
		await sandbox.press(ownerId, first.message_id, anyway);
		timeline.mark('the owner presses Write anyway');
	} else timeline.mark('the owner is told that work has begun');

	step = 'waiting for the two previews';
	const previews = new Map<number, Message>();
	const people = [
		[ownerId, 'owner'],
		[editorId, 'editor'],
	] as const;
	while (previews.size < people.length) {
		const [id, who, message] = await sandbox.until(
			`a preview for ${previews.size === 0 ? 'either of them' : 'the second person'}`,
			STEP_TIMEOUT_MS,
			(state) =>
				people
					.filter(([person]) => !previews.has(person))
					.map(([person, name]) => [person, name, newIn(state, person, isPreview)] as const)
					.find((found) => found[2] !== undefined),
		);
		previews.set(id, message as Message);
		timeline.mark(`the ${who} has a preview: cover, caption, buttons`);
	}
	const previewsAtMs = Date.now();

	step = 'pressing the button';
	const preview = previews.get(editorId) as Message;
	await sandbox.press(editorId, preview.message_id, buttonFor(preview, 'publish') as string);
	timeline.mark('the editor presses Publish');

	step = 'waiting for the post in the channel';
	const post = await sandbox.until('the post', STEP_TIMEOUT_MS, (state) =>
		newIn(state, channelId, (message) => message.photo !== undefined),
	);
	timeline.mark('the post is in the channel');

	step = 'waiting for both to be told';
	for (const [person, who] of people) {
		const last = (previews.get(person) as Message).message_id;
		await sandbox.until(`a notice to the ${who}`, STEP_TIMEOUT_MS, (state) =>
			newIn(state, person, (message) => fromBot(message) && message.message_id > last && message.text !== undefined),
		);
		timeline.mark(`the ${who} is told`);
	}

	step = 'comparing the post with what was approved';
	if (post.caption !== preview.caption) throw new Error('the caption in the channel is not the one that was approved');
	if (post.photo?.at(-1)?.file_unique_id !== preview.photo?.at(-1)?.file_unique_id)
		throw new Error('the picture in the channel is not the one that was approved');

	const ai = (await sandbox.state()).calls.filter(
		(call) => call.kind === 'ai' && call.at >= timeline.startedAtMs && call.at <= previewsAtMs,
	);
	const aiMs = ai.reduce((sum, call) => sum + call.took_ms, 0);
	const totalMs = previewsAtMs - timeline.startedAtMs;
	process.stdout.write(
		`\nFrom the request to both previews: ${seconds(totalMs)}, of which the AI stand-in took ` +
			`${seconds(aiMs)} in ${ai.length} requests and all else ${seconds(totalMs - aiMs)}.\n`,
	);
	await keep(preview);
}
