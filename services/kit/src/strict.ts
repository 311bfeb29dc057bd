/** For tests: checks each answer against the route's contract. A violation becomes a 500 that names it. */
import { CopydeskError } from '@copydesk/domain/errors';
import { codesOf, type Reply, type Route } from './route.ts';
import { checkOf, object } from './schema.ts';

const broken = (path: string, what: string): CopydeskError =>
	new CopydeskError('internal', `${path}: ${what}`, { facts: { broken_contract: `${path}: ${what}` } });

export function strictly<Deps>(route: Route<Deps>): Route<Deps> {
	const { answer, answers = { 200: '' }, unavailable } = route.contract;
	const codes = codesOf(route);
	const checkAnswer = answer === undefined ? undefined : checkOf(answer);
	const checkFacts = unavailable === undefined ? undefined : checkOf(object(unavailable));

	function hold(reply: Reply): Reply {
		if (!Object.hasOwn(answers, reply.status)) throw broken(route.path, `${reply.status} is not in the contract`);
		const [fault] = reply.bytes === undefined && reply.body !== undefined ? (checkAnswer?.(wireForm(reply.body)) ?? []) : [];
		if (fault !== undefined) throw broken(route.path, `the answer's ${fault.path}: ${fault.message}`);
		return reply;
	}

	function held(error: CopydeskError): CopydeskError {
		if (!codes.includes(error.code)) return broken(route.path, `${error.code} is not in the contract (${error.detail})`);
		const [fault] = error.code === 'unavailable' ? (checkFacts?.(wireForm(error.facts)) ?? []) : [];
		return fault === undefined ? error : broken(route.path, `the refusal's ${fault.path}: ${fault.message}`);
	}

	return {
		...route,
		async work(input, deps, facts) {
			let reply: Reply;
			try {
				reply = await route.work(input, deps, facts);
			} catch (error) {
				throw error instanceof CopydeskError ? held(error) : error;
			}
			return hold(reply);
		},
	};
}

/** The value as a caller sees it, without the fields that JSON omits. */
function wireForm(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
