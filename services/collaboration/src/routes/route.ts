/** The two kinds of routes: those that act for a person, who is authenticated before the handler runs, and those that do not. */
import type { Schema } from 'joi';
import type { Routes } from '@copydesk/domain/api/collaboration';
import type { CopydeskError } from '@copydesk/domain/errors';
import { jsonRoute, ok, type RequestFacts, type Route, type RouteContract } from '@copydesk/kit/route';
import { object, variants, type Fields } from '@copydesk/kit/schema';
import type { EntryKind } from '../contexts/entries.ts';
import type { Role } from '../contexts/contexts.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from '../participants/actors.ts';
import { svc } from './schemas.ts';

interface Signed {
	readonly _svc: string;
}

/** Routes whose requests always carry a person's context. */
type ActorPath = { [Path in keyof Routes]: Routes[Path]['request'] extends Signed ? Path : never }[keyof Routes];
type ServicePath = Exclude<{ [Path in keyof Routes]: [Routes[Path]['request']] extends [never] ? never : Path }[keyof Routes], ActorPath>;

type WithoutContext<Request> = Request extends Signed ? Omit<Request, '_svc'> : Request;
/** The request of a route without its context. */
export type InputOf<Path extends keyof Routes> = WithoutContext<Routes[Path]['request']>;
type AnswerOf<Path extends keyof Routes> = Routes[Path]['answer'];
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
/** Makes an answer with a field outside the contract a type error. */
type Exactly<Wanted, Given> = Wanted & { readonly [Key in keyof Given]: Key extends KeysOf<Wanted> ? unknown : never };

interface Contract extends Omit<RouteContract, 'answers'> {
	readonly maxBytes?: number;
	/** Called with the refusal of a malformed body, before the caller is answered. */
	readonly refusedBody?: (error: CopydeskError, deps: Deps) => Promise<void>;
}

/** The fields of a request, or one set of fields for each value of a key. */
type Request = Fields | { readonly by: string; readonly shapes: Readonly<Record<string, Fields>> };

/** The errors with which any request of a person may be refused. */
export const ACTOR_REFUSALS = [
	'context_invalid',
	'context_expired',
	'participant_inactive',
	'role_forbids',
	'execution_superseded',
] as const;

/**
 * A route that acts for a person. It verifies the context and reads the role again; then `work` gets the authenticated person instead of
 * the context.
 */
export function actorRoute<Path extends ActorPath, Given extends Exactly<AnswerOf<Path>, Given>>(
	path: Path,
	contract: Contract & {
		readonly request: Request;
		/** The role that may; without it both. */
		readonly role?: Role;
		/** The kind of service entry that may ask too; without it only events of the messenger may. */
		readonly entry?: EntryKind | ((input: Routes[Path]['request']) => EntryKind | undefined);
		/** Whether the request hands in what was paid for: then a person who was disabled meanwhile may ask too. */
		readonly keeps?: (input: Routes[Path]['request']) => boolean;
		/** Called with a refusal before the caller is answered. */
		readonly refused?: (error: unknown, input: Routes[Path]['request'], deps: Deps) => Promise<void>;
	},
	work: (input: InputOf<Path>, actor: Actor, deps: Deps) => Promise<Given>,
): Route<Deps> {
	const { request, role, entry, keeps, refused, ...rest } = contract;
	return jsonRoute<Routes[Path]['request'], AnswerOf<Path>, Deps>(
		path,
		{ ...rest, refuses: [...ACTOR_REFUSALS, ...(contract.refuses ?? [])], request: schemaOf(request, { _svc: svc }) },
		async (given, deps) => {
			const { _svc, ...input } = given as Signed;
			try {
				const admits = { role, entry: typeof entry === 'function' ? entry(given) : entry, disabled: keeps?.(given) };
				const actor = await deps.actors.authenticate(_svc, admits);
				return ok(await work(input as InputOf<Path>, actor, deps));
			} catch (error) {
				await refused?.(error, given, deps);
				throw error;
			}
		},
	);
}

/** A route that acts for no person, or that finds its person in another way. */
export function serviceRoute<Path extends ServicePath, Given extends Exactly<AnswerOf<Path>, Given>>(
	path: Path,
	contract: Contract & { readonly request: Request },
	work: (input: Routes[Path]['request'], deps: Deps, facts: RequestFacts) => Promise<Given>,
): Route<Deps> {
	const { request, ...rest } = contract;
	return jsonRoute<Routes[Path]['request'], AnswerOf<Path>, Deps>(path, { ...rest, request: schemaOf(request) }, async (...given) =>
		ok(await work(...given)),
	);
}

function schemaOf(request: Request, common: Fields = {}): Schema {
	if (!isByShape(request)) return object({ ...common, ...request });
	const shapes = Object.entries(request.shapes).map(([word, fields]) => [word, { ...common, ...fields }]);
	return variants(request.by, Object.fromEntries(shapes));
}

function isByShape(request: Request): request is Exclude<Request, Fields> {
	return 'shapes' in request;
}
