import { createInterface } from 'node:readline/promises';

/** Asks on the terminal; without one the answer is no. */
export async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) {
		process.stderr.write(`${question}\nThere is no terminal to ask on; add --yes to go ahead.\n`);
		return false;
	}
	const asking = createInterface({ input: process.stdin, output: process.stderr });
	try {
		return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
	} finally {
		asking.close();
	}
}
