import { expect } from 'chai';

import { measureRepeats } from './repeats/measure.ts';
import { isRepeat, kindsOfLater, storiesIn } from './repeats/stories.ts';

const LEAST_FOUND = 0.95;
const MOST_ALARMS = 0.02;

describe('A matter that the desk had', () => {
	it('is known again in other words and in the other language, and a follow-up is not taken for it', () => {
		const { later } = storiesIn('first');
		expect(later).to.have.length(200);
		expect(new Set(later.map(({ mark }) => mark)).size).to.equal(Object.keys(kindsOfLater).length);
		expect(later.filter(isRepeat)).to.have.length(120);
		const { found, repeats, missed, alarms, others, wrong } = measureRepeats('first');
		expect(found / repeats, missed.join('\n')).to.be.at.least(LEAST_FOUND);
		expect(alarms / others, wrong.join('\n')).to.be.at.most(MOST_ALARMS);
	});
});
