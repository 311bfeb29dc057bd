import { runToFile, type CommandResult } from '../desk/command.ts';
import { QUIET_NODE, ROOT } from '../desk/paths.ts';
import type { Ports } from '../desk/ports.ts';

const TIMEOUT_MS = 300_000;

/** Types the commands of a desk, and expects each to leave with 0. */
export class Operator {
	readonly #env: NodeJS.ProcessEnv;
	readonly #ports: Ports;

	constructor(data: string, ports: Ports) {
		this.#ports = ports;
		this.#env = {
			...process.env,
			COPYDESK_DATA_DIR: data,
			RENDERER_PORT: String(ports.renderer),
			COLLAB_PORT: String(ports.collaboration),
			SANDBOX_PORT: String(ports.sandbox),
			N8N_PORT: String(ports.n8n),
		};
	}

	/** `npm run operator -- …` @returns what it printed */
	run(...words: readonly string[]): Promise<string> {
		return this.#demand('scripts/operator/main.ts', ...words, '--yes');
	}

	/** `npm run workflows -- …` @returns what it printed */
	workflows(...words: readonly string[]): Promise<string> {
		return this.#demand('scripts/workflows/main.ts', ...words);
	}

	async tries(script: string, ...words: readonly string[]): Promise<CommandResult> {
		return runToFile(process.execPath, [...QUIET_NODE, script, ...words], { cwd: ROOT, env: this.#env, timeoutMs: TIMEOUT_MS });
	}

	/** The same on another machine, where no desk was ever started. */
	elsewhere(folder: string): Operator {
		return new Operator(folder, this.#ports);
	}

	async #demand(script: string, ...words: readonly string[]): Promise<string> {
		const { code, output } = await this.tries(script, ...words);
		if (code !== 0) throw new Error(`${script} ${words.join(' ')} left with ${code}:\n${output.trim()}`);
		return output;
	}
}
