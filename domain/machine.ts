/**
 * A state machine is one table: state → the states it may move to.
 * The names, `canMove`, the rows of the `*_edge` tables and the diagrams all come from it or are tested against it.
 */
export interface Machine<State extends string> {
	readonly states: readonly State[];
	readonly edges: readonly (readonly [State, State])[];
	canMove(from: State, to: State): boolean;
	isFinal(state: State): boolean;
	isState(text: string): text is State;
}

export function machine<State extends string>(table: { readonly [S in State]: readonly NoInfer<State>[] }): Machine<State> {
	const states = Object.keys(table) as State[];
	const edges = states.flatMap((from) => table[from].map((to) => [from, to] as const));
	return {
		states,
		edges,
		canMove: (from, to) => table[from].includes(to),
		isFinal: (state) => table[state].length === 0,
		isState: (text): text is State => Object.hasOwn(table, text),
	};
}

/** Ends a switch over a union: a new member without a case does not compile. */
export function unreachable(value: never): never {
	throw new Error(`Unreachable: ${String(value)}`);
}
