import { fastFolder } from './environment.ts';
import { DEBIAN_POSTGRES, postgresBin, startPostgres, type PostgresServer } from './postgresServer.ts';

export { postgresBin, startPostgres };
export type { PostgresServer };

let shared: Promise<PostgresServer> | undefined;

/**
 * One server for all test files of a process, started at the first call. Where there are no binaries the suite is
 * skipped and says so: call it from `before` with the hook's own `this`.
 */
export async function sharedPostgres(hook: Mocha.Context): Promise<PostgresServer> {
	if (postgresBin() === undefined) {
		console.warn(
			`\n  !! SKIPPED: "${hook.test?.parent?.fullTitle() ?? 'PostgreSQL'}" needs a PostgreSQL server (Debian: ` +
				`apt-get install postgresql); none under ${DEBIAN_POSTGRES}\n`,
		);
		return hook.skip();
	}
	hook.timeout(60_000);
	shared ??= startPostgres({ directory: fastFolder() });
	return await shared;
}
