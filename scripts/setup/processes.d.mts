export interface ProcessIdentity {
	readonly pid: number;
	/** When it started, as the system says it: only for comparing. */
	readonly startedAt: string;
}
/** undefined if there is no such process. */
export function processIdentity(pid: number): ProcessIdentity | undefined;
export function isSameProcess(identity: ProcessIdentity | undefined | null): boolean;
