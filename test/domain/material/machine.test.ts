import { expect } from 'chai';
import { materialMachine } from '@copydesk/domain/material/machine';

/** Every legal move, written by hand from the contract; all other pairs must be refused. */
const LEGAL = [
	'text_generating → text_preparing',
	'text_generating → rejected',
	'text_preparing → ready',
	'text_preparing → rejected',
	'ready → claimed',
	'ready → awaiting_feedback',
	'ready → superseded',
	'ready → rejected',
	'awaiting_feedback → ready',
	'awaiting_feedback → superseded',
	'awaiting_feedback → rejected',
	'claimed → published',
	'claimed → ready',
];

describe('The states of a material', () => {
	const { states } = materialMachine;

	it('are the eight of docs/specification.md#material', () => {
		expect([...states].sort()).to.deep.equal([
			'awaiting_feedback',
			'claimed',
			'published',
			'ready',
			'rejected',
			'superseded',
			'text_generating',
			'text_preparing',
		]);
	});

	it('allow exactly the moves of the contract, of all 64 pairs', () => {
		const allowed = states.flatMap((from) => states.filter((to) => materialMachine.canMove(from, to)).map((to) => `${from} → ${to}`));
		expect(allowed.sort()).to.deep.equal([...LEGAL].sort());
	});

	it('end in superseded, rejected and published, because a decision is never taken back', () => {
		expect(states.filter((state) => materialMachine.isFinal(state)).sort()).to.deep.equal(['published', 'rejected', 'superseded']);
	});

	it('are not what an object inherits', () => {
		expect(materialMachine.isState('constructor')).to.equal(false);
		expect(materialMachine.isState('ready')).to.equal(true);
	});
});
