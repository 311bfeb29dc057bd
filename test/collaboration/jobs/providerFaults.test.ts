import { expect } from 'chai';
import { describeOnEachEngine } from '../../support/databases.ts';
import { EDITOR, OWNER, begin, openDesk, type TestDesk } from '../../support/collaboration.ts';

describeOnEachEngine('A fault of the AI provider that only the owner can mend', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const stop = async (from: number, error_code: string) => {
		const { _svc } = await begin(desk, from);
		const { body } = await desk.post('/materials/create', { _svc, content: { kind: 'post', request: 'Our clinic opens on Saturdays' } });
		const { draft_key, version } = body.material;
		const state = 'text_generating';
		const patch = { error_code, error_stage: 'text' };
		expect((await desk.post('/materials/advance', { _svc, draft_key, version, from: state, to: state, patch })).status).to.equal(200);
		await desk.service.tick();
	};
	const toOwner = () => desk.messenger.messages(OWNER).map(({ text }) => text);

	it('is told to the owner when somebody else pressed, once, also by another copy after a crash', async () => {
		await stop(EDITOR, 'ai_no_credit');
		const sibling = await desk.sibling();
		await sibling.service.tick();
		await sibling.close();
		expect(toOwner()).to.deep.equal([
			'⚠️ “Our clinic opens on Saturdays” (1), asked for by Egor Editor, has stopped. ' +
				'The AI account has no credit left. Ask the operator to top it up; then try again.',
		]);
		expect(desk.messenger.messages(EDITOR)).to.deep.equal([]);
	});

	it('is not told twice to the owner who pressed, nor what passes by itself', async () => {
		await stop(OWNER, 'ai_key_refused');
		await stop(EDITOR, 'ai_busy');
		expect(toOwner()).to.deep.equal([]);
	});
});
