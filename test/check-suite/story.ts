/** What is planted: one kind of fault each. */
export const faultKinds = ['number', 'unit', 'date', 'names', 'quote', 'cause', 'outdated', 'thing'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Words of the first clean text, each of which stands there once, and what is planted in their place. */
type Planted = readonly (readonly [from: string, to: string])[];

/** An article with its facts, four texts that keep to it, and a fault of each kind for the first of them. */
export interface Story {
	readonly title: string;
	/** `b1`, `b2`, … */
	readonly blocks: readonly string[];
	/** With the block that each one cites. */
	readonly facts: readonly (readonly [text: string, block: string])[];
	readonly clean: readonly [string, string, string, string];
	readonly faults: Readonly<Record<FaultKind, Planted>>;
}
