// The group `lint`: the TypeScript compiler and ESLint over the same programs, because what either spends most of its time
// on is reading the sources and working out their types. Alone: npm run types, npm run lint.

import { ESLint } from 'eslint';
import ts from 'typescript';
import { OURS, TYPES } from '../../eslint.config.mjs';
import { ROOT } from '../desk/paths.ts';

const format: ts.FormatDiagnosticsHost = {
	getCanonicalFileName: (name) => name,
	getCurrentDirectory: () => ROOT,
	getNewLine: () => '\n',
};

function programOf(file: string): ts.Program {
	const host: ts.ParseConfigFileHost = {
		...ts.sys,
		onUnRecoverableConfigFileDiagnostic(diagnostic) {
			throw new Error(ts.formatDiagnostic(diagnostic, format));
		},
	};
	const parsed = ts.getParsedCommandLineOfConfigFile(file, { incremental: false, noEmit: true }, host);
	if (parsed === undefined) throw new Error(`${file} cannot be read`);
	return ts.createProgram({ rootNames: parsed.fileNames, options: parsed.options, configFileParsingDiagnostics: parsed.errors });
}

const programs = TYPES.map(programOf);
// That of the renderer's core is checked by its own compiler, in the group renderer-core.
const mistakes = programs.slice(0, 1).flatMap((program) => [...ts.getPreEmitDiagnostics(program)]);
process.stdout.write(ts.formatDiagnostics(mistakes, format));

const eslint = new ESLint({ cwd: ROOT, overrideConfig: { files: OURS, languageOptions: { parserOptions: { programs } } } });
const results = await eslint.lintFiles(['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
process.exitCode = mistakes.length > 0 || results.some(({ errorCount }) => errorCount > 0) ? 1 : 0;
