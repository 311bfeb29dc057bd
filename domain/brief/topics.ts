/** What the desk can say about itself: what a question is about. `history`: what the channel had before. */
export const topics = [
	...(['publish', 'schedule', 'change', 'picture', 'photo', 'takedown', 'correct', 'drop', 'undo', 'find', 'resume'] as const),
	...(['language', 'speak', 'news', 'cost', 'time', 'people', 'settings', 'links', 'facts', 'make', 'history'] as const),
] as const;
export type Topic = (typeof topics)[number];
/** The others are answered by what a command says or by the desk's own posts. */
export type AnsweredTopic = Exclude<Topic, 'find' | 'speak' | 'make' | 'history'>;
