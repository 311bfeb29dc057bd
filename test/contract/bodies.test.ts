import { expect } from 'chai';
import { api as collaboration } from '@copydesk/collaboration/api';
import { api as renderer } from '@copydesk/renderer/api';
import { OWNER, begin, openDesk } from '../support/collaboration.ts';
import { documentOf } from '../../scripts/api/document.ts';

/** As far as our documents use it. */
interface Schema {
	readonly $ref?: string;
	readonly oneOf?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly type?: string | readonly string[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: unknown;
	readonly items?: Schema;
	readonly maxItems?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly description?: string;
}
interface Operation {
	readonly requestBody?: { readonly 'x-max-bytes': number; readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** No character of UTF-8 takes more for each of its UTF-16 units. */
const BYTES_OF_A_UNIT = 3;
/** An id, a hash, a word: whatever a pattern without repetition allows. */
const BYTES_OF_AN_ID = 200;
const BYTES_OF_A_NUMBER = 25;

describe('The bound of a request body', () => {
	const services = [collaboration, renderer].map((api) => JSON.parse(JSON.stringify(documentOf(api))) as never) as readonly {
		readonly info: { readonly title: string };
		readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
		readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
	}[];

	/** The largest JSON that a schema allows, in bytes; what has no bound of its own is named in `unbounded` and counts nothing. */
	function largest(schema: Schema, path: string, schemas: Readonly<Record<string, Schema>>, unbounded: string[]): number {
		const within = (inner: Schema, key: string): number => largest(inner, key === '' ? path : `${path}.${key}`, schemas, unbounded);
		if (schema.$ref !== undefined) {
			const named = schemas[schema.$ref.split('/').at(-1) as string] as Schema;
			const together = /together: at most (\d+) UTF-16 units/.exec(named.description ?? '');
			if (together === null) return within(named, '');
			// The texts of the entries have a bound in common; everything else of each entry comes beside it.
			const bare = { ...(schemas['SourceBlock'] as Schema) };
			const entry = { ...bare, properties: { ...bare.properties, text: { const: '' } } };
			return Number(together[1]) * BYTES_OF_A_UNIT + (named.maxItems as number) * (within(entry, '0') + 1);
		}
		const either = schema.oneOf ?? schema.anyOf;
		if (either !== undefined) return Math.max(...either.map((each) => within(each, '')));
		if (schema.const !== undefined) return JSON.stringify(schema.const).length;
		if (schema.enum !== undefined) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length));
		const types = [schema.type ?? 'anything'].flat();
		if (types.includes('object')) {
			if (schema.additionalProperties !== false) unbounded.push(path);
			const fields = Object.entries(schema.properties ?? {});
			return 2 + fields.reduce((sum, [key, field]) => sum + key.length + 4 + within(field, key), 0);
		}
		if (types.includes('array')) {
			if (schema.maxItems === undefined || schema.items === undefined) return unbounded.push(path) * 0;
			return 2 + schema.maxItems * (within(schema.items, '0') + 1);
		}
		if (types.includes('string')) {
			if (schema.maxLength !== undefined) return schema.maxLength * BYTES_OF_A_UNIT + 2;
			if (schema.pattern !== undefined && !/[*+]/.test(schema.pattern)) return BYTES_OF_AN_ID;
			return unbounded.push(path) * 0;
		}
		if (types.some((type) => ['integer', 'number', 'boolean', 'null'].includes(type))) return BYTES_OF_A_NUMBER;
		return unbounded.push(path) * 0;
	}

	it('lets in everything that the schema of the request allows, so that each bound can be reached', () => {
		const unbounded: string[] = [];
		const sizes = services.flatMap(({ paths, components }) =>
			Object.entries(paths).flatMap(([path, { post }]) => {
				const schema = post?.requestBody?.content['application/json']?.schema;
				return post?.requestBody === undefined || schema === undefined
					? []
					: [{ path, bytes: largest(schema, path, components.schemas, unbounded), bound: post.requestBody['x-max-bytes'] }];
			}),
		);
		expect(sizes.filter(({ bytes, bound }) => bytes > bound)).to.deep.equal([]);
		expect(sizes.map(({ path }) => path)).to.include.members(['/event', '/messenger', '/materials/create', '/v1/covers']);
		// The update is the messenger's; a caption is bounded after normalisation.
		expect(unbounded).to.have.members(['/event.update', '/materials/advance.patch.caption']);
	});

	it('is met by the source blocks of a material together: as many long ones as a body carries, and no more', async () => {
		const desk = await openDesk();
		try {
			const { _svc } = await begin(desk, OWNER);
			const { draft_key } = (await desk.post('/materials/create', { _svc, content: {} })).body.material;
			const write = async (...texts: readonly string[]) => {
				const source_blocks = texts.map((text, index) => ({ id: `s${index}`, text }));
				const step = { from: 'text_generating', to: 'text_generating', patch: { source_blocks } };
				const { status, body } = await desk.post('/materials/advance', { _svc, draft_key, version: 1, ...step });
				return [status, body.errors];
			};
			// Each unit takes three bytes.
			const long = '\u20ac'.repeat(60_000);
			expect(await write(long, long)).to.deep.equal([200, undefined]);
			expect(await write(long, long, 'x')).to.deep.equal([
				422,
				[
					{
						path: 'patch.source_blocks',
						message: 'Expected at most 120000 units of text in all blocks together but received 120001',
					},
				],
			]);
		} finally {
			await desk.close();
		}
	});

	it('is said in UTF-16 units where it is about text, as every length is', () => {
		for (const { info } of services as readonly { readonly info: { readonly description?: string } }[])
			expect(info.description).to.include('are UTF-16 code units');
	});
});
