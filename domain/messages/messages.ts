/**
 * Everything that a person can read in chat, by name. One file a language gives the words (`en.ts`, `ru.ts`); a message or
 * a parameter that is missing there does not compile. Where a message is used, this file says what it has to be given.
 */
import type { AnsweredTopic } from '../brief/topics.ts';
import type { WorkStep } from '../material/work.ts';
import type { ErrorCode } from '../errors.ts';
import type { LimitWhy, WaitWhy } from '../event/wait.ts';
import type { CallbackAction } from '../chat/callback.ts';
import type { CommandName, HelpTask, UsageName } from '../chat/commands.ts';
import type { MaterialState } from '../material/machine.ts';
import type { CoverTemplate } from '../cover/template.ts';
import type { WaitingKind } from '../material/reminder.ts';
import type { LogoProblem } from '../cover/logoGround.ts';
import type { PhotoProblem } from '../cover/photo.ts';
import type { ClaimKind, StopCode, WorkGroup } from '../material/recoveryActions.ts';
import type { ArticleRefusalCode } from '../news/article.ts';
import type { LeftOutReason } from '../news/choose.ts';
import type { PageLeftOutReason } from '../news/page.ts';
import type { EditFault } from '../revision/edits.ts';
import type { WishFault } from '../revision/intent.ts';
import type { CalledBy } from './phrasing.ts';
import type { TooLong } from '../cover/tooLong.ts';
import type { SettingProblem } from '../settings/readers.ts';
import type { SettingGroup, SettingName } from '../settings/settings.ts';

/** What stops a draft or a decision, as far as it is no fault of the desk itself. */
export type ProblemCode =
	| StopCode
	| WishFault
	| ArticleRefusalCode
	| 'feeds_missing'
	| 'feeds_unreadable'
	| 'classification_invalid'
	| 'fact_unfounded'
	| 'nothing_before'
	| 'being_published'
	| 'in_preparation'
	| 'is_published'
	| 'is_rejected'
	| 'is_replaced'
	| 'goes_out'
	| 'no_copy'
	| 'time_past'
	| 'time_too_far'
	| 'slot_taken'
	| 'no_times'
	| Extract<
			ErrorCode,
			| 'state_conflict'
			| 'work_under_way'
			| 'copy_not_delivered'
			| 'content_mismatch'
			| 'session_held'
			| 'transition_forbidden'
			| 'not_ready'
			| 'draft_open'
			| 'source_taken'
			| 'batch_not_found'
			| 'item_not_found'
			| 'material_not_found'
	  >;

/** Why spoken words were not written down, where the provider did not say it. */
export const voiceFaults = ['sound_gone', 'sound_too_large', 'sound_unreadable', 'sound_too_long', 'nothing_heard', 'no_ear'] as const;
export type VoiceFault = (typeof voiceFaults)[number];

/** Problems whose detail is words of the post itself, or of the settings; any other detail is for logs. */
export type QuotingCode =
	| EditFault
	| 'semantic_fail'
	| 'foreign_contact'
	| 'own_check'
	| 'language_mixed'
	| 'unsupported_character'
	| 'cover_address'
	| 'settings_invalid'
	| 'fact_unfounded'
	/** Quotes the sentence that says why. */
	| 'link_unread'
	/** Quotes for how many seconds the provider asked to wait. */
	| 'ai_busy';

/** Why nothing reached the channel. */
export type PublicationFault = 'rights' | 'busy' | 'away' | 'gone' | 'album' | 'refused';

/** A draft as people call it, e.g. `“Open on Saturdays” (12)`; see `draftName`. */
interface About {
	readonly draft: string;
}

/** Who did it; null is the reader. */
interface By {
	readonly by: string | null;
}

/** Work that broke off: `draft` is null when there was none yet; `at`: when it was asked for. */
export interface Interrupted extends By {
	readonly draft: string | null;
	readonly at: string;
}

/** A post in the channel. */
interface PostOf {
	readonly day: string;
	readonly link: string;
}

/** Where a post is; null: the desk does not know its message id. */
interface LinkOfPost {
	readonly link: string | null;
}

/** What is shown for a moment when a button does not do what it says. */
type ToastName = 'away' | 'underWay' | 'outdated' | 'outdatedCard' | 'takenCard' | 'dismissedCard' | 'expiredCard' | 'settledAlready';

/** `about`: the first words of the request, or the name of its draft; null: not known. */
interface WaitSaid {
	readonly about: string | null;
	readonly goesOn: string;
}

