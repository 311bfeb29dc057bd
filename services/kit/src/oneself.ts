/** Nobody else of this machine reads what this process writes from here on, whatever the shell it was started from allows. */
export function keepToOneself(): void {
	process.umask(0o077);
}
