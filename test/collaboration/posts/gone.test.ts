import { expect } from 'chai';
import { EDITOR, OWNER, postEvent, ready, stateOf, textUpdate, type Ready, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';
import { until } from '../../support/until.ts';
import { below, openPlanningDesk } from '../../support/planned.ts';
import { corrected, posts, pressPost, publishFrom } from '../../support/posts.ts';

describeOnEachEngine('A correction whose post is gone, where one press is not enough', (engine) => {
	let desk: TestDesk;
	afterEach(() => desk.close());

	const captions = () => posts(desk).map(({ caption }) => caption);
	const does = async (from: number, at: Ready) => {
		await publishFrom(desk, from, at);
		await desk.service.tick();
	};

	for (const [approval, enough] of [
		['both', [EDITOR, OWNER]],
		['other', [OWNER]],
	] as const)
		it(`waits as every post does before it comes as a new one: ${approval}`, async () => {
			desk = await openPlanningDesk({ engine, approval });
			const post = await ready(desk, EDITOR);
			for (const person of enough) await does(person, post);
			expect(captions()).to.deep.equal(['We open on Saturdays.']);
			const at = await corrected(desk, EDITOR, post, { caption: 'We open on Sundays.' });
			posts(desk).forEach((message) => Object.assign(message, { deleted: true }));
			for (const person of enough) await does(person, at);
			expect([captions(), (await stateOf(desk, at))['state']]).to.deep.equal([[], 'ready']);

			const pressed = await pressPost(desk, OWNER, 'publish_anew', at);
			expect(pressed.intent.text).to.contain('Publish');
			await desk.service.tick();
			expect([captions(), (await stateOf(desk, at))['corrects']], 'one press').to.deep.equal([[], null]);
			const again = (await postEvent(desk, textUpdate(OWNER, '/post Our clinic opens on Saturdays'))) as { intent: { text?: string } };
			expect(again.intent.text, 'it is in work').to.match(/^We have that/);
			// What they agreed to was a correction.
			await until(() => below(desk, EDITOR, at)[0] === 'Approve, then Olga Owner');
			await does(EDITOR, at);
			expect(captions()).to.deep.equal([]);
			await does(OWNER, at);
			expect(captions()).to.deep.equal(['We open on Sundays.']);
			expect((await stateOf(desk, post))['withdrawn_at_ms']).to.be.a('number');
		});
});
