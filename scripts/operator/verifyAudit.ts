import type { Database, Row } from '@copydesk/kit/database/types';
import { hashOf } from '@copydesk/collaboration/audit/audit';
import type { HashedRow } from '@copydesk/collaboration/audit/audit';

/**
 * What is wrong and where.
 * `changed`: the row is not what was hashed. `missing`: no row has this number. `reordered`: the row follows another row
 * than it did. `rewritten`: the row before this one is not the one it was chained to. `truncated`: rows at the end are gone.
 */
export interface AuditFinding {
	readonly seq: number;
	readonly kind: 'changed' | 'missing' | 'reordered' | 'rewritten' | 'truncated';
	readonly message: string;
}

export interface AuditVerdict {
	readonly intact: boolean;
	readonly rows: number;
	/** Hash of the newest row: write it down elsewhere, and a rewritten chain is noticed too. */
	readonly head: string;
	readonly findings: readonly AuditFinding[];
}

const NO_HASH = '0'.repeat(64);
const PAGE_ROWS = 500;
const MAX_FINDINGS = 50;

/** Walks the whole chain a page at a time, recomputing every hash from the rows. */
export async function verifyAudit(db: Database): Promise<AuditVerdict> {
	// Rows that are added while we walk belong to the next verification.
	const [head] = await db.query('select seq, hash from audit_head where id = 1');
	const headSeq = Number(head?.['seq'] ?? 0);
	const findings: AuditFinding[] = [];
	const found = (seq: number, kind: AuditFinding['kind'], message: string) => {
		if (findings.length < MAX_FINDINGS) findings.push({ seq, kind, message });
	};
	let rows = 0;
	let seq = 0;
	let hash = NO_HASH;
	for (;;) {
		const page = await db.query('select * from audit where seq > $1 and seq <= $2 order by seq limit ' + String(PAGE_ROWS), [seq, headSeq]);
		if (page.length === 0) break;
		for (const row of page) {
			const at = Number(row['seq']);
			const prevHash = String(row['prev_hash']);
			for (let gap = seq + 1; gap < at && findings.length < MAX_FINDINGS; gap += 1) found(gap, 'missing', `Row ${gap} is missing`);
			if (hashOf(prevHash, hashedRowOf(row)) !== row['hash']) found(at, 'changed', `Row ${at} was changed after it was written`);
			else if (prevHash !== hash && at === seq + 1) await judgeBreak(db, at, prevHash, found);
			hash = String(row['hash']);
			seq = at;
			rows += 1;
		}
	}
	if (seq < headSeq) found(seq + 1, 'truncated', `Rows ${seq + 1} to ${headSeq} are missing at the end`);
	else if (headSeq > 0 && hash !== head?.['hash']) found(seq, 'rewritten', `Row ${seq} is not the row that was written last`);
	return { intact: findings.length === 0, rows, head: hash, findings };
}

/** A whole row that does not follow its neighbour: it stands in another place, or its neighbour is another one now. */
async function judgeBreak(
	db: Database,
	at: number,
	prevHash: string,
	found: (seq: number, kind: AuditFinding['kind'], message: string) => void,
): Promise<void> {
	const [before] = await db.query('select seq from audit where hash = $1', [prevHash]);
	if (before !== undefined || prevHash === NO_HASH) {
		const place = before === undefined ? 'at the beginning' : `after row ${String(before['seq'])}`;
		found(at, 'reordered', `Row ${at} was written ${place} and stands elsewhere now`);
	} else found(at, 'rewritten', `Row ${at - 1} is not the row that row ${at} was written after`);
}

function hashedRowOf(row: Row): HashedRow {
	const text = (name: string) => (row[name] === null ? null : String(row[name]));
	return {
		at_ms: Number(row['at_ms']),
		actor_user_id: row['actor_user_id'] === null ? null : Number(row['actor_user_id']),
		action: String(row['action']),
		entity: String(row['entity']),
		outcome: String(row['outcome']),
		code: text('code'),
		execution_id: text('execution_id'),
		detail: String(row['detail']),
	};
}
