import type { Route } from './route.ts';
import type { Fields } from './schema.ts';

/** A service as its OpenAPI document presents it; everything else in the document comes from the routes. */
export interface Api {
	readonly title: string;
	/** The version of the contract. */
	readonly version: string;
	readonly description: string;
	readonly url: string;
	/** How the key is sent, as an OpenAPI security scheme. */
	readonly key:
		| { readonly type: 'http'; readonly scheme: 'bearer' }
		| { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string };
	readonly routes: readonly Route<never>[];
	/** A module of Joi schemas: each of its exports is a schema of the document, under its name with a capital. */
	readonly schemas: Readonly<Record<string, unknown>>;
	/** What a problem may say beside what all problems say. */
	readonly facts?: Fields;
}
