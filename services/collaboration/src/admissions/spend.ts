/** What paid requests took, as their answers say: written down once for each admission. */
import { CopydeskError } from '@copydesk/domain/errors';
import type { Purpose } from '@copydesk/domain/event/purposes';
import type { Database } from '@copydesk/kit/database/types';
import type { Actor } from '../participants/actors.ts';
import { tables } from '../tables.ts';

/** What the graphs read from an answer. */
export interface Note {
	readonly admission_id: string;
	readonly model: string | null;
	readonly input_tokens: number;
	readonly output_tokens: number;
	readonly pictures: number;
	/** Why there is no answer of use, where the provider said it. */
	readonly fault?: Fault;
}

export const noteFaults = ['model_not_found'] as const;
export type Fault = (typeof noteFaults)[number];

/** The first note of an admission stays. @returns whether this was it. @throws CopydeskError admission_not_found */
export async function noteSpend(db: Database, { context }: Actor, note: Note, nowMs: number): Promise<boolean> {
	const { admission_id, ...said } = note;
	const own = { admission_id, event_key: context.event_key, paid: 1 as const };
	const admitted = await tables(db)
		.selectFrom('admission')
		.select('noted_at_ms')
		.where(({ and }) => and(own))
		.executeTakeFirst();
	if (admitted === undefined) throw new CopydeskError('admission_not_found', admission_id);
	const noted = await tables(db)
		.updateTable('admission')
		.set({ ...said, noted_at_ms: nowMs })
		.where(({ and }) => and({ ...own, noted_at_ms: null }))
		.returning('admission_id')
		.executeTakeFirst();
	return noted !== undefined;
}

/** So long a model that gave no picture is taken to be gone, if nothing shows that it is back. */
const GONE_FOR_MS = 6 * 3_600_000;

/** Whether the last picture that was asked of this model failed because the provider does not serve it, lately. */
export async function isImageModelGone(db: Database, model: string, nowMs: number): Promise<boolean> {
	const last = await tables(db)
		.selectFrom('admission')
		.select('fault')
		.where(({ and }) => and({ purpose: 'illustration' satisfies Purpose, model }))
		.where('noted_at_ms', 'is not', null)
		.where('at_ms', '>', nowMs - GONE_FOR_MS)
		.orderBy('at_ms', 'desc')
		.limit(1)
		.executeTakeFirst();
	return last?.fault === 'model_not_found';
}
