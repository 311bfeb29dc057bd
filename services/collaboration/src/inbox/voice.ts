/**
 * Spoken words. The graphs get the recording, let the AI write it down and hand the words in. They are stored with the event before
 * anything follows, so a crash pays for them once. What was understood is shown before anything else is paid for.
 */
import { soundFormatOf, type SoundFormat } from '@copydesk/domain/ai/audio';
import type { VerifiedEvent } from '@copydesk/domain/api/collaboration';
import type { Buttons } from '@copydesk/domain/chat/callback';
import type { Intent } from '@copydesk/domain/desk/intentTypes';
import { readIntent } from '@copydesk/domain/desk/intent';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { CopydeskError } from '@copydesk/domain/errors';
import { readStored, withHeard, type Incoming, type SentSound } from '@copydesk/domain/event/update';
import { draftKeyOf } from '@copydesk/domain/ids';
import { MAX_HEARD_SHOWN_UNITS, MAX_SOUND_BYTES, MAX_SOUND_BYTES_PER_SECOND } from '@copydesk/domain/limits';
import { voiceFaults, type Messages, type VoiceFault } from '@copydesk/domain/messages/messages';
import { draftName, explain } from '@copydesk/domain/messages/sentences';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit, Note } from '../audit/audit.ts';
import { settlePaid } from '../events/lease.ts';
import { calledOf } from '../materials/read.ts';
import type { Files } from '../messenger/files.ts';
import type { Actor } from '../participants/actors.ts';
import type { Participant } from '../participants/participants.ts';
import { readSettings } from '../settings/settings.ts';
import { tables } from '../tables.ts';
import { admittedAnswer, type AnswerOptions } from './answer.ts';
import { PASSES, intentNow, waitForProvider } from './brief.ts';
import { over, type Ending } from './ending.ts';
import { questionFor } from './questions.ts';
import { setIntent } from './setIntent.ts';

/** What the AI wrote down, or why it did not. */
export interface GivenWords {
	readonly words?: string | undefined;
	readonly fault?: string | undefined;
}

export interface Voices {
	/** The recording of an event. @throws CopydeskError event_not_found, sound_gone, sound_too_large, sound_unreadable, unavailable */
	recording(actor: Actor): Promise<{ readonly bytes: Buffer; readonly format: SoundFormat }>;
	/** Stores the words and decides what follows, once; a second call is told that. @throws CopydeskError event_not_found */
	take(actor: Actor, given: GivenWords, canEnd?: boolean): Promise<VerifiedEvent>;
}

interface VoicesOptions extends AnswerOptions {
	readonly audit: Audit;
	/** Fetches what people sent; without it nothing is heard. */
	readonly files: Files | undefined;
	readonly ending: Pick<Ending, 'end'>;
}

const isVoiceFault = (fault: string): fault is VoiceFault => (voiceFaults as readonly string[]).includes(fault);

type Message = Incoming & { readonly kind: 'message' };

export function createVoices(options: VoicesOptions): Voices {
	const { db, audit, nowMs, files } = options;
	const eventOf = async (eventKey: string) => {
		const event = await tables(db).selectFrom('event').selectAll().where('event_key', '=', eventKey).executeTakeFirst();
		if (event === undefined) throw new CopydeskError('event_not_found', eventKey);
		return event;
	};
	return {
		async recording({ context }) {
			const sent = readStored(await eventOf(context.event_key));
			if (sent.kind !== 'message' || sent.sound === undefined) throw new CopydeskError('event_not_found', context.event_key);
			const { file_id, bytes: size } = sent.sound;
			if (size !== null && size > MAX_SOUND_BYTES) throw new CopydeskError('sound_too_large', context.event_key);
			const fetched = (await files?.fetch(file_id)) ?? ({ missing: 'away' } as const);
			if ('missing' in fetched) throw new CopydeskError(MISSING[fetched.missing], context.event_key);
			const format = soundFormatOf(fetched.bytes);
			if (format === null) throw new CopydeskError('sound_unreadable', context.event_key);
			return { bytes: fetched.bytes, format };
		},

		async take({ participant: sender, context }, given, canEnd = false) {
			const { event_key: eventKey, execution_id: executionId } = context;
			const event = await eventOf(eventKey);
			const spoken = readStored(event);
			const can = { wait: true, brief: true, end: canEnd };
			const answer = async (intent: Intent, waits = false) => {
				const incoming = withHeard(spoken, (await eventOf(eventKey)).heard);
				const how = { replay: event.replays > 0, waits, underWay: null, can };
				const so = await admittedAnswer({ eventKey, executionId, incoming, intent }, sender, how, options);
				return canEnd ? options.ending.end(so) : so;
			};
			const intent = storedIntent(event.intent);
			if (event.state !== 'stored') {
				const so = await answer(intent);
				return canEnd ? over(so) : so;
			}
			if (intent.kind !== 'voice' || spoken.kind !== 'message' || spoken.sound === undefined) return answer(intent);
			if (PASSES.includes(given.fault ?? '')) {
				const waits = await audit.within((tx, note) =>
					waitForProvider(tx, note, { eventKey, executionId, sender }, event.wait_count, nowMs()),
				);
				if (waits) return answer(intent, true);
			}
			const messages = await options.languages.messagesFor(sender);
			const { words } = given;
			const next = words === undefined ? unheard(given.fault, messages) : await following(words, spoken, sender, messages, options);
			const isKept = await audit.within((tx, note) => keep(tx, note, { eventKey, executionId, sender, next, words }, nowMs()));
			return answer(isKept ? next : storedIntent(await intentNow(db, eventKey)));
		},
	};
}

