import { BUILT_IN_IMAGE_ID } from '@copydesk/domain/ids';
import { createHash } from 'node:crypto';
import { scriptPackages, versionOf } from '../fonts/scriptFonts.ts';
import { fontFiles, type FontName, readFontFile } from '../fonts/files.ts';
import { readBuiltIn } from './consultation.ts';
import { ffSquare } from './ffSquare.ts';

/**
 * SHA-256 of everything that determines the covers' look: the template's parameters, the font files and the built-in illustration. Each
 * has its name and length in the hash, so that content cannot move between them. 64 hex digits.
 */
export function templateFingerprint(): string {
	const hash = createHash('sha256');
	const add = (name: string, bytes: Uint8Array): void => {
		hash.update(`${name} ${bytes.length}\n`).update(bytes);
	};
	add('template', Buffer.from(JSON.stringify(ffSquare)));
	for (const name of Object.keys(fontFiles).sort() as FontName[]) add(fontFiles[name], readFontFile(name));
	add(BUILT_IN_IMAGE_ID, readBuiltIn());
	return hash.digest('hex');
}

/**
 * SHA-256 of the fonts alone, 64 hex digits. Fonts of other scripts are identified by their package's version, which the lock file pins
 * by hash.
 */
export function fontsHash(): string {
	const hash = createHash('sha256');
	for (const name of Object.keys(fontFiles).sort() as FontName[]) {
		const bytes = readFontFile(name);
		hash.update(`${fontFiles[name]} ${bytes.length}\n`).update(bytes);
	}
	for (const name of scriptPackages) hash.update(`${name} ${versionOf(name)}\n`);
	return hash.digest('hex');
}
