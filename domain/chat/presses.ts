/**
 * Every button, in one table. A new one is an entry here and its label and toast in English and Russian (`messages/`), which the compiler
 * asks for; the other languages say it in English until they have it. What a press of each kind leads to is in `desk/route.ts`.
 */

/** What settles a version; the desk decides most of it with the press, n8n publishes and revises. */
export type Decision = 'publish' | 'feedback' | 'reject' | 'revise' | 'cancel' | 'edit' | 'back' | 'drop';

/** What the message of a button is about. */
export type PressKind =
	/** A copy of the newest version, which waits for a decision. */
	| 'copy'
	/** A news card; the press names its item. */
	| 'card'
	/** The question what is to become of a message: a request, nothing, the page of a link, a change of a post. It carries the key that the
	 * draft of that message would have. */
	| 'request'
	| 'refusal'
	| 'link'
	| 'change'
	/** The question whether a link or card that the desk had is wanted all the same; its version is the number of that. */
	| 'knowing'
	/** A version that stopped: its ways out. */
	| 'stopped'
	/** Whether an unconfirmed message arrived. */
	| 'proof'
	/** A draft that is named: it is shown, or gone on with. */
	| 'named'
	/** A rejected version, an open question, and words that are in more than one place. */
	| 'rejected'
	| 'question'
	| 'words'
	/** A picture that a person sent, or shall send. */
	| 'photo'
	/** The question what should change (`desk/menu.ts`), and another title or picture that a version has. */
	| 'menu'
	| 'choice'
	/** When a version goes out; `at` is one of the times that `later` shows. */
	| 'plan'
	/** A post that is in the channel, or was. */
	| 'post'
	/** A week that the desk proposes: all of its posts, one of them, or none. */
	| 'week'
	/** A sheet of covers with a logo: it carries the key of the logo's event, and its version is the number of the sheet. */
	| 'brand'
	/** A request that waits until a time; it carries the key of its event. */
	| 'wait'
	/** The desk and no draft (`panel.ts`). */
	| 'panel';

interface Press {
	readonly of: PressKind;
	/** It goes away with the press: what it asks for is done, or said. */
	readonly once?: true;
	readonly decides?: Decision;
	/** The work on a version goes on by it. */
	readonly goesOn?: true;
	/** It is below a message that shows a plan, and names that plan. */
	readonly showsPlan?: true;
}

