import { expect } from 'chai';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

interface Options {
	/** Also with the rules that need types; only for the path of a file that exists. */
	readonly typed?: boolean;
}

/** Lints a text as if it were this file, and gives the ids of the rules that spoke. */
async function rulesAgainst(filePath: string, text: string, { typed = false }: Options = {}): Promise<string[]> {
	const eslint = new ESLint({ cwd: process.cwd(), overrideConfig: typed ? [] : [tseslint.configs.disableTypeChecked as never] });
	const [result] = await eslint.lintText(text, { filePath });
	return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

describe('Who may import whom', function () {
	this.timeout(120_000);

	it('reports a node that imports a service, because the published package has no dependencies', async () => {
		const rules = await rulesAgainst(
			'nodes/shared/probe.ts',
			"import { openLog } from '../../services/kit/src/log.ts';\nexport const log = openLog('x');\n",
		);
		expect(rules).to.include('import-x/no-restricted-paths');
	});

	it('reports a service that imports another one, because services meet over HTTP', async () => {
		const rules = await rulesAgainst(
			'services/renderer/src/probe.ts',
			"import { probe } from '../../collaboration/src/main.ts';\nexport const again = probe;\n",
		);
		expect(rules).to.include('import-x/no-restricted-paths');
	});

	it('reports a clock in domain, because time is a parameter there', async () => {
		expect(await rulesAgainst('domain/probe.ts', 'export const now = Date.now();\n')).to.include('no-restricted-properties');
	});

	it('reports the environment outside of a main', async () => {
		expect(await rulesAgainst('services/kit/src/probe.ts', "export const path = process.env['PATH'];\n")).to.include(
			'no-restricted-properties',
		);
	});

	it('reports a promise that nobody waits for, because its error would be lost', async () => {
		const lost = "import { rm } from 'node:fs/promises';\n\nrm('file');\n";
		for (const filePath of ['services/kit/src/log.ts', 'test/repository/lint.test.ts'])
			expect(await rulesAgainst(filePath, lost, { typed: true })).to.deep.equal(['@typescript-eslint/no-floating-promises']);
	});

	it('reports a line that is longer than the formatter can make it', async () => {
		expect(await rulesAgainst('services/kit/src/log.ts', `export const text = '${'x'.repeat(140)}';\n`)).to.deep.equal(['max-len']);
	});

	it('reports a timer in a node, because n8n refuses it in published code', async () => {
		expect(await rulesAgainst('nodes/shared/probe.ts', 'setTimeout(() => undefined, 1);\n')).to.include(
			'@n8n/community-nodes/no-restricted-globals',
		);
	});
});
