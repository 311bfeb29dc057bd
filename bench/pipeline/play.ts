// What two people do, a round at a time, each act of theirs measured.

import { SANDBOX } from '../../scripts/desk/services.ts';
import { buttonFor, messagesOf, type Message, type SandboxState } from '../../scripts/desk/sandboxClient.ts';
import type { Probe, Sample } from './probe.ts';

export const WAYS = [
	...(['request → both previews', 'exact words → both previews', 'press → channel', 'news choice → both previews'] as const),
	'question about the world → both previews',
] as const;
export type Way = (typeof WAYS)[number];

const STEP_TIMEOUT_MS = 120_000;
const { ownerId: OWNER, editorId: EDITOR, channelId: CHANNEL } = SANDBOX;

/** One post, changed once and published, and one from the news, put away again. */
export async function playOnce(probe: Probe, round: number): Promise<readonly (readonly [Way, Sample])[]> {
	return [...(await playPost(probe, round)), ...(await playNews(probe)), ...(await playKnowledge(probe, round))];
}

/** What the sandbox's encyclopedia knows; asked for once each, or the desk would say that it had that. */
const QUESTIONS = [
	...['Why cats purr', 'a short history of the espresso machine', 'why do honey bees dance', 'how does sourdough rise'],
	...['what does a lighthouse do', 'why do leaves change their colour in autumn', 'how does a ferry land', 'what is river fog'],
];

/** A post for which pages are searched and read, put away again. */
async function playKnowledge(probe: Probe, round: number): Promise<readonly (readonly [Way, Sample])[]> {
	const question = QUESTIONS[round];
	if (question === undefined) return [];
	let draft = '';
	const asked = await probe.measure(() => probe.sandbox.send(OWNER, question), await newDraft(probe, (key) => (draft = key)));
	await putAway(probe, draft);
	return [['question about the world → both previews', asked]];
}

async function putAway(probe: Probe, draft: string): Promise<void> {
	const shown = await until(probe, 'the preview', previewOf(draft, OWNER, 1));
	await probe.sandbox.press(OWNER, shown.message_id, buttonFor(shown, 'reject') as string);
	await until(probe, 'the end of it', (state) => (previewOf(draft, OWNER, 1)(state) === undefined ? true : undefined));
}

async function playPost(probe: Probe, round: number): Promise<readonly (readonly [Way, Sample])[]> {
	const { sandbox } = probe;
	const request = `/post Line ${round + 100} opens on Saturday at 6:40, links harbour and university in 18 minutes and runs every 6.`;
	let draft = '';
	const asked = await probe.measure(() => sandbox.send(OWNER, request), await newDraft(probe, (key) => (draft = key)));
	const shown = await until(probe, 'the preview', previewOf(draft, OWNER, 1));
	const lastId = await newest(probe, OWNER);
	await sandbox.press(OWNER, shown.message_id, buttonFor(shown, 'feedback') as string);
	const question = await until(probe, 'the question', (state) =>
		messagesOf(state, OWNER).find(({ message_id, from, text }) => message_id > lastId && from?.is_bot === true && text !== undefined),
	);
	const changed = await probe.measure(
		() => sandbox.send(OWNER, 'replace "in 18 minutes" with "in just 18 minutes"', question.message_id),
		() => bothShown(probe, draft, 2),
	);
	const last = await until(probe, 'the new preview', previewOf(draft, EDITOR, 2));
	const posts = messagesOf(await sandbox.state(), CHANNEL).length;
	const published = await probe.measure(
		() => sandbox.press(EDITOR, last.message_id, buttonFor(last, 'publish') as string),
		async () => void (await until(probe, 'the post', (state) => messagesOf(state, CHANNEL).length > posts || undefined)),
	);
	return [
		['request → both previews', asked],
		['exact words → both previews', changed],
		['press → channel', published],
	];
}

/** A rejected piece of news may be offered again, so each round finds the same one. From the second on, its card says “We had that”. */
async function playNews(probe: Probe): Promise<readonly (readonly [Way, Sample])[]> {
	const { sandbox } = probe;
	const lastId = await newest(probe, OWNER);
	await sandbox.send(OWNER, '/news ferry');
	const card = await until(probe, 'a card', (state) =>
		messagesOf(state, OWNER).find(
			(message) => message.message_id > lastId && message.text?.includes('/night-ferry') === true && takeOf(message) !== undefined,
		),
	);
	let draft = '';
	const taken = await probe.measure(
		() => sandbox.press(OWNER, card.message_id, takeOf(card) as string),
		await newDraft(probe, (key) => (draft = key)),
	);
	await putAway(probe, draft);
	return [['news choice → both previews', taken]];
}

const takeOf = (card: Message): string | undefined => buttonFor(card, 'take') ?? buttonFor(card, 'take_anyway');

/** @returns how to wait until both have the preview of a draft that neither has now. @param tell is told its key */
async function newDraft(probe: Probe, tell: (draft: string) => void): Promise<() => Promise<void>> {
	const lastId = await newest(probe, OWNER);
	return async () => {
		const first = await until(probe, 'a preview', (state) =>
			messagesOf(state, OWNER).find((message) => message.message_id > lastId && buttonFor(message, 'publish') !== undefined),
		);
		const draft = (buttonFor(first, 'publish') ?? '').split('|')[2] ?? '';
		tell(draft);
		await bothShown(probe, draft, 1);
	};
}

function previewOf(draft: string, person: number, version: number): (state: SandboxState) => Message | undefined {
	return (state) =>
		messagesOf(state, person).findLast((message) => {
			const [, , key, number] = (buttonFor(message, 'publish') ?? '').split('|');
			return key === draft && number === String(version);
		});
}

async function bothShown(probe: Probe, draft: string, version: number): Promise<void> {
	await until(probe, 'both previews', (state) =>
		[OWNER, EDITOR].every((person) => previewOf(draft, person, version)(state) !== undefined) ? true : undefined,
	);
}

const until = <T>(probe: Probe, what: string, find: (state: SandboxState) => T | undefined): Promise<T> =>
	probe.sandbox.until(what, STEP_TIMEOUT_MS, find);

async function newest(probe: Probe, person: number): Promise<number> {
	return Math.max(0, ...messagesOf(await probe.sandbox.state(), person).map(({ message_id }) => message_id));
}