export interface Messages {
	/** For numbers, dates and plurals, e.g. `en-GB`. @see https://www.rfc-editor.org/info/bcp47 */
	readonly locale: string;
	/** A draft by its title, or the first words of its request, and its number. */
	readonly called: (draft: CalledBy) => string;

	// ── Commands ────────────────────────────────────────────────────────────

	/** Commands as the help and the messenger's menu list them: what is typed after the name, and what it does. */
	readonly commands: Readonly<Record<CommandName, { readonly parameters: string; readonly description: string }>>;
	/** `commands`: one line each. */
	readonly help: (parameters: { readonly commands: string }) => string;
	/** What commands are for, as headings of the help. */
	readonly helpTasks: Readonly<Record<HelpTask, string>>;
	/** `nearest`: the command that was meant, most likely. */
	readonly unknownCommand: (parameters: { readonly named: string; readonly nearest: string | null }) => string;
	readonly start: (parameters: { readonly help: string }) => string;
	/** Answers to what could not be read: how it is written. */
	readonly usages: Readonly<Record<Exclude<UsageName, 'help' | 'language'>, string>>;
	/** What is answered to a question about the desk, and to an order that is given by button or command. */
	readonly answers: Readonly<Record<AnsweredTopic, string>>;
	/** A question that no answer was found for; two buttons are below, as below the next three. */
	readonly noAnswer: string;
	/** An order that the desk cannot carry out. */
	readonly noSuchOrder: string;
	/** What follows from a message in free words. */
	readonly brief: {
		/** Several posts are asked for; below: all of them, the first, none. */
		readonly several: (parameters: { readonly subjects: readonly string[] }) => string;
		/** Nothing was asked for that could be taken back. */
		readonly withdrawn: string;
		readonly hello: string;
		/** An order that the desk cannot carry out. */
		readonly unable: string;
		/** The AI gave no answer that could be read; below: a post, or none. */
		readonly unread: (parameters: { readonly problem: string }) => string;
		/** The heading of a list of posts, and one of them. */
		readonly posts: string;
		/** @param link null: the messenger never told the number of the post */
		readonly post: (parameters: About & Pick<PostOf, 'day'> & LinkOfPost) => string;
		readonly noPosts: string;
		/** A post that has to say more than its message, and for which no page was found. */
		readonly noSource: string;
		/** The cover is in a look that can show the letters of the post. */
		readonly otherLook: string;
	};
	/** A week that the desk proposes. */
	readonly week: {
		/** What is asked for where nobody said what the posts are about. */
		readonly ask: (parameters: { readonly count: number }) => string;
		/** A line for each post: its place, its time and its subject. Below: all of them, each, none. */
		readonly offer: (parameters: { readonly lines: readonly string[] }) => string;
		/** A press on a post that was accepted or left. */
		readonly over: string;
	};
	/** Spoken words. */
	readonly voice: {
		/** Above what else is said; `more`: how many characters are not shown, or null. */
		readonly understood: (parameters: { readonly words: string; readonly more: number | null }) => string;
		/** Below the words: what shall become of them; `draft`: of the open question. */
		readonly what: (parameters: { readonly draft: string | null }) => string;
		readonly faults: Readonly<Record<VoiceFault, string>>;
		/** The provider refused or was away for too long. */
		readonly unheard: (parameters: { readonly problem: string }) => string;
	};
	/** A short or chatty message. */
	readonly meantAsRequest: string;
	readonly meantAsWish: string;
	/** Words while it is asked what to correct in a post. Below: the change, a new post, neither. */
	readonly meantForPost: (parameters: About) => string;
	/** A reply to a question that is over; two buttons are below. */
	readonly questionOver: string;
	/** A message that names pages; below are a button for each, and two more. */
	readonly meantWithLinks: string;
	/** The button of one page among several. */
	readonly readLink: (parameters: { readonly link: string }) => string;
	readonly meantForwarded: string;
	/** A text so long that the messenger may have cut it. */
	readonly meantAll: string;
	readonly addedToBefore: string;
	/** A request whose words were changed; two buttons are below. */
	readonly meantAnew: string;
	/**
	 * What the desk had before. `day`: when it was published or rejected, when it goes out, since when it is in work. `asked`: there is
	 * no draft of it yet; `by`: null is the reader. `question`: below it are three buttons.
	 */
	readonly hadThat: {
		readonly published: (parameters: About & Pick<PostOf, 'day'> & LinkOfPost) => string;
		readonly asked: (parameters: { readonly by: string | null; readonly words: string }) => string;
		readonly question: (parameters: { readonly had: string }) => string;
	} & Readonly<Record<'planned' | 'open' | 'rejected', (parameters: About & Pick<PostOf, 'day'>) => string>>;
	/** Somebody who is no participant. Their number is what the operator needs to let them in. */
	readonly stranger: (parameters: { readonly userId: number }) => string;
	/** Buttons with the languages are below. */
	readonly languageNow: string;
	readonly languageSet: string;

