import { expect } from 'chai';
import { templateNow, writeBrand } from '@copydesk/collaboration/settings/coverStyle';
import { EDITOR, openDesk, OWNER, postEvent, textUpdate, type TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

const ID = 'b'.repeat(64);
const BRAND = { brand_id: ID, name: 'Harbour News', panel: '#14213d', accent: '#c0392b', font: null, has_logo: true };

describeOnEachEngine('The look of new covers', (engine) => {
	let desk: TestDesk;
	beforeEach(async () => {
		desk = await openDesk({ engine });
	});
	afterEach(() => desk.close());

	const choose = (value: string) => postEvent(desk, textUpdate(OWNER, `/settings template ${value}`));

	it('wears the brand if the owner chose no template, and is the classic one for a desk that chose that', async () => {
		const { db } = desk.service;
		expect(await templateNow(db)).to.equal('ff-square-0.1');
		await writeBrand(db, BRAND, 0);
		expect(await templateNow(db)).to.equal(`panel@${ID}`);
		await choose('classic');
		expect(await templateNow(db)).to.equal('ff-square-0.1');
		await choose('news');
		expect(await templateNow(db)).to.equal(`news@${ID}`);
		await writeBrand(db, null, 0);
		expect(await templateNow(db)).to.equal('news');
	});

	it('is in /settings, with the name, the colours and the font of the brand', async () => {
		const shown = async (from: number) => String((await postEvent(desk, textUpdate(from, '/settings'))).intent.text);
		expect(await shown(OWNER)).to.not.include('Brand');
		await writeBrand(desk.service.db, BRAND, 0);
		expect(await shown(EDITOR))
			.to.include('• Brand of covers: Harbour News, 14213D, C0392B, Source Serif')
			.and.match(/emplate: panel/);
	});
});
