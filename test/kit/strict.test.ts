import { expect } from 'chai';
import Joi from 'joi';
import { CopydeskError } from '@copydesk/domain/errors';
import { openLog } from '@copydesk/kit/log';
import { createMetrics } from '@copydesk/kit/metrics';
import { getRoute, type Reply } from '@copydesk/kit/route';
import { object } from '@copydesk/kit/schema';
import { createApp, listen, type Running } from '@copydesk/kit/server';

describe('A service whose answers are held to their contract', () => {
	let running: Running;
	let work: () => Reply = () => ({ status: 200 });
	before(async () => {
		const contract = {
			id: 'test',
			summary: 'For the test',
			open: true,
			answer: object({ name: Joi.string(), note: Joi.string().optional() }),
			answers: { 200: 'Found.', 201: 'Made.' },
			refuses: ['material_not_found', 'unavailable'],
			unavailable: { which: Joi.string() },
		} as const;
		const app = createApp({
			routes: [getRoute('/it', contract, () => work())],
			deps: {},
			credential: { header: 'bearer', key: 'k'.repeat(32) },
			log: openLog('test', 'silent'),
			metrics: createMetrics(),
			strict: true,
		});
		running = await listen(app, '127.0.0.1', 0);
	});
	after(() => running.stop());

	const answer = async (next: () => Reply): Promise<readonly [number, unknown]> => {
		work = next;
		const response = await fetch(`${running.url}/it`);
		const body = (await response.json()) as Record<string, unknown>;
		return [response.status, body['broken_contract'] ?? body['code'] ?? body];
	};
	const refuse = (error: CopydeskError) => (): Reply => {
		throw error;
	};

	it('lets through what was promised', async () => {
		expect(await answer(() => ({ status: 201, body: { name: 'x', note: undefined } }))).to.deep.equal([201, { name: 'x' }]);
		expect(await answer(refuse(new CopydeskError('material_not_found')))).to.deep.equal([404, 'material_not_found']);
		expect(await answer(refuse(new CopydeskError('unavailable', 'x', { facts: { which: 'disk' } })))).to.deep.equal([503, 'unavailable']);
	});

	it('shows every promise that is broken as a 500 that names it', async () => {
		const all = [
			await answer(() => ({ status: 200, body: { name: 5 } })),
			await answer(() => ({ status: 200, body: {} })),
			await answer(() => ({ status: 200, body: { name: 'x', secret: 'y' } })),
			await answer(() => ({ status: 202, body: { name: 'x' } })),
			await answer(refuse(new CopydeskError('draft_open'))),
			await answer(refuse(new CopydeskError('unavailable'))),
		];
		expect(all).to.deep.equal([
			[500, "/it: the answer's name: Expected text but received 5"],
			[500, "/it: the answer's name: Expected this key but it is missing"],
			[500, "/it: the answer's secret: Expected no such key"],
			[500, '/it: 202 is not in the contract'],
			[500, '/it: draft_open is not in the contract (This draft already has an open version.)'],
			[500, "/it: the refusal's which: Expected this key but it is missing"],
		]);
	});
});
