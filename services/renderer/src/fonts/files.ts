import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The font files of the cover, whole static TTFs under the SIL Open Font License 1.1, from the packages that the
 * lock file pins by hash. The machine's own fonts are never looked at.
 *
 * Source Serif sets the title: its Latin, Vietnamese, Cyrillic and Greek are drawn and kerned as one, and it holds on a
 * phone where a display serif's hairlines fade. Inter sets label and subtitle. What they leave out (rare Latin and
 * Cyrillic, Greek with breathings, IPA) comes from Noto Serif and Noto Sans.
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

/** Reads one font file whole; throws when the package is not installed. */
export function readFontFile(name: FontName): Uint8Array<ArrayBuffer> {
	const bytes = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])));
	return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
