import { expect } from 'chai';
import { confirmCard, dismiss, expire, judgeCard, judgePick, take } from '@copydesk/domain/news/item';
import type { Item, Picking } from '@copydesk/domain/news/item';
import { itemMachine } from '@copydesk/domain/news/itemMachine';
import type { ItemState } from '@copydesk/domain/news/itemMachine';
import { editor, owner } from '../../support/materials.ts';
import { aDismissed, aSeen, aTaken, anExpired, anOffered } from '../../support/newsItems.ts';

const acting = { person: editor, eventKey: 'u:9' };

/** Never run: that these lines compile, or do not, is the test. */
export function whatDoesNotCompile(): void {
	// @ts-expect-error nobody has a card of it yet
	take(anOffered(), acting, 'p9');
	// @ts-expect-error what nobody has is not dismissed
	dismiss(anOffered(), acting);
	// @ts-expect-error an item is taken once
	take(aTaken(), acting, 'p9');
	// @ts-expect-error what somebody dismissed is not taken
	take(aDismissed(), acting, 'p9');
	// @ts-expect-error an offer that ran out is not taken
	take(anExpired(), acting, 'p9');
	// @ts-expect-error a taken item does not run out
	expire(aTaken());
	// @ts-expect-error an offer has no draft
	const draft: string = aSeen().draft_key;
	// @ts-expect-error the records are for reading
	aSeen().state = draft;
	// Every state has a record, and there is no record of another one.
	const states: ItemState = {} as Item['state'];
	const records: Item['state'] = {} as ItemState;
	void [states, records];
}

describe('The states of a news item', () => {
	it('allow exactly three moves, and none out of the last three', () => {
		expect(itemMachine.edges.map(([from, to]) => `${from} → ${to}`)).to.have.members([
			'offered → taken',
			'offered → dismissed',
			'offered → expired',
		]);
		expect([...itemMachine.states].sort()).to.deep.equal(['dismissed', 'expired', 'offered', 'taken']);
	});
});

describe('The guard of a card', () => {
	const picking = (more: Partial<Picking> = {}): Picking => ({
		...acting,
		press: { action: 'take', draft_key: 'n7', version: 1, item: 2, messageId: 72 },
		cards: [
			{ userId: owner.userId, chatId: owner.chatId, messageId: 71 },
			{ userId: editor.userId, chatId: editor.chatId, messageId: 72 },
		],
		messageId: 72,
		...more,
	});
	const press = picking().press ?? undefined;
	const code = (found: Item, given: Picking, action: 'take' | 'skip' = 'take') => {
		const judged = judgePick(found, given, action);
		return 'refused' in judged ? judged.refused : judged.state;
	};

	it("lets the presser's own card through, though the primary one is another's", () => {
		expect(judgePick(aSeen(), picking(), 'take')).to.deep.equal(aSeen());
	});

	it('refuses every press that is not this one: it may be anybody who says so', () => {
		expect(press).to.not.equal(undefined);
		const others: readonly (readonly [why: string, given: Partial<Picking>])[] = [
			['no press', { press: null }],
			['another button', { press: { ...press, action: 'skip' } as Picking['press'] }],
			['another batch', { press: { ...press, draft_key: 'n8' } as Picking['press'] }],
			['another item', { press: { ...press, item: 1 } as Picking['press'] }],
			['no item', { press: { action: 'take', draft_key: 'n7', version: 1, messageId: 72 } }],
			['another message', { messageId: 71 }],
			["somebody else's card", { press: { ...press, messageId: 71 } as Picking['press'], messageId: 71 }],
			['a chat that is not theirs any more', { cards: [{ userId: editor.userId, chatId: 5, messageId: 72 }] }],
			['no card', { cards: [] }],
		];
		for (const [why, given] of others) expect(code(aSeen(), picking(given)), why).to.equal('copy_not_delivered');
		expect(code(aSeen(), picking(), 'skip'), 'the other decision').to.equal('copy_not_delivered');
		expect(code(anOffered(), picking()), 'no card is confirmed').to.equal('copy_not_delivered');
	});

	it('gives back what this very event decided, and refuses what another one did', () => {
		expect(judgePick(aTaken(), picking(), 'take')).to.deep.equal(aTaken());
		const late = judgePick(aTaken({ decision_event_key: 'u:8', decided_by_user_id: owner.userId }), picking(), 'take');
		expect(late).to.deep.include({
			refused: 'state_conflict',
			facts: { state: 'taken', batch_key: 'n7', item: 2, decided_by: owner.userId },
		});
		expect(code(anExpired(), picking())).to.equal('state_conflict');
		expect(code(aDismissed({ decision_event_key: 'u:8' }), picking())).to.equal('state_conflict');
	});

	it('shows what is on offer alone', () => {
		expect(judgeCard(anOffered())).to.deep.equal(anOffered());
		for (const found of [aTaken(), aDismissed(), anExpired()]) expect(judgeCard(found)).to.include({ refused: 'state_conflict' });
	});
});

describe('Cards of an item', () => {
	it('have one primary message: the first whose id is known', () => {
		expect(confirmCard(anOffered(), 71)).to.deep.equal(anOffered({ primary_message_id: 71 }));
		for (const id of [0, null]) expect(confirmCard(anOffered(), id)).to.deep.equal(anOffered());
		expect(confirmCard(aSeen(), 80)).to.deep.equal(aSeen());
	});
});
