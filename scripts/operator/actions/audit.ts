import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAudit, type KeptHead } from '../verifyAudit.ts';
import { tables, type Tables } from '@copydesk/collaboration/operator';
import { quoted } from '@copydesk/domain/text/quoted';
import type { Selectable } from 'kysely';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { noWords, textOption, type CommandLine } from '../commandLine.ts';

const SHOWN_ROWS = 50;
const FOLLOW_EVERY_MS = 1_000;

type Row = Selectable<Tables['audit']>;

function lineOf({ seq, at_ms, actor_user_id, action, entity, outcome, code, detail }: Row): string {
	const who = String(actor_user_id ?? '-').padStart(10);
	const what = `${action.padEnd(28)} ${entity}  ${outcome}${code === null ? '' : ` ${code}`}`;
	return `${String(seq).padStart(7)}  ${new Date(at_ms).toISOString()}  ${who}  ${what}  ${detail}`;
}

/** The newest rows, and with --follow those that come. */
export const auditShow: Action = {
	words: ['audit'],
	usage: 'audit [--follow]',
	about: 'show who did what',
	options: { follow: { type: 'boolean' } },
	read(line) {
		noWords(line);
		const follow = line.options['follow'] === true;
		return {
			async work(desk, screen) {
				const audit = tables(await desk.database())
					.selectFrom('audit')
					.selectAll();
				const rows = (await audit.orderBy('seq', 'desc').limit(SHOWN_ROWS).execute()).reverse();
				if (screen.asJson && !follow) return { text: '', facts: { rows } };
				const show = (row: Row) => screen.print(screen.asJson ? JSON.stringify(row) : lineOf(row));
				rows.forEach(show);
				let seq = rows.at(-1)?.seq ?? 0;
				while (follow) {
					await sleep(FOLLOW_EVERY_MS);
					for (const row of await audit.where('seq', '>', seq).orderBy('seq').limit(500).execute()) {
						show(row);
						seq = row.seq;
					}
				}
				return undefined;
			},
		};
	},
};

/** @throws Usage when it is not what `audit verify` printed as a head */
export function keptHead(line: CommandLine): KeptHead | undefined {
	const text = textOption(line, 'contains');
	if (text === undefined) return undefined;
	const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
	if (seq === undefined || hash === undefined)
		throw new Usage(`Expected --contains <seq>:<hash>, as audit verify prints a head, but received ${quoted(text)}`);
	return { seq: Number(seq), hash };
}

/** Recomputes the whole chain and names every row that is not what was written. */
export const auditVerify: Action = {
	words: ['audit', 'verify'],
	usage: 'audit verify [--contains <seq>:<hash>]',
	about: 'find any row that was changed, removed or moved',
	options: { contains: { type: 'string' } },
	read(line) {
		noWords(line);
		const kept = keptHead(line);
		return {
			async work(desk) {
				const verdict = await verifyAudit(await desk.database(), kept);
				const text = verdict.intact
					? `The audit is intact: ${verdict.rows} rows.\n` +
						(kept === undefined ? '' : `It contains row ${kept.seq} as it was kept.\n`) +
						`Head: ${verdict.head_seq}:${verdict.head}\n` +
						'Keep the head elsewhere and give it to --contains later: only a copy of it can show that a whole chain was replaced.'
					: `The audit is NOT intact (${verdict.rows} rows):\n${verdict.findings.map(({ message }) => `  ${message}`).join('\n')}`;
				return { text, facts: verdict, failed: !verdict.intact };
			},
		};
	},
};
