/** Any of the expressions, ignoring case. */
export function anyOf(...expressions: readonly RegExp[]): RegExp {
	return new RegExp(expressions.map(({ source }) => source).join('|'), 'iu');
}

/** An expression that is too long for one line, ignoring case. @param parts in `String.raw`, in order */
export function inParts(...parts: readonly string[]): RegExp {
	return new RegExp(parts.join(''), 'iu');
}