	// ── Settings ────────────────────────────────────────────────────────────

	/** The answer to `/board`. `url`: the link, where it cannot be a button. */
	readonly board: {
		readonly link: (parameters: { readonly url: string | null }) => string;
		/** The button that opens it inside the messenger, and the one for the browser. */
		readonly here: string;
		readonly browser: string;
	};

	readonly settings: {
		/** What a setting is called, and what it does in one line. */
		readonly names: Readonly<Record<SettingName, string>>;
		readonly about: Readonly<Record<SettingName, string>>;
		/** Values that are not shown as they are typed; `template:words` is one of a single setting. */
		readonly values: Readonly<Record<string, string> & Record<CoverTemplate, string>>;
		/** Short, from Monday on. */
		readonly weekdays: readonly string[];
		/** A value above what the operator allows, which holds. */
		readonly bounded: (parameters: { readonly value: string; readonly most: string }) => string;
		/** The desk's time zone. */
		readonly brand: string;
		readonly zone: (parameters: { readonly zone: string }) => string;
		/** What nobody set in chat, by who decides it then. */
		readonly elsewhere: Readonly<Record<'n8n' | 'operator', (parameters: { readonly value: string | null }) => string>>;
		readonly title: string;
		readonly groups: Readonly<Record<SettingGroup, string>>;
		readonly choose: string;
		readonly ownersOnly: string;
		/** One setting; `value`: what it is now. */
		readonly page: (parameters: { readonly name: string; readonly about: string; readonly value: string }) => string;
		/** How it is changed: by a button or by the next message; or by the next message alone. */
		readonly askChoice: string;
		readonly askWords: string;
		readonly saved: (parameters: { readonly name: string; readonly value: string }) => string;
		readonly notSaved: (parameters: { readonly name: string; readonly problem: string }) => string;
		/** Why words are no value, and what was expected. */
		readonly problems: {
			readonly [Kind in SettingProblem['kind']]: (problem: Extract<SettingProblem, { kind: Kind }>) => string;
		};
	};

	// ── The states of drafts ───────────────────────────────────────────────

	/** What a draft does now; follows its name. */
	readonly states: Readonly<Record<MaterialState, string>>;
	/** What a claimed draft does in a list, more exactly; `at`: the planned time. */
	readonly claims: Readonly<Record<'planned' | 'missed', (parameters: { readonly at: string }) => string>> &
		Readonly<Record<Exclude<ClaimKind, 'planned' | 'missed'>, string>>;
	/** One draft; `problem` is why it stopped, if it did. */
	readonly draftState: (
		parameters: About & {
			readonly number: number;
			readonly state: string;
			readonly problem: string | null;
		},
	) => string;
	/** Open work by who has to do something next. */
	readonly workGroups: Readonly<Record<WorkGroup, string>>;
	/** `groups`: one paragraph each; `more`: how many drafts are not shown. */
	readonly openWork: (parameters: { readonly groups: readonly string[]; readonly more: number }) => string;
	/** Outcomes that were not confirmed. */
	readonly unconfirmed: (parameters: { readonly count: number }) => string;
	/** Answers `/resume` alone. */
	readonly nothingInterrupted: string;
	readonly interruptedWork: (parameters: { readonly count: number }) => string;
	readonly unreachable: (parameters: { readonly name: string }) => string;
	/** Messages of the desk's own that certainly did not arrive. */
	readonly untold: (parameters: { readonly name: string; readonly count: number }) => string;
	/** Goes before the first preview to the person who did not ask for it; `words`: what was asked for. */
	readonly previewOf: (parameters: About & { readonly by: string; readonly words: string | null }) => string;
	/** What an edit left on the cover that its text does not say; `words`: each quoted. */
	readonly coverContradicts: (parameters: { readonly words: readonly string[] }) => string;
	/** Emoji and signs that are in the text alone. */
	readonly coverLeavesOut: (parameters: { readonly signs: readonly string[] }) => string;
	/** Pages that a post was written from. */
	readonly restsOn: (said: { readonly pages: readonly string[] }) => string;
	/** Words of a caption that are links, each with its address in full. */
	readonly linksOfCaption: (parameters: { readonly links: readonly string[] }) => string;
	/** Takes the place of the first message of the work. */
	readonly workDone: (parameters: About) => string;
	/** A preview reached the one who reads this, and not the other. */
	readonly previewNotReached: (parameters: { readonly name: string; readonly draft: string }) => string;
	/** The messenger did not take a preview, for a reason that may pass: what is said to the other, and to who should have it. */
	readonly previewUnsentTo: (parameters: { readonly name: string; readonly draft: string }) => string;
	readonly previewUnsent: (parameters: About & { readonly number: number }) => string;
	/** The question for feedback did not arrive: what is said to the others, and to who should answer it. */
	readonly questionUnsentTo: (parameters: { readonly name: string; readonly draft: string }) => string;
	readonly questionUnsent: (parameters: About) => string;
	readonly channelClosed: string;

