import {
	DELETE_WITHIN_HOURS,
	MAX_ARTICLE_TEXT_UNITS,
	MAX_CAPTION_UNITS,
	MAX_CATEGORY_UNITS,
	MAX_IMAGE_BYTES,
	MAX_SENT_IMAGE_BYTES,
	MAX_SENT_IMAGE_PIXELS,
	MAX_SIGNATURE_UNITS,
	MAX_SUBTITLE_UNITS,
	MAX_TITLE_UNITS,
	MAX_TOPIC_UNITS,
	MAX_WORD_UNITS,
	MIN_ARTICLE_TEXT_UNITS,
	MIN_CHAT_IMAGE_SIDE_PX,
	NEWS_FALLBACK_WINDOW_DAYS,
	SOURCE_IMAGE_HEIGHT_PX,
	SOURCE_IMAGE_WIDTH_PX,
	SPEND_DAYS,
} from '../limits.ts';
import { LONGEST_PLAN_DAYS } from '../schedule/when.ts';
import type { Interrupted, Messages } from './messages.ts';
import { MIB, paragraphs, phrasing } from './phrasing.ts';

const locale = 'en-GB';
const { quote, counted, listed, number, called, about } = phrasing(locale, ['“', '”'], 'draft');
const ANOTHER = 'Please choose another one.';
const PUBLIC = 'Please use the public https address of the source.';
const LATER = 'try again later.';

/** In place of the link to a post whose message id is not known. */
const FORWARD_IT =
	'I do not know which post of the channel it is, so I cannot link it, correct it or take it down. Please forward that post to me.';
const MORE_FEEDS = { one: 'more feed', other: 'more feeds' };
const ITEMS = { one: 'item', other: 'items' };

/** What was asked for, by whom and when. */
const work = ({ by, draft, at }: Interrupted): string =>
	draft === null ? `${by === null ? 'Your request' : `A request by ${by}`} of ${at}` : `The work on ${draft}, begun ${at},`;
const wayOn = ({ draft }: Interrupted): string => (draft === null ? 'Please send the request again.' : 'Press Resume to continue.');

const HOURS = { one: 'hour', other: 'hours' };
const paid = (limit: number): string => counted(limit, { one: 'paid request', other: 'paid requests' });
const later = (at: string, ofDraft: number | null): string =>
	`I can continue from ${at}. ${ofDraft === null ? 'Please send the request again then.' : `Then send /resume ${ofDraft}.`}`;

const waitAbout = (what: string | null): string => (what === null ? '' : `\n\n${what}`);
const waitCount = (count: number): string =>
	count === 1 ? 'One request waits and goes on by itself' : `${count} requests wait; the first goes on by itself`;

const costing = (money: string | null): string => (money === null ? '' : ` (the last one cost ${money})`);

