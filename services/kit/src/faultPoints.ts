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

/** Dies here, as by `kill -9`, when this point is armed. */
export function faultPoint(label: string): void {
	if (armed === undefined || armed.label !== label) return;
	armed.countdown -= 1;
	if (armed.countdown > 0) return;
	process.kill(process.pid, 'SIGKILL');
	// The signal is delivered asynchronously; nothing may run meanwhile.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
