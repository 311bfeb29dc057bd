import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The font files of the cover, whole static TTFs under the SIL Open Font License 1.1, from the packages that the
 * lock file pins by hash. The machine's own fonts are never looked at.
 *
 * Noto Serif Display sets large titles: a high-contrast headline serif whose Latin, Vietnamese, Cyrillic and Greek were
 * drawn as one family. Its hairlines fade on a phone when the title is small, so Noto Serif, its sturdier sister, takes
 * over there. Inter sets label and subtitle. Noto Sans covers what Inter leaves out (IPA, rare Cyrillic).
 */
export const fontFiles = {
	headline: '@expo-google-fonts/noto-serif-display/700Bold/NotoSerifDisplay_700Bold.ttf',
	title: '@expo-google-fonts/noto-serif/700Bold/NotoSerif_700Bold.ttf',
	label: '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
	labelFallback: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
	subtitle: '@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf',
	subtitleFallback: '@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf',
} as const;

export type FontName = keyof typeof fontFiles;

/** Reads one font file whole; throws when the package is not installed. */
export function readFontFile(name: FontName): Uint8Array<ArrayBuffer> {
	const bytes = readFileSync(fileURLToPath(import.meta.resolve(fontFiles[name])));
	return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) as Uint8Array<ArrayBuffer>;
}
