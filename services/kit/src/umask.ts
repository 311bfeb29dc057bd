/** From now on only this process's user can read the files that it writes, whatever the shell's umask was. */
export function usePrivateUmask(): void {
	process.umask(0o077);
}
