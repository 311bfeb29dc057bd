import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAudit } from '../verifyAudit.ts';
import type { Row } from '@copydesk/kit/database/types';
import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';

const SHOWN_ROWS = 50;
const FOLLOW_EVERY_MS = 1_000;

function lineOf(row: Row): string {
	const who = row['actor_user_id'] === null ? '-' : String(row['actor_user_id']);
	const code = row['code'] === null ? '' : ` ${String(row['code'])}`;
	return (
		`${String(row['seq']).padStart(7)}  ${new Date(Number(row['at_ms'])).toISOString()}  ` +
		`${who.padStart(10)}  ${String(row['action']).padEnd(28)} ` +
		`${String(row['entity'])}  ${String(row['outcome'])}${code}  ${String(row['detail'])}`
	);
}

/** The newest rows, and with --follow those that come. */
export const auditShow: Action = {
	words: ['audit'],
	usage: 'audit [--follow]',
	about: 'who did what',
	options: { follow: { type: 'boolean' } },
	read(line) {
		noWords(line);
		const follow = line.options['follow'] === true;
		return {
			async work(desk, screen) {
				const db = await desk.database();
				const rows = (await db.query(`select * from audit order by seq desc limit ${SHOWN_ROWS}`)).reverse();
				if (screen.asJson && !follow) return { text: '', facts: { rows } };
				const show = (row: Row) => screen.print(screen.asJson ? JSON.stringify(row) : lineOf(row));
				rows.forEach(show);
				let seq = Number(rows.at(-1)?.['seq'] ?? 0);
				while (follow) {
					await sleep(FOLLOW_EVERY_MS);
					for (const row of await db.query('select * from audit where seq > $1 order by seq limit 500', [seq])) {
						show(row);
						seq = Number(row['seq']);
					}
				}
				return undefined;
			},
		};
	},
};

/** Recomputes the whole chain and names every row that is not what was written. */
export const auditVerify: Action = {
	words: ['audit', 'verify'],
	usage: 'audit verify',
	about: 'find any row that was changed, removed or moved',
	read(line) {
		noWords(line);
		return {
			async work(desk) {
				const verdict = await verifyAudit(await desk.database());
				const text = verdict.intact
					? `The audit is intact: ${verdict.rows} rows.\nHead: ${verdict.head}\n` +
						'Keep the head elsewhere: only a copy of it can show that a whole chain was replaced.'
					: `The audit is NOT intact (${verdict.rows} rows):\n${verdict.findings.map(({ message }) => `  ${message}`).join('\n')}`;
				return { text, facts: verdict, failed: !verdict.intact };
			},
		};
	},
};
