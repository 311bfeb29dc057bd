// npm run demo: plays one post from request to channel as two people would, from outside, and shows how long each step took.
// On a desk that runs already it uses that one; otherwise it brings one up and stops it afterwards.
//   --news        a post about news: topic, cards, article, facts, a mended number, an exact replacement, the source
//   --knowledge   a post about the world: searched, read, written from pages; and one for which nothing is found
//   --bad-day     what can go wrong in a day instead, on a desk of its own that leaves nothing behind
//   --album       five photos and a video as one post: replaced, planned, published, corrected, taken down
//   --board       sixty days of posts on a desk of its own, and a picture of each view of the board
//   --look        a channel's own look: a logo and two colours, a photo, each template, words with form, a signature
//   --later       days of posts that go out at a time, in a minute: the desk's clock is set ahead
//   --live-setup  live:setup in a terminal of its own, up to a post in the channel; the sandbox is messenger and AI
//   --thief       what somebody with stolen keys tries, on a desk of its own; ends with 0 only if the channel stayed empty

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tables } from '@copydesk/collaboration/operator';
import { openDatabase } from '@copydesk/kit/database/open';
import { orUsage, parseCommandLine } from './commandLine.ts';
import { playAlbums } from './demo/album.ts';
import { playBadDay } from './demo/badDay.ts';
import { playBoard } from './demo/board.ts';
import { coverOf } from './demo/cover.ts';
import { playKnowledge } from './demo/knowledge.ts';
import { playLater } from './demo/later.ts';
import { playLiveSetup } from './demo/liveSetup.ts';
import { playBrandDemo } from './demo/brandDemo.ts';
import { playNews } from './demo/news.ts';
import { Play, demand, offers } from './demo/play.ts';
import { playThief } from './demo/thief.ts';
import { startDesk, type Desk } from './desk/desk.ts';
import { dataFolder } from './desk/paths.ts';
import { HOST, readPorts, type Ports } from './desk/ports.ts';
import { runningDesk } from './desk/runFiles.ts';
import { SandboxClient, type Message } from './desk/sandboxClient.ts';
import { SANDBOX } from './desk/services.ts';
import { showNews } from './desk/show.ts';
import { StopSignals } from './desk/signals.ts';
import { seconds } from './desk/timeline.ts';

const REQUEST =
	'The new tram line 7 opens on Saturday at 6:40. It links the harbour with the university ' +
	'in 18 minutes, runs every 6 minutes, and all rides are free until Sunday night.';

const flag = { type: 'boolean', default: false } as const;
const looks = { album: flag, board: flag, look: flag } as const;
const options = { 'bad-day': flag, knowledge: flag, later: flag, 'live-setup': flag, news: flag, thief: flag, ...looks } as const;
const USAGE = 'npm run demo [-- --news | --knowledge | --look | --album | --board | --later | --bad-day | --live-setup | --thief]';
const { values } = orUsage(USAGE, () => parseCommandLine({ options }));
const data = dataFolder();
const signals = new StopSignals();
let desk: Desk | undefined;
let ports: Ports;
let people: Play | undefined;
let step = 'bringing the desk up';

try {
	if (values['bad-day']) {
		step = 'a bad day was played';
		await playBadDay(signals.signal);
	} else if (values.knowledge) {
		step = 'a post about the world was played';
		await playKnowledge(signals.signal);
	} else if (values['live-setup']) {
		step = 'live:setup was played';
		await playLiveSetup(signals.signal);
	} else if (values.album) {
		step = 'albums were played';
		await playAlbums(signals.signal);
	} else if (values.board) {
		step = 'the board was drawn';
		await playBoard();
	} else if (values.later) {
		step = 'days of planned posts were played';
		await playLater(signals.signal);
	} else if (values.look) {
		step = "a channel's own look was played";
		await playBrandDemo(signals.signal);
	} else if (values.thief) {
		step = 'a thief was played';
		await playThief(signals.signal);
	} else {
		const { sandboxUrl, started } = await findOrStartDesk();
		desk = started;
		const stopped = signals.asked.then(() => Promise.reject(new Error('stopped by hand')));
		const sandbox = new SandboxClient(sandboxUrl);
		people = new Play(sandbox);
		const shown = await Promise.race([values.news ? playNews(people, sandbox, paidSince) : post(people, sandbox), stopped]);
		people.step = 'saving the cover and the caption';
		await keep(shown);
	}
	process.exitCode = 0;
} catch (error) {
	process.stderr.write(`\nThe demo failed while ${people?.step ?? step}: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
await desk?.stop();
process.exit();

/** Leaves what the channel shows where people find it. */
async function keep(preview: Message): Promise<void> {
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

async function post(people: Play, sandbox: SandboxClient): Promise<Message> {
	const { ownerId, editorId, channelId } = SANDBOX;
	const startedAtMs = Date.now();
	await people.say(ownerId, `/post ${REQUEST}`);
	const first = await people.sees(ownerId, 'an answer', ({ text }) => text !== undefined);
	// A desk that played this before asks first.
	if (offers('write_anyway')(first)) await people.press(ownerId, first, 'write_anyway');
	const { editor } = await people.previews();
	const previewsAtMs = Date.now();

	await people.press(editorId, editor, 'publish');
	const shown = await people.sees(channelId, 'the post', ({ photo }) => photo !== undefined);
	for (const person of [ownerId, editorId]) await people.sees(person, 'that it is published', ({ text }) => text !== undefined);
	demand(shown.caption === editor.caption, 'the caption that was approved');
	demand(shown.photo?.at(-1)?.file_unique_id === editor.photo?.at(-1)?.file_unique_id, 'the picture that was approved');

	const ai = (await sandbox.state()).calls.filter(({ kind, at }) => kind === 'ai' && at >= startedAtMs && at <= previewsAtMs);
	const aiMs = ai.reduce((sum, call) => sum + call.took_ms, 0);
	const totalMs = previewsAtMs - startedAtMs;
	process.stdout.write(
		`\nFrom the request to both previews: ${seconds(totalMs)}, of which the AI stand-in took ` +
			`${seconds(aiMs)} in ${ai.length} requests and all else ${seconds(totalMs - aiMs)}.\n`,
	);
	return editor;
}
