import { expect } from 'chai';
import { waitsFor } from '@copydesk/domain/material/approval';
import type { Agreeing, Approval, Yes } from '@copydesk/domain/material/approval';

const [OLGA, EGOR] = [1, 2];
const NOW = { contentSha256: 'h1', goesOutMs: null };
const AT_SIX = { contentSha256: 'h1', goesOutMs: 6 };
const people = (olga = true, egor = true) => [
	{ userId: OLGA, active: olga },
	{ userId: EGOR, active: egor },
];
const said = (userId: number, to: Pick<Yes, 'contentSha256' | 'goesOutMs'> = NOW): Yes => ({ userId, ...to });
const waits = (approval: Approval, given: readonly Yes[], more: Partial<Agreeing> = {}, to = NOW as Omit<Yes, 'userId'>) =>
	waitsFor({ approval, askedBy: EGOR, people: people(), given, ...more }, to);

describe('Who is waited for before a post goes out', () => {
	it('is no one where one press is enough', () => {
		expect(waits('either', [])).to.equal(null);
	});

	it('is another person than the one who asked for the post', () => {
		expect(waits('other', [])).to.deep.equal([OLGA]);
		expect(waits('other', [said(EGOR)])).to.deep.equal([OLGA]);
		expect(waits('other', [said(OLGA)])).to.equal(null);
	});

	it('is each of the two who has not agreed', () => {
		expect(waits('both', [])).to.deep.equal([OLGA, EGOR]);
		expect(waits('both', [said(EGOR)])).to.deep.equal([OLGA]);
		expect(waits('both', [said(EGOR), said(EGOR)])).to.deep.equal([OLGA]);
		expect(waits('both', [said(EGOR), said(OLGA)])).to.equal(null);
	});

	it('is the person who agreed to something else, or takes part no more', () => {
		expect(waits('both', [said(EGOR), said(OLGA, AT_SIX)])).to.deep.equal([OLGA]);
		expect(waits('both', [said(EGOR, AT_SIX), said(OLGA, AT_SIX)], {}, AT_SIX)).to.equal(null);
		expect(waits('both', [said(EGOR), said(OLGA, { ...NOW, contentSha256: 'h2' })])).to.deep.equal([OLGA]);
		expect(waits('both', [said(EGOR), said(OLGA)], { people: people(false) })).to.deep.equal([OLGA]);
		expect(waits('other', [said(OLGA)], { people: people(false) })).to.deep.equal([OLGA]);
	});

	it('cannot be given on a desk of one person', () => {
		const alone = people().slice(1);
		expect(waits('both', [said(EGOR)], { people: alone })).to.deep.equal([]);
		expect(waits('other', [said(EGOR)], { people: alone })).to.deep.equal([]);
	});
});
