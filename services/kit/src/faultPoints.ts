/**
 * Labelled points at which a test may kill the process for real.
 * Free when nothing is armed: one comparison of an undefined.
 */
let armed: { label: string; countdown: number } | undefined;

/**
 * Arms one point. `spec` is `<label>` or `<label>#<n>` (the n-th time it is passed, from 1).
 * Called by each service's main with COPYDESK_FAULT_POINT.
 */
export function armFaultPoint(spec: string | undefined): void {
	if (spec === undefined || spec === '') return;
	const [label, nth] = spec.split('#');
	armed = { label: label ?? '', countdown: nth === undefined ? 1 : Number(nth) };
}

let watcher: ((label: string) => void) | undefined;

/**
 * For simulations that hold many processes in one: `handler` is called at every point and may throw, which ends the
 * work there. No configuration leads here.
 */
export function onFaultPoint(handler: ((label: string) => void) | undefined): void {
	watcher = handler;
}

/** Ends the process here, like `kill -9`, if this point is armed. */
export function faultPoint(label: string): void {
	watcher?.(label);
	if (armed === undefined || armed.label !== label) return;
	armed.countdown -= 1;
	if (armed.countdown > 0) return;
	process.kill(process.pid, 'SIGKILL');
	// The signal is delivered asynchronously; nothing may run meanwhile.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
