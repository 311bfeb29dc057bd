// Loaded by n8n itself (EXTERNAL_HOOK_FILES): what a webhook reads, and what an execution leaves behind.
//
// n8n reads a body before it looks at a secret or a login, and reads XML and forms too: 1 MB of XML takes seconds. So a request is refused
// by its headers first. Its body is JSON, or a file that the editor sends. One to the webhook names no page; where only the service calls,
// it is meant for this machine.
//
// An execution of main holds the webhook's secret while it runs. What n8n deletes of
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

const ENDPOINT = process.env.N8N_ENDPOINT_WEBHOOK || 'webhook';
const IS_OURS_ALONE = ENDPOINT !== 'webhook';
const BODIES = ['POST', 'PUT', 'PATCH'];

/** @param {import('node:http').IncomingMessage} request */
function refusalOf({ url = '', method = '', headers }) {
	const type = headers['content-type'] ?? '';
	const hasBody = BODIES.includes(method) && (headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? ''));
	if (!url.toLowerCase().replace(/^\/+/, '').startsWith(`${ENDPOINT.toLowerCase()}/`))
		return hasBody && !/^(?:application\/json|multipart\/form-data)(?:\s*;|$)/i.test(type) ? 415 : undefined;
	if (headers.origin !== undefined) return 403;
	if (IS_OURS_ALONE && !/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(headers.host ?? '')) return 403;
	return BODIES.includes(method) && !/^application\/json(?:\s*;|$)/i.test(type) ? 415 : undefined;
}

/** @param {import('node:http').Server} server */
function guard(server) {
	const listeners = server.listeners('request');
	server.removeAllListeners('request');
	server.on('request', (request, response) => {
		const status = refusalOf(request);
		if (status === undefined) for (const listener of listeners) listener.call(server, request, response);
		else response.writeHead(status, { Connection: 'close' }).end();
	});
}

module.exports = {
	n8n: {
		ready: [
			/**
			 * @this {{ dbCollections: { Settings: { manager: Manager } } }}
			 * @param {{ server?: import('node:http').Server }} program
			 */
			async function ({ server }) {
				if (server !== undefined) guard(server);
				const { manager } = this.dbCollections.Settings;
				if (!manager.connection.options.type.startsWith('sqlite')) return;
				await wipe(manager);
				setInterval(() => void wipe(manager).catch(() => undefined), EVERY_MS).unref();
			},
		],
	},
};