	// ── Work on a draft ─────────────────────────────────────────────────────

	/** In place of `workStarted`, once the work has stopped. */
	readonly workStopped: string;
	/** `steps`: what will be done, in order. */
	readonly workStarted: (parameters: About & { readonly steps: readonly WorkStep[] }) => string;
	/** Part of a reply that was not understood beside what was done. */
	readonly leftOut: (parameters: { readonly words: string }) => string;
	/** `problem`: why, and what can be done; `kept`: what is written so far, null when there is no text. Buttons are below. */
	readonly workFailed: (parameters: About & { readonly problem: string; readonly kept: string | null }) => string;
	/** A draft whose article is refused for good: it is over, and its source is free again. */
	readonly givenUp: (parameters: About & { readonly problem: string }) => string;
	/** What should be on the cover instead, or what should change in a text that stopped. */
	readonly editQuestions: Readonly<Record<'edit_title' | 'edit_text' | 'send_link', (parameters: About) => string>>;
	readonly editCancelled: string;
	/** Somebody wants to drop what another event works on; a button below drops it all the same. `by`: null is the reader. */
	readonly dropUnderWay: (parameters: About & By) => string;
	/** Somebody is at it; `until`: when it may be asked for again. */
	readonly underWay: (parameters: About & By & { readonly number: number; readonly since: string; readonly until: string }) => string;
	/** The limit for paid requests is reached; `at`: when it goes on; `number`: of the draft that waits for it. */
	readonly budgetSpent: Readonly<
		Record<'person' | 'desk', (parameters: { readonly limit: number; readonly at: string; readonly number: number | null }) => string>
	>;
	/** The money of 30 days is spent; `limit`: how much that is. */
	readonly moneySpent: (parameters: { readonly limit: string; readonly at: string; readonly number: number | null }) => string;
	/** For the owner: a draft of somebody else stopped for what only the owner can mend. */
	readonly providerRefused: (parameters: About & { readonly by: string; readonly problem: string }) => string;
	/** For requests that wait until a time. `goesOn`: when they go on, in words; `about`: which one, in its own words. */
	readonly waits: {
		/** When something goes on: at a time of this day, or on another day. */
		readonly at: Readonly<Record<'today' | 'later', (parameters: { readonly at: string }) => string>>;
		/** The same within a minute or two. */
		readonly soon: (parameters: { readonly seconds: number }) => string;
		readonly told: Readonly<Record<WaitWhy, (parameters: WaitSaid) => string>>;
		readonly words: (parameters: { readonly words: string }) => string;
		/** For the owner, about a request of the other person. */
		readonly ofOther: Readonly<Record<LimitWhy, (parameters: WaitSaid & { readonly name: string }) => string>>;
		readonly inStatus: Readonly<Record<WaitWhy, (parameters: { readonly goesOn: string; readonly count: number }) => string>>;
		/** At the pressed button; `asked`: the messenger or the AI provider asked to wait. */
		readonly toast: Readonly<Record<'limit' | 'asked', (parameters: { readonly goesOn: string }) => string>>;
		readonly already: (parameters: { readonly goesOn: string }) => string;
		readonly goesOnNow: string;
		/** The wait is over, and nothing follows. */
		readonly ended: string;
		/** A press had nothing to do any more when its wait was over; `now`: how its draft stands. */
		readonly movedOn: (parameters: { readonly now: string | null }) => string;
		readonly lifted: (parameters: { readonly name: string }) => string;
		readonly cancelled: string;
		/** For a press that comes too late, or a second time. */
		readonly over: string;
		readonly ownersAlone: string;
	};
	/** What a post took; `unknown`: how many of its requests are not in the money. */
	readonly spend: (parameters: { readonly requests: number; readonly money: string | null; readonly unknown: number | null }) => string;
	/** The provider does not serve the model for pictures; `number`: of the draft that waits for another one. */
	readonly imageModelGone: (parameters: { readonly model: string; readonly number: number | null }) => string;
	readonly refused: (parameters: { readonly problem: string }) => string;
	/** `draft`: as it was named. */
	readonly draftMissing: (parameters: About & { readonly version: number | null }) => string;
	readonly answerTooLate: (parameters: About) => string;
	readonly feedbackQuestion: (parameters: About) => string;
	readonly feedbackClosed: (parameters: About) => string;
	/** Somebody else closed the reader's question. */
	readonly feedbackClosedBy: (parameters: About & { readonly by: string }) => string;
	readonly nothingToCancel: string;
	/** A second question is asked for while this draft's is open; a button below closes that one. */
	readonly questionOpen: (parameters: About) => string;
	/**
	 * `rights`: the bot may not post there; `busy`: the messenger takes no more right now; `away`: it was not reached.
	 * `seconds`: for so long the messenger asked to wait, and a press is kept.
	 */
	readonly publicationRefused: (parameters: About & { readonly cause: PublicationFault; readonly seconds?: number | null }) => string;
	readonly publicationUnconfirmed: (parameters: About) => string;
	/** Somebody pressed before; `by`: null is the reader. */
	readonly publishedBefore: (parameters: By) => string;
	/** For the owner, who alone can mend it: `by` pressed, and the bot may not post. */
	readonly channelRefused: (parameters: About & { readonly by: string }) => string;

