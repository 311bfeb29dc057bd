/** Labelled points at which a test can kill the process. An unarmed point costs one comparison with undefined. */
let armed: { label: string; countdown: number } | undefined;

/**
 * Arms one point. `spec` is `<label>`, or `<label>#<n>` for its n-th pass, counted from 1. Each service's main passes
 * COPYDESK_FAULT_POINT.
 */
export function armFaultPoint(spec: string | undefined): void {
	if (spec === undefined || spec === '') return;
	const [label, nth] = spec.split('#');
	armed = { label: label ?? '', countdown: nth === undefined ? 1 : Number(nth) };
}

let watcher: ((label: string) => void) | undefined;

/**
 * For simulations with many processes in one: `handler` is called at every point and may throw, which ends the work there. No
 * configuration can set it.
 */
export function onFaultPoint(handler: ((label: string) => void) | undefined): void {
	watcher = handler;
}

/** Kills the process here, like `kill -9`, if this point is armed. */
export function faultPoint(label: string): void {
	watcher?.(label);
	if (armed === undefined || armed.label !== label) return;
	armed.countdown -= 1;
	if (armed.countdown > 0) return;
	process.kill(process.pid, 'SIGKILL');
	// The signal arrives asynchronously; block until then.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
