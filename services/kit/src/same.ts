/** For shapes that the rules own: holds them against what the schemas of a service say, when the code is compiled. */

/** A type without what does not change its values: `readonly`, and in how many parts it was written. */
type Plain<T> = T extends readonly (infer Entry)[] ? Plain<Entry>[] : T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T;

/** `true` when both are the same shape, to the last field; else `false`. */
export type Same<Ours, Theirs> = (<T>() => T extends Plain<Ours> ? 1 : 2) extends <T>() => T extends Plain<Theirs> ? 1 : 2 ? true : false;

/** `true` when all that a service gives can be read as ours, which may be less. */
export type Gives<Theirs, Ours> = [Theirs] extends [Ours] ? true : false;
