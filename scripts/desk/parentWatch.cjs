// Preloaded into every program the desk starts, those of others too. Descriptor 3 is a pipe whose other end the
// starter holds: when it closes, the starter is gone, however it went, and this program goes as well.

const { isMainThread } = process.getBuiltinModule('node:worker_threads');

/** As long as the starter itself would wait at most, in tenths of a second. */
const GRACE_TENTHS = 1000;

/** Waits for this program to end, then ends the rest of its process group, because no other program would. */
const UNDERTAKER =
	`n=0; while kill -0 "$0" 2>/dev/null && [ $n -lt ${GRACE_TENTHS} ]; ` + 'do sleep 0.1; n=$((n+1)); done; kill -9 -"$0" 2>/dev/null';

if (isMainThread && process.env.COPYDESK_TETHER === String(process.ppid)) {
	// Programs that this one starts are in its process group; they go with it and need no watch of their own.
	delete process.env.COPYDESK_TETHER;
	const parent = new (process.getBuiltinModule('node:net').Socket)({ fd: 3, readable: true, writable: false });
	parent.on('error', () => undefined);
	parent.on('close', () => {
		process
			.getBuiltinModule('node:child_process')
			.spawn('/bin/sh', ['-c', UNDERTAKER, String(process.pid)], { detached: true, stdio: 'ignore' })
			.unref();
		process.kill(process.pid, 'SIGTERM');
	});
	parent.resume();
	parent.unref();
}
