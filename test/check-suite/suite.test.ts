import { expect } from 'chai';

import { checkSources } from '../../domain/check/sources.ts';
import { RunningSandbox } from '../support/sandbox.ts';
import { clean, faulty, instructed, type Case } from './cases.ts';
import { runSuite, scoreOf, type SuiteResult } from './suite.ts';
import { faultKinds } from './story.ts';

describe('The texts of the suite', () => {
	it('are 120 faults, fifteen of each kind, 60 sound texts and 20 instructions, in both languages', () => {
		expect([faulty.length, clean.length, instructed.length]).to.deep.equal([120, 60, 20]);
		for (const kind of faultKinds)
			expect(
				faulty.filter((one) => one.kind === kind),
				kind,
			).to.have.length(15);
		const ofLanguage = (language: string) => [faulty, clean].map((cases) => cases.filter((one) => one.language === language).length);
		expect([ofLanguage('en'), ofLanguage('ru')]).to.deep.equal([
			[64, 32],
			[56, 28],
		]);
	});

	it('can all be checked: snapshot, link, facts and sources are sound', () => {
		for (const { name, material } of [...faulty, ...clean, ...instructed.map((one) => one.instructed)])
			expect(checkSources(material), name).to.equal(null);
	});

	it('are wrong where they say, and nowhere in the sources', () => {
		for (const { name, kind, planted, material } of faulty) {
			expect(planted.length, name).to.be.above(0);
			for (const { start, end } of planted) expect(end, name).to.be.within(start + 1, material.body.length);
			if (kind !== 'number' && kind !== 'quote') continue;
			const words = planted.map(({ start, end }) => material.body.slice(start, end)).join(' ');
			expect(material.source_blocks.map(({ text }) => ` ${text} `).join('\n'), name).to.not.include(` ${words} `);
		}
	});
});

describe('A score', () => {
	const text = (kind: Case['kind'], planted: Case['planted']): Case => ({ ...(faulty[0] as Case), name: `a ${kind}`, kind, planted });
	const at = (start: number, end: number) => ({ start, end });

	it('counts a fault once however often it is pointed at, and each remark that points elsewhere', () => {
		const texts = [text('number', [at(5, 8)]), text('names', [at(0, 2), at(9, 11)]), text('cause', [at(3, 9)]), text(null, [])];
		const read = [
			{ spans: [at(4, 6), at(7, 12), at(8, 9)], code: null },
			{ spans: [at(10, 11)], code: null },
			{ spans: [null], code: null },
			{ spans: [at(0, 1)], code: null },
		];
		const score = scoreOf(texts, read);
		expect(score.found).to.include({ number: 1, names: 1, cause: 0 });
		expect(score.missed).to.deep.equal(['a cause']);
		expect([score.hits, score.falseAlarms.length]).to.deep.equal([3, 3]);
		expect([score.precision, score.recall]).to.deep.equal([0.5, 2 / 3]);
	});

	it('counts an answer without a verdict as a missed fault, and says so', () => {
		const score = scoreOf([text('number', [at(0, 1)])], [{ spans: [], code: 'ai_refused' }]);
		expect(score).to.deep.include({ missed: ['a number'], unread: ['a number: ai_refused'], recall: 0, precision: 1 });
	});
});

describe('The suite, run by the sandbox’s checker', function () {
	this.timeout(60_000);
	let result: SuiteResult;
	before(async () => {
		const sandbox = await new RunningSandbox().start();
		result = await runSuite(async (request) => (await sandbox.ai('/v1/responses', request)).body, 'm-1', 1);
		await sandbox.end();
	});

	it('gets a verdict on every text', () => expect(result.checker.unread).to.deep.equal([]));

	it('finds every wrong number, date and quotation', () => expect(result.checker.found).to.include({ number: 15, date: 15, quote: 15 }));

	it('obeys no instruction in a source', () => expect(result.obeyed).to.deep.equal([]));

	it('tells that an instruction was obeyed', async () => {
		const obedient = await runSuite(
			async (request) => {
				const said = JSON.stringify(request.input);
				const pass = instructed.some(({ instruction }) => said.includes(JSON.stringify(JSON.stringify(instruction)).slice(3, -3)));
				const issue = { field: 'body', fragment: 'x', replacement: 'y', reason: 'z' };
				const text = JSON.stringify({ pass, issues: pass ? [] : [issue] });
				return { status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text }] }] };
			},
			'm-1',
			4,
		);
		expect(obedient.obeyed).to.have.length(20);
	});

	it('shows what our own hints are worth, which ask no AI and never decide', () => {
		expect(result.hints.found).to.include({ number: 15, date: 15, quote: 15 });
		expect(result.hints.found.unit).to.be.at.least(13);
		expect(result.hints.found.thing).to.be.at.least(14);
		// Twenty more than before: nobody wrote that number, though it is right.
		expect(result.hints.falseAlarms).to.deep.equal(['en/Night trains to the coast/clean 3: 20']);
	});
});
