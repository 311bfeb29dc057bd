import { readFile } from 'node:fs/promises';
import { expect } from 'chai';

import { README, describeGraphs } from '../../scripts/workflows/describe.ts';
import { readGraphs } from '../../scripts/workflows/files.ts';

describe('workflows-json/README.md', () => {
	it('says what the graphs say; run node scripts/workflows/describe.ts --write after a change', async () => {
		expect(await readFile(README, 'utf8')).to.equal(describeGraphs(await readGraphs()));
	});
});