const MISSING = { gone: 'sound_gone', too_large: 'sound_too_large', away: 'unavailable' } as const;

/** The words, what follows from them and that their request is settled, in one transaction. @returns whether nobody was first */
async function keep(
	tx: Database,
	note: Note,
	{
		eventKey,
		executionId,
		sender,
		next,
		words,
	}: { eventKey: string; executionId: string; sender: Participant; next: Intent; words?: string | undefined },
	atMs: number,
): Promise<boolean> {
	const mine = await tables(tx)
		.updateTable('event')
		.set({ heard: words ?? '' })
		.where(({ and }) => and({ event_key: eventKey, state: 'stored', intent_kind: 'voice', execution_id: executionId }))
		.returning('event_key')
		.executeTakeFirst();
	if (mine === undefined) return false;
	await settlePaid(tx, eventKey, atMs);
	await setIntent(tx, eventKey, next);
	note({
		actorUserId: sender.userId,
		action: 'event.heard',
		entity: `event:${eventKey}`,
		outcome: 'ok',
		executionId,
		detail: { units: words?.length ?? 0, follows: next.kind },
	});
	return true;
}

function unheard(fault: string | undefined, messages: Messages): Intent {
	const code = fault ?? 'ai_malformed';
	const text = isVoiceFault(code) ? messages.voice.faults[code] : messages.voice.unheard({ problem: explain(messages, { code }) });
	return { kind: 'usage', text };
}

/** What written words would lead to: asked about first, unless they are free, or short and the owner chose so. */
async function following(
	words: string,
	spoken: Message & { readonly sound?: SentSound },
	sender: Participant,
	messages: Messages,
	{ db, nowMs }: VoicesOptions,
): Promise<Intent> {
	const written = withHeard(spoken, words) as Message;
	const question = await questionFor(db, sender, written, nowMs());
	const asked = readIntent(written, question);
	const draft_key = draftKeyOf(written.updateId);
	const isAnswer = asked.kind === 'feedback_reply' || (asked.kind === 'words' && asked.open !== undefined && asked.beside === undefined);
	const { all } = await readSettings(db);
	if (isShort(spoken.sound, all.voice_at_once)) {
		if (asked.kind === 'feedback_reply') return asked;
		if (asked.kind === 'words' && asked.beside === undefined) return asked;
	}
	const shown = written.text ?? words;
	const understood = messages.voice.understood({
		words: shown.slice(0, MAX_HEARD_SHOWN_UNITS).toWellFormed(),
		more: shown.length > MAX_HEARD_SHOWN_UNITS ? shown.length - MAX_HEARD_SHOWN_UNITS : null,
	});
	const of = (action: Buttons[number][number]['action']) => ({ action, draft_key, version: 1 });
	const called = isAnswer && question !== null ? await calledOf(db, { draft_key: question.draftKey, version: question.version }) : null;
	const draft = called === null ? null : draftName(messages, called);
	return {
		kind: 'usage',
		text: `${understood}\n\n${messages.voice.what({ draft })}`,
		buttons: isAnswer ? [[of('use_heard')], [of('new_post'), of('say_again')]] : [[of('make_post'), of('say_again')]],
	};
}

/** As its sender's program says, and as far as the number of bytes does not say otherwise. */
const isShort = (sound: SentSound | undefined, seconds: number): boolean =>
	sound !== undefined &&
	sound.seconds > 0 &&
	sound.seconds <= seconds &&
	(sound.bytes === null || sound.bytes <= (sound.seconds + 1) * MAX_SOUND_BYTES_PER_SECOND);
