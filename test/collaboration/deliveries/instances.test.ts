import { expect } from 'chai';
import { createInstances, forgetInstance } from '@copydesk/collaboration/deliveries/instances';
import type { Database } from '@copydesk/kit/database/types';

const NOW = 1_800_000_000_000;
const noDatabase = undefined as unknown as Database;

describe('An instance is taken for alive', () => {
	const instances = (processExists: (pid: number) => boolean = () => true) =>
		createInstances({ db: noDatabase, instanceId: 'i_me', nowMs: () => NOW, host: 'here', pid: 10, processExists });
	const row = (more: object) => ({ instance_id: 'i_other', host: 'here', pid: 11, seen_at_ms: NOW - 1_000, ...more });
	after(() => forgetInstance('i_me'));

	it('on this machine as long as its process exists and shows itself', () => {
		expect(instances().isAlive(row({}), NOW)).to.equal(true);
		expect(instances(() => false).isAlive(row({}), NOW), 'killed a second ago').to.equal(false);
		expect(instances().isAlive(row({ seen_at_ms: NOW - 200_000 }), NOW), 'its number was taken by another program').to.equal(false);
	});

	it('on another machine as long as its heart beats', () => {
		expect(instances(() => false).isAlive(row({ host: 'there', seen_at_ms: NOW - 59_000 }), NOW)).to.equal(true);
		expect(instances().isAlive(row({ host: 'there', seen_at_ms: NOW - 60_000 }), NOW)).to.equal(false);
	});

	it('under our own number only when it is in this very process: a container that restarts has the same one', () => {
		expect(instances().isAlive(row({ pid: 10 }), NOW)).to.equal(false);
		createInstances({ db: noDatabase, instanceId: 'i_other', nowMs: () => NOW, host: 'here', pid: 10 });
		expect(instances().isAlive(row({ pid: 10 }), NOW)).to.equal(true);
		forgetInstance('i_other');
	});
});
