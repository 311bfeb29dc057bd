// What is played on a desk: many messages at once, and an n8n that is killed under them.

import { setTimeout as pause } from 'node:timers/promises';
import type { Desk } from '../../../scripts/desk/desk.ts';
import type { SandboxClient } from '../../../scripts/desk/sandboxClient.ts';
import { SANDBOX } from '../../../scripts/desk/services.ts';
import type { Journal } from './journal.ts';
import { PEOPLE, ask, previewsOf, requests, settled, type Said, type Watch } from './watch.ts';

const BETWEEN_PRESSES_MS = 2_000;
/** Messages that are answered at once, by one message each. */
const questions = (count: number): readonly string[] => Array.from({ length: count }, () => '/cancel');

export interface Stage {
	readonly sandbox: SandboxClient;
	readonly watch: Watch;
	readonly journal: Journal;
	/** What each person is told when they ask. */
	readonly answers: ReadonlySet<string>;
	/** A preview for each of the two. */
	readonly previews: readonly Said[];
}

/** Brings what is done for the first time behind it, and learns how a question is answered. */
export async function warmUp(sandbox: SandboxClient, watch: Watch, journal: Journal, line: number): Promise<Stage> {
	const after = journal.newest();
	await ask(sandbox, questions(PEOPLE.length));
	await settled(watch, () => journal.open(after, PEOPLE.length) === 0);
	const answers = new Set(watch.said.map(({ text }) => text));
	await ask(sandbox, requests(line, 1));
	await settled(watch, () => journal.open(after, PEOPLE.length + 1) === 0 && previewsOf(watch.said).length === PEOPLE.length);
	return { sandbox, watch, journal, answers, previews: previewsOf(watch.said) };
}

export interface Burst {
	readonly seconds: number;
	/** How long the messenger waited for the confirmation of each, and how often it was refused. */
	readonly confirmedMs: readonly number[];
	readonly refused: number;
	readonly lost: number;
	readonly twice: number;
	readonly outOfOrder: number;
}

/** Both people in turn, all at once: requests for posts first, then questions. */
export async function burst(stage: Stage, messages: number, posts: number, line: number): Promise<Burst> {
	const { sandbox, watch, journal } = stage;
	const from = mark(stage);
	await ask(sandbox, [...requests(line, posts), ...questions(messages - posts)]);
	await settled(
		watch,
		() => journal.open(from.update, messages) === 0 && previewsOf(watch.said.slice(from.said)).length >= posts * PEOPLE.length,
	);
	const brought = watch.brought.slice(from.brought);
	return {
		seconds: (watch.lastSeenMs() - from.atMs) / 1_000,
		confirmedMs: brought.filter(({ ok }) => ok).map(({ tookMs }) => tookMs),
		refused: brought.filter(({ ok }) => !ok).length,
		...countedSince(stage, from, messages, posts),
	};
}

export interface Outage {
	readonly awaySeconds: number;
	readonly presses: number;
	/** How long each press waited for its first answer. */
	readonly answeredMs: readonly number[];
	/** From n8n's return until all was done. */
	readonly doneAfterSeconds: number;
	readonly posts: number;
	readonly lost: number;
	readonly twice: number;
	readonly outOfOrder: number;
}

/**
 * Kills n8n, and again whenever it was started again.
 * @param readyAtMs when it was ready last, on the clock of `performance.now`
 * @returns for how many seconds it was away
 */
export async function killed(desk: Desk, forMs: number, readyAtMs: () => number): Promise<number> {
	const fromMs = performance.now();
	while (performance.now() < fromMs + forMs) {
		desk.kill('n8n', 'SIGKILL');
		await pause(100);
	}
	while (readyAtMs() < fromMs) await pause(100);
	return (readyAtMs() - fromMs) / 1_000;
}

/**
 * Kills n8n under many messages. Meanwhile both people press the button of the same draft again and again.
 * @param away kills n8n, and resolves when it takes work again
 */
export async function outage(stage: Stage, messages: number, away: () => Promise<number>): Promise<Outage> {
	const { sandbox, watch, journal, previews } = stage;
	const from = mark(stage);
	await ask(sandbox, questions(messages));
	let isBack = false;
	const returned = away().finally(() => (isBack = true));
	const presses = new Map<string, number>();
	while (!isBack) {
		for (const { chatId, messageId, draft } of previews) {
			const atMs = performance.now();
			presses.set(await sandbox.press(chatId, messageId, `cd1|publish|${draft}|1`), atMs);
		}
		await Promise.race([returned, pause(BETWEEN_PRESSES_MS)]);
	}
	const awaySeconds = await returned;
	const backAtMs = performance.now();
	await settled(watch, () => journal.open(from.update, messages + presses.size) === 0);
	const answered = [...presses].map(([id, atMs]) => (watch.answers.get(id) ?? []).map((at) => at - atMs));
	const counted = countedSince(stage, from, messages, 0);
	const posts = watch.said.slice(from.said).filter(({ chatId }) => chatId === SANDBOX.channelId).length;
	return {
		awaySeconds,
		presses: presses.size,
		answeredMs: answered.flatMap(([first]) => (first === undefined ? [] : [first])),
		doneAfterSeconds: (watch.lastSeenMs() - backAtMs) / 1_000,
		posts,
		...counted,
		lost: counted.lost + answered.filter(({ length }) => length === 0).length + Math.max(0, 1 - posts),
		twice: counted.twice + answered.filter(({ length }) => length > 1).length + Math.max(0, posts - 1),
	};
}

const mark = ({ watch, journal }: Stage) => ({
	atMs: performance.now(),
	update: journal.newest(),
	said: watch.said.length,
	brought: watch.brought.length,
});

/** What is missing, and what came too often: answers to questions, and previews for two. */
function countedSince({ watch, journal, answers }: Stage, from: ReturnType<typeof mark>, messages: number, posts: number) {
	const said = watch.said.slice(from.said);
	const answered = said.filter(({ text }) => answers.has(text)).length - (messages - posts);
	const previews = previewsOf(said);
	const shown = new Set(previews.map(({ chatId, draft }) => `${chatId}:${draft}`)).size;
	return {
		lost: Math.max(0, -answered) + posts * PEOPLE.length - shown,
		twice: Math.max(0, answered) + previews.length - shown,
		outOfOrder: journal.outOfOrder(from.update),
	};
}