	// ── When a post goes out ────────────────────────────────────────────────

	readonly plans: {
		/** On a button; the button of the same name below a list asks at once. */
		readonly otherTime: string;
		/** A button with the time that a person named. */
		readonly planFor: (parameters: { readonly at: string }) => string;
		/** The question for a time; the answer is read by `domain/schedule`. */
		readonly question: (parameters: About) => string;
		/** A time that was named is kept; `at`: when it goes out. */
		readonly kept: (parameters: About & { readonly at: string }) => string;
		/** Why a time that was named is not kept; `at`: what was understood. */
		readonly notKept: Readonly<Record<'past' | 'too_far' | 'skipped' | 'no_such_day', (parameters: { readonly at: string }) => string>> & {
			readonly not_understood: string;
		};
		readonly made: (parameters: About & { readonly by: string; readonly at: string }) => string;
		readonly moved: (parameters: About & { readonly by: string; readonly at: string }) => string;
		readonly takenOff: (parameters: About & { readonly by: string; readonly at: string }) => string;
		readonly takenOffBecause: Readonly<
			Record<'approver_left' | 'not_agreed' | 'content_changed' | 'failed', (parameters: About & { readonly at: string }) => string>
		>;
		/** It did not go out; three buttons are below. */
		readonly missed: Readonly<Record<'late' | 'no_rights', (parameters: About & { readonly at: string }) => string>> & {
			/** `channel`: its link. */
			readonly restored: (parameters: About & { readonly at: string; readonly channel: string }) => string;
		};
		/** The question below it, and what a person without a copy of the post sees there. */
		readonly whatNow: string;
		readonly othersDecide: (parameters: { readonly names: string }) => string;
		readonly nothing: string;
		/** `lines`: one each; `more`: how many are not shown. */
		readonly list: (parameters: { readonly lines: readonly string[]; readonly more: number }) => string;
		readonly line: (parameters: About & { readonly at: string; readonly by: string }) => string;
		/** One that did not go out. */
		readonly lineMissed: (parameters: About & { readonly at: string; readonly by: string }) => string;
		/** Part of `/status`. */
		readonly count: (parameters: { readonly count: number }) => string;
	};

	/** Where one press is not enough. `at`: when it is to go out; null is at once. */
	readonly approvals: {
		/** On buttons. `names`, `by`: people. */
		readonly first: (parameters: { readonly names: string }) => string;
		readonly last: (parameters: { readonly by: string }) => string;
		readonly waits: (parameters: { readonly names: string; readonly at: string | null }) => string;
		readonly agree: (parameters: { readonly by: string; readonly at: string | null }) => string;
		/** To the person who pressed, while another approval is missing. */
		readonly noted: (parameters: { readonly names: string }) => string;
		/** The same when they cannot agree; empty: there is no other person. */
		readonly nobody: (parameters: { readonly names: string }) => string;
		/** To the person whose approval is missing. */
		readonly told: (parameters: About & { readonly by: string; readonly at: string | null }) => string;
	};

