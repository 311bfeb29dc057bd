import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The font files of the cover: static TTFs under the SIL Open Font License 1.1, from packages that the lock file pins by hash. The
 * machine's own fonts are never used.
 *
 * Source Serif sets the title. Its Latin, Vietnamese, Cyrillic and Greek share one design and kerning, and it stays readable on a phone,
 * where the hairlines of a display serif fade. Inter sets label and subtitle. Noto Serif and Noto Sans have the missing characters (rare
 * Latin and Cyrillic, Greek with breathings, IPA).
 */
export const fontFiles = {
	title: '@expo-google-fonts/source-serif-4/700Bold/SourceSerif4_700Bold.ttf',
	titleFallback: '@expo-google-fonts/noto-serif/700Bold/NotoSerif_700Bold.ttf',
	label: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
	labelFallback: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
	subtitle: '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf',
	subtitleFallback: '@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf',
} as const;

export type FontName = keyof typeof fontFiles;

/** Reads a whole font file; throws if the package is not installed. */
export function readFontFile(name: FontName): Uint8Array<ArrayBuffer> {
	const bytes = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])));
	return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
