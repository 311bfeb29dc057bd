/** Compile-time checks that a service's schemas agree with the types of the rules. */

/** A type without details that do not change its values: `readonly`, and intersections of several parts. */
type Plain<T> = T extends readonly (infer Entry)[] ? Plain<Entry>[] : T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T;

/** `true` if both types have the same fields, at every depth; else `false`. */
export type Same<Ours, Theirs> = (<T>() => T extends Plain<Ours> ? 1 : 2) extends <T>() => T extends Plain<Theirs> ? 1 : 2 ? true : false;

/** `true` if every value of the service's type fits ours, which may have fewer fields. */
export type Gives<Theirs, Ours> = [Theirs] extends [Ours] ? true : false;
