import { quoteAddress, type Variable } from '../config.ts';
import type { Database } from './types.ts';

/** `sqlite:<path>` or `postgres://…`. */
export function databaseUrl(about: string, fallback?: string): Variable<string> {
	return {
		about,
		// A postgres:// address contains a password.
		secret: true,
		bounds: 'sqlite:<path> | postgres://…',
		...(fallback === undefined ? {} : { fallback: () => fallback, shownFallback: fallback }),
		parse(text) {
			if (!/^sqlite:.+/.test(text) && !/^postgres(ql)?:\/\/.+/.test(text)) {
				throw new Error(`Expected sqlite:<path> or postgres://… but received ${quoteAddress(text)}`);
			}
			return text;
		},
	};
}

/** The file of a `sqlite:` address: `sqlite:///abs` or `sqlite:rel`. */
export function sqlitePathOf(url: string): string {
	return url.replace(/^sqlite:(\/\/(?=\/))?/, '');
}

/** Opens a database by its address. Loads only the engine that is used. */
export async function openDatabase(url: string, options: { readOnly?: boolean; poolSize?: number } = {}): Promise<Database> {
	if (url.startsWith('sqlite:')) {
		const { openSqlite } = await import('./sqlite.ts');
		return openSqlite(sqlitePathOf(url), options);
	}
	const { openPostgres } = await import('./postgres.ts');
	return openPostgres(url, options);
}
