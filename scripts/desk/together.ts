/** Renderer, reader and collaboration service in one process, beside an n8n that is there already. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { start as startCollaboration } from '@copydesk/collaboration/start';
import type { RunningService } from '@copydesk/kit/server';
import { start as startReader } from '@copydesk/reader/start';
import { start as startRenderer } from '@copydesk/renderer/start';
import { settle, type StartOptions } from './desk.ts';
import { once } from './once.ts';
import { HOST } from './ports.ts';
import { RunFile } from './runFiles.ts';
import { serviceEnvironment, urlsOf, writeEnvFile, type DeskSetting } from './services.ts';

const PROGRAMS = { renderer: startRenderer, reader: startReader, collaboration: startCollaboration } as const;

interface Together extends StartOptions {
	/** The name under which n8n finds them. */
	readonly name?: string;
}

/** @throws CannotStart, or what a service says; then none of them runs */
export async function startTogether(options: Together): Promise<RunningService & { readonly keys: string }> {
	const setting = await settle(options);
	const keys = writeKeys(setting, options.name ?? HOST);
	const runFile = new RunFile(setting.data, setting.ports);
	const running: RunningService[] = [];
	const stop = once(async () => {
		// First what gives work, then what does it.
		for (const service of running.toReversed()) await service.stop();
		runFile.remove();
	});
	try {
		for (const name of ['renderer', 'reader', 'collaboration'] as const) {
			mkdirSync(join(setting.data, name), { recursive: true, mode: 0o700 });
			running.push(await PROGRAMS[name](serviceEnvironment(setting, name)));
			runFile.service(name, process.pid);
		}
		runFile.ready();
	} catch (error) {
		await stop();
		throw error;
	}
	return { url: running.map(({ url }) => url).join(', '), keys, stop };
}

/** What n8n's side has to know, in one file that only its owner may read: `npm run workflows -- import --keys` takes it. */
function writeKeys(setting: DeskSetting, host: string): string {
	const { data, secrets } = setting;
	const { collaboration, renderer, reader } = urlsOf(setting);
	const named = (url: string): string => url.replace(HOST, host);
	const said = {
		COLLAB_URL: named(collaboration),
		COLLAB_SERVICE_KEY: secrets.value('collaboration-key'),
		RENDERER_URL: named(renderer),
		RENDERER_API_KEY: secrets.value('renderer-key'),
		READER_URL: named(reader),
		READER_API_KEY: secrets.value('reader-key'),
		MAIN_WEBHOOK_SECRET: secrets.value('webhook-secret'),
	};
	const file = join(data, 'keys.env');
	writeEnvFile(file, said);
	return file;
}
