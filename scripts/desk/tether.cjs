// Preloaded into every program the desk starts, those of others too. Descriptor 3 is a pipe whose other end the
// starter holds: when it closes, the starter is gone, however it went, and this program goes as well.

const { isMainThread } = require('node:worker_threads');

/** As long as the starter itself would wait. */
const GRACE_MS = 15_000;

if (isMainThread && process.env.COPYDESK_TETHER === String(process.ppid)) {
	// Programs that this one starts are in its process group; they go with it and need no rope of their own.
	delete process.env.COPYDESK_TETHER;
	const rope = new (require('node:net').Socket)({ fd: 3, readable: true, writable: false });
	rope.on('error', () => undefined);
	rope.on('close', () => {
		setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS).unref();
		process.kill(process.pid, 'SIGTERM');
	});
	rope.resume();
	rope.unref();
}
