import type { Buttons } from '../chat/callback.ts';
import { goesOn, pressOf } from '../chat/presses.ts';
import type { Decision } from '../chat/presses.ts';
import { faultOfRequest } from '../chat/request.ts';
import { languageOf } from '../language.ts';
import { messagesIn } from '../messages/catalogue.ts';
import type { Language } from '../language.ts';
import type { Messages } from '../messages/messages.ts';
import { helpText, usageText } from '../messages/sentences.ts';
import { isInWork } from '../material/work.ts';
import type { Intent } from './intentTypes.ts';
import type { DeskEvent } from './event.ts';

/** The language of the acting person; English for an event that does not say, as of a service without languages. */
export function languageOfActor({ language }: Partial<DeskEvent>): Language {
	return languageOf(language) ?? 'en';
}

/**
 * Where an event goes in the main graph. `stop`: nothing may be done under it; `close`: only its inbox entry is closed;
 * `say`: one message; `post`: a new post; `settle`: a decision or a reply; `resume`: go on with a draft; `draft`: tell what state it is in;
 * `news`: a search for news; `take` and `skip`: the item of a news card; `brief`: an AI is asked
 * what the message asks for; `wait`: the service hands it on later.
 */
export type RouteName = ('stop' | 'close' | 'say' | 'post' | 'settle' | 'resume' | 'draft' | 'news' | 'take' | 'skip') | ('brief' | 'wait');

export type { Decision };

export interface Route {
	readonly route: RouteName;
	readonly decision: Decision | null;
	/** The draft that the event names. */
	readonly subject: { readonly draft_key: string; readonly version: number | null } | null;
	/** What `news` is to look for; null: anything. */
	readonly topic: string | null;
	/** The page that `news` is to offer, instead of what the feeds hold. */
	readonly link: string | null;
	/** The whole message of a `say`. */
	readonly text: string | null;
	/** What is below that message. */
	readonly buttons: Buttons | null;
	/** What the pressed button shows for a moment; null when no button was pressed. */
	readonly toast: string | null;
	/** What the event is closed with, unless something else comes of it. */
	readonly outcome: 'handled' | 'ignored';
}

/** Nothing may be done. */
export const nowhere: Route = {
	route: 'stop',
	decision: null,
	subject: null,
	topic: null,
	link: null,
	text: null,
	buttons: null,
	toast: null,
	outcome: 'handled',
};

/** Whether a context was signed for an entry of the service itself, and not for a message or a press. */
export const isOfEntry = ({ event_key }: Partial<DeskEvent>): boolean => event_key?.startsWith('i:') ?? false;

/** Whether nothing is left to do but to say something, or not even that. */
export const endsWithWords = ({ route }: Route): boolean => route === 'say' || route === 'close';

/** An entry of the service itself: no person wrote or pressed anything, and there is no event to close. `isDone`: for its day. */
export function routeOfEntry(entry: string, isDone: boolean): Route {
	return entry === 'daily_offer' && !isDone ? { ...nowhere, route: 'news' } : nowhere;
}

/** What goes on by an operator's proof; null: the proof was no good. */
export function goesOnByProof(draft: { readonly draft_key: string; readonly version: number } | null): Route {
	return draft === null ? nowhere : { ...nowhere, route: 'resume', subject: subjectOf(draft) };
}

/** Decides by the verified event alone; no field of the raw update comes this far. */
export function routeOf(event: DeskEvent): Route {
	// A duplicate is done or being done; a replay is the inbox asking us to go on.
	if (!event.admitted || (event.duplicate && !event.replay)) return nowhere;
	// It is posted again when there is room.
	if (event.waits === true) return nowhere;
	if (event.ended === true) return nowhere;
	const { intent } = event;
	const messages = messagesIn(languageOfActor(event));
	if ((event.brief ?? null) !== null)
		return { ...nowhere, route: 'brief', toast: intent.kind === 'callback' ? messages.toasts[intent.action] : null };
	switch (intent.kind) {
		case 'voice':
			return { ...nowhere, route: 'brief' };
		// Without a question to ask, nothing is understood.
		case 'words':
			return { ...nowhere, route: 'close', outcome: 'ignored' };
		case 'start':
		case 'help':
		case 'usage':
			return { ...nowhere, route: 'say', text: intent.text, buttons: intent.buttons ?? null };
		case 'post_request':
			return { ...nowhere, route: 'post', subject: intent.draft_key === undefined ? null : { draft_key: intent.draft_key, version: 1 } };
		case 'command':
			return command(intent, event, messages);
		case 'callback':
			return callback(intent, event, messages);
		case 'feedback_reply':
			// A press may stand for words.
			return {
				...nowhere,
				...{ route: 'settle', decision: 'revise', subject: subjectOf(intent) },
				toast: event.callback === null ? null : messages.toasts.make_post,
			};
		case 'ignored':
			return { ...nowhere, route: 'close', outcome: 'ignored' };
	}
}

