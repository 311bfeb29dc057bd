/**
 * What the service asks of its database is found by an index, so that it takes as long on a desk of years as on a new one. The
 * plans are looked at, not the time: on SQLite as they are, on PostgreSQL where reading a whole table counts as the last way out.
 */
import { expect } from 'chai';
import { openDatabase } from '@copydesk/kit/database/open';
import type { Database, SqlValue } from '@copydesk/kit/database/types';
import { grow } from '../../bench/growth/grow.ts';
import { playStory } from '../../bench/growth/story.ts';
import { verifyAudit } from '../../scripts/operator/verifyAudit.ts';
import { describeOnEachEngine } from '../support/databases.ts';
import { openDesk, type TestDesk } from '../support/collaboration.ts';

const GROWING = [
	...['audit', 'event', 'execution', 'failure', 'admission', 'material', 'material_event', 'delivery', 'delivery_event'],
	...['news_batch', 'news_item', 'news_item_event', 'stranger', 'plan', 'withdrawal'],
];
/** Indexes of what is open, waits or went wrong: few rows on a desk of any age. */
const OF_FEW = [
	...['event_due', 'event_strangers', 'event_lately', 'material_open', 'feed_told'],
	...['delivery_in_flight', 'delivery_unsettled', 'delivery_untold', 'delivery_reconciled', 'delivery_gone'],
	...['plan_ahead', 'withdrawal_look'],
];

/** Tables that grow and that the plan of a statement reads from one end to the other. */
async function readWhole(db: Database, sql: string, values: readonly SqlValue[]): Promise<string[]> {
	if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) return [];
	const plan = await db.query(`explain ${db.engine === 'sqlite' ? 'query plan ' : ''}${sql}`, values);
	const steps = plan.map((row) => String(row['detail'] ?? row['QUERY PLAN']));
	const named = (alias = ''): string => new RegExp(`"(\\w+)" as "${alias}"`).exec(sql)?.[1] ?? alias;
	return steps.flatMap((step) => {
		const whole = (db.engine === 'sqlite' ? /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/ : /Seq Scan on (\w+)/).exec(step);
		return whole !== null && GROWING.includes(named(whole[1])) && !OF_FEW.includes(whole[2] ?? '') ? [step] : [];
	});
}

describeOnEachEngine('Every statement of the service finds its rows by an index', (engine) => {
	let desk: TestDesk;
	const asked = new Map<string, readonly SqlValue[]>();
	beforeEach(async () => {
		desk = await openDesk({ engine, withWebhook: true, watch: (sql, values) => void asked.set(sql, values) });
	});
	afterEach(() => desk.close());

	it('on every route and in a round of upkeep', async function () {
		this.timeout(60_000);
		let number = 0;
		const story = {
			next: () => (number += 1),
			ask: async (_name: string, path: string, body: object) => {
				const answer = await desk.post(path, body);
				expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).to.equal(200);
				return answer.body;
			},
		};
		await playStory(story);
		const db = await openDatabase(desk.database.url, { poolSize: 1 });
		try {
			await grow(db, { drafts: 20, audit: 1, deliveries: 1 });
			expect(await verifyAudit(db)).to.include({ intact: true });
			number = 1_000_000;
			asked.clear();
			await playStory(story);
			await desk.service.tick();
			expect(asked.size).to.be.above(100);
			if (db.engine === 'postgres') await db.query('set enable_seqscan = off');
			const whole: string[] = [];
			for (const [sql, values] of asked) for (const step of await readWhole(db, sql, values)) whole.push(`${step}: ${sql}`);
			expect(whole).to.deep.equal([]);
		} finally {
			await db.close();
		}
	});
});
