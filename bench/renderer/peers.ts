import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fontFiles } from '../../services/renderer/src/fonts/files.ts';

const BENCH = join(import.meta.dirname, '..');

/** Installs what ours is measured against, beside the bench and only there. */
export function installPeers(): void {
	if (existsSync(join(BENCH, 'node_modules', 'satori'))) return;
	const npm = (...words: string[]): void =>
		void execFileSync('npm', [...words, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: BENCH, stdio: 'inherit' });
	try {
		npm('ci');
	} catch {
		// A lock that was made on one system may not name the binaries of another.
		npm('install', '--no-package-lock');
	}
}

/** Lets SVG text find the cover's own fonts; must be set before the first text is drawn, and is inherited by processes. */
export function pinFonts(directory: string): void {
	const folders = Object.values(fontFiles).map((name) => `<dir>${dirname(fileURLToPath(import.meta.resolve(name)))}</dir>`);
	const file = join(directory, 'fonts.conf');
	writeFileSync(
		file,
		`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
			`<fontconfig>${folders.join('')}<cachedir>${join(directory, 'fontcache')}</cachedir></fontconfig>`,
	);
	process.env['FONTCONFIG_FILE'] = file;
}
