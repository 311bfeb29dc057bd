import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

import { README, describeGraphs } from '../../scripts/workflows/describe.ts';
import { readGraphs } from '../../scripts/workflows/files.ts';

describe('workflows-json/README.md', () => {
	it('says what the graphs say; run node scripts/workflows/describe.ts --write after a change', async () => {
		expect(await readFile(README, 'utf8')).to.equal(describeGraphs(await readGraphs()));
	});

	it('tells the stages of a graph in their order, wherever their notes are', async () => {
		for (const part of describeGraphs(await readGraphs())
			.split('\n## ')
			.slice(1)) {
			const stages = [...part.matchAll(/^\*\*(\d+)[ –]/gm)].map(([, number]) => Number(number));
			expect(stages, part.split('\n')[0]).to.deep.equal([...stages].sort((a, b) => a - b));
		}
	});
});
