import type { Routes } from '@copydesk/domain/api/reader';
import { CopydeskError } from '@copydesk/domain/errors';
import { getRoute, ok } from '@copydesk/kit/route';
import type { Deps } from '../deps.ts';
import { READER_VERSION } from '../version.ts';
import { about, health } from './schemas.ts';

type Health = Routes['/healthz']['answer'];

/** Whether a parser thread is available. */
export const healthz = getRoute<Deps, Health>(
	'/healthz',
	{
		id: 'health',
		summary: 'Whether anything can be parsed here',
		description: 'Makes no external request.',
		open: true,
		answer: health,
		answers: { 200: 'A thread can be had.' },
		refuses: ['unavailable'],
		unavailable: about,
	},
	async (_input, { pool }) => {
		const workers = (await pool.isHealthy()) ? 'ok' : 'failed';
		const facts = { service: 'reader', version: READER_VERSION, checks: { workers } } as const;
		if (workers === 'failed') throw new CopydeskError('unavailable', 'no thread can be had', { facts });
		return ok({ status: 'ok', ...facts });
	},
);
