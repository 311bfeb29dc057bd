import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

/** Where a Chromium is: CHROMIUM_PATH, else Debian's. */
const PATHS = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromiumPath(): string | undefined {
	return PATHS.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** A headless Chromium that talks to nobody by itself. */
export function openChromium(executablePath: string): Promise<Browser> {
	return chromium.launch({
		executablePath,
		args: [
			'--headless=new',
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}
