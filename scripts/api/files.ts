/** The files that are made of a service's routes: its OpenAPI document, and the wire types that services and nodes share. */
import Joi from 'joi';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { format } from 'prettier';
import { Document, isScalar, isSeq, visit } from 'yaml';
import type { Api } from '@copydesk/kit/api';
import { capital, documentOf, metaOf } from './document.ts';

const LINE_CHARACTERS = 140;
/** In JSON. */
const LINE_BREAK = /(?<!\\)(?:\\\\)*\\n/;
const MADE = 'Made from the code by `npm run docs`; a test fails when it is stale.';

/** Text by path. */
export async function filesOf(name: string, api: Api): Promise<Readonly<Record<string, string>>> {
	const document = JSON.parse(JSON.stringify(documentOf(api))) as OpenAPI3;
	return { [`services/${name}/openapi.yaml`]: yamlOf(document), [`domain/api/${name}.ts`]: await typesOf(document, api.schemas) };
}

/** What fits on a line is written on one, so that a reader sees a whole schema at once. */
function yamlOf(document: OpenAPI3): string {
	const yaml = new Document(document, { aliasDuplicateObjects: false });
	yaml.commentBefore = ` ${MADE}`;
	visit(yaml, {
		Collection(_key, node) {
			const text = JSON.stringify(node);
			const isWords = isSeq(node) && node.items.every(isScalar);
			node.flow = isWords || (text.length <= LINE_CHARACTERS && !LINE_BREAK.test(text));
		},
	});
	return yaml.toString({ lineWidth: 0, blockQuote: 'literal', singleQuote: true });
}

interface Content {
	readonly content?: { readonly 'application/json'?: { readonly schema: { readonly $ref: string } } };
}

/** Types alone: importing them loads nothing. */
async function typesOf({ openapi, info, paths = {}, components }: OpenAPI3, schemas: Api['schemas']): Promise<string> {
	const made = astToString(
		await openapiTS({ openapi, info, paths: {}, components: { schemas: components?.schemas ?? {} } } as OpenAPI3, { immutable: true }),
	);
	const nameOf = (body?: Content): string | undefined => body?.content?.['application/json']?.schema.$ref.split('/').at(-1);
	const routes = Object.entries(paths).flatMap(([path, item]) => {
		const { requestBody, responses } = ('post' in item ? item.post : 'put' in item ? item.put : 'get' in item ? item.get : {}) as {
			readonly requestBody?: Content;
			readonly responses: Readonly<Record<string, Content>>;
		};
		const answer = Object.values(responses).map(nameOf).find(Boolean);
		return answer === undefined
			? []
			: [`\treadonly '${path}': { readonly request: ${nameOf(requestBody) ?? 'never'}; readonly answer: ${answer} };`];
	});
	const routeTypes = `/** What each route takes and gives, in JSON. */\nexport interface Routes {\n${routes.join('\n')}\n}`;
	const owned = Object.entries(schemas).flatMap(([name, schema]) => {
		const [module, type] = (Joi.isSchema(schema) ? metaOf(schema).type : undefined) ?? [];
		return module === undefined || type === undefined ? [] : [{ name: capital(name), module, type }];
	});
	const imports = owned.map(
		({ name, module, type }) => `import type { ${type === name ? name : `${type} as ${name}`} } from '../${module}.ts';\n`,
	);
	const again = owned.length === 0 ? '' : `export type { ${owned.map(({ name }) => name).join(', ')} };\n\n`;
	const types = owned.reduce((text, { name }) => text.replace(new RegExp(`^export type ${name} = [^;]+;\\n`, 'm'), ''), plain(made));
	return format(`// ${MADE}\n\n${imports.join('')}\n${again}${routeTypes}\n\n${types}`, {
		parser: 'babel-ts',
		printWidth: 140,
		singleQuote: true,
		useTabs: true,
		objectWrap: 'collapse',
	});
}

/** Each schema as a type of its own; drops the comments that repeat the type. */
function plain(made: string): string {
	const [, schemas] = / {4}schemas: \{\n(.*?)\n {4}\};\n/s.exec(made) as unknown as [string, string];
	return schemas
		.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1')
		.replaceAll(/^ *\/\*\* @(?:constant|enum \{unknown\}) \*\/\n/gm, '')
		.replaceAll('/** @description ', '/** ')
		.replaceAll(/\n *\* @(?:constant|enum \{unknown\})(?=\n)/g, '')
		.replaceAll(/^ {8}readonly (\w+): /gm, 'export type $1 = ');
}
