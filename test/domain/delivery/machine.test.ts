import { expect } from 'chai';
import { deliveryMachine } from '@copydesk/domain/delivery/machine';

const LEGAL = [
	'sending → sent',
	'sending → rejected',
	'sending → not_sent',
	'sending → revoked',
	'sending → unknown',
	'not_sent → sending',
	'revoked → sending',
	'unknown → sent',
	'unknown → not_sent',
];

describe('The states of a delivery', () => {
	const { states } = deliveryMachine;

	it('allow exactly the moves of the contract, of all 36 pairs', () => {
		const allowed = states.flatMap((from) => states.filter((to) => deliveryMachine.canMove(from, to)).map((to) => `${from} → ${to}`));
		expect(allowed.sort()).to.deep.equal([...LEGAL].sort());
	});

	it('never lead from silence to a second sending, because the post may exist', () => {
		expect(deliveryMachine.canMove('unknown', 'sending')).to.equal(false);
		expect(deliveryMachine.canMove('sent', 'sending')).to.equal(false);
	});
});