	/** One message of everything that waits for its reader. */
	readonly reminders: {
		/** `more`: how many are not shown. */
		readonly text: (parameters: { readonly lines: readonly string[]; readonly more: number }) => string;
		readonly line: Readonly<Record<WaitingKind, (parameters: About & { readonly hours: number }) => string>>;
		/** In place of it, once all is settled. */
		readonly nothing: string;
	};

	// ── Pictures that people send ───────────────────────────────────────────

	/** The question what should change, by buttons. */
	readonly menu: {
		/** Below the question for words; the buttons are under it. */
		readonly orPress: string;
		/** In its place once the question is closed. */
		readonly closed: string;
		readonly templates: string;
		readonly ownWords: string;
		/** Before a request is paid for; `money`: what the last one cost, if known. Two buttons are below. */
		readonly howManyTitles: (parameters: { readonly money: string | null }) => string;
		readonly drawNew: (parameters: { readonly money: string | null }) => string;
		/** Beside a preview; a button for each is below. */
		readonly otherTitles: (parameters: { readonly titles: readonly string[] }) => string;
		readonly twoPictures: string;
		readonly noPictureBefore: string;
		/** What is taken for the words of the person who presses: the patterns of feedback read each. */
		readonly says: {
			readonly picture: string;
			readonly title: string;
			readonly titles: string;
			/** In front of the words that become the title. */
			readonly named: string;
			readonly before: string;
			readonly shorter: string;
			readonly photo: string;
			readonly template: (parameters: { readonly name: string }) => string;
		};
		/** Instead of the usual label: here it ends a choice. */
		readonly cancel: string;
	};

	readonly photos: {
		/** A picture without words. */
		readonly alone: string;
		/** With the first picture of a person; buttons are below. */
		readonly rights: string;
		/** Why nothing is made of a picture; buttons may be below. */
		readonly faults: Readonly<Record<Exclude<PhotoProblem['kind'], 'too_small'>, string>>;
		readonly tooSmall: (parameters: { readonly width: number; readonly height: number }) => string;
		/** Words right after a photo that had none. */
		readonly together: string;
		/** Somebody wants another picture where a person sent the one there is; two buttons are below. */
		readonly which: string;
		readonly send: string;
		/** Another picture of an album; a button below takes it. */
		readonly another: string;
		/** Photos and videos that came together; the buttons below say which of them are used. */
		readonly album: (parameters: { readonly count: number }) => string;
		/** After it, the first time: the press says both. */
		readonly albumRights: string;
		/** An item that came after its album was taken: before a draft was made of it, and after. */
		readonly late: string;
		readonly tooLate: string;
		/** Below the copy of an album, with the buttons. */
		readonly albumAbove: (parameters: { readonly count: number }) => string;
		/** Some items of an album are in the channel; the buttons of an unconfirmed post are below. */
		readonly partly: (parameters: { readonly draft: string; readonly found: number; readonly channel: string }) => string;
		/** A photo in answer to an album. */
		/** The messenger took all of an album, and shows it as more than one post. */
		readonly apart: (parameters: { readonly draft: string; readonly channel: string }) => string;
		readonly whichItem: (parameters: { readonly from: number; readonly to: number }) => string;
		/** An album in answer to a question. */
		readonly oneAsAnswer: string;
		/** The draft of an album is not finished yet. */
		readonly tooSoon: string;
		/** Part of what is said of a draft. */
		readonly sent: string;
		readonly drawn: string;
		/** Part of what is said of a draft with a video, and when the work on it starts; `large` follows where it is true. */
		readonly video: string;
		readonly large: string;
	};

	// ── A post in the channel ───────────────────────────────────────────────

	/** `day`: when it was published, e.g. 20 November; `link`: where it is. */
	/** A logo that the owner sends: a sheet of covers shows it. */
	readonly logo: {
		/** In the settings of covers. */
		readonly hint: string;
		readonly ownersAlone: string;
		/** It names no colour: the messenger would take #fef4ea for a hashtag. */
		readonly sheet: string;
		/** Below it: a part of the logo is not in its own colour. */
		readonly recoloured: string;
		/** The template that was chosen wears no brand. */
		readonly classic: string;
		/** The font of the brand before is a file, which a logo does not bring. */
		readonly fontLost: string;
		readonly used: string;
		readonly left: string;
		/** A press below a sheet that is over. */
		readonly over: string;
		readonly faults: Readonly<Record<LogoProblem['kind'] | 'format' | 'away', string>>;
		readonly tooSmall: (parameters: { readonly width: number; readonly height: number }) => string;
	};