export const en: Messages = {
	name: 'English',
	locale,
	called,

	commands: {
		start: { parameters: '', description: 'say hello and see what I can do' },
		help: { parameters: '', description: 'see what I can do' },
		post: { parameters: '<request>', description: 'prepare an illustrated post' },
		news: { parameters: '[topic or link]', description: 'look for news (about a topic, if you give one), or offer one article' },
		sources: { parameters: '', description: 'see the feeds that I read, and what each gave' },
		draft: { parameters: '<number>', description: 'show a draft again, or say what state it is in' },
		resume: { parameters: '<number>', description: 'continue a draft that stopped' },
		status: { parameters: '', description: 'see what is in work and what waits for you' },
		plan: { parameters: '[number]', description: 'see what is planned, or choose when a draft goes out' },
		cancel: { parameters: '', description: 'close the open question about feedback' },
		language: { parameters: '[language]', description: 'choose the language I speak with you' },
		settings: { parameters: '', description: 'see the settings of the desk, or change them' },
	},
	help: ({ commands }) =>
		paragraphs(
			'Send me what a post should be about, or the link of an article: that is all it takes. There are commands too.',
			commands,
			'Under each preview there are buttons to publish the post, now or later, to have it changed, and to reject it.',
			'If we had that already, I ask before I write it again.',
		),
	helpTasks: { posts: 'To get a post', drafts: 'To see how far a draft is', desk: 'To change how I work' },
	unknownCommand: ({ named, nearest, answer }) =>
		paragraphs(
			`I do not know the command /${named}.`,
			nearest === null ? (answer ?? 'Send /help to see what I can do.') : `Did you mean /${nearest}? All commands: /help`,
		),
	start: ({ help }) =>
		paragraphs(
			'Hello! This is your editorial desk. I write posts, check their facts, draw an illustration and show you a preview. ' +
				'Nothing is published before one of you presses Publish.',
			help,
		),
	usages: {
		post: paragraphs(
			'Write /post and then what the post should be about.',
			'Example: /post Our clinic opens on Saturdays from May, 9:00 to 14:00',
		),
		news: paragraphs(
			`Write /news and, if you like, a topic of at most ${MAX_TOPIC_UNITS} characters, or a link.`,
			'Example: /news dental care',
		),
		draft: paragraphs('Which draft? Write /draft and its number: /status shows it in brackets.', 'Example: /draft 12'),
		resume: paragraphs('Which draft? Write /resume and its number: /status shows it in brackets.', 'Example: /resume 12'),
		status: 'Write /status alone, with nothing after it.',
		sources: 'Write /sources alone, with nothing after it.',
		plan: paragraphs(
			'/plan shows what is planned. With the number of a draft I show it with the buttons for its time.',
			'Example: /plan 12',
		),
		cancel: 'Write /cancel alone, with nothing after it.',
		settings: paragraphs(
			'I know no setting of that name. /settings lists them all. Write one of these names and its new value:',
			'/settings Hashtags #harbour',
		),
		forwarded: 'I follow no commands in forwarded messages. Please type the command yourself.',
		edited: 'I have read your message already and do not follow its changes. Please send the new words as a message of their own.',
		wordless: 'There are no words in your request. Please write what the post should be about.',
		endlessWord: `Your request has a word of more than ${MAX_WORD_UNITS} letters. Please use shorter words.`,
		otherScript:
			'Most of your request is in letters that a cover cannot show. Covers have Latin, Cyrillic and Greek letters; ' +
			'please use one of these.',
		movingPicture: 'I can only use pictures that do not move. Please send a photo with the words for the post below it.',
		pictureWithLink:
			'I cannot read a link and use a picture in one step yet. Please send the words instead of the link, or the link alone.',
		pleasantry: 'All right. /status shows what waits for you, /help what I can do.',
		noText: 'I can only read text, and pictures with words below them. Please send your request in words, or /help to see what I can do.',
	},
	answers: {
		publish:
			'Press “Publish” under the preview of a draft. I publish nothing before one of you presses it. /status shows what waits for you.',
		schedule: 'Press “Later…” under the preview of a draft and choose a time. /plan shows what is planned; you can change it there.',
		change: 'Press “Feedback” under the preview of the draft, and write there what should change. You can also write: “title: New title”.',
		picture: 'Press “Feedback” under the preview of the draft and ask for another picture there, for example: “new picture, no people”.',
		photo:
			'Send the photo with the words for the post below it, or as your answer when I ask what should change in a draft. Then I draw none.',
		takedown:
			'Press “Take down” under the message that told you of its publication, or under /draft with its number. ' +
			`After ${DELETE_WITHIN_HOURS} hours I can only put a line in place of its text.`,
		correct:
			'Press “Correct” under the message that told you of its publication, or under /draft with its number, and write what should change.',
		drop:
			'Press “Reject” under the preview of the draft. Work that stopped has a button “Drop it”: see /status. ' +
			'/cancel closes an open question.',
		undo: 'The message about the rejection has a button “Undo” for an hour. After that, please ask for the post again.',
		resume: '/status shows what stopped and why. The buttons there continue it.',
		language:
			'Name the language in your request, for example “in German”. To translate a draft, press “Feedback” under its preview and write ' +
			'“in German”. The owner sets the language of all posts in /settings.',
		news:
			'/news looks for news, /news and a topic for news about it. /sources shows the feeds that I read. ' +
			'The owner changes them in /settings.',
		cost:
			'Each post takes several paid requests to the AI: for the text, its check and the picture. ' +
			'The AI provider charges the owner of the desk. /settings shows how many requests are allowed.',
		time: 'Most posts take a few minutes. The preview comes by itself, and /status shows what is in work.',
		people:
			'This desk has an owner and an editor. Both can ask for posts and publish them. ' +
			'The person who runs the desk decides who they are.',
		settings: '/settings shows what can be changed; the owner changes it. How I write is set by “House style”.',
		links: 'Send me the link of an article, and I read it and suggest a post with facts from the page. I cannot open files or videos.',
		facts:
			'A post about news takes its facts from the article. The AI then checks each text against its sources or your request. ' +
			'Mistakes are still possible, so please read the preview before you publish.',
	},
	noAnswer: 'I have no answer to that. /help shows what I can do. Or shall I write a post about it?',
	noSuchOrder: 'I cannot do that. /help shows what I can do. Or shall I write a post about it?',
	meantAsRequest: 'Shall I write a post about this?',
	meantAsWish:
		'This looks like a change to a draft. To change one, press Feedback under its preview and write it there. ' +
		'Or shall I make a new post from this?',
	meantForPost: ({ draft }) => `Change ${draft}, or a new post?`,
	questionOver: 'That question is closed. Make a new post of this?',
	meantWithLinks: 'Shall I read a page from your message and suggest a post with its facts, or write from your words alone?',
	readLink: ({ link }) => `Read ${link}`,
	meantForwarded: 'You forwarded this message. Shall I write a post about it?',
	meantAll: 'This text is as long as a message can be. If more of it follows, I add it. Shall I write a post from all of it?',
	addedToBefore: 'I have added this to the text before it. Please press a button under my question.',
	meantAnew: 'You changed your message. What I made of the earlier words stays as it is. Shall I make a new draft from the new words?',
	hadThat: {
		published: ({ draft, day, link }) => `We had that: ${draft} was published on ${day}.${link === null ? '' : `\n${link}`}`,
		planned: ({ draft, day }) => `We have that: ${draft} is planned and goes out on ${day}.`,
		open: ({ draft, day }) => `We have that: ${draft} has been in work since ${day}.`,
		rejected: ({ draft, day }) => `We had that: ${draft} was rejected on ${day}.`,
		asked: ({ by, words }) => `${by === null ? 'You have' : `${by} has`} just asked for that: “${words}”.`,
		question: ({ had }) => `${had}\n\nShall I write about it anyway?`,
	},
	stranger: ({ userId }) => `This desk is private. If you are to take part, give its owner this number: ${userId}`,
	languageNow: 'I speak English with you. Which language shall I speak? The language of the posts does not change with it.',
	languageSet: 'From now on I speak English with you. The language of the posts stays as it is.',

	settings: {
		names: {
			language: 'Language of posts',
			house_style: 'House style',
			feeds: 'Feeds',
			daily_offer: 'Daily offer of news',
			cards: 'News cards per search',
			paid_per_hour: 'AI requests per person and hour',
			paid_per_day: 'AI requests per day',
			slots: 'Posting times',
			least_minutes_between: 'Minutes between posts',
			remind_hours: 'Hours until a reminder',
			quiet_from: 'Quiet from',
			quiet_to: 'Quiet until',
			picture: 'Picture',
			template: 'Cover template',
			signature: 'Signature',
			hashtags: 'Hashtags',
			buttons: 'Link buttons',
			silent: 'Post without sound',
			spoiler: 'Hide the picture',
			caption_above: 'Text above the picture',
			source_form: 'Source of news',
		},
		about: {
			language: 'The language of titles, texts and covers. “Automatic” takes the language of each request.',
			house_style: 'How the desk writes, in your own words. It goes into every request to the AI.',
			feeds: 'Addresses of RSS, Atom or JSON feeds, with a space or a new line between them.',
			daily_offer: 'The hour at which I offer both of you news every day, in the time zone of the desk, or “off”.',
			cards: 'How many news items one search offers.',
			paid_per_hour: 'How many AI requests one person may cause in an hour. A lower limit set by the person who runs the desk holds too.',
			paid_per_day: 'How many AI requests the desk may make in 24 hours. A lower limit set by the person who runs the desk holds too.',
			slots: 'When the channel usually posts, for example: mon-fri 09:00 18:30; sat 11:00',
			least_minutes_between: 'The shortest time between two posts, in minutes.',
			remind_hours: 'After how many hours I remind you of a post that waits for a decision. 0 means never.',
			quiet_from: 'From this time on I send no reminders.',
			quiet_to: 'Until this time I send no reminders.',
			picture: [
				'“Cover” puts the title on the picture, “photo” leaves the picture as it is.',
				'For one post, write “without a cover” or “with a cover” in its request or as feedback.',
			].join(' '),
			template: [
				'How the covers of new posts look. Classic: the picture fades into dark. Panel: a block of colour.',
				'Full: the picture to the edges. Frame: a print on paper. Words: no picture. News: a bar, source and date.',
				'For one post, reply “use the frame template”.',
			].join(' '),
			signature: `A line below every post, at most ${MAX_SIGNATURE_UNITS} characters.`,
			hashtags: 'Hashtags below every post: a list (#one #two), “ai 3” for up to three chosen by the AI, or “none”.',
			buttons: 'At most two buttons below every post, for example: Subscribe https://example.com; Read more https://example.com/blog',
			silent: 'Posts in the channel make no sound.',
			spoiler: 'The picture is blurred until somebody taps it.',
			caption_above: 'The text is shown above the picture.',
			source_form: '“Line” ends a news post with the address of its source, “words” with the name of the source as a link.',
		},
		values: {
			on: 'on',
			off: 'off',
			none: 'none',
			auto: 'automatic',
			cover: 'cover',
			photo: 'photo',
			line: 'line',
			words: 'words',
			'ff-square-0.1': 'classic',
			panel: 'panel',
			full: 'full',
			frame: 'frame',
			news: 'news',
		},
		elsewhere: { n8n: 'as set in n8n', operator: 'as set by the person who runs the desk' },
		title: '⚙️ Settings of the desk',
		weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
		groups: { posts: 'Posts', news: 'News', look: 'Covers', times: 'Times', budget: 'AI budget' },
		choose: 'What would you like to change?',
		ownersOnly: 'The settings belong to the owner of the desk. Ask the owner to change one.',
		page: ({ name, about: does, value }) => paragraphs(name, does, `Now: ${value}`),
		askChoice: 'Press a value, or send another one as your next message.',
		askWords: 'Send the new value as your next message, or “cancel”.',
		saved: ({ name, value }) => `✅ Saved. ${name}: ${value}`,
		notSaved: ({ name, problem }) => paragraphs(`${name}: ${problem}`, 'Nothing has changed. Send it again, or “cancel”.'),
		problems: {
			choice: ({ choices }) => `I expected one of these: ${choices.join(', ')}.`,
			number: ({ least, most }) => `I expected a whole number from ${number(least)} to ${number(most)}.`,
			too_long: ({ units, most }) => `The text has ${number(units)} characters; at most ${number(most)} fit.`,
			too_many: ({ count, most }) => `I read ${number(count)} of them; at most ${number(most)} are possible.`,
			language: ({ words }) => `I do not know the language ${quote(words)}. Send its name, for example: German.`,
			hour: ({ words }) => `I do not see an hour in ${quote(words)}. Send a full hour like 9 or 18:00, or “off”.`,
			clock: ({ words }) => `I do not see a time in ${quote(words)}. Send a time like 22:00.`,
			address: ({ words }) => `This is not the address of a feed: ${quote(words)}. It has to begin with https://.`,
			slots: ({ words }) => `I cannot read these times: ${quote(words)}. Write them like this: mon-fri 09:00 18:30; sat 11:00`,
			hashtag: ({ words }) => `This is not a hashtag: ${quote(words)}. Write them like this: #harbour #ferry`,
			button: ({ words }) => `I cannot read this button: ${quote(words)}. Write it like this: Subscribe https://example.com`,
		},
	},

	states: {
		text_generating: 'is being written',
		text_preparing: 'is getting its cover and its preview',
		ready: 'waits for a decision',
		awaiting_feedback: 'waits for feedback',
		claimed: 'is planned (/plan), is being published, or waits for the owner to check the channel',
		superseded: 'was replaced by a newer version',
		rejected: 'was rejected',
		published: 'is published',
	},
	draftState: ({ draft, number: ofDraft, state, problem }) =>
		`${draft} ${problem === null ? `${state}.` : `has stopped. ${problem} What can be done: /draft ${ofDraft}`}`,
	claims: {
		planned: ({ at }) => `goes out on ${at}`,
		missed: ({ at }) => `did not go out on ${at}, and waits for you to decide`,
		unconfirmed: 'waits for the owner to check the channel',
		publishing: 'is being published',
	},
	workGroups: { waits: 'Waits for one of you:', works: 'In work:', planned: 'Planned:', stopped: 'Stopped:' },
	openWork: ({ groups, more }) => {
		if (groups.length === 0) return 'Nothing is in work.';
		const left = more === 0 ? null : `… and ${counted(more, { one: 'more draft', other: 'more drafts' })}`;
		return paragraphs(...groups, left);
	},
	unconfirmed: ({ count }) =>
		`The messenger did not confirm ${counted(count, { one: 'message', other: 'messages' })}. ` +
		'If I asked you about one, please press a button under my question.',
	interruptedWork: ({ count }) =>
		`${counted(count, { one: 'request was', other: 'requests were' })} interrupted. ` +
		'Continue with /resume and the number of the draft, or send the request again.',
	untold: ({ name, count }) => `In the last days, ${counted(count, { one: 'message', other: 'messages' })} of mine did not reach ${name}.`,
	previewOf: ({ draft, by, words }) => `📝 ${draft}: ${by} asked for it${words === null ? '.' : `: ${quote(words)}`}`,
	coverContradicts: ({ words }) =>
		`⚠️ The cover says something that the text does not: ${listed(words.map(quote))}. Please compare the two before you publish.`,
	coverLeavesOut: ({ signs }) => `The cover leaves out ${signs.join(' ')}, which it cannot show.`,
	linksOfCaption: ({ links }) => `🔗 Links in the text:\n${links.join('\n')}`,
	workDone: ({ draft }) => `${draft} is done. Its preview is below.`,
	previewNotReached: ({ name, draft }) =>
		`${name} does not get the preview of ${draft}: ${name} has blocked the bot. You can decide alone, or ask ${name} to unblock it.`,
	previewUnsentTo: ({ name, draft }) =>
		`The messenger refused the preview of ${draft} for ${name}. You can decide alone; I will tell ${name} how to get it.`,
	previewUnsent: ({ draft, number: ofDraft }) => `I could not send you the preview of ${draft}. /draft ${ofDraft} shows it.`,
	questionUnsentTo: ({ name, draft }) =>
		`My question to ${name} about ${draft} did not arrive, and the draft waits for the answer. The owner can close it with /cancel.`,
	questionUnsent: ({ draft }) => `I could not send you the question about ${draft}. Simply write here what should change, or send /cancel.`,
	unreachable: ({ name }) => `${name} has blocked the bot and gets no messages from it.`,
	channelClosed: 'I cannot post to the channel. Make the bot an administrator of the channel and let it post messages.',

	workStopped: 'This work has stopped. The reason is in the message below.',
	workStarted({ draft, steps }) {
		const named = {
			read: 'read the article',
			facts: steps.includes('read') ? 'take the facts from it' : 'take the facts from the article',
			write: 'write the text',
			check: steps.includes('write') ? 'check it' : 'check the text',
			draw: 'draw the illustration',
			cover: 'make the cover',
		};
		const done = listed(steps.map((step) => named[step]));
		return `I am on it: ${draft}. ${done === '' ? 'I will send you the preview.' : `I will ${done}, and then send you the preview.`}`;
	},
	leftOut: ({ words }) => `I changed exactly what you wrote. I left this part out; please send it separately: ${quote(words)}`,
	workFailed: ({ draft, problem, kept }) =>
		paragraphs(`${draft} is saved, but it is not finished. ${problem}`, kept === null ? null : `What is written so far:\n${kept}`),
	givenUp: ({ draft, problem }) => `I have given up on ${draft}. ${problem}`,
	editQuestions: {
		edit_title: ({ draft }) => `What should the title of ${draft} be? Please write it here, or cancel.`,
		edit_text: ({ draft }) => `What should change in ${draft}? Please write it here in your own words, or cancel.`,
	},
	editCancelled: 'All right, nothing changes.',
	dropUnderWay: ({ draft, by }) =>
		`${by === null ? 'You asked for' : `${by} asked for`} work on ${draft}, and I am at it right now. Shall I drop it anyway?`,
	underWay: ({ draft, number: ofDraft, by, since, until }) =>
		`I am still working on ${draft}: ${by ?? 'you'} asked for it on ${since}. I do not start again, so that nothing is paid ` +
		`for twice.\n\nIf no preview has come by ${until}, send /resume ${ofDraft} again.`,
	providerRefused: ({ draft, by, problem }) => `⚠️ ${draft} has stopped (asked for by ${by}). ${problem}`,
	waits: {
		at: { today: ({ at }) => `at ${at}`, later: ({ at }) => `on ${at}` },
		soon: ({ seconds }) => `in ${seconds} s`,
		told: {
			person: ({ about: what, goesOn }) => `⏳ The limit of this hour is reached; I go on by myself ${goesOn}.${waitAbout(what)}`,
			desk: ({ about: what, goesOn }) => `⏳ The desk has reached its limit of this day; I go on by myself ${goesOn}.${waitAbout(what)}`,
			money: ({ about: what, goesOn }) => `⏳ The money for ${SPEND_DAYS} days is spent; I go on by myself ${goesOn}.${waitAbout(what)}`,
			messenger: ({ about: what, goesOn }) => `⏳ The messenger asks me to wait; I go on by myself ${goesOn}.${waitAbout(what)}`,
			provider: ({ about: what, goesOn }) => `⏳ The AI provider asks me to wait; I go on by myself ${goesOn}.${waitAbout(what)}`,
		},
		words: ({ words }) => quote(words),
		ofOther: {
			person: ({ name, about: what, goesOn }) =>
				`⏳ ${name} has reached the limit of this hour. The request goes on by itself ${goesOn}.${waitAbout(what)}`,
			desk: ({ name, about: what, goesOn }) =>
				`⏳ The desk has reached its limit of this day. A request by ${name} goes on by itself ${goesOn}.${waitAbout(what)}`,
			money: ({ name, about: what, goesOn }) =>
				`⏳ The money for ${SPEND_DAYS} days is spent. A request by ${name} goes on by itself ${goesOn}.${waitAbout(what)}`,
		},
		inStatus: {
			person: ({ goesOn, count }) => `⏳ The limit of this hour is reached. ${waitCount(count)} ${goesOn}.`,
			desk: ({ goesOn, count }) => `⏳ The desk has reached its limit of this day. ${waitCount(count)} ${goesOn}.`,
			money: ({ goesOn, count }) => `⏳ The money for ${SPEND_DAYS} days is spent. ${waitCount(count)} ${goesOn}.`,
			messenger: ({ goesOn, count }) => `⏳ The messenger asks me to wait. ${waitCount(count)} ${goesOn}.`,
			provider: ({ goesOn, count }) => `⏳ The AI provider asks me to wait. ${waitCount(count)} ${goesOn}.`,
		},
		toast: {
			limit: ({ goesOn }) => `The limit is reached. I go on by myself ${goesOn}.`,
			asked: ({ goesOn }) => `I have to wait. I go on by myself ${goesOn}.`,
		},
		already: ({ goesOn }) => `This waits already. I go on by myself ${goesOn}.`,
		goesOnNow: '▶️ The wait is over. I am going on.',
		ended: '▶️ The wait is over.',
		movedOn: ({ now }) => `Your press had to wait, and meanwhile something else was decided. So I did nothing.${waitAbout(now)}`,
		lifted: ({ name }) => `▶️ ${name} lifted the limit for this one request. I am going on.`,
		cancelled: '✖️ Cancelled. I do nothing more for this request.',
		over: 'This request is not waiting any more, so the button changes nothing.',
		ownersAlone: 'Only the owner can lift the limit.',
	},
	budgetSpent: {
		person: ({ limit, at, number: ofDraft }) =>
			`You have reached the limit of this hour: ${paid(limit)} to the AI for one person. ` +
			`I did not send this one.\n\n${later(at, ofDraft)}`,
		desk: ({ limit, at, number: ofDraft }) =>
			`The desk has reached its limit: ${paid(limit)} to the AI in 24 hours. ` + `I did not send this one.\n\n${later(at, ofDraft)}`,
	},
	moneySpent: ({ limit, at, number: ofDraft }) =>
		`The AI may cost this desk ${limit} in ${SPEND_DAYS} days, and that is spent. ` +
		`I did not ask it for this one.\n\n${later(at, ofDraft)}`,
	spend: ({ requests, money, unknown }) =>
		`This post: ${counted(requests, { one: 'request', other: 'requests' })} to the AI` +
		`${money === null ? '' : `, about ${money}`}${unknown === null ? '' : ` (the cost of ${unknown} is not known)`}.`,
	imageModelGone: ({ model, number: ofDraft }) =>
		`The AI provider does not serve the picture model ${model} any more, so I did not pay for a text without a picture. ` +
		'Ask the person who runs the desk to choose another model; then ' +
		`${ofDraft === null ? 'send your request again' : `send /resume ${ofDraft}`}. ` +
		'If the model is back, press Try again under the draft whose picture failed.',
	refused: ({ problem }) => `${problem} Nothing has changed.`,
	answerTooLate: ({ draft }) =>
		`Your answer came too late: ${draft} is already being changed. I did nothing with your answer. ` +
		'When the new preview is here, press Feedback there and write it again.',
	draftMissing: ({ draft, version }) =>
		`There is no draft ${draft}${version === null ? '' : ` with a version ${version}`}. Send /status to see what is in work.`,
	feedbackQuestion: ({ draft }) =>
		paragraphs(
			`What should change in ${draft}? Please write it here. ` +
				'While the question is open, your words are its answer; a new post begins with /post.',
			'Use your own words, or one of these:\nreplace “old words” with “new words”\ntitle: …\nsubtitle: …\nnew picture\ncancel',
		),
	feedbackClosed: ({ draft }) => `Nothing changes in ${draft}. Its buttons work again.`,
	feedbackClosedBy: ({ draft, by }) => `${by} closed your question about ${draft}. Nothing changes in it.`,
	questionOpen: ({ draft }) => `First answer my question about ${draft}, or close it. Then press the button again.`,
	nothingToCancel: 'No question about feedback is open, so there is nothing to close.',
	publicationRefused({ draft, cause, seconds = null }) {
		const why = {
			rights:
				'because the bot may not post to the channel. Make it an administrator there and let it post messages; then press Publish again.',
			busy:
				seconds === null
					? 'because the messenger is busy. Please press Publish again in a minute.'
					: `because the messenger asks me to wait ${seconds} s. Please press Publish again: ` +
						'if it is too early, I keep the press and publish by myself.',
			away: 'because I could not reach the messenger. Please press Publish again in a minute.',
			gone: 'because the post that it corrects is no longer in the channel.',
			refused: 'because the messenger refused it. Its buttons work again, so you can try once more.',
		};
		return `${draft} is not published, ${why[cause]}`;
	},
	publicationUnconfirmed: ({ draft }) =>
		`The messenger did not confirm ${draft}: the post may be in the channel. ` +
		'I look for it there, and ask the owner if I do not find it; I never send it again by myself.',

	publishedBefore: ({ by }) =>
		`${by === null ? 'You have pressed Publish already' : `${by} pressed Publish first`}. ` +
		'The post is going out now, or at the time that /plan shows.',
	channelRefused: ({ draft, by }) =>
		`⚠️ ${by} pressed Publish for ${draft}, but the bot may not post to the channel, and only you can change that. ` +
		'Make the bot an administrator of the channel and let it post messages. Then either of you can press Publish again.',

	plans: {
		otherTime: 'Other time',
		question: ({ draft }) =>
			paragraphs(
				`When should ${draft} go out? Please write the time here.`,
				'Examples: 18:30 · tomorrow 9 · fri 18:00 · 24.12. 18:00 · in 2 hours',
			),
		kept: ({ draft, at }) => `🕒 ${draft} goes out on ${at}. /plan shows everything that is planned.`,
		notKept: {
			past: ({ at }) => `${at} is past. Please write a time that is still to come.`,
			too_far: ({ at }) => `${at} is too far ahead: I plan at most ${LONGEST_PLAN_DAYS} days. Please write an earlier time.`,
			skipped: ({ at }) => `There is no ${at}: the clocks go forward then. Please write another time.`,
			no_such_day: ({ at }) => `There is no ${at} in the calendar. Please write another day.`,
			not_understood: 'I did not understand this time. Please write for example: 18:30, tomorrow 9, fri 18:00, 24.12. 18:00 or in 2 hours.',
		},
		made: ({ draft, by, at }) => `🕒 ${by} planned ${draft}: it goes out on ${at}.`,
		moved: ({ draft, by, at }) => `🕒 ${by} changed the time of ${draft}: it goes out on ${at}.`,
		takenOff: ({ draft, by, at }) => `${by} took ${draft} off. It does not go out on ${at}; it waits for a decision again.`,
		takenOffBecause: {
			approver_left: ({ draft, at }) =>
				`${draft} does not go out on ${at}: the person who approved it no longer takes part. It needs a new decision.`,
			not_agreed: ({ draft, at }) =>
				`${draft} does not go out on ${at}: not everybody who must approve it has done so. It waits for a decision again.`,
			content_changed: ({ draft, at }) =>
				`${draft} does not go out on ${at}: it is no longer what was approved. It waits for a decision again.`,
			failed: ({ draft, at }) => `${draft} did not go out on ${at}: the work failed. It waits for a decision again.`,
		},
		missed: {
			late: ({ draft, at }) => `${draft} was to go out on ${at}, and I could not publish it in time.`,
			no_rights: ({ draft, at }) =>
				`${draft} was to go out on ${at}, but the bot may not post to the channel. ` +
				'Make it an administrator there and let it post messages.',
			restored: ({ draft, at, channel }) =>
				`This desk was restored from a backup, in which ${draft} is planned for ${at}. ` +
				`It may be in the channel already; please look: ${channel}`,
		},
		whatNow: 'What shall I do with it?',
		othersDecide: ({ names }) => `You have no copy of it, so ${names} decides what becomes of it. Please ask them.`,
		nothing: 'Nothing is planned.',
		list: ({ lines, more }) => {
			const left = more === 0 ? '' : `\n… and ${counted(more, { one: 'more post', other: 'more posts' })}`;
			return `Planned:\n${lines.map((line) => `• ${line}`).join('\n')}${left}`;
		},
		line: ({ draft, at, by }) => `${at}: ${draft}, approved by ${by}`,
		lineMissed: ({ draft, at, by }) => `${at}: ${draft}, approved by ${by}. It did not go out and waits for you`,
		count: ({ count }) => `${counted(count, { one: 'post is', other: 'posts are' })} planned. Change that with /plan.`,
	},
	reminders: {
		text({ lines, more }) {
			const left = more === 0 ? '' : `\n… and ${counted(more, { one: 'more draft', other: 'more drafts' })}: /status`;
			return `⏰ This waits for you:\n${lines.map((line) => `• ${line}`).join('\n')}${left}`;
		},
		line: {
			ready: ({ draft, hours }) => `${draft}: has waited for a decision for more than ${counted(hours, HOURS)}`,
			left: ({ draft, hours }) =>
				`${draft}: was planned, but the person who approved it no longer takes part; has waited for more than ${counted(hours, HOURS)}`,
			missed: ({ draft, hours }) => `${draft}: was planned and did not go out; has waited for more than ${counted(hours, HOURS)}`,
			unconfirmed: ({ draft, hours }) =>
				`${draft}: it is not known whether it is in the channel; please look. It has waited for more than ${counted(hours, HOURS)}`,
			stopped: ({ draft, hours }) => `${draft}: stopped, and has waited for you for more than ${counted(hours, HOURS)}`,
		},
		nothing: 'Nothing waits for you any more.',
	},
	approvals: {
		first: ({ names }) => `Approve, then ${names}`,
		last: ({ by }) => `Publish (${by} approved)`,
		waits: ({ names, at }) => (at === null ? `⏳ Waits for ${names}` : `⏳ ${at}: waits for ${names}`),
		agree: ({ by, at }) => (at === null ? `Agree with ${by}: now` : `Agree with ${by}: ${at}`),
		noted: ({ names }) => `Your approval is noted. Now it waits for ${names}.`,
		nobody: ({ names }) =>
			paragraphs(
				names === ''
					? 'Your approval is noted, but this desk has nobody else who could approve the post.'
					: `Your approval is noted, but ${names} has to approve the post too and takes no part at present.`,
				'The person who runs the desk can let them take part again, or change who has to approve posts.',
			),
		told: ({ draft, by, at }) =>
			at === null
				? `${by} approved ${draft}. It goes out as soon as you approve it too.`
				: `${by} wants ${draft} to go out on ${at}. It waits for you to agree: the button is below your copy.`,
	},

	menu: {
		orPress: 'Or press what you want:',
		closed: '✏️ The question is closed.',
		templates: 'Which template should the cover have? Text and picture stay as they are.',
		ownWords: 'Please write here what should change, in your own words.',
		howManyTitles: ({ money }) =>
			`One new title, or three to choose from? Either is one paid request for the text and one for its check${costing(money)}. ` +
			'Taking another of the three later is one more check.',
		drawNew: ({ money }) =>
			`A new picture is one paid request${costing(money)}. ` +
			'I keep the present one: then you have two to choose from, and going back is free.',
		otherTitles: ({ titles }) => `Other titles to choose from:\n${titles.map((title, at) => `${at + 1}. ${title}`).join('\n')}`,
		twoPictures: 'You have two pictures to choose from: this one, and the one before.',
		noPictureBefore: 'This draft had no other picture before.',
		says: {
			picture: 'new picture',
			title: 'another title',
			titles: 'three titles',
			named: 'title',
			before: 'the picture before',
			shorter: 'shorter',
			photo: 'without a cover',
			template: ({ name }) => `use the ${name} template`,
		},
		cancel: 'Cancel',
	},

	photos: {
		alone: 'What should the post be about? Send the words as an answer to your picture.',
		rights:
			'This is the first picture that you send. May it be published: did you take it, or do you have permission to use it? ' +
			'I keep your answer and do not ask again.',
		faults: {
			too_large: `This file is larger than ${MAX_SENT_IMAGE_BYTES / MIB} MiB, so I cannot get it. Please send a smaller one.`,
			too_many_pixels:
				`This picture has more than ${MAX_SENT_IMAGE_PIXELS / 1_000_000} million pixels. ` +
				'Please send it as a photo, not as a file, or make it smaller.',
			moving: 'This picture moves. Please send one that does not.',
			format: 'I cannot read this kind of picture. Please send a JPEG, PNG or WebP file, or send it as a photo.',
			unreadable: 'I cannot read this picture; the file seems to be broken. Please send it again, or send another one.',
			gone: 'Telegram does not give me this file any more. Please send it again.',
			away: 'I could not fetch or store your picture just now. Your message is kept: press “Try again” in a minute.',
		},
		tooSmall: ({ width, height }) =>
			`This picture has ${width} × ${height} pixels. Its short side needs at least ${MIN_CHAT_IMAGE_SIDE_PX}, or it looks blurred. ` +
			'Please send a larger one.',
		which: 'The picture of this draft is one that you sent. Shall I draw one, or will you send another one?',
		send: 'Please send the picture, as a photo or as a file.',
		another: 'A post has one picture, and I take the first one that has words. Shall I take this one instead?',
		tooSoon: 'I am still working on that draft. Please press the button again when its preview is here.',
		sent: 'Its picture was sent by one of you.',
		drawn: 'Its picture was drawn by the AI.',
	},

	posts: {
		correct: ({ draft, day, link }) =>
			paragraphs(
				`What should change in ${draft}, the post of ${day}? ${link}`,
				'Write it here, as you give feedback on a preview. You get a preview of the correction. ' +
					'The post changes when one of you presses Publish.',
			),
		correctionOf: ({ draft, by, day, link, change }) =>
			paragraphs(
				`✏️ ${draft} is a correction of the post of ${day}, asked for by ${by ?? 'you'}${change === null ? '.' : `: ${change}`}`,
				`Publish changes the post in the channel: ${link}`,
			),
		corrected: ({ draft, by, day, link }) => `✅ ${by ?? 'You'} corrected the post of ${day}: ${draft}.\n${link}`,
		correctionToSettle: ({ draft, day, link }) =>
			paragraphs(
				`The messenger did not confirm that the post of ${day} was changed. It may show the correction ${draft}, or what it showed before.`,
				`Please look at the post and tell me whether the correction is there: ${link}`,
			),
		correctionConfirmed: ({ draft, day, link }) => `✅ It is confirmed now: the post of ${day} shows ${draft}.\n${link}`,
		correctionMissing: ({ draft }) => `The post was not changed after all. ${draft} waits for a decision again, and its buttons work.`,
		gone: ({ draft }) =>
			`The post that ${draft} corrects is no longer in the channel, so there is nothing to correct. What shall I do with the correction?`,
		takeDown: ({ draft, day, link }) => `Shall I take ${draft}, the post of ${day}, out of the channel? This cannot be undone.\n${link}`,
		askLine: ({ draft, day, link }) =>
			paragraphs(
				`Telegram lets me delete a post for ${DELETE_WITHIN_HOURS} hours, and ${draft} is of ${day}. ` +
					`I can put a line in place of its text; the picture stays. ${link}`,
				'Answer this message with the line. Without an answer the post stays as it is. ' +
					'You can also delete the post in Telegram yourself.',
			),
		lineKept: ({ draft }) => `I put your line in place of the text of ${draft}.`,
		lineTooLong: ({ units }) =>
			`This line is too long: it may have ${number(units)} characters. Please answer the question again with a shorter one.`,
		numbered: ({ draft }) => `Thank you. I know the post of ${draft} now: you can correct it or take it down.`,
		anotherPost: ({ draft }) => `This is another post. I am looking for ${draft}: please forward that one.`,
		takenDown: ({ draft, by, day }) => `🗑 ${by ?? 'You'} took down ${draft}, the post of ${day}.`,
		lineShown: ({ draft, by, day, link }) =>
			`🗑 ${by ?? 'You'} took down the text of ${draft}, the post of ${day}. Your line is in its place.\n${link}`,
		noPlaceForLine: ({ draft, day }) => `${draft}, the post of ${day}, is not in the channel any more, so there is no place for the line.`,
		notTakenDown: {
			too_old: ({ draft, link }) =>
				`I could not take down ${draft}: Telegram does not let me delete it any more. ` +
				`Press Take down again to put a line in its place.\n${link}`,
			rights: ({ draft, link }) =>
				`I could not take down ${draft}: the bot has no right to in the channel. ` +
				`Let it delete and edit messages there, then press Take down again.\n${link}`,
			failed: ({ draft, link }) => `I could not take down ${draft}: the messenger refused. Please look at the post: ${link}`,
		},
		refused: {
			withdrawn: ({ draft }) => `The post of ${draft} is not in the channel any more.`,
			asked: ({ draft }) => `${draft} is being taken down already.`,
			unnumbered: ({ draft }) =>
				`I do not know which post of the channel ${draft} is, so I cannot change it. Please forward that post to me.`,
			open: ({ draft }) => `A newer version of ${draft} is open already. Publish or reject that one first: /status shows it.`,
			settled: ({ draft }) => `${draft} does not wait for this decision any more.`,
			press: ({ draft }) => `${draft} is a post of its own now. Please press Publish below its preview.`,
		},
		withdrawn: ({ by, at }) => (by === null ? `was in the channel, and was gone by ${at}` : `was published; ${by} took it down on ${at}`),
	},

	news: {
		searching: ({ topic }) => `I am looking for news${topic === null ? '' : ` about ${quote(topic)}`}. The cards follow.`,
		readingPage: 'I am reading the page.',
		window: ({ days }) => `last ${counted(days, { one: 'day', other: 'days' })}`,
		taken: ({ by, title }) => `📰 ${by} took ${quote(title)}, and it is being written.`,
		dismissed: ({ by, title }) => `📰 ${by} skipped ${quote(title)}.`,
		nothingNew: ({ reasons }) => `I have found nothing new to offer. In the feeds: ${reasons}.`,
		nothingAtAll: 'The feeds are empty at the moment.',
		nothingFits: 'I have read the news, and none of it is worth a post this time.',
		nothingToTell: 'I have read the page, but it has nothing for a post.',
		cardsMissing: ({ count }) =>
			`The messenger did not confirm ${counted(count, { one: 'card', other: 'cards' })} of my newest offer. ` +
			'If you have them, their buttons work. If you do not, press the button below, and I send what is missing.',
		sendCards: 'Send what is missing',
		cardsNotDelivered: 'None of the cards has arrived. A message with a button that sends them follows.',
		offerLost:
			'There is no offer of news today: the work stopped after I had asked the AI, and the answer is lost. ' +
			'It was paid for, so I do not ask again by myself. Send /news to look again.',
		leftOut: {
			undated: ({ count }) => `${counted(count, ITEMS)} without a date`,
			link_invalid: ({ count }) => `${counted(count, ITEMS)} without a plain https address`,
			link_too_long: ({ count }) => `${counted(count, ITEMS)} whose link leaves too little room for a text`,
			host_denied: ({ count }) => `${counted(count, ITEMS)} from sites that this desk does not use`,
			published: ({ count }) => `${counted(count, ITEMS)} already published`,
			open_draft: ({ count }) => `${counted(count, ITEMS)} already in work`,
			offered: ({ count }) => `${counted(count, ITEMS)} already offered`,
			repeated: ({ count }) => counted(count, { one: 'item that repeats another one', other: 'items that repeat another one' }),
			outside_window: ({ count }) => `${counted(count, ITEMS)} older than ${NEWS_FALLBACK_WINDOW_DAYS} days`,
		},
		pageLeftOut: {
			undated: () =>
				'The page does not say when it was published, and I offer nothing without a date. ' +
				'If it belongs in the channel, send /post and what it should say.',
			published: ({ number: ofDraft }) =>
				`There is a post about this page in the channel already${ofDraft === null ? '' : `: /draft ${ofDraft}`}.`,
			open_draft: ({ number: ofDraft }) => `This page is in work already${ofDraft === null ? '' : `: /draft ${ofDraft}`}.`,
			offered: () =>
				'This page is on offer already. Please use the buttons of its card; if you do not have the card, the other person does.',
			outside_window: () =>
				`The page is older than ${NEWS_FALLBACK_WINDOW_DAYS} days, which is too old for news. Please choose a newer one.`,
		},
		feedsUnreadable: ({ feeds, more }) =>
			`I could not read any of the feeds.\n${feeds}` + (more === 0 ? '' : `\n… and ${counted(more, MORE_FEEDS)}`),
		sources: ({ feeds, more }) =>
			paragraphs('I look for news in these feeds:', ...feeds, ...(more === 0 ? [] : [`… and ${counted(more, MORE_FEEDS)}`])),
		noSources: 'I have not read any feed on this desk yet. /news reads them.',
		feedRead: ({ at, count, days }) => `read ${at}: ${counted(count, ITEMS)} of the last ${days} days.`,
		feedRefused: ({ at, problem, readAt }) =>
			`could not be read ${at}. ${problem} ${readAt === null ? 'I have never been able to read it.' : `Last read ${readAt}.`}`,
		feedNotAsked: 'not read yet; I read it only for /news with a topic.',
		feedsBroken: ({ feeds, more }) =>
			paragraphs(
				`I cannot read these feeds:\n${feeds}${more === 0 ? '' : `\n… and ${counted(more, MORE_FEEDS)}`}`,
				'/sources shows all of them. I report each of them at most once a day.',
			),
	},

	decisions: {
		awaiting_feedback: ({ draft, by }) => `✏️ ${by === null ? 'You are' : `${by} is`} giving feedback on ${draft}.`,
		superseded: ({ draft, by, change }) =>
			`🔁 ${by ?? 'You'} asked for a change of ${draft}${change === null ? '' : `: ${change}`}\nThe new version follows.`,
		rejected: ({ draft, by }) => `🗑 ${by ?? 'You'} rejected ${draft}.`,
		dropped: ({ draft, by }) => `🗑 ${by} dropped ${draft}.`,
		restored: ({ draft, by }) => `↩️ ${by ?? 'You'} took the rejection of ${draft} back. It waits for a decision again.`,
		published: ({ draft, by, link }) => `✅ ${by ?? 'You'} published ${draft}.\n${link ?? FORWARD_IT}`,
	},
	changes: {
		words: ({ from, to }) => `${quote(from)} → ${quote(to)}`,
		wish: ({ words }) => quote(words),
		picture: 'another picture',
		look: ({ name }) => `another template (${name})`,
	},
	publicationToSettle: ({ draft, channel }) =>
		paragraphs(
			`The messenger did not confirm that ${draft} was published. ` +
				'The post may be in the channel or not; I never send it again by myself.',
			`Please look into the channel and tell me what you see: ${channel}`,
		),
	previewToSettle: ({ draft }) =>
		`I sent you the preview of ${draft}, and the messenger did not confirm it. ` +
		'If you have it, its buttons work. If you do not, press the button below, and I send it again.',
	publicationConfirmed: ({ draft, link }) => `✅ It is confirmed now: ${draft} is published.\n${link ?? FORWARD_IT}`,
	publicationMissing: ({ draft }) => `${draft} was not published after all. It waits for a decision again, and its buttons work.`,
	failure: ({ draft, step, reference, alike }) =>
		paragraphs(
			`⚠️ The work${draft === null ? '' : ` on ${draft}`} stopped because of a technical failure, and I do not repeat it by myself.`,
			draft === null ? 'Send /status to see what is in work, or send the request again.' : 'Press Resume to continue.',
			alike === null ? null : `This has happened ${alike} times. If it continues, I will not report it for up to six hours.`,
			`If it happens again, tell the person who runs the desk: ${quote(step)}, number ${reference}.`,
		),
	interrupted: (about) =>
		`${work(about)} was interrupted while a paid request to the AI was under way. ` +
		`So that nothing is paid for twice, I do not repeat it by myself. ${wayOn(about)}`,
	abandoned: ({ attempts, ...about }) =>
		`${work(about)} was interrupted, and ${counted(attempts, { one: 'attempt', other: 'attempts' })} to finish it failed. ${wayOn(about)}`,

	pressAgain: 'I did not act on that button, because Telegram did not confirm that it was pressed just now. Please press it again.',
	away:
		'🕐 The desk is busy, or it is being restarted. I have kept your message. ' +
		'You need not send it again: the desk takes it as soon as it can.',

	toasts: {
		away: 'Kept. The desk does it as soon as it can.',
		publish: 'Publishing…',
		feedback: 'Tell me what should change.',
		reject: 'Rejecting…',
		resume: 'Continuing…',
		make_post: 'I am on it.',
		no_post: 'All right, no post.',
		read_link: 'Reading the page…',
		mention: 'I am on it.',
		make_anew: 'I am on it.',
		leave_words: 'All right, it stays as it is.',
		write_anyway: 'I am on it.',
		leave_repeat: 'All right, no second post.',
		read_anyway: 'Reading the page…',
		take_anyway: 'I am on it.',
		leave_card: 'Skipped.',
		show_it: 'Here it is.',
		underWay: 'Somebody is already working on it.',
		take: 'I am on it.',
		skip: 'Skipped.',
		outdatedCard: 'This card is out of date.',
		takenCard: 'This card is out of date: its news was taken.',
		dismissedCard: 'This card is out of date: its news was skipped.',
		expiredCard: 'This card is out of date: its offer has expired. Send /news to look again.',
		edit_title: 'What should it be?',
		edit_text: 'Tell me what should change.',
		retry: 'Trying again…',
		back: 'Bringing it back…',
		drop: 'Dropping it…',
		drop_anyway: 'Dropping it…',
		there: 'Noted: the post is there.',
		not_there: 'Noted: the post is not there.',
		absent: 'Sending it again…',
		undo: 'Bringing it back…',
		show: 'Here it is.',
		everywhere: 'Replacing it everywhere…',
		change_it: 'I am on it.',
		new_post: 'I am on it.',
		photo_mine: 'Thank you. I note it.',
		photo_again: 'Trying again…',
		photo_other: 'Taking this one…',
		draw_one: 'Drawing…',
		send_one: 'Please send it.',
		other_picture: 'Please choose.',
		draw_new: 'Drawing…',
		other_title: 'Please choose.',
		one_title: 'Another title…',
		three_titles: 'Three titles…',
		shorter: 'Making it shorter…',
		other_template: 'Which one?',
		own_words: 'Tell me what should change.',
		look_classic: 'Changing the cover…',
		look_panel: 'Changing the cover…',
		look_full: 'Changing the cover…',
		look_frame: 'Changing the cover…',
		look_words: 'Changing the cover…',
		look_news: 'Changing the cover…',
		look_photo: 'Changing the cover…',
		title_1: 'Taking this title…',
		title_2: 'Taking this title…',
		picture_before: 'Taking the picture before…',
		settings: 'Here they are.',
		setting: 'Here it is.',
		set: 'Saving it.',
		unset: 'Saving it.',
		speak: 'All right.',
		page: 'Here it is.',
		later: 'When should it go out?',
		at: 'Planning it…',
		other_time: 'When should it go out?',
		not_later: 'Back.',
		publish_now: 'Publishing…',
		next_slot: 'Planning it…',
		take_off: 'Taking it off…',
		correct: 'What should change?',
		take_down: 'Are you sure?',
		take_down_yes: 'Taking it down…',
		take_down_no: 'It stays.',
		publish_anew: 'Publishing…',
		leave_it: 'I leave it.',
		close: 'Closing the question…',
		cancel_wait: 'Cancelled.',
		lift_limit: 'I am going on.',
		settledAlready: 'That is settled already.',
		outdated: 'This button is out of date. Please use the newest preview.',
	},
	buttons: {
		publish: 'Publish',
		feedback: 'Feedback',
		reject: 'Reject',
		resume: 'Resume',
		take: 'Write it',
		skip: 'Skip',
		make_post: 'Write a post',
		no_post: 'No',
		read_link: 'Read it',
		mention: 'Just mention it',
		make_anew: 'Make a new draft',
		leave_words: 'Leave it',
		write_anyway: 'Write anyway',
		leave_repeat: 'Leave it',
		read_anyway: 'Write anyway',
		take_anyway: 'Write anyway',
		leave_card: 'Leave it',
		show_it: 'Show it',
		edit_title: 'Change title',
		edit_text: 'Change text',
		retry: 'Try again',
		back: 'Version before',
		drop: 'Drop it',
		drop_anyway: 'Drop it anyway',
		there: 'It is there',
		not_there: 'It is not',
		absent: 'It isn’t here',
		undo: 'Undo',
		show: 'Show',
		everywhere: 'Everywhere',
		change_it: 'Change',
		new_post: 'New post',
		photo_mine: 'I may use it',
		photo_again: 'Try again',
		photo_other: 'This one',
		draw_one: 'Draw one',
		send_one: 'I send one',
		other_picture: 'Other picture',
		draw_new: 'Draw one',
		other_title: 'Other title',
		one_title: 'One title',
		three_titles: 'Three titles',
		shorter: 'Shorter',
		other_template: 'Other template',
		own_words: 'My own words',
		look_classic: 'Classic',
		look_panel: 'Panel',
		look_full: 'Full',
		look_frame: 'Frame',
		look_words: 'Words',
		look_news: 'News',
		look_photo: 'No cover',
		title_1: 'Title 1',
		title_2: 'Title 2',
		picture_before: 'Picture before',
		settings: 'Settings',
		setting: 'Setting',
		set: 'Choose',
		unset: 'Reset',
		speak: 'Language',
		page: 'More',
		later: 'Later…',
		at: 'At this time',
		other_time: 'Other time…',
		not_later: 'Back',
		publish_now: 'Publish now',
		next_slot: 'Next free slot',
		take_off: 'Take off',
		correct: 'Correct',
		take_down: 'Take down',
		take_down_yes: 'Yes, take down',
		take_down_no: 'No, it stays',
		publish_anew: 'Publish as a new post',
		leave_it: 'Leave it',
		close: 'Close it',
		cancel_wait: 'Cancel',
		lift_limit: 'Lift once',
	},
	placeholders: { feedback: 'What should change?', time: 'tomorrow 9:00', line: 'A line for the channel' },
	captions: {
		onboarding:
			'This is a test of the desk: a cover and a caption, as in a preview. There is nothing to press here, and nothing is published.',
	},
	covers: { onboarding: { title: 'Welcome to the desk', subtitle: 'This is how a cover will look', category: 'Test' } },
	roles: { owner: 'Owner', editor: 'Editor' },

	problems: {
		feeds_missing: 'There is no feed to read. The owner of the desk can set feeds in /settings.',
		source_taken: 'There is already a draft or a post about this source.',
		batch_not_found: 'This offer has expired.',
		item_not_found: 'This card is out of date.',
		feeds_unreadable: 'None of the feeds can be read.',
		settings_invalid: about('I cannot use one of the settings of this desk', 'The owner can correct it in /settings or in n8n.'),
		classification_invalid: 'I could not use the choice that the AI made.',
		fact_unfounded: about('The AI stated something that the article does not say'),
		reader_unavailable: 'Sources cannot be read just now. Please try again in a moment.',
		outside_window: `The article is older than its feed said. ${ANOTHER}`,
		host_denied: `The article is on a site that this desk does not use. ${ANOTHER}`,
		article_too_short: `The page shows no clear article, or one with less text than ${MIN_ARTICLE_TEXT_UNITS} characters. ${ANOTHER}`,
		article_too_long:
			`The article has more text than ${number(MAX_ARTICLE_TEXT_UNITS)} characters, ` + `and I never read one in part. ${ANOTHER}`,
		too_complex: `The page is too complex to read. ${ANOTHER}`,
		url_invalid: `This is not an address that I can read. ${PUBLIC}`,
		scheme_forbidden: `I read https addresses only. ${PUBLIC}`,
		credentials_forbidden: `I do not read addresses that contain a name or a password. ${PUBLIC}`,
		port_forbidden: `I read the usual https port only. ${PUBLIC}`,
		host_forbidden: `This address is not on the public Internet. ${PUBLIC}`,
		address_forbidden: `This address does not lead to the public Internet. ${PUBLIC}`,
		redirect_invalid: 'The site redirects to an address that does not work. Please use the address where its redirects end.',
		too_many_redirects: 'The site redirects more than three times. Please use the address where its redirects end.',
		dns_failed: `The name of the site could not be found. Check it, or ${LATER}`,
		connect_failed: `The site does not answer. Please ${LATER}`,
		tls_failed: 'The site has no valid certificate. Only its owner can fix that.',
		upstream_timeout: `The site is too slow. Please ${LATER}`,
		upstream_busy: `The site asks me to wait. Please ${LATER}`,
		upstream_refused: `The site does not let me read it. ${ANOTHER}`,
		upstream_gone: `The article is not there any more. ${ANOTHER}`,
		upstream_status: `The site answered with an error. Please ${LATER}`,
		upstream_broken: `The answer of the site was broken. Please ${LATER}`,
		encoding_unsupported: `The site compresses its answer in a way that I cannot read. ${ANOTHER}`,
		source_too_large: `The page is too large. ${ANOTHER}`,
		content_type_unsupported: `There is no text page at this address. ${ANOTHER}`,
		charset_unknown: `I cannot tell which characters this page uses. ${ANOTHER}`,
		source_walled: `The article is behind a consent or sign-in page. ${ANOTHER}`,
		not_a_feed: 'There is no feed at this address. Please use the address of the feed itself.',
		feed_malformed: 'The feed is broken. Only its owner can fix that.',
		ai_unavailable: 'The AI provider did not answer.',
		ai_key_refused: 'The AI provider refuses the key of the desk. The desk needs a valid key; then try again.',
		ai_no_credit: 'The account at the AI provider has no credit left. Once it is topped up on the provider’s website, try again.',
		ai_model_unknown: 'The AI provider does not serve the model that the desk asks for. The desk needs another model; then try again.',
		ai_not_verified:
			'The AI provider serves this model to verified organisations only. ' +
			'The desk needs another model, or your organisation has to be verified with the provider; then try again.',
		ai_busy: ({ words: seconds }) =>
			seconds === null
				? 'The AI provider gets too many requests right now. It passes by itself: try again in a minute.'
				: `The AI provider gets too many requests and asks me to wait ${seconds} s. ` +
					'Try again: if it is too early, I wait and go on by myself.',
		ai_incomplete: 'The answer of the AI broke off.',
		ai_refused: 'The AI refused this request. Please ask for it in other words.',
		ai_malformed: 'I could not read the answer of the AI.',
		verdict_malformed: 'I could not read the answer of the fact check.',
		verdict_contradiction: 'The answer of the fact check contradicts itself.',
		verdict_empty: 'The fact check refused the text and gave no reason.',
		verdict_too_many_issues: 'The fact check found more than ten problems. Please ask for the post in other words.',
		semantic_fail: about('The text says things that its sources do not say, and one correction did not help'),
		foreign_contact: about('The text names an address, an account or a telephone number that neither your request nor its sources have'),
		language_mixed: about(
			'A part of the text is in another language than the rest',
			'Try again, or say in your own words what should change.',
		),
		text_too_long: `The text is longer than a caption may be: ${MAX_CAPTION_UNITS} characters, a link below it included. It is never cut.`,
		shorten_required: 'The corrected text and its link together are too long.',
		title_too_long: `The title is longer than ${MAX_TITLE_UNITS} characters. Please give a shorter one.`,
		title_empty: 'The title is empty. Please give one.',
		title_line_break: 'The title has more than one line. Please write it on one line.',
		subtitle_too_long: `The subtitle is longer than ${MAX_SUBTITLE_UNITS} characters. Please give a shorter one.`,
		subtitle_line_break: 'The subtitle has more than one line. Please write it on one line.',
		category_too_long: `The category is longer than ${MAX_CATEGORY_UNITS} characters.`,
		category_line_break: 'The category has more than one line.',
		cover_address: about(
			'A cover shows no address',
			'Put the address in the text. A name that looks like one begins with a capital letter.',
		),
		body_empty: 'Nothing would be left of the text.',
		link_too_long: 'The link is too long: it leaves no room for a text.',
		link_invalid: 'The link is not a plain https address.',
		image_prompt_empty: 'There is no description of the illustration.',
		image_prompt_too_long: 'The description of the illustration is too long.',
		fragment_not_found: about('These words are not in the text'),
		fragment_ambiguous: about('These words are in the post more than once', 'Please quote more of them.'),
		fragments_overlap: about('Two replacements touch the same words'),
		replacement_duplicate: about('The same words would be replaced twice'),
		replacement_empty_change: about('This change would change nothing'),
		edit_scope_violation: about('The fact check wants to change more than the words that you asked for'),
		edit_unfinished: 'Your change is not complete. Write for example: replace “old words” with “new words”, or: title: New title.',
		wish_unclear: 'I did not understand what should change. Please write it, or send cancel.',
		caption_mismatch: 'The stored text and its parts do not fit together.',
		link_mismatch: 'The link is not the one of the chosen news item.',
		facts_invalid: 'The facts of this post are missing or too long.',
		source_missing: 'A source of this post is missing.',
		image_unavailable: 'The illustration could not be made.',
		image_model_gone:
			'The AI provider does not serve the picture model any more. Ask the person who runs the desk to choose another one; then try again.',
		image_refused: 'The AI refused to draw this. Please ask for another illustration.',
		image_empty: 'The illustration came back empty.',
		image_too_small: 'The illustration came back broken.',
		image_too_large: `The illustration is larger than ${MAX_IMAGE_BYTES / MIB} MiB.`,
		image_not_png: 'The illustration is not a PNG picture.',
		image_wrong_size: `The illustration is not ${SOURCE_IMAGE_WIDTH_PX} × ${SOURCE_IMAGE_HEIGHT_PX} pixels large.`,
		image_import_mismatch: 'The stored illustration differs from the one that was drawn.',
		renderer_unavailable:
			'The illustration is drawn and kept, but the program that makes covers does not answer. ' +
			'Please try again in a minute: nothing is paid for twice.',
		covers_busy: 'Too many covers are being made right now. Please try again in a minute.',
		covers_key:
			'The program that makes covers does not accept the key of this desk. Please tell the person who runs the desk; then try again.',
		execution_failed: 'Something failed on our side; your post is fine.',
		interrupted: 'The work was interrupted.',
		image_not_found: 'The stored illustration is gone. Please ask for a new picture.',
		invalid_image: 'The illustration is a broken PNG picture.',
		body_too_large: `The illustration is larger than ${MAX_IMAGE_BYTES / MIB} MiB.`,
		layout_overflow: 'The title or the subtitle does not fit on the cover. Please make it shorter.',
		unsupported_character: about('The title or the subtitle has a character that the cover cannot show', 'Please leave it out.'),
		version_conflict: 'This version already has another cover.',
		cover_mismatch: 'The cover that was made is not the one that I asked for.',
		cover_too_large: 'The cover is too large to be sent.',
		invalid_request: 'The program that makes covers does not accept this draft.',
		not_delivered: 'The preview did not reach anybody.',
		preview_unconfirmed:
			'The messenger did not confirm the preview, which may be in this chat. If it is, its buttons work. ' +
			'If it is not, press “It isn’t here”, and I send it again.',
		in_preparation: 'This draft is not finished yet. Please press again in a moment.',
		being_published: 'It is planned (/plan), is being published, or waits for the owner to check the channel.',
		no_copy: 'You have no copy of this post. Only a person who has one decides when it goes out: please ask them.',
		goes_out: 'Its time came first: it is being published now.',
		time_past: 'This time is past. Please choose another one.',
		time_too_far: `I plan at most ${LONGEST_PLAN_DAYS} days ahead. Please choose an earlier time.`,
		no_times: 'This desk plans no posts at the moment. Press Publish when the post should go out.',
		slot_taken: 'Another post has taken this time. Please choose another one.',
		nothing_before: 'There is no complete version before this one.',
		not_ready: 'Something is still missing in this draft.',
		state_conflict: 'It is decided already, or there is a newer version.',
		copy_not_delivered: 'This button is out of date. Please use the newest preview.',
		content_mismatch: 'The post has changed since this preview. Please use the newest one.',
		session_held: 'Somebody else is giving feedback on this draft.',
		transition_forbidden: 'This is no longer possible.',
		material_not_found: 'There is no such draft.',
		draft_open: 'This draft already has an open version.',
	},
	coverFields: { title: 'The title', subtitle: 'The subtitle', category: 'The category' },
	tooLong: {
		characters: ({ text, fits, over }) => `${text} is longer than ${fits} characters, by ${over}.`,
		lines: ({ text, fits, needs }) => `${text} does not fit on the cover: it needs ${needs} lines, and there is room for ${fits}.`,
		percent: ({ text, over }) => `${text} does not fit on the cover: it is about ${over}% too long.`,
		word: ({ text }) => `${text} does not fit on the cover: one of its words is wider than a line.`,
	},
	makeShorter: 'Please make it shorter.',
	unknownProblem: 'Something went wrong that I cannot explain. The person who runs the desk can look it up.',
};
