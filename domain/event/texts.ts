/** What the desk says about its commands. Plain text: nothing in it can be taken for markup. */

export const usages = {
	post: 'Usage: /post <what the post is about>\nExample: /post Our clinic opens on Saturdays from May, 9:00 to 14:00',
	news: 'Usage: /news [topic, at most 200 characters]',
	draft: 'Usage: /draft <draft id> [version]\nThe id has 1 to 40 letters, digits and . _ : -',
	resume: 'Usage: /resume <draft id> [version]\nThe id has 1 to 40 letters, digits and . _ : -',
	status: 'Usage: /status',
	cancel: 'Usage: /cancel',
} as const;

export function usageOf(name: keyof typeof usages): string {
	return usages[name];
}

export const helpText = [
	'What I can do:',
	'/post <request> — prepare an illustrated post (or just send the request as a message)',
	'/news [topic] — look for news (not set up on this desk yet)',
	'/draft <draft id> [version] — show a draft again',
	'/resume <draft id> [version] — go on with interrupted work',
	'/status — what is under way',
	'/cancel — close an open feedback question',
].join('\n');

export const startText = `This is the editorial desk.\n\n${helpText}`;

/** For somebody who is no participant. The number is theirs anyway, and the operator needs it to let them in. */
export function strangerText(userId: number): string {
	return `This desk is private. If you should take part, give its owner this number: ${userId}`;
}

export const strayReplyText =
	'No answer is awaited there. To comment on a post, press “Feedback” under it and answer the question that follows.';
export const nothingToReadText = 'I can read text only. Send the request as a text message, or /help.';
