// npm run demo -- --knowledge: a post about the world on a desk of its own: searched in the sandbox's encyclopedia, read, written from what
// was read, and published. Both people see which page it rests on. Then one for which nothing is found.
import type { Fact } from '@copydesk/domain/caption/facts';
import type { Desk } from '../desk/desk.ts';
import { buttonFor, messagesOf, type SandboxClient } from '../desk/sandboxClient.ts';
import { SANDBOX } from '../desk/services.ts';
import { seconds } from '../desk/timeline.ts';
import { materialOf } from './cover.ts';
import { onOwnDesk } from './ownDesk.ts';
import { demand, offers, says, type Play } from './play.ts';

const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;
const TIMEOUT_MS = 60_000;
const ASKED = 'Why cats purr';
const PAGE = 'Purr (en.wikipedia.org)';
const UNKNOWN = 'the ferry strike this week';
/** Facts, a text and its check, and a picture; then the same without facts. */
const PAID = { found: 4, unknown: 3 } as const;

/** @throws Error that says what did not come, or rests on something else */
export const playKnowledge = (signal: AbortSignal): Promise<void> =>
	onOwnDesk('knowledge', signal, async (play, sandbox, desk) => {
		await play.scene('A question about the world', PAID.found, () => found(play, sandbox, desk));
		await play.scene('Nothing is found', PAID.unknown, () => unknown(play));
	});

async function found(play: Play, sandbox: SandboxClient, desk: Desk): Promise<void> {
	const beganAtMs = Date.now();
	await play.say(EDITOR, ASKED);
	await play.sees(EDITOR, 'what will be done, the search first', says('search for sources'));
	const copies = await play.previews();
	const tookMs = Date.now() - beganAtMs;
	const ai = (await sandbox.state()).calls.filter(({ kind, at }) => kind === 'ai' && at >= beganAtMs);
	const aiMs = ai.reduce((sum, { took_ms }) => sum + took_ms, 0);
	play.tell(`both have it after ${seconds(tookMs)}: the AI stand-in took ${seconds(aiMs)}, all else ${seconds(tookMs - aiMs)}`);
	for (const person of [OWNER, EDITOR]) await play.sees(person, `what it rests on: ${PAGE}`, says(PAGE));
	const { facts, link } = await materialOf(desk.data, copies.editor);
	const cited = (JSON.parse(facts ?? '[]') as Fact[]).map(({ source_ids }) => source_ids);
	demand(cited.length > 0 && cited.every((ids) => ids.some((id) => id.startsWith('p1'))), 'facts of the page alone');
	demand(link === null, 'no source line in the channel');
	await play.say(OWNER, '/draft 1');
	await play.sees(OWNER, 'the draft again, with its buttons', offers('publish'));
	await play.press(OWNER, copies.owner, 'publish');
	const post = await sandbox.until('the post', TIMEOUT_MS, (state) => messagesOf(state, CHANNEL)[0]);
	play.tell('the post is in the channel');
	demand(post.caption === copies.owner.caption, 'the words as they were approved');
	process.stdout.write(`\n${post.caption ?? ''}\n`);
}

async function unknown(play: Play): Promise<void> {
	await play.say(OWNER, UNKNOWN);
	const asked = await play.sees(OWNER, 'that nothing was found, and what can be done', offers('from_memory'));
	for (const action of ['from_memory', 'send_link', 'drop']) demand(buttonFor(asked, action) !== undefined, `the button ${action}`);
	await play.press(OWNER, asked, 'from_memory');
	const { editor } = await play.previews();
	await play.sees(EDITOR, 'that it has no source', says('No source'));
	await play.press(EDITOR, editor, 'reject');
	await play.sees(OWNER, 'that it is rejected', says('rejected'));
}