export const presses = {
	publish: { of: 'copy', decides: 'publish' },
	feedback: { of: 'copy', decides: 'feedback' },
	reject: { of: 'copy', decides: 'reject' },
	resume: { of: 'named', goesOn: true },
	take: { of: 'card' },
	skip: { of: 'card' },
	make_post: { of: 'request', once: true },
	no_post: { of: 'refusal', once: true },
	read_link: { of: 'link', once: true },
	mention: { of: 'request', once: true },
	make_anew: { of: 'request', once: true },
	// Below the word that the work on a message was given up before it had a draft.
	send_again: { of: 'request', once: true },
	leave_words: { of: 'refusal', once: true },
	write_anyway: { of: 'request', once: true },
	leave_repeat: { of: 'refusal', once: true },
	// Words that were heard wrongly: the person writes them.
	say_again: { of: 'refusal', once: true },
	use_heard: { of: 'change', once: true },
	read_anyway: { of: 'knowing', once: true },
	// Below a card it stays until the item is decided.
	take_anyway: { of: 'knowing' },
	leave_card: { of: 'knowing', once: true },
	show_it: { of: 'named' },
	edit_title: { of: 'stopped', decides: 'edit' },
	edit_text: { of: 'stopped', decides: 'edit' },
	retry: { of: 'stopped', goesOn: true },
	from_memory: { of: 'stopped', goesOn: true },
	send_link: { of: 'stopped', decides: 'edit' },
	write_anew: { of: 'stopped', decides: 'revise' },
	vouch: { of: 'stopped', goesOn: true },
	back: { of: 'stopped', once: true, decides: 'back' },
	drop: { of: 'stopped', once: true, decides: 'drop' },
	// Another event works on it.
	drop_anyway: { of: 'stopped', once: true, decides: 'drop' },
	there: { of: 'proof', once: true },
	not_there: { of: 'proof', once: true },
	absent: { of: 'proof', once: true },
	undo: { of: 'rejected', once: true, decides: 'back' },
	show: { of: 'named' },
	everywhere: { of: 'words', once: true, decides: 'revise' },
	// Its version is the number of the draft.
	change_it: { of: 'change', once: true },
	new_post: { of: 'request', once: true },
	// Its version is the number of posts.
	write_all: { of: 'request', once: true },
	first_only: { of: 'request', once: true },
	with_photo: { of: 'photo', once: true },
	album_all: { of: 'photo', once: true },
	album_cover: { of: 'photo', once: true },
	album_first: { of: 'photo', once: true },
	photo_mine: { of: 'photo', once: true },
	photo_again: { of: 'photo', once: true },
	photo_other: { of: 'photo', once: true },
	draw_one: { of: 'photo', once: true },
	send_one: { of: 'photo', once: true },
	other_picture: { of: 'menu', once: true },
	draw_new: { of: 'menu', once: true },
	other_title: { of: 'menu', once: true },
	one_title: { of: 'menu', once: true },
	three_titles: { of: 'menu', once: true },
	shorter: { of: 'menu', once: true },
	other_template: { of: 'menu' },
	own_words: { of: 'menu' },
	look_classic: { of: 'menu', once: true },
	look_panel: { of: 'menu', once: true },
	look_full: { of: 'menu', once: true },
	look_frame: { of: 'menu', once: true },
	look_words: { of: 'menu', once: true },
	look_news: { of: 'menu', once: true },
	look_photo: { of: 'menu', once: true },
	title_1: { of: 'choice', once: true },
	title_2: { of: 'choice', once: true },
	title_3: { of: 'choice', once: true },
	picture_before: { of: 'choice', once: true },
	later: { of: 'plan' },
	at: { of: 'plan' },
	other_time: { of: 'plan', showsPlan: true },
	not_later: { of: 'plan' },
	publish_now: { of: 'plan', showsPlan: true },
	next_slot: { of: 'plan', showsPlan: true },
	take_off: { of: 'plan', showsPlan: true },
	correct: { of: 'post' },
	take_down: { of: 'post' },
	take_down_yes: { of: 'post', once: true },
	take_down_no: { of: 'post', once: true },
	publish_anew: { of: 'post', once: true },
	leave_it: { of: 'post', once: true },
	close: { of: 'question', once: true, decides: 'cancel' },
	week_all: { of: 'week', once: true },
	// Its version is the place of the post, and its draft the one that the post would be.
	week_one: { of: 'week', once: true },
	week_none: { of: 'week', once: true },
	brand_use: { of: 'brand' },
	brand_other: { of: 'brand' },
	brand_leave: { of: 'brand' },
	cancel_wait: { of: 'wait' },
	lift_limit: { of: 'wait' },
	settings: { of: 'panel' },
	setting: { of: 'panel' },
	set: { of: 'panel' },
	unset: { of: 'panel' },
	speak: { of: 'panel' },
	page: { of: 'panel' },
} as const satisfies Readonly<Record<string, Press>>;

export type CallbackAction = keyof typeof presses;
/** The buttons of a kind. */
export type ActionOf<Kind extends PressKind> = {
	readonly [Action in CallbackAction]: (typeof presses)[Action]['of'] extends Kind ? Action : never;
}[CallbackAction];

export const callbackActions = Object.keys(presses) as CallbackAction[];

/** What a message of ours may have below it by name; the buttons of a card come with the card. */
export type ButtonAction = Exclude<CallbackAction, 'take' | 'at'>;
export const buttonActions = callbackActions.filter((action): action is ButtonAction => action !== 'take' && action !== 'at');

/** What is known of a button; nothing of one that a newer release of the other side has. */
export const pressOf = (action: string): Partial<Press> => (Object.hasOwn(presses, action) ? presses[action as CallbackAction] : {});

/** Whether the work on a version goes on by a button. */
export const goesOn = (action: string): boolean => pressOf(action).goesOn === true;

/** Whether a button is of one of these kinds. */
export const isOf =
	<Kind extends PressKind>(...kinds: readonly Kind[]) =>
	(action: CallbackAction): action is ActionOf<Kind> =>
		(kinds as readonly (PressKind | undefined)[]).includes(pressOf(action).of);
