import type { KeptBrief } from '../caption/ground.ts';
import type { Fact, SourceBlock } from '../caption/facts.ts';
import type { PostText } from '../caption/bounds.ts';
import type { Span } from '../revision/edits.ts';

/** What the caption check looks at: a text, the snapshot that was stored of it, and the facts and sources that it has to keep to. */
export interface CheckMaterial extends PostText {
	readonly kind: 'news' | 'post';
	readonly link: string | null;
	/** The stored snapshot: what would be published. */
	readonly caption: string;
	/** The link of the chosen news item; a plain post has none. */
	readonly item_link: string | null;
	readonly facts: readonly Fact[];
	readonly source_blocks: readonly SourceBlock[];
	/** What all of the text has to be in, as a tag; absent if unknown. */
	readonly language?: string;
	/** Lines that a person set in another language: they stay. */
	readonly as_set?: readonly ('title' | 'subtitle')[];
	/** What was understood of the request; null or absent for news of the feeds and for drafts of an earlier release. */
	readonly brief?: KeptBrief | null;
	/** Units of what is shown below the caption. */
	readonly below?: number;
	/** The stretches that a person edited by exact words; null when all of the text may be repaired. */
	readonly edit_scope: readonly Span[] | null;
}
