import type { Database } from '@copydesk/kit/database/types';
import { openDatabase } from '@copydesk/kit/database/open';
import { hashOf, tables } from '@copydesk/collaboration/operator';

/**
 * What is wrong and where.
 * `changed`: the row is not what was hashed. `missing`: no row has this number. `reordered`: the row follows another row
 * than it did. `rewritten`: the row before this one is not the one it was chained to. `truncated`: rows at the end are gone.
 */
interface AuditFinding {
	readonly seq: number;
	readonly kind: 'changed' | 'missing' | 'reordered' | 'rewritten' | 'truncated';
	readonly message: string;
}

interface AuditVerdict {
	readonly intact: boolean;
	readonly rows: number;
	/** Number and hash of the newest row: write both down elsewhere, and a rewritten chain is noticed too. */
	readonly head_seq: number;
	readonly head: string;
	readonly findings: readonly AuditFinding[];
}

const NO_HASH = '0'.repeat(64);
const PAGE_ROWS = 500;
const MAX_FINDINGS = 50;

/** A row as it was written down elsewhere. */
export interface KeptHead {
	readonly seq: number;
	readonly hash: string;
}

/**
 * Walks the whole chain a page at a time, recomputing every hash from the rows.
 * @param kept a head of earlier: a chain that was replaced as a whole is intact in itself, but does not contain it
 */
export async function verifyAudit(db: Database, kept?: KeptHead): Promise<AuditVerdict> {
	// Rows that are added while we walk belong to the next verification.
	const at = tables(db);
	const head = await at.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirst();
	const headSeq = head?.seq ?? 0;
	const findings: AuditFinding[] = [];
	const found = (seq: number, kind: AuditFinding['kind'], message: string) => {
		if (findings.length < MAX_FINDINGS) findings.push({ seq, kind, message });
	};
	let rows = 0;
	let seq = 0;
	let hash = NO_HASH;
	for (;;) {
		const unread = at.selectFrom('audit').selectAll().where('seq', '>', seq).where('seq', '<=', headSeq);
		const page = await unread.orderBy('seq').limit(PAGE_ROWS).execute();
		if (page.length === 0) break;
		for (const row of page) {
			for (let gap = seq + 1; gap < row.seq && findings.length < MAX_FINDINGS; gap += 1) found(gap, 'missing', `Row ${gap} is missing`);
			if (hashOf(row.prev_hash, row) !== row.hash) found(row.seq, 'changed', `Row ${row.seq} was changed after it was written`);
			else if (row.prev_hash !== hash && row.seq === seq + 1) await judgeBreak(db, row.seq, row.prev_hash, found);
			if (row.seq === kept?.seq && row.hash !== kept.hash) found(row.seq, 'rewritten', `Row ${row.seq} is not the row whose hash was kept`);
			({ hash, seq } = row);
			rows += 1;
		}
	}
	if (seq < headSeq) found(seq + 1, 'truncated', `Rows ${seq + 1} to ${headSeq} are missing at the end`);
	else if (headSeq > 0 && hash !== head?.hash) found(seq, 'rewritten', `Row ${seq} is not the row that was written last`);
	if (kept !== undefined && kept.seq > headSeq)
		found(kept.seq, 'truncated', `Row ${kept.seq}, whose hash was kept, is not there: the chain ends with row ${headSeq}`);
	return { intact: findings.length === 0, rows, head_seq: seq, head: hash, findings };
}

/** A whole row that does not follow its neighbour: it is in another place, or its neighbour is another one now. */
async function judgeBreak(
	db: Database,
	at: number,
	prevHash: string,
	found: (seq: number, kind: AuditFinding['kind'], message: string) => void,
): Promise<void> {
	const before = await tables(db).selectFrom('audit').select('seq').where('hash', '=', prevHash).executeTakeFirst();
	if (before !== undefined || prevHash === NO_HASH) {
		const place = before === undefined ? 'at the beginning' : `after row ${before.seq}`;
		found(at, 'reordered', `Row ${at} was written ${place} and is elsewhere now`);
	} else found(at, 'rewritten', `Row ${at - 1} is not the row that row ${at} was written after`);
}

/** The same for a file that is not open elsewhere, such as a backup. */
export async function verifyAuditOf(path: string, kept?: KeptHead): Promise<AuditVerdict> {
	const db = await openDatabase(`sqlite:${path}`, { readOnly: true });
	try {
		return await verifyAudit(db, kept);
	} finally {
		await db.close();
	}
}
