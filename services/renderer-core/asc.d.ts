/**
 * The part of AssemblyScript's compiler that `build.ts` calls. Its own declarations would change the language's for every checked file:
 * `at()` of a list would lose its undefined.
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
