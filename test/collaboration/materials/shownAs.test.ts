import { expect } from 'chai';

import { CHANNEL, EDITOR, OWNER, claim, openDesk, press, problem, publish, ready, stateOf } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

describeOnEachEngine('How a post is shown', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const set = (name: string, value: string) =>
		desk.service.db.query(
			`insert into setting (name, value, set_by, set_at_ms) values ($1, $2, $3, 1)
				on conflict (name) do update set value = excluded.value`,
			[name, value, OWNER],
		);
	const sent = (chatId: number) =>
		desk.messenger.accepted.filter(({ method, fields }) => method === 'sendPhoto' && String(fields['chat_id']) === String(chatId));
	/** Without what a form makes a text of. */
	const shownIn = (chatId: number) =>
		sent(chatId).map(({ fields }) =>
			['has_spoiler', 'show_caption_above_media', 'disable_notification'].filter((name) => String(fields[name]) === 'true'),
		);

	it('is as the settings were when its version began: in previews and the channel alike, and silent in the channel alone', async () => {
		for (const name of ['spoiler', 'caption_above', 'silent']) await set(name, 'on');
		const at = await ready(desk);
		for (const name of ['spoiler', 'caption_above', 'silent']) await set(name, 'off');
		const pressed = await press(desk, OWNER, at, 'publish');
		const won = await claim(desk, pressed, at);
		await publish(desk, won.body._svc as string, at);
		const shown = ['has_spoiler', 'show_caption_above_media'];
		expect(shownIn(OWNER)).to.deep.equal([shown]);
		expect(shownIn(EDITOR)).to.deep.equal([shown]);
		expect(shownIn(CHANNEL)).to.deep.equal([[...shown, 'disable_notification']]);
	});

	it('is as usual without these settings, and has the hash that it always had', async () => {
		const plain = await stateOf(desk, await ready(desk));
		expect(plain['shown_as']).to.equal(null);
		expect(shownIn(OWNER)).to.deep.equal([[]]);
		await set('spoiler', 'on');
		const blurred = await stateOf(desk, await ready(desk));
		expect([blurred['caption'], blurred['cover_asset_id']]).to.deep.equal([plain['caption'], plain['cover_asset_id']]);
		expect(blurred['content_sha256'], 'it is another post to approve').to.not.equal(plain['content_sha256']);
	});

	it('is approved with the content: what was changed behind the desk is not published', async () => {
		await set('spoiler', 'on');
		const at = await ready(desk);
		await desk.service.db.query('update material set shown_as = null where draft_key = $1', [at.draft_key]);
		const pressed = await press(desk, OWNER, at, 'publish');
		expect(problem(await claim(desk, pressed, at))).to.deep.equal([409, 'content_mismatch']);
		expect(sent(CHANNEL)).to.deep.equal([]);
	});
});