	readonly posts: {
		/** The question what should change; its answer is read like any feedback. */
		readonly correct: (parameters: About & PostOf) => string;
		/** Above the preview of a correction; `change`: what is different, where one line can say it. */
		readonly correctionOf: (parameters: About & By & PostOf & { readonly change: string | null }) => string;
		readonly corrected: (parameters: About & By & PostOf) => string;
		/** For the owner, who settles it by one of the two buttons below. */
		readonly correctionToSettle: (parameters: About & PostOf) => string;
		readonly correctionConfirmed: (parameters: About & PostOf) => string;
		readonly correctionMissing: (parameters: About) => string;
		/** Two buttons are below: publish the correction as a new post, or leave it. */
		readonly gone: (parameters: About) => string;
		/** The same of an album, of which the messenger misses a message at least. */
		readonly goneInPart: (parameters: About) => string;
		/** Asks once more; two buttons are below. */
		readonly takeDown: (parameters: About & PostOf) => string;
		/** Too late to delete it: asks for the line that comes in its place. */
		readonly askLine: (parameters: About & PostOf) => string;
		/** A person forwarded a post whose message id was not known; buttons to correct it and to take it down are below. */
		readonly numbered: (parameters: About) => string;
		/** They forwarded another one. */
		readonly anotherPost: (parameters: About) => string;
		readonly lineKept: (parameters: About) => string;
		readonly lineTooLong: (parameters: { readonly units: number }) => string;
		readonly takenDown: (parameters: About & By & Pick<PostOf, 'day'>) => string;
		readonly lineShown: (parameters: About & By & PostOf) => string;
		/** For a line, where the post was deleted before. */
		readonly noPlaceForLine: (parameters: About & Pick<PostOf, 'day'>) => string;
		readonly notTakenDown: Readonly<Record<'too_old' | 'rights' | 'failed', (parameters: About & Pick<PostOf, 'link'>) => string>>;
		/** Why a button does nothing. */
		readonly refused: Readonly<Record<'withdrawn' | 'asked' | 'unnumbered' | 'open' | 'settled' | 'press', (parameters: About) => string>>;
		/** What state a draft is in whose post was taken down; `by` null: it was found to be gone. */
		readonly withdrawn: (parameters: { readonly by: string | null; readonly at: string }) => string;
	};

	// ── News ────────────────────────────────────────────────────────────────

	readonly news: {
		/** The first message of a search; `topic`: null is anything. */
		readonly searching: (parameters: { readonly topic: string | null }) => string;
		/** The first message about a link that somebody sent. */
		readonly readingPage: string;
		/** How far back the search went; part of a card. */
		readonly window: (parameters: { readonly days: number }) => string;
		/** Somebody else decided about an item of which the reader has a card too. */
		readonly taken: (parameters: { readonly by: string; readonly title: string }) => string;
		readonly dismissed: (parameters: { readonly by: string; readonly title: string }) => string;
		/** `reasons`: how many items were left out for what. */
		readonly nothingNew: (parameters: { readonly reasons: string }) => string;
		/** The feeds were read and hold nothing. */
		readonly nothingAtAll: string;
		/** There are items, and none of them is worth a post. */
		readonly nothingFits: (parameters: { readonly topic: string | null; readonly feeds: number | null }) => string;
		/** The page was read, and there is nothing in it for a post. */
		readonly nothingToTell: string;
		/** Cards that the reader may not have; a button below sends them. */
		readonly cardsMissing: (parameters: { readonly count: number }) => string;
		readonly sendCards: string;
		/** None of the cards arrived; with the message before, for each reader, they can be sent. */
		readonly cardsNotDelivered: string;
		/** For the owner: the AI was asked for the day's offer, and nothing came of its answer. */
		readonly offerLost: string;
		readonly leftOut: Readonly<Record<LeftOutReason, (parameters: { readonly count: number }) => string>>;
		/** Why a page that was sent is not offered; `number`: of the draft that it has. Other reasons are problems of their own. */
		readonly pageLeftOut: Readonly<Record<PageLeftOutReason, (parameters: { readonly number: number | null }) => string>>;
		/** `feeds`: one line each; `more`: how many are not shown. */
		readonly feedsUnreadable: (parameters: { readonly feeds: string; readonly more: number }) => string;
		/** The desk's feeds, one paragraph each. */
		readonly sources: (parameters: { readonly feeds: readonly string[]; readonly more: number }) => string;
		readonly noSources: string;
		/** The state of a feed; follows its name. `days`: how old an item may be. */
		readonly feedRead: (parameters: { readonly at: string; readonly count: number; readonly days: number }) => string;
		/** `readAt`: when it was last read; null: never. */
		readonly feedRefused: (parameters: { readonly at: string; readonly problem: string; readonly readAt: string | null }) => string;
		readonly feedNotAsked: string;
		/** For the owner; `feeds`: one line each. */
		readonly feedsBroken: (parameters: { readonly feeds: string; readonly more: number }) => string;
	};

