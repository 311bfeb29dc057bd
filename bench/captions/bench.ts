/** Fuzzed captions with form through the sandbox: `npm run bench -- captions [--count 1000000] [--seed 1]`. */
import { parseArgs } from 'node:util';
import { wrongWith } from '../../test/support/fuzzedCaptions.ts';
import type { Bench } from '../report.ts';

export const run: Bench = async (args) => {
	const { values } = parseArgs({
		args,
		options: {
			count: { type: 'string', default: '1000000' },
			seed: { type: 'string', default: '1' },
			try: { type: 'boolean', default: false },
		},
	});
	const [count, seed] = [Number(values.count), Number(values.seed)];
	const wrong: string[] = [];
	const begun = performance.now();
	for (let index = 0; index < count && wrong.length < 20; index += 1) {
		const found = wrongWith(seed, index);
		if (found !== null) wrong.push(found);
	}
	const seconds = (performance.now() - begun) / 1000;
	for (const each of wrong) console.error(each);
	if (wrong.length > 0) process.exitCode = 1;
	return {
		title: 'Captions with form',
		isTry: values.try,
		notes: ['Random characters and entities through our rules, then to the sandbox, which refuses what the real server refuses.'],
		tables: [
			{
				heading: `Seed ${seed}`,
				columns: ['captions', 'refused or changed', 'seconds'],
				rows: [[count.toLocaleString('en'), String(wrong.length), seconds.toFixed(0)]],
			},
		],
	};
};