function command(intent: Extract<Intent, { kind: 'command' }>, event: DeskEvent, messages: Messages): Route {
	switch (intent.name) {
		case 'status':
		case 'plan':
			return { ...nowhere, route: 'say', text: intent.text ?? helpText(messages), buttons: intent.buttons ?? null };
		case 'settings':
			return { ...nowhere, route: 'say', text: intent.text ?? helpText(messages), buttons: intent.buttons ?? null };
		case 'language':
			return { ...nowhere, route: 'say', text: intent.text, buttons: intent.buttons ?? null };
		case 'sources':
			return { ...nowhere, route: 'say', text: intent.text ?? helpText(messages) };
		case 'resume':
			return resumed(event, { draft_key: intent.args.draft_id, version: intent.args.version }, messages);
		case 'draft':
			return { ...nowhere, route: intent.name, subject: { draft_key: intent.args.draft_id, version: intent.args.version } };
		case 'cancel':
			if (intent.text !== undefined) return { ...nowhere, route: 'say', text: intent.text };
			return event.feedback_session === null
				? { ...nowhere, route: 'say', text: messages.nothingToCancel }
				: { ...nowhere, route: 'settle', decision: 'cancel', subject: subjectOf(event.feedback_session) };
		case 'news':
			return { ...nowhere, route: 'news', topic: intent.args.topic, link: intent.args.link ?? null };
		default:
			return { ...nowhere, route: 'say', text: helpText(messages) };
	}
}

/** If another event works on the draft, the person is told so and nothing starts. */
function resumed({ under_way = null, callback: pressed }: DeskEvent, subject: Route['subject'], { toasts }: Messages): Route {
	const toast = (text: string) => (pressed === null ? null : text);
	return under_way === null
		? { ...nowhere, route: 'resume', subject, toast: toast(toasts.resume) }
		: { ...nowhere, route: 'say', subject, text: under_way.text, toast: toast(toasts.underWay) };
}

type Pressed = Extract<Intent, { kind: 'callback' }>;