	// ── Notices ─────────────────────────────────────────────────────────────

	readonly decisions: {
		readonly awaiting_feedback: (parameters: About & By) => string;
		/** A new version comes in its place; `change`: what is different about it, where one line can say it. */
		readonly superseded: (parameters: About & By & { readonly change: string | null }) => string;
		readonly rejected: (parameters: About & By) => string;
		/** For a draft that stopped. */
		readonly dropped: (parameters: About & { readonly by: string }) => string;
		/** A rejection was taken back. */
		readonly restored: (parameters: About & By) => string;
		readonly published: (parameters: About & By & LinkOfPost) => string;
	};
	/** What a new version has other than the one before, in one line. */
	readonly changes: {
		readonly words: (parameters: { readonly from: string; readonly to: string }) => string;
		readonly title: (parameters: { readonly to: string }) => string;
		readonly wish: (parameters: { readonly words: string }) => string;
		readonly picture: string;
		/** `name` of a template. */
		readonly look: (parameters: { readonly name: string }) => string;
	};
	/** For the owner, who settles it by one of the two buttons below. */
	readonly publicationToSettle: (parameters: About & { readonly channel: string }) => string;
	/** For a person whose preview may not have arrived; a button below says that it did not. */
	readonly previewToSettle: (parameters: About) => string;
	readonly publicationConfirmed: (parameters: About & LinkOfPost) => string;
	readonly publicationMissing: (parameters: About) => string;
	/**
	 * `draft` is null when there was none yet; `step` and `reference` lead the operator to the failure. `alike` is how many of its kind
	 * were told lately, with the last one that is told; else null.
	 */
	readonly failure: (parameters: {
		readonly draft: string | null;
		readonly step: string;
		readonly reference: string;
		readonly alike: number | null;
	}) => string;
	/** A paid request was under way. */
	readonly interrupted: (parameters: Interrupted) => string;
	/** A press that the messenger does not know, or knows no more. */
	readonly pressAgain: string;
	/** While n8n does not take what people send. */
	readonly away: string;
	readonly abandoned: (parameters: Interrupted & { readonly attempts: number }) => string;

	// ── Small places ────────────────────────────────────────────────────────

	/** Shown for a moment when a button is pressed. */
	readonly toasts: Readonly<Record<CallbackAction | ToastName, string>>;
	readonly buttons: Readonly<Record<CallbackAction, string>>;
	/** In the empty field in which a person answers. */
	readonly placeholders: { readonly feedback: string; readonly time: string; readonly line: string };
	readonly captions: { readonly onboarding: string };
	/** What is on the cover of the test set. */
	readonly covers: Readonly<
		Record<'onboarding' | 'sample', { readonly title: string; readonly subtitle: string; readonly category: string }>
	>;
	/** What a person is called who was given no name. */
	readonly roles: Readonly<Record<'owner' | 'editor', string>>;

	// ── What went wrong ─────────────────────────────────────────────────────

	/** The cause, and what can be done about it; some name the words of the post that they are about. */
	readonly problems: Readonly<Record<Exclude<ProblemCode, QuotingCode>, string>> &
		Readonly<Record<QuotingCode, (parameters: { readonly words: string | null }) => string>>;
	/** Texts of the cover, as the sentences of `tooLong` begin. */
	readonly coverFields: Readonly<Record<TooLong['field'], string>>;
	/** Which text of the cover is too long and by how much; `makeShorter` follows the last one. */
	readonly tooLong: {
		readonly characters: (parameters: { readonly text: string; readonly fits: number; readonly over: number }) => string;
		readonly lines: (parameters: { readonly text: string; readonly fits: number; readonly needs: number }) => string;
		readonly percent: (parameters: { readonly text: string; readonly over: number }) => string;
		readonly word: (parameters: { readonly text: string }) => string;
	};
	readonly makeShorter: string;
	/** For a code without a sentence of its own, so that every problem is answered. */
	readonly unknownProblem: string;
}
