import { isOfCard, isOfChoice, isOfMenu, isOfPhoto, isOfPlan, isOfPost, isOfWait, makesRequest, refusesRequest } from '../chat/callback.ts';
import type { Buttons, CallbackAction } from '../chat/callback.ts';
import { isOfPanel } from '../chat/panel.ts';
import { faultOfRequest } from '../chat/request.ts';
import { languageOf } from '../language.ts';
import { messagesIn } from '../messages/catalogue.ts';
import type { Language } from '../language.ts';
import type { Messages } from '../messages/messages.ts';
import { helpText, usageText } from '../messages/sentences.ts';
import { isInWork } from '../material/work.ts';
import type { Intent } from './asked.ts';
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
export type Route = ('stop' | 'close' | 'say' | 'post' | 'settle' | 'resume' | 'draft' | 'news' | 'take' | 'skip') | ('brief' | 'wait');

/** What `settle-decision` does. */
export type Decision = 'publish' | 'feedback' | 'reject' | 'revise' | 'cancel' | 'edit' | 'back' | 'drop';

export interface Way {
	readonly route: Route;
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
export const nowhere: Way = {
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
export const endsWithWords = ({ route }: Way): boolean => route === 'say' || route === 'close';

/** An entry of the service itself: no person wrote or pressed anything, and there is no event to close. `isDone`: for its day. */
export function wayOfEntry(entry: string, isDone: boolean): Way {
	return entry === 'daily_offer' && !isDone ? { ...nowhere, route: 'news' } : nowhere;
}

/** What goes on by an operator's proof; null: the proof was no good. */
export function goesOn(draft: { readonly draft_key: string; readonly version: number } | null): Way {
	return draft === null ? nowhere : { ...nowhere, route: 'resume', subject: subjectOf(draft) };
}

/** Decides by the verified event alone; no field of the raw update comes this far. */
export function wayOf(event: DeskEvent): Way {
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

function command(intent: Extract<Intent, { kind: 'command' }>, event: DeskEvent, messages: Messages): Way {
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
function resumed({ under_way = null, callback: pressed }: DeskEvent, subject: Way['subject'], { toasts }: Messages): Way {
	const toast = (text: string) => (pressed === null ? null : text);
	return under_way === null
		? { ...nowhere, route: 'resume', subject, toast: toast(toasts.resume) }
		: { ...nowhere, route: 'say', subject, text: under_way.text, toast: toast(toasts.underWay) };
}

/** What happens to a post, when it goes out and what waits is decided with the press; the service shows what follows. */
const isDoneWithPress = (action: CallbackAction): boolean => isOfPlan(action) || isOfPost(action) || isOfWait(action);

/** The button guard's first half: the presser's own, delivered, newest copy. The second half is the compare-and-set. */
function callback(intent: Extract<Intent, { kind: 'callback' }>, event: DeskEvent, messages: Messages): Way {
	const subject = subjectOf(intent);
	if (isOfPanel(intent.action)) {
		const { text, buttons = null } = intent;
		return text === undefined
			? { ...nowhere, route: 'close', toast: messages.toasts.outdated, outcome: 'ignored' }
			: { ...nowhere, route: 'say', text, buttons, toast: messages.toasts[intent.action] };
	}
	if (intent.action === 'resume') return resumed(event, subject, messages);
	// What such a press leads to is found out before it is stored; what is left leads nowhere.
	if (isOfPhoto(intent.action) || isOfMenu(intent.action) || isOfChoice(intent.action)) {
		const { text, buttons = null } = intent;
		return text === undefined
			? { ...nowhere, route: 'close', subject, toast: messages.toasts.outdated, outcome: 'ignored' }
			: { ...nowhere, route: 'say', subject, text, buttons, toast: messages.toasts[intent.action] };
	}
	const outdated: Way = { ...nowhere, route: 'close', subject, toast: messages.toasts.outdated, outcome: 'ignored' };
	// Without its words the earlier press of the other button has decided.
	if (refusesRequest(intent.action))
		return intent.text === undefined ? outdated : { ...outdated, toast: messages.toasts[intent.action], outcome: 'handled' };
	if (intent.action === 'read_link')
		return intent.text === undefined ? outdated : { ...nowhere, route: 'news', link: intent.text, toast: messages.toasts.read_link };
	// Without its words there is nothing to make a post of, or it is made already.
	if (makesRequest(intent.action)) {
		if (intent.text === undefined) return outdated;
		// A short text was asked back for its shortness alone.
		const fault = faultOfRequest(intent.text);
		if (fault !== null) return { ...nowhere, route: 'say', subject, text: usageText(messages, fault), toast: messages.toasts.no_post };
		return { ...nowhere, route: 'post', subject, toast: messages.toasts[intent.action] };
	}
	// The words to be replaced are in more than one place.
	if (intent.action === 'everywhere') {
		const isOpen = event.copy?.latest === true && event.copy.state !== null && isEditable(event.copy.state);
		if (intent.text === undefined || (!isOpen && !event.replay)) return outdated;
		return { ...nowhere, route: 'settle', decision: 'revise', subject, toast: messages.toasts.everywhere };
	}
	if (isOfCard(intent.action)) {
		const isOnOffer = event.copy !== null && event.copy.delivered && event.copy.latest;
		if (!isOnOffer && !event.replay) return { ...outdated, toast: toastOfCard(event, messages) };
		return { ...nowhere, route: intent.action, subject, toast: messages.toasts[intent.action] };
	}
	// Cards that are not here: the batch is found, and what did not arrive of it is sent.
	if (intent.item !== undefined) {
		const isOnOffer = event.copy?.latest === true;
		return isOnOffer || event.replay
			? { ...nowhere, route: 'news', toast: messages.toasts.absent }
			: { ...outdated, toast: event.copy?.state === 'expired' ? messages.toasts.expiredCard : messages.toasts.outdatedCard };
	}
	if (isDoneWithPress(intent.action)) return { ...outdated, toast: messages.toasts[intent.action], outcome: 'handled' };
	const noted = notedAlready(intent.action, event, messages);
	if (noted !== undefined) return { ...outdated, ...noted };
	if (intent.action === 'absent') {
		const isOpen = event.copy?.latest === true && event.copy.state !== null && (isInWork(event.copy.state) || event.copy.state === 'ready');
		return isOpen || event.replay ? { ...resumed(event, subject, messages), toast: messages.toasts.absent } : outdated;
	}
	if (intent.action === 'undo')
		return isRejected(event) || event.replay
			? { ...nowhere, route: 'settle', decision: 'back', subject, toast: messages.toasts.undo }
			: outdated;
	if (intent.action === 'close') return { ...nowhere, route: 'settle', decision: 'cancel', subject, toast: messages.toasts.close };
	if (shows(intent.action)) return { ...nowhere, route: 'draft', subject, toast: messages.toasts[intent.action] };
	if (intent.action === 'drop' && (event.under_way ?? null) !== null && !event.replay) {
		const buttons: Buttons = [[{ action: 'drop_anyway', ...subject }]];
		return { ...nowhere, route: 'say', subject, text: event.under_way?.text ?? null, buttons, toast: messages.toasts.underWay };
	}
	const wayOut = waysOutOfStopped[intent.action];
	if (wayOut !== undefined) {
		const isStopped = event.copy !== null && event.copy.latest && event.copy.state !== null && isInWork(event.copy.state);
		if ((!isStopped && !event.replay) || isWordless(intent)) return outdated;
		return wayOut.route === 'resume'
			? resumed(event, subject, messages)
			: { ...nowhere, ...wayOut, subject, toast: messages.toasts[intent.action] };
	}
	if (!isDecision(intent.action)) return outdated;
	// A replay goes on with what this very press began, whatever state that has reached.
	const isCurrent = event.copy !== null && event.copy.delivered && event.copy.latest && event.copy.content_matches;
	if (!isCurrent && !event.replay) return outdated;
	return { ...nowhere, route: 'settle', decision: intent.action, subject, toast: messages.toasts[intent.action] };
}

/** Buttons that show a draft as it is. */
const shows = (action: string): boolean => action === 'show' || action === 'show_it';

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
function notedAlready(action: string, { actor, copy }: DeskEvent, { toasts }: Messages): Pick<Way, 'toast' | 'outcome'> | undefined {
	if (action !== 'there' && action !== 'not_there') return undefined;
	const isSo = actor?.role === 'owner' && copy?.state === (action === 'there' ? 'published' : 'ready');
	return isSo ? { toast: toasts[action], outcome: 'handled' } : { toast: toasts.settledAlready, outcome: 'ignored' };
}

/** What the buttons of a stopped version lead to. */
const waysOutOfStopped: Readonly<Partial<Record<string, Pick<Way, 'route' | 'decision'>>>> = {
	edit_title: { route: 'settle', decision: 'edit' },
	edit_text: { route: 'settle', decision: 'edit' },
	retry: { route: 'resume', decision: null },
	from_memory: { route: 'resume', decision: null },
	send_link: { route: 'settle', decision: 'edit' },
	write_anew: { route: 'settle', decision: 'revise' },
	vouch: { route: 'resume', decision: null },
	back: { route: 'settle', decision: 'back' },
	drop: { route: 'settle', decision: 'drop' },
	drop_anyway: { route: 'settle', decision: 'drop' },
};

/** What is to be written otherwise comes with the press. */
const isWordless = ({ action, text }: Extract<Intent, { kind: 'callback' }>): boolean => action === 'write_anew' && text === undefined;

/** Whether words of a person may change a version: its question is open, it stopped, or they correct its post. */
const isEditable = (state: string): boolean => state === 'awaiting_feedback' || state === 'published' || isInWork(state);

/** A rejected version is the newest one still, so that there is something to bring back. */
const isRejected = ({ copy }: DeskEvent): boolean => copy !== null && copy.latest && copy.state === 'rejected';

/** A service that is newer than this package may know more buttons. */
function isDecision(action: string): action is 'publish' | 'feedback' | 'reject' {
	return ['publish', 'feedback', 'reject'].includes(action);
}

const subjectOf = ({ draft_key, version }: { readonly draft_key: string; readonly version: number }) => ({ draft_key, version });