/** The button guard's first half: the presser's own, delivered, newest copy. The second half is the compare-and-set. */
function callback(intent: Pressed, event: DeskEvent, messages: Messages): Route {
	const { toasts } = messages;
	const { action, text, buttons = null } = intent;
	const { of: kind = 'unknown', decides = null } = pressOf(action);
	const subject = subjectOf(intent);
	const { copy, replay } = event;
	const outdated: Route = { ...nowhere, route: 'close', subject, toast: toasts.outdated, outcome: 'ignored' };
	/** A replay goes on with what this very press began, whatever state that has reached. */
	const onlyIf = (isSo: boolean, way: Partial<Route>): Route =>
		isSo || replay ? { ...nowhere, subject, toast: toasts[action], ...way } : outdated;
	const settles = (isSo: boolean): Route => onlyIf(isSo, { route: 'settle', decision: decides });
	const isStopped = copy !== null && copy.latest && copy.state !== null && isInWork(copy.state);
	switch (kind) {
		// What such a press leads to is found out before it is stored; what is left leads nowhere.
		case 'panel':
		case 'photo':
		case 'menu':
		case 'choice': {
			const about = kind === 'panel' ? null : subject;
			if (text === undefined) return { ...outdated, subject: about };
			return { ...nowhere, route: 'say', subject: about, text, buttons, toast: toasts[action] };
		}
		// Without its words the earlier press of the other button has decided.
		case 'refusal':
			return text === undefined ? outdated : { ...outdated, toast: toasts[action], outcome: 'handled' };
		case 'link':
			return text === undefined ? outdated : { ...nowhere, route: 'news', link: text, toast: toasts[action] };
		// Without its words there is nothing to make a post of, or it is made already.
		case 'request': {
			if (text === undefined) return outdated;
			// A short text was asked back for its shortness alone.
			const fault = faultOfRequest(text);
			if (fault !== null) return { ...nowhere, route: 'say', subject, text: usageText(messages, fault), toast: toasts.no_post };
			return { ...nowhere, route: 'post', subject, toast: toasts[action] };
		}
		case 'words':
			return text === undefined ? outdated : settles(copy?.latest === true && copy.state !== null && isEditable(copy.state));
		case 'card': {
			const isOnOffer = copy !== null && copy.delivered && copy.latest;
			if (!isOnOffer && !replay) return { ...outdated, toast: toastOfCard(event, messages) };
			return { ...nowhere, route: action === 'take' ? 'take' : 'skip', subject, toast: toasts[action] };
		}
		// What happens to a post, when it goes out and what waits is decided with the press; the service shows what follows.
		case 'plan':
		case 'post':
		case 'week':
		case 'brand':
		case 'wait':
			return { ...outdated, toast: toasts[action], outcome: 'handled' };
		case 'proof':
			return action === 'absent' ? absent(intent, event, messages, outdated) : { ...outdated, ...notedAlready(action, event, messages) };
		case 'rejected':
			return settles(isRejected(event));
		case 'question':
			return settles(true);
		case 'named':
			return goesOn(action) ? resumed(event, subject, messages) : { ...nowhere, route: 'draft', subject, toast: toasts[action] };
		case 'stopped':
			if (action === 'drop' && (event.under_way ?? null) !== null && !replay) {
				const anyway: Buttons = [[{ action: 'drop_anyway', ...subject }]];
				return { ...nowhere, route: 'say', subject, text: event.under_way?.text ?? null, buttons: anyway, toast: toasts.underWay };
			}
			if ((!isStopped && !replay) || isWordless(intent)) return outdated;
			return goesOn(action) ? resumed(event, subject, messages) : settles(true);
		case 'copy':
			return settles(copy !== null && copy.delivered && copy.latest && copy.content_matches);
		// The press was taken for what it answers; a service that is newer than this package may know more kinds.
		case 'knowing':
		case 'change':
		case 'unknown':
			return outdated;
	}
}

/** A preview, or cards, that are not here. */
function absent(intent: Pressed, event: DeskEvent, messages: Messages, outdated: Route): Route {
	const { copy, replay } = event;
	const { toasts } = messages;
	// The batch is found, and what did not arrive of it is sent.
	if (intent.item !== undefined) {
		if (copy?.latest === true || replay) return { ...nowhere, route: 'news', toast: toasts.absent };
		return { ...outdated, toast: copy?.state === 'expired' ? toasts.expiredCard : toasts.outdatedCard };
	}
	const isOpen = copy?.latest === true && copy.state !== null && (isInWork(copy.state) || copy.state === 'ready');
	return isOpen || replay ? { ...resumed(event, subjectOf(intent), messages), toast: toasts.absent } : outdated;
}

/** The state of the item whose old card was pressed. */
function toastOfCard({ copy }: DeskEvent, { toasts }: Messages): string {
	switch (copy?.delivered === true ? copy.state : null) {
		case 'taken':
			return toasts.takenCard;
		case 'dismissed':
			return toasts.dismissedCard;
		case 'expired':
			return toasts.expiredCard;
		default:
			return toasts.outdatedCard;
	}
}

/** What a press said was written down with the press itself, so there is nothing left to do but to say so. */
function notedAlready(action: string, { actor, copy }: DeskEvent, { toasts }: Messages): Pick<Route, 'toast' | 'outcome'> {
	const isThere = action === 'there';
	const isSo = actor?.role === 'owner' && copy?.state === (isThere ? 'published' : 'ready');
	return isSo
		? { toast: toasts[isThere ? 'there' : 'not_there'], outcome: 'handled' }
		: { toast: toasts.settledAlready, outcome: 'ignored' };
}

/** What is to be written otherwise comes with the press. */
const isWordless = ({ action, text }: Pressed): boolean => action === 'write_anew' && text === undefined;

/** Whether words of a person may change a version: its question is open, it stopped, or they correct its post. */
const isEditable = (state: string): boolean => state === 'awaiting_feedback' || state === 'published' || isInWork(state);

/** A rejected version is the newest one still, so that there is something to bring back. */
const isRejected = ({ copy }: DeskEvent): boolean => copy !== null && copy.latest && copy.state === 'rejected';

const subjectOf = ({ draft_key, version }: { readonly draft_key: string; readonly version: number }) => ({ draft_key, version });
