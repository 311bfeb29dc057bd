import { CopydeskError, type ErrorCode } from '@copydesk/domain/errors';

/**
 * Gives work its own time limit within that of the whole reading; its signal is aborted when either ends.
 * @param whole aborted when the whole reading has taken too long
 * @throws CopydeskError `code` after `ms`, upstream_timeout when the whole reading has ended, or the error of the work
 */
export async function within<T>(ms: number, code: ErrorCode, whole: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const ended = new AbortController();
	const over = (error: CopydeskError) => (): void => ended.abort(error);
	const onWhole = over(new CopydeskError('upstream_timeout'));
	const timer = setTimeout(over(new CopydeskError(code, `not done in ${ms} ms`)), ms);
	whole.addEventListener('abort', onWhole, { once: true });
	if (whole.aborted) onWhole();
	try {
		return await Promise.race([
			work(ended.signal),
			new Promise<never>((_resolve, reject) => {
				const give = (): void => reject(ended.signal.reason as CopydeskError);
				if (ended.signal.aborted) give();
				else ended.signal.addEventListener('abort', give, { once: true });
			}),
		]);
	} finally {
		clearTimeout(timer);
		whole.removeEventListener('abort', onWhole);
	}
}
