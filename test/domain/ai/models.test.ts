import { expect } from 'chai';
import { DEFAULT_MODELS, DEFAULT_PROVIDER, MODEL_ENDS, MODEL_ENDS_READ_ON, daysBetween, endOf } from '../../../domain/ai/models.ts';

/** Time to choose other defaults, release them and let desks be brought up to date. */
const DAYS_BEFORE_AN_END = 30;
/** The provider gives notice of six months, so a table that is younger misses no end. */
const DAYS_OF_A_TABLE = 180;

describe('The models that are asked for by default', () => {
	const today = new Date().toISOString().slice(0, 10);

	for (const model of Object.values(DEFAULT_MODELS)) {
		it(`serve on for a while: ${model}`, () => {
			const end = MODEL_ENDS[model];
			const days = end === undefined ? Infinity : daysBetween(today, end.ends);
			expect(
				days,
				`${model} ends on ${end?.ends ?? ''}. Put ${end?.successor ?? ''} into DEFAULT_MODELS of domain/ai/models.ts and release it.`,
			).to.be.greaterThan(DAYS_BEFORE_AN_END);
		});
	}

	it('are compared with a table that is young enough to know of every end', () => {
		expect(
			daysBetween(MODEL_ENDS_READ_ON, today),
			'Read the provider’s page of deprecations, bring MODEL_ENDS of domain/ai/models.ts up to date, and set MODEL_ENDS_READ_ON.',
		).to.be.at.most(DAYS_OF_A_TABLE);
	});
});

describe('The end of a model', () => {
	const listed = (shutdown_date: string | null) => [
		{ id: 'm-1', shutdown_date },
		{ id: 'gpt-image-2', shutdown_date: null },
	];

	it('is told from 60 days before, and from that day on it is gone', () => {
		expect(endOf('m-1', 'https://ai.example', listed('2027-03-02'), '2026-12-31')).to.equal(undefined);
		expect(endOf('m-1', 'https://ai.example', listed('2027-03-02'), '2027-01-01')).to.deep.equal({
			ends: '2027-03-02',
			isGone: false,
			successor: null,
		});
		expect(endOf('m-1', 'https://ai.example', listed('2027-03-02'), '2027-03-02')).to.include({ isGone: true });
		expect(endOf('m-1', 'https://ai.example', listed(null), '2027-03-02')).to.equal(undefined);
	});

	it('is known of OpenAI’s models without a list, with a successor that is served, and of their dated snapshots', () => {
		const gone = { ends: '2026-10-23', isGone: true, successor: 'gpt-image-2' };
		expect(endOf('gpt-image-1', DEFAULT_PROVIDER, undefined, '2026-11-23')).to.deep.equal(gone);
		expect(endOf('gpt-image-1', DEFAULT_PROVIDER, [], '2026-11-23')).to.include({ successor: null });
		expect(endOf('gpt-5-mini-2025-08-07', `${DEFAULT_PROVIDER}/v1`, undefined, '2026-11-23')).to.include({ ends: '2026-12-11' });
	});

	it('is not known of another provider that uses the same name', () => {
		expect(endOf('gpt-image-1', 'http://127.0.0.1:8080', undefined, '2026-11-23')).to.equal(undefined);
	});
});
