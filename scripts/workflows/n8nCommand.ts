// n8n's own command line. It works on n8n's database directly, so n8n need not run and no login is needed.

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@copydesk/domain/isObject';
import { runToFile } from '../desk/command.ts';
import type { Graph, StoredWorkflow } from './graph.ts';
import { TAG, descriptionOf } from './labels.ts';

/** The first command of a new instance also makes its database. */
const TIMEOUT_MS = 180_000;

/** One credential as the command line takes it: `data` in clear, encrypted by n8n on its way in. */
export interface CredentialToImport {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly data: Readonly<Record<string, string>>;
}

interface N8nProgram {
	/** What is run, and what is before n8n's own arguments. */
	readonly command: readonly [string, ...string[]];
	readonly cwd: string;
	/** As n8n itself is started: it says which database is meant. */
	readonly env: NodeJS.ProcessEnv;
	/** For files that hold keys in clear while a command runs; made with mode 0700 and removed with all that is in it. */
	readonly scratch: string;
}

export class N8nCommand {
	readonly #program: N8nProgram;

	constructor(program: N8nProgram) {
		this.#program = program;
	}

	/** Those with the same id are replaced. */
	async importCredentials(credentials: readonly CredentialToImport[]): Promise<void> {
		await this.#inScratch(async (folder) => {
			const file = join(folder, 'credentials.json');
			await writeFile(file, JSON.stringify(credentials), { mode: 0o600 });
			await this.#import(['import:credentials', `--input=${file}`], credentials.length);
		});
	}

	/** Their ids stay. n8n unpublishes what it imports. */
	async importGraphs(graphs: readonly Graph[]): Promise<void> {
		await this.#inScratch(async (folder) => {
			for (const graph of graphs) {
				const labelled = { ...graph, description: descriptionOf(graph), tags: [{ id: 'copydesk', name: TAG }] };
				await writeFile(join(folder, `${graph.id}.json`), JSON.stringify(labelled));
			}
			await this.#import(['import:workflow', '--separate', `--input=${folder}`], graphs.length);
		});
	}

	/** An n8n that runs notices within some seconds. */
	async publish(id: string): Promise<void> {
		await this.#run(['publish:workflow', `--id=${id}`]);
	}

	/** All workflows as they are stored, by id. */
	async stored(): Promise<ReadonlyMap<string, StoredWorkflow>> {
		return await this.#inScratch(async (folder) => {
			const file = join(folder, 'stored.json');
			const { code, output } = await this.#try(['export:workflow', '--all', `--output=${file}`]);
			if (code !== 0 && /No workflows found/.test(output)) return new Map<string, StoredWorkflow>();
			if (code !== 0) throw failed('export:workflow', output);
			const all = JSON.parse(await readFile(file, 'utf8')) as StoredWorkflow[];
			return new Map(all.map((workflow) => [workflow.id, workflow]));
		});
	}

	/** Ids of all credentials that are stored; what is in them stays encrypted. */
	async credentialIds(): Promise<ReadonlySet<string>> {
		return await this.#inScratch(async (folder) => {
			const file = join(folder, 'credentials.json');
			const { code, output } = await this.#try(['export:credentials', '--all', `--output=${file}`]);
			if (code !== 0 && /No credentials found/.test(output)) return new Set<string>();
			if (code !== 0) throw failed('export:credentials', output);
			return new Set((JSON.parse(await readFile(file, 'utf8')) as { id: string }[]).map(({ id }) => id));
		});
	}

	/** The types of all nodes that this n8n loads. */
	async nodeTypes(): Promise<ReadonlySet<string>> {
		return await this.#inScratch(async (folder) => {
			const file = join(folder, 'nodes.json');
			await this.#run(['export:nodes', `--output=${file}`]);
			const all = JSON.parse(await readFile(file, 'utf8')) as unknown[];
			return new Set(all.filter(isObject).map(({ name }) => String(name)));
		});
	}

	/** n8n leaves with 0 after importing nothing, so its words are read. */
	async #import(args: readonly string[], expected: number): Promise<void> {
		const { code, output } = await this.#try(args);
		const imported = Number(/Successfully imported (\d+)/.exec(output)?.[1]);
		if (code === 0 && imported === expected) return;
		throw failed(`${args[0]} imported ${Number.isNaN(imported) ? 'nothing' : imported} of ${expected}`, output);
	}

	async #run(args: readonly string[]): Promise<void> {
		const { code, output } = await this.#try(args);
		if (code !== 0) throw failed(`${args[0]} failed`, output);
	}

	async #try(args: readonly string[]) {
		const { command, cwd, env } = this.#program;
		const [program, ...before] = command;
		const result = await runToFile(program, [...before, ...args], { cwd, env, timeoutMs: TIMEOUT_MS });
		if (result.code === 127) throw new Error(`${program} is not there or cannot be run`);
		return result;
	}

	/** The next command removes what a crashed one left. */
	async #inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
		const { scratch } = this.#program;
		await rm(scratch, { recursive: true, force: true });
		await mkdir(scratch, { recursive: true, mode: 0o700 });
		try {
			return await work(scratch);
		} finally {
			await rm(scratch, { recursive: true, force: true });
		}
	}
}

function failed(what: string, output: string): Error {
	return new Error(`n8n ${what}:\n${output.trim().split('\n').slice(-8).join('\n')}`);
}
