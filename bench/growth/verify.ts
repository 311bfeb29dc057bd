/** node bench/growth/verify.ts <database>: verifies the audit, and says how long it took and how much memory at most. */
import { openDatabase } from '@copydesk/kit/database/open';
import { verifyAudit } from '../../scripts/operator/verifyAudit.ts';

const db = await openDatabase(process.argv[2] ?? '', { readOnly: true });
const startedMs = performance.now();
const { intact, rows } = await verifyAudit(db);
const tookMs = performance.now() - startedMs;
await db.close();
process.stdout.write(JSON.stringify({ intact, rows, tookMs, peakMiB: process.resourceUsage().maxRSS / 1024 }));
