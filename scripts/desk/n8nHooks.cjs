// Loaded by n8n itself (EXTERNAL_HOOK_FILES). An execution of main holds the webhook's secret while it runs. What n8n deletes of
// it leaves no bytes behind: SQLite writes zeros over it, and the log beside the database is emptied. Both are done by n8n's own
// connection that writes, so that nobody waits for another one's lock.

const EVERY_MS = 20_000;

/** @typedef {{ connection: { options: { type: string } }, query(sql: string): Promise<unknown> }} Manager */

/** @param {Manager} manager */
async function wipe(manager) {
	// Said again each time, because n8n may have opened another connection.
	await manager.query('PRAGMA secure_delete = ON');
	await manager.query('PRAGMA wal_checkpoint(TRUNCATE)');
}

module.exports = {
	n8n: {
		ready: [
			/** @this {{ dbCollections: { Settings: { manager: Manager } } }} */
			async function () {
				const { manager } = this.dbCollections.Settings;
				if (!manager.connection.options.type.startsWith('sqlite')) return;
				await wipe(manager);
				setInterval(() => void wipe(manager).catch(() => undefined), EVERY_MS).unref();
			},
		],
	},
};
