/** A piece of source text that facts refer to by its id. */
export interface SourceBlock {
	readonly id: string;
	readonly text: string;
}

/** A fact, and the source blocks that carry it. */
export interface Fact {
	readonly text: string;
	readonly source_ids: readonly string[];
}
