import { expect } from 'chai';
import { readStatus } from '@copydesk/collaboration/operator';
import { readPrices, type Prices, type Spend } from '../../../domain/ai/prices.ts';
import { messagesIn } from '../../../domain/messages/catalogue.ts';
import { spendText } from '../../../domain/messages/sentences.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, EPOCH, OWNER, begin, openDesk, problem, type TestDesk } from '../../support/collaboration.ts';

const HOUR = 3_600_000;
const en = messagesIn('en');

describeOnEachEngine('What a paid request took', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const NOTHING = { model: 'm-1', input_tokens: 0, output_tokens: 0, pictures: 0 };
	/** One admitted request and what is noted of it. */
	const paid = async (by: number, purpose: string, note: object = {}) => {
		const { _svc } = await begin(desk, by);
		const { admission_id } = (await desk.post('/authorize', { _svc, purpose, target: 'ai.example' })).body as { admission_id: string };
		const answer = await desk.post('/admissions/note', { _svc, admission_id, ...NOTHING, ...note });
		return { _svc, admission_id, answer };
	};
	const asksForText = async (image_model?: string) => {
		const { _svc } = await begin(desk, EDITOR);
		return desk.post('/authorize', { _svc, purpose: 'text_generate', target: 'ai.example', ...(image_model ? { image_model } : {}) });
	};

	it('is kept with its admission, once', async () => {
		const took = { model: 'gpt-5.6-terra', input_tokens: 1_200, output_tokens: 640 };
		const { _svc, admission_id, answer } = await paid(EDITOR, 'text_generate', took);
		expect(answer.body).to.deep.equal({ noted: true });
		const again = await desk.post('/admissions/note', { _svc, admission_id, ...NOTHING, input_tokens: 9 });
		expect(again.body).to.deep.equal({ noted: false });
		const rows = await desk.service.db.query('select model, input_tokens, output_tokens, pictures, noted_at_ms from admission');
		expect(rows).to.deep.equal([{ ...took, pictures: 0, noted_at_ms: EPOCH }]);
	});

	it('is noted by the event that it was admitted for, and by no other', async () => {
		const { admission_id } = await paid(EDITOR, 'text_generate');
		const { _svc } = await begin(desk, OWNER);
		expect(problem(await desk.post('/admissions/note', { _svc, admission_id, ...NOTHING }))).to.deep.equal([404, 'admission_not_found']);
	});

	describe('in money', () => {
		const prices = readPrices('EUR m-1=2/10 i-1=0/0/0.04') as Prices;
		const reopen = async (perMonth: number) => {
			await desk.close();
			desk = await openDesk({ engine, prices, budget: { perHour: 0, perDay: 0, money: { perMonth, prices } } });
		};

		it('is told of a draft, with the requests whose cost is unknown', async () => {
			await reopen(1_000);
			const { _svc } = await begin(desk, EDITOR);
			const content = { kind: 'post', request: 'Trains' };
			const { draft_key } = (await desk.post('/materials/create', { _svc, content })).body.material as { draft_key: string };
			expect((await desk.post('/materials/read', { _svc, draft_key })).body.spend).to.deep.equal({
				...{ requests: 0, unknown: 0, cost: 0, currency: 'EUR' },
			});
			const admitted = async (purpose: string, note: object | null) => {
				const { admission_id } = (await desk.post('/authorize', { _svc, purpose, target: 'ai.example' })).body as { admission_id: string };
				if (note !== null) await desk.post('/admissions/note', { _svc, admission_id, ...NOTHING, ...note });
			};
			await admitted('text_generate', { input_tokens: 5_000, output_tokens: 1_000 });
			await admitted('illustration', { model: 'i-1', pictures: 1 });
			await admitted('caption_check', { model: 'unheard-of', input_tokens: 9 });
			await admitted('caption_recheck', null);
			// A provider that says no usage was paid all the same; one that refused the model was not.
			await admitted('caption_recheck', {});
			await admitted('illustration', { model: 'i-1', fault: 'model_not_found' });
			const { spend } = (await desk.post('/materials/read', { _svc, draft_key })).body as { spend: Spend };
			expect(spend).to.deep.include({ requests: 6, unknown: 3, currency: 'EUR' });
			expect(spend.cost).to.be.closeTo(0.06, 1e-9);
			expect(spendText(en, spend)).to.equal('This post: 6 AI requests, about €0.06 (the cost of 3 is not known).');
			const status = await readStatus(desk.service.db, desk.service.participants, 0, desk.clock.nowMs, prices);
			expect(status.spend_last_month).to.deep.include({ requests: 6, unknown: 3 });
		});

		it('has a cap, which lets go on once what was spent is 30 days old', async () => {
			await reopen(0.05);
			await paid(EDITOR, 'illustration', { model: 'i-1', pictures: 1 });
			expect((await asksForText()).status, 'four cents of five').to.equal(200);
			desk.clock.nowMs += HOUR;
			await paid(EDITOR, 'illustration', { model: 'i-1', pictures: 1 });
			const refused = await asksForText();
			expect(problem(refused)).to.deep.equal([429, 'budget_spent']);
			expect(refused.body.until).to.equal(EPOCH + 30 * 24 * HOUR);
			expect(desk.messenger.accepted.at(-1)?.fields['text']).to.match(/^The AI budget is spent: €0\.05 for 30 days\./);
			desk.clock.nowMs = EPOCH + 30 * 24 * HOUR;
			expect((await asksForText()).status).to.equal(200);
		});
	});

	it('keeps a text from being paid for while the model of its picture is gone, until it gives one or six hours are over', async () => {
		const gone = { fault: 'model_not_found', model: 'i-1' };
		await paid(EDITOR, 'illustration', gone);
		const refused = await asksForText('i-1');
		expect(problem(refused)).to.deep.equal([409, 'image_model_gone']);
		expect(refused.body.model).to.equal('i-1');
		expect(desk.messenger.accepted.at(-1)?.fields['text']).to.match(/does not serve the picture model i-1/);
		expect((await asksForText('i-2')).status, 'another model').to.equal(200);
		expect((await asksForText()).status, 'a text without a picture').to.equal(200);

		desk.clock.nowMs += 1_000;
		await paid(EDITOR, 'illustration', { model: 'i-1', pictures: 1 });
		expect((await asksForText('i-1')).status, 'it is back').to.equal(200);

		desk.clock.nowMs += 1_000;
		await paid(EDITOR, 'illustration', gone);
		desk.clock.nowMs += 6 * HOUR - 1;
		expect((await asksForText('i-1')).status).to.equal(409);
		desk.clock.nowMs += 1;
		expect((await asksForText('i-1')).status).to.equal(200);
	});
});
