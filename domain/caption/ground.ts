/** What a post may rest on, as an AI understood its request (`brief/`). */
import type { KeptBrief, PostBrief } from '../api/collaboration.ts';

/** `nothing`: a greeting, a mood or a riddle claims nothing about the world and needs no source. */
export const grounds = ['given', 'knowledge', 'news', 'nothing'] as const;

export type { KeptBrief, PostBrief };

/** Block ids of what people of the desk said, and not of a page. */
const OWN_BLOCK = /^(?:request|reply-\d+|vouched-\d+)$/;

/** Whether a post has to say things about the world for which no page was found. */
export const isFromMemory = (
	brief: Pick<KeptBrief, 'rests_on'> | null,
	{ source_blocks }: { readonly source_blocks: readonly { readonly id: string }[] },
): boolean => brief !== null && ['knowledge', 'news'].includes(brief.rests_on) && source_blocks.every(({ id }) => OWN_BLOCK.test(id));
