import { routes as all } from '@copydesk/collaboration/app';
import type { Service } from '@copydesk/collaboration/service';
import { CopydeskError } from '@copydesk/domain/errors';
import { openLog } from '@copydesk/kit/log';
import type { Metrics } from '@copydesk/kit/metrics';
import { asCopydeskError, problemOf } from '@copydesk/kit/problems';
import type { Answer, CallService } from './engine.ts';
import { ProcessDied } from './turns.ts';

const SILENT = openLog('collaboration', 'silent');

/** Calls the service's routes as its server would, without the server: checked input in, answer or problem out. */
export function routeCaller(service: Service, metrics: Metrics): CallService {
	const routes = new Map(all.map((route) => [route.path, route]));
	const deps = { ...service, metrics };
	return async (path, body): Promise<Answer> => {
		try {
			const route = routes.get(path);
			if (route === undefined) throw new CopydeskError('not_found');
			const fields = route.body?.check?.(body) ?? [];
			if (fields.length > 0) throw new CopydeskError('invalid_request', fields.map(({ path }) => path).join(', '), { fields });
			const reply = await route.work(body as never, deps, {
				requestId: 'simulation',
				params: {},
				headers: {},
				method: 'POST',
				log: SILENT,
				signal: new AbortController().signal,
			});
			return { status: reply.status, body: reply.body };
		} catch (thrown) {
			if (thrown instanceof ProcessDied) throw thrown;
			const error = asCopydeskError(thrown);
			const problem = problemOf(error, 'simulation');
			// The caller of a real service never sees this; the judge of a failing schedule has to.
			return {
				status: problem.status,
				body: { ...problem, why: `${error.detail} ${error.code === 'internal' ? String((error.cause as Error | undefined)?.stack) : ''}` },
			};
		}
	};
}
