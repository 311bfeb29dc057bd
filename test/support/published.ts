/** The compiler holds what was said over an interface against the types that its makers publish. */
import { join } from 'node:path';
import ts from 'typescript';

/** What went over the wire, and the published type that it has to have. */
export interface Recorded {
	readonly name: string;
	readonly type: string;
	readonly value: unknown;
}

/** The SDK adds output_text by itself, and leaves out store, which the documents show. */
export const RESPONSE = "Omit<Responses.Response, 'output_text'> & { store: boolean }";

const IMPORTS = [
	"import type { Chat } from 'openai/resources/chat/index.js';",
	"import type { ImageGenerateParamsNonStreaming, ImagesResponse } from 'openai/resources/images.js';",
	"import type { Model } from 'openai/resources/models.js';",
	"import type * as Responses from 'openai/resources/responses/responses.js';",
	"import type { ApiMethods, ApiResponse, ChatFullInfo, Message, Opts, Update, UserFromGetMe } from '@grammyjs/types';",
];

/** Pictures are long, and what is in them is no matter of types. */
const literalOf = (value: unknown): string =>
	JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' && each.length > 400 ? `${each.slice(0, 20)}…` : each), '\t');

/** What the compiler says of the records, by their names. */
export function mistakesIn(records: readonly Recorded[]): readonly string[] {
	const file = join(import.meta.dirname, 'recorded.generated.ts');
	const lines = [...IMPORTS, ...records.map(({ type, value }, index) => `export const r${index}: ${type} = ${literalOf(value)};`)];
	const options: ts.CompilerOptions = {
		...{ strict: true, noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2022, types: [] },
		...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] },
	};
	const host = ts.createCompilerHost(options);
	const read = host.getSourceFile.bind(host);
	const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ES2022, true);
	host.getSourceFile = (name, ...rest) => (name === file ? source : read(name, ...rest));
	host.fileExists = (name) => name === file || ts.sys.fileExists(name);
	const program = ts.createProgram([file], options, host);
	return ts.getPreEmitDiagnostics(program, source).map((found) => {
		const place = source.statements.findIndex(({ pos, end }) => pos <= (found.start ?? 0) && (found.start ?? 0) < end);
		const name = records[place - IMPORTS.length]?.name ?? 'the types';
		return `${name}: ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`;
	});
}
