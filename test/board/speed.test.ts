import { expect } from 'chai';
import type { SqlValue } from '@copydesk/kit/database/types';
import { fillDesk } from '../../scripts/demo/boardDesk.ts';
import { openBoard } from '../support/board.ts';
import { CHANNEL, EDITOR, OWNER, openDesk } from '../support/collaboration.ts';

const NOW = Date.UTC(2027, 2, 5, 14, 12);
const VIEWS = [
	...[
		'/',
		'/plan',
		'/plan?span=month',
		'/posts',
		'/posts?before=30',
		'/posts?q=lighthouse&state=published&person=1001&month=2027-02',
		'/posts/24',
	],
	...[
		'/posts/24/record',
		'/news',
		'/news?before=1800000000000',
		'/figures',
		'/audit',
		'/audit?entity=material:p3:1',
		'/audit?action=x',
		'/health',
	],
	'/pictures/24-1-0123456789abcdef-320.webp',
];
/** What is read as a whole: it stays small on a desk of any age. The last ones are indexes of what is open now. */
const SMALL = new RegExp(
	[
		'^SCAN (?:feed|setting|participants|spoken_language|reachability|instance|board_source|board_mark|audit_head|contract_switch|some)\\b',
		'^SCAN \\w+ USING (?:COVERING )?INDEX (?:delivery_unsettled|plan_ahead|delivery_in_flight|event_due)$',
	].join('|'),
);
/** A walk down an index that ends with the page, because nothing has to be sorted: so the wall is read. */
const WALKS = /^SCAN \w+ USING (?:COVERING )?INDEX material_number$/;

describe('Every view of the board reads by an index', function () {
	this.timeout(120_000);

	it('whatever it shows, so that a desk of 30,000 drafts answers like a new one', async () => {
		const read = new Map<string, readonly SqlValue[]>();
		let isOpen = false;
		const desk = await openDesk({
			clock: { nowMs: NOW },
			watch: (sql, values) => isOpen && /^\s*select/i.test(sql) && read.set(sql, values),
		});
		const board = await openBoard(desk);
		try {
			const { db } = desk.service;
			await fillDesk(db, { drafts: 60, days: 40, nowMs: NOW, owner: OWNER, editor: EDITOR, channelId: CHANNEL, auditRows: 1 });
			const cookie = await board.signIn();
			isOpen = true;
			for (const view of VIEWS) {
				const { status, bytes } = await board.ask(view, { cookie });
				expect(status, view).to.be.oneOf(view.startsWith('/pictures') ? [404] : [200]);
				expect(bytes, view).to.be.at.most(150_000);
			}
			isOpen = false;
			expect(read.size, 'different statements').to.be.at.least(30);
			const wrong: string[] = [];
			for (const [sql, values] of read) {
				const plan = (await db.query(`explain query plan ${sql}`, values)).map(({ detail }) => String(detail));
				const whole = plan.filter((line) => line.startsWith('SCAN ') && !SMALL.test(line));
				const isSorted = plan.some((line) => line.includes('TEMP B-TREE FOR ORDER BY'));
				const isWalk = whole.every((line) => WALKS.test(line)) && !isSorted && sql.includes(' limit ');
				if (whole.length > 0 && !isWalk) wrong.push(`${whole.join('; ')}: ${sql}`);
			}
			expect(wrong).to.deep.equal([]);
		} finally {
			await board.close();
			await desk.close();
		}
	});
});
