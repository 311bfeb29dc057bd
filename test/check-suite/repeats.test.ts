import { expect } from 'chai';

import { measureRepeats } from './repeats/measure.ts';
import { isRepeat, kindsOfLater, repeatSets, storiesIn } from './repeats/stories.ts';

const LEAST_FOUND = 0.95;
const MOST_ALARMS = 0.02;
/** Of all sets; most of their texts have few numbers. */
const LEAST_FOUND_OF_ALL = 0.9;

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

	it('is known again in most texts without numbers too, and hardly a follow-up or near miss is taken for it', () => {
		const measured = repeatSets.map(measureRepeats);
		const total = (count: (set: (typeof measured)[number]) => number): number => measured.reduce((sum, set) => sum + count(set), 0);
		expect(total(({ repeats }) => repeats)).to.equal(180);
		expect(total(({ found }) => found) / 180, measured.flatMap(({ missed }) => missed).join('\n')).to.be.at.least(LEAST_FOUND_OF_ALL);
		const others = total((set) => set.others);
		expect(total(({ alarms }) => alarms) / others, measured.flatMap(({ wrong }) => wrong).join('\n')).to.be.at.most(MOST_ALARMS);
	});
});
