/** Files that this process writes from here on are readable by its own user only, whatever the umask of the shell was. */
export function keepToOneself(): void {
	process.umask(0o077);
}
