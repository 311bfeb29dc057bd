/**
 * As much of AssemblyScript's compiler as `build.ts` calls. Its own declarations would change those of the language for every
 * file that is checked: a list would give `at()` without an undefined.
 */
interface Compiler {
	main(
		argv: readonly string[],
		options: {
			readFile(name: string): string | null;
			writeFile(name: string, contents: Uint8Array | string): void;
			listFiles(folder: string): readonly string[] | null;
		},
	): Promise<{ readonly error: Error | null; readonly stderr: { toString(): string } }>;
}
declare const asc: Compiler;
export default asc;
