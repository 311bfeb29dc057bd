/** Any of the expressions, regardless of case. */
export function anyOf(...expressions: readonly RegExp[]): RegExp {
	return new RegExp(expressions.map(({ source }) => source).join('|'), 'iu');
}

/** One expression that is too long for a line, regardless of case. @param parts in `String.raw`, in order */
export function inParts(...parts: readonly string[]): RegExp {
	return new RegExp(parts.join(''), 'iu');
}
