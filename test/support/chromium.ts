import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

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

/** What axe finds on a page, each with the elements that it is about. */
export async function axeFindings(page: Page): Promise<string[]> {
	await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8'));
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
		return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	});
}

interface Violation {
	readonly id: string;
	readonly nodes: readonly { readonly html: string }[];
}
