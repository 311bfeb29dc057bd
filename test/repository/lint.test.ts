import { expect } from 'chai';
import { ESLint } from 'eslint';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

interface Options {
	/** Also with the rules that need types. */
	readonly typed?: boolean;
}

/** A program of this text alone, under that name: the types of the whole checkout are worked out in the group lint. */
function programOf(filePath: string, text: string): ts.Program {
	const options: ts.CompilerOptions = { module: ts.ModuleKind.Preserve, strict: true, noEmit: true, types: ['node'] };
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	const file = resolve(filePath);
	host.getSourceFile = (name, language, ...more) =>
		name === file ? ts.createSourceFile(name, text, language) : getSourceFile.call(host, name, language, ...more);
	return ts.createProgram([file], options, host);
}

/** Lints a text as if it were this file, and gives the ids of the rules that spoke. */
async function rulesAgainst(filePath: string, text: string, { typed = false }: Options = {}): Promise<string[]> {
	const withTypes = () => ({ languageOptions: { parserOptions: { programs: [programOf(filePath, text)] } } });
	const eslint = new ESLint({ cwd: process.cwd(), overrideConfig: typed ? withTypes() : [tseslint.configs.disableTypeChecked as never] });
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

	it('reports a room of the collaboration service that looks up, because a step below must not know who asks', async () => {
		for (const [below, above] of [
			['materials', 'deliveries/journal'],
			['events', 'materials/read'],
			['deliveries', 'inbox/inbox'],
			['inbox', 'routes/event'],
			['audit', 'service'],
		]) {
			const upward = `import * as above from '../${above}.ts';\nexport const again = above;\n`;
			expect(await rulesAgainst(`services/collaboration/src/${below}/probe.ts`, upward), below).to.include('import-x/no-restricted-paths');
		}
		const downward = "import { lockMaterial } from '../materials/read.ts';\nexport const again = lockMaterial;\n";
		expect(await rulesAgainst('services/collaboration/src/deliveries/probe.ts', downward)).to.deep.equal([]);
	});

	it('reports a rule that looks up, because a rule below must not know what is made of it', async () => {
		for (const [below, above] of [
			['caption', 'material/content'],
			['chat', 'desk/intentTypes'],
			['revision', 'check/hints'],
			['check', 'news/facts'],
			['material', 'messages/sentences'],
			['news', 'messages/card'],
			['messages', 'desk/route'],
		]) {
			const upward = `import type * as above from '../${above}.ts';\nexport type Again = typeof above;\n`;
			expect(await rulesAgainst(`domain/${below}/probe.ts`, upward), below).to.deep.equal(['import-x/no-restricted-paths']);
		}
		const downward = "import { shorten } from '../text/shorten.ts';\nexport const again = shorten;\n";
		expect(await rulesAgainst('domain/messages/probe.ts', downward)).to.deep.equal([]);
	});

	it('puts every part of the rules on a floor', async () => {
		const parts = (await readdir('domain')).filter((name) => name !== 'package.json');
		// Nothing is above the desk, and the contracts are below everything.
		for (const part of parts.filter((name) => !['api', 'desk'].includes(name))) {
			const upward = "import type * as above from '@copydesk/domain/desk/route';\nexport type Again = typeof above;\n";
			const probe = part.endsWith('.ts') ? `domain/${part}` : `domain/${part}/probe.ts`;
			expect(await rulesAgainst(probe, upward), part).to.include('import-x/no-restricted-paths');
		}
	});

	it('reports a service that imports a command', async () => {
		const upward = "import { run } from '../../../scripts/commandLine.ts';\nexport const again = run;\n";
		expect(await rulesAgainst('services/kit/src/probe.ts', upward)).to.include('import-x/no-restricted-paths');
	});

	it('reports a command that goes round the door of the collaboration service', async () => {
		const through = (file: string) => `import * as found from '@copydesk/collaboration/${file}';\nexport const again = found;\n`;
		expect(await rulesAgainst('scripts/operator/probe.ts', through('deliveries/journal'))).to.deep.equal(['import-x/no-restricted-paths']);
		expect(await rulesAgainst('scripts/operator/probe.ts', through('operator'))).to.deep.equal([]);
	});

	it('reports a statement outside of the rooms that have tables, and one that no compiler sees anywhere', async () => {
		const typed = "export const all = (db: never) => (db as { selectFrom(name: string): unknown }).selectFrom('event');\n";
		const raw = "export const all = (db: { query(sql: string): unknown }) => db.query('select 1');\n";
		const against = (room: string, text: string) => rulesAgainst(`services/${room}/probe.ts`, text);
		for (const room of ['collaboration/src/routes', 'collaboration/src/desk', 'collaboration/src/messenger', 'renderer/src/routes'])
			expect(await against(room, typed), room).to.deep.equal(['no-restricted-syntax']);
		for (const room of ['collaboration/src/materials', 'renderer/src/journal']) {
			expect(await against(room, typed), room).to.deep.equal([]);
			expect(await against(room, raw), room).to.deep.equal(['no-restricted-syntax']);
		}
	});

	it("reports a method of the messenger's outside of the messenger's room", async () => {
		for (const named of [
			"export const request = { method: 'sendMessage' };\n",
			'export const url = (base: string) => `${base}/sendPhoto`;\n',
		]) {
			expect(await rulesAgainst('services/collaboration/src/deliveries/probe.ts', named), named).to.deep.equal(['no-restricted-syntax']);
			expect(await rulesAgainst('services/collaboration/src/messenger/probe.ts', named), named).to.deep.equal([]);
		}
	});

	it('reports a function that is longer than one can take in', async () => {
		const ofLines = (count: number) => `export function probe(): void {\n${'\tvoid 0;\n'.repeat(count - 2)}}\n`;
		for (const file of [
			'services/collaboration/src/inbox/probe.ts',
			'services/sandbox/src/probe.ts',
			'domain/probe.ts',
			'nodes/probe.ts',
		]) {
			expect(await rulesAgainst(file, ofLines(81)), file).to.deep.equal(['max-lines-per-function']);
			expect(await rulesAgainst(file, ofLines(80)), file).to.deep.equal([]);
		}
	});

	it('reports a way into the compiled core beside its door, and any way there from elsewhere', async () => {
		const into = (path: string): string => `import { core } from '${path}';\nexport const again = core;\n`;
		for (const [file, text] of [
			['services/renderer/src/probe.ts', into('../../renderer-core/src/module.ts')],
			['services/kit/src/probe.ts', into('@copydesk/renderer-core')],
			['services/renderer-core/src/probe.ts', into('@copydesk/kit/log')],
		] as const)
			expect(await rulesAgainst(file, text), file).to.include('import-x/no-restricted-paths');
		expect(await rulesAgainst('services/renderer/src/probe.ts', into('@copydesk/renderer-core'))).to.deep.equal([]);
	});

	it('reports a clock in domain, because time is a parameter there', async () => {
		expect(await rulesAgainst('domain/probe.ts', 'export const now = Date.now();\n')).to.include('no-restricted-properties');
	});

	it('reports the environment outside of a main', async () => {
		expect(await rulesAgainst('services/kit/src/probe.ts', "export const path = process.env['PATH'];\n")).to.include(
			'no-restricted-properties',
		);
	});

	it('reports a promise without an await, because its error would be lost', async () => {
		const lost = "import { rm } from 'node:fs/promises';\n\nrm('file');\n";
		for (const filePath of ['services/kit/src/log.ts', 'test/repository/lint.test.ts'])
			expect(await rulesAgainst(filePath, lost, { typed: true })).to.deep.equal(['@typescript-eslint/no-floating-promises']);
	});

	it('reports a line that is longer than the formatter can make it', async () => {
		for (const filePath of ['services/kit/src/log.ts', 'services/collaboration/src/routes/schemas.ts', 'domain/desk/route.ts'])
			expect(await rulesAgainst(filePath, `export const text = '${'x'.repeat(140)}';\n`)).to.deep.equal(['max-len']);
	});

	it('reports a timer in a node, because n8n refuses it in published code', async () => {
		expect(await rulesAgainst('nodes/shared/probe.ts', 'setTimeout(() => undefined, 1);\n')).to.include(
			'@n8n/community-nodes/no-restricted-globals',
		);
	});
});
