/** The files that are made of a service's routes: its OpenAPI document, and the wire types that services and nodes share. */
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { Document, isScalar, visit } from 'yaml';
import type { Api } from '@copydesk/kit/api';
import { documentOf } from './document.ts';

const MADE = 'Made from the code by `npm run docs`; a test fails when it is stale.';

/** Text by path. */
export async function filesOf(name: string, api: Api): Promise<Readonly<Record<string, string>>> {
	const document = JSON.parse(JSON.stringify(documentOf(api))) as OpenAPI3;
	return { [`services/${name}/openapi.yaml`]: yamlOf(document), [`domain/api/${name}.ts`]: await typesOf(document) };
}

function yamlOf(document: OpenAPI3): string {
	const yaml = new Document(document, { aliasDuplicateObjects: false });
	yaml.commentBefore = ` ${MADE}`;
	visit(yaml, {
		Seq(_key, node) {
			node.flow = node.items.every(isScalar);
		},
		Map(_key, node) {
			node.flow = node.items.length === 1 && node.has('$ref');
		},
	});
	return yaml.toString({ lineWidth: 0, blockQuote: 'literal', singleQuote: true });
}

interface Content {
	readonly content?: { readonly 'application/json'?: { readonly schema: { readonly $ref: string } } };
}

/** Types alone: whoever imports them loads nothing. */
async function typesOf({ openapi, info, paths = {}, components }: OpenAPI3): Promise<string> {
	const schemas = astToString(
		await openapiTS({ openapi, info, paths: {}, components: { schemas: components?.schemas ?? {} } } as OpenAPI3, {
			immutable: true,
			rootTypes: true,
			rootTypesNoSchemaPrefix: true,
		}),
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
	return [
		`// ${MADE}`,
		'',
		'/** What each route takes and gives, in JSON. */',
		'export interface Routes {',
		...routes,
		'}',
		'',
		schemas,
	].join('\n');
}
