/** The contract that the graphs are served: the operator's last switch, else the configured one. */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { Contract } from '../version.ts';

export async function readContract(db: Database, configured: Contract): Promise<Contract> {
	const row = await tables(db).selectFrom('contract_switch').select('contract').executeTakeFirst();
	return row?.contract ?? configured;
}

/** Switches the contract for the operator. Takes effect with the next request, without a restart. */
export async function switchContract(tx: Database, contract: Contract, nowMs: number): Promise<void> {
	await tables(tx)
		.insertInto('contract_switch')
		.values({ id: 1, contract, changed_at_ms: nowMs })
		.onConflict((on) => on.column('id').doUpdateSet({ contract, changed_at_ms: nowMs }))
		.execute();
}
