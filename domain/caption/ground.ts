/** What a post may rest on, as an AI understood its request (`brief/`). */

/** `nothing`: a greeting, a mood or a riddle claims nothing about the world and needs no source. */
export const grounds = ['given', 'knowledge', 'news', 'nothing'] as const;
export type RestsOn = (typeof grounds)[number];

/** One post that a message asks for. */
export interface PostBrief {
	/** What the post is about, in its own language. */
	readonly subject: string;
	/** The tag of the language that the post is in. */
	readonly language: string;
	/** How it should be written, in the words of the message. */
	readonly wishes: readonly string[];
	/** What the message says of the subject, letter by letter. */
	readonly given: readonly string[];
	readonly rests_on: RestsOn;
	/** What to search for, where it rests on knowledge or news. */
	readonly queries: readonly string[];
}

/** What a version keeps of the brief that it was begun with. */
export interface KeptBrief extends Pick<PostBrief, 'subject' | 'language' | 'wishes' | 'rests_on' | 'queries'> {
	/** Date and weekday of the message, in the desk's zone. */
	readonly today: string;
}

/** Block ids of what people of the desk said, and not of a page. */
const OWN_BLOCK = /^(?:request|reply-\d+|vouched-\d+)$/;

/** Whether a post has to say things about the world for which no page was found. */
export const isFromMemory = (
	brief: Pick<KeptBrief, 'rests_on'> | null,
	{ source_blocks }: { readonly source_blocks: readonly { readonly id: string }[] },
): boolean => brief !== null && ['knowledge', 'news'].includes(brief.rests_on) && source_blocks.every(({ id }) => OWN_BLOCK.test(id));
