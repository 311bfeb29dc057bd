/** Everything that a press, an answer or a round of upkeep does about a post in the channel. */
import type { Incoming } from '@copydesk/domain/event/update';
import { readForwarded } from '@copydesk/domain/event/forwarded';
import type { Refusal } from '@copydesk/domain/material/judgement';
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import type { Messages } from '@copydesk/domain/messages/messages';
import { withdraws } from '@copydesk/domain/revision/intent';
import { draftName, explain, type Called, type Saying } from '@copydesk/domain/messages/sentences';
import { askedOfMessage } from '../deliveries/journal.ts';
import { calledOf } from '../materials/read.ts';
import type { Participant } from '../participants/participants.ts';
import type { NamedLine } from './decide.ts';
import { ASKS_LINE, followPress, type PressedOnPost } from './follow.ts';
import { lookedFor, type LookedFor } from './numbers.ts';
import { MAX_LINE_UNITS, createRound, type RoundOptions } from './round.ts';

export interface Posts {
	/** The line in a reply to the desk's question, which replaces a post. */
	answer(sender: Participant, incoming: Incoming): Promise<NamedLine | undefined>;
	/** The answer to that line. */
	text(messages: Messages, named: NamedLine): Promise<string>;
	/** What a forwarded post of the channel tells; undefined where the desk looks for no post. */
	forwarded(update: Readonly<Record<string, unknown>>): Promise<LookedFor | undefined>;
	/** The answer to it. */
	numbered(messages: Messages, looked: LookedFor): Saying;
	/** Why a press or an answer has no effect. */
	refusal(messages: Messages, refused: Refusal, draft: Called | undefined): string;
	/** Updates the chat after a stored press; nothing waits for it. */
	follow(pressed: PressedOnPost): void;
	round(): Promise<void>;
	/** Resolves when all work has ended. */
	end(): Promise<void>;
}

export const isTooLong = ({ line }: NamedLine): boolean => line.length > MAX_LINE_UNITS;

const REASONS = ['withdrawn', 'asked', 'unnumbered', 'open', 'settled', 'press'] as const;

export function createPosts(options: RoundOptions): Posts {
	const { db, channelId, log } = options;
	const carryOut = createRound(options);
	const underWay = new Set<Promise<void>>();
	let rounds: Promise<void> = Promise.resolve();

	// One round at a time, so that nothing is handled twice at once.
	const round = (): Promise<void> => (rounds = rounds.catch(() => undefined).then(carryOut));
	const inBackground = (work: Promise<void>): void => {
		const tracked = work
			.catch((error: unknown) => log.error({ err: error }, 'the chat could not be updated after a press'))
			.finally(() => underWay.delete(tracked));
		underWay.add(tracked);
	};

	return {
		async answer({ chatId }, incoming) {
			if (incoming.kind !== 'message' || incoming.chatId !== chatId || incoming.forwarded || incoming.replyToMessageId === null)
				return undefined;
			const line = normaliseCaption(incoming.text ?? '');
			if (line === '' || line.startsWith('/') || withdraws(line)) return undefined;
			const asked = await askedOfMessage(db, ASKS_LINE, chatId, incoming.replyToMessageId);
			return asked === undefined ? undefined : { draft_key: asked.draft_key, version: asked.version, line };
		},
		async text(messages, named) {
			if (isTooLong(named)) return messages.posts.lineTooLong({ units: MAX_LINE_UNITS });
			return messages.posts.lineKept({ draft: draftName(messages, await calledOf(db, named)) });
		},
		async forwarded({ message }) {
			const post = readForwarded(message);
			return post?.channelId === channelId ? lookedFor(db, post) : undefined;
		},
		numbered(messages, { material, messageId }) {
			const { draft_key, version } = material;
			const draft = draftName(messages, material);
			if (messageId === null) return { text: messages.posts.anotherPost({ draft }), buttons: null };
			const buttons = [(['correct', 'take_down'] as const).map((action) => ({ action, draft_key, version }))];
			return { text: messages.posts.numbered({ draft }), buttons };
		},
		refusal(messages, { refused, facts }, draft) {
			const reason = REASONS.find((each) => each === facts?.['post']);
			if (reason !== undefined && draft !== undefined) return messages.posts.refused[reason]({ draft: draftName(messages, draft) });
			const state = facts?.['state'];
			return messages.refused({ problem: explain(messages, { code: refused, state: typeof state === 'string' ? state : null }) });
		},
		follow(pressed) {
			inBackground(followPress(pressed, options).then(round));
		},
		round,
		async end() {
			while (underWay.size > 0) await Promise.all(underWay);
			await rounds.catch(() => undefined);
		},
	};
}
