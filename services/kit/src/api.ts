import type { Route } from './route.ts';
import type { Fields } from './schema.ts';

/** The fixed parts of a service's OpenAPI document. Everything else comes from the routes. */
export interface Api {
	readonly title: string;
	/** The version of the contract. */
	readonly version: string;
	readonly description: string;
	readonly url: string;
	/** The header for the key, as an OpenAPI security scheme. */
	readonly key:
		| { readonly type: 'http'; readonly scheme: 'bearer' }
		| { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string };
	readonly routes: readonly Route<never>[];
	/** A module of Joi schemas: each export becomes a schema of the document, with a capital letter. */
	readonly schemas: Readonly<Record<string, unknown>>;
	/** The facts that a problem of this service may have. */
	readonly facts?: Fields;
}
