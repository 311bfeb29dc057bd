/**
 * A new button, command, language or template is an entry of its table and its words: shown on a copy of the source that exists only for
 * the compiler.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { ROOT } from '../../../scripts/desk/paths.ts';

const TABLE = 'domain/chat/presses.ts';
const ENGLISH = 'domain/messages/en.ts';
const RUSSIAN = 'domain/messages/ru.ts';
const ROUTE = 'domain/desk/route.ts';
const LAYOUTS = 'services/renderer/src/template/layouts.ts';

const edited = (file: string, ...edits: readonly (readonly [from: string, to: string])[]): readonly [string, string] => {
	let text = readFileSync(join(ROOT, file), 'utf8');
	for (const [from, to] of edits) {
		expect(text, `${file}: ${from}`).to.include(from);
		text = text.replaceAll(from, to);
	}
	return [file, text];
};
const entry = (kind: string) => edited(TABLE, ['\tpage: {', `\twave: { of: '${kind}', once: true },\n\tpage: {`]);
const language = edited('domain/language.ts', ["'pl', 'tr'] as const", "'pl', 'tr', 'nl'] as const"]);
const words = (file: string) =>
	edited(file, ['\n\tbuttons: {\n', "\n\tbuttons: {\n\t\twave: '👋',\n"], ['\n\ttoasts: {\n', "\n\ttoasts: {\n\t\twave: '👋',\n"]);

describe('The tables of what people press, type and read', function () {
	this.timeout(600_000);
	let before: ts.Program | undefined;

	/**
	 * What the compiler says of the rules, the nodes and the collaboration service with these files in place of their own.
	 * @param within the files that it checks; all without it, which takes ten times as long
	 */
	function complaints(files: readonly (readonly [file: string, text: string])[], within?: readonly string[]): readonly string[] {
		const instead = new Map(files.map(([file, text]) => [join(ROOT, file), text]));
		const read = ts.readConfigFile(join(ROOT, 'tsconfig.check.json'), (path) => ts.sys.readFile(path));
		const include = ['nodes', 'domain', 'services/collaboration', 'services/kit'];
		const { options, fileNames } = ts.parseJsonConfigFileContent({ ...read.config, include }, ts.sys, ROOT);
		fileNames.push(join(ROOT, LAYOUTS));
		const checked = { ...options, incremental: false, skipLibCheck: true };
		delete checked.tsBuildInfoFile;
		const host = ts.createCompilerHost(checked);
		const plain = host.getSourceFile.bind(host);
		host.getSourceFile = (path, version, ...more) => {
			const text = instead.get(path);
			const unchanged = text === undefined ? before?.getSourceFile(path) : undefined;
			if (unchanged !== undefined && !changed.has(path)) return unchanged;
			return text === undefined ? plain(path, version, ...more) : ts.createSourceFile(path, text, version);
		};
		const program = ts.createProgram({
			rootNames: fileNames,
			options: checked,
			host,
			...(before === undefined ? {} : { oldProgram: before }),
		});
		const checkedFiles = within?.map((file) => program.getSourceFile(join(ROOT, file))) ?? [undefined];
		const diagnostics = checkedFiles.flatMap((file) => program.getSemanticDiagnostics(file));
		const found = diagnostics.map(({ file, messageText }) => {
			const name = file?.fileName.slice(ROOT.length + 1) ?? '';
			return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
		});
		before = program;
		changed = new Set(instead.keys());
		return found;
	}
	let changed: ReadonlySet<string> = new Set();

	it('needs for a new button nothing but its entry and its words in English and Russian, for a language its tag and its file', () => {
		const catalogue = edited('domain/messages/catalogue.ts', ['{ de, es,', '{ de, nl: de, es,']);
		expect(complaints([entry('refusal'), words(ENGLISH), words(RUSSIAN), language, catalogue])).to.deep.equal([]);
	});

	it('asks for all that a new command, language or template lacks', () => {
		const found = complaints(
			[
				edited('domain/chat/commands.ts', ['\tboard: {', "\tdance: { helps: 'desk' },\n\tboard: {"]),
				edited('domain/cover/template.ts', ["'words', 'news'] as const", "'words', 'news', 'side'] as const"]),
				language,
			],
			[ENGLISH, RUSSIAN, 'domain/desk/command.ts', 'domain/desk/menu.ts', LAYOUTS, 'domain/messages/catalogue.ts'],
		);
		const about = (word: string) => found.filter((each) => each.includes(word)).map((each) => each.split(': ')[0]);
		expect(about('dance'), found.join('\n')).to.include.members([ENGLISH, RUSSIAN, 'domain/desk/command.ts']);
		expect(about('side'), found.join('\n')).to.include.members([ENGLISH, RUSSIAN, 'domain/desk/menu.ts', LAYOUTS]);
		expect(about('nl'), found.join('\n')).to.include.members(['domain/messages/catalogue.ts']);
	});

	it('does not compile without its words', () => {
		const found = complaints([entry('refusal'), words(RUSSIAN)], [TABLE, ENGLISH, RUSSIAN, ROUTE]);
		expect(found).to.not.deep.equal([]);
		expect(
			found.every((each) => each.startsWith(`${ENGLISH}: `) && each.includes('wave')),
			found.join('\n'),
		).to.equal(true);
	});

	it('does not compile while nobody says what a press of a new kind leads to', () => {
		const kind = edited(TABLE, ["\t| 'panel';", "\t| 'panel'\n\t| 'greeting';"], ['\tpage: {', "\twave: { of: 'greeting' },\n\tpage: {"]);
		const found = complaints([kind, words(ENGLISH), words(RUSSIAN)], [ROUTE]);
		expect(found.map((each) => each.split(': ')[0])).to.include(ROUTE);
	});
});
