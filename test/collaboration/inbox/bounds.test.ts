/** What may be written has the size of its purpose, also from a caller with the service key and in a forged update. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readRaw } from '@copydesk/collaboration/intake/raw';
import { CHANNEL, EDITOR, OWNER, newExecutionId, newUpdateId, openDesk, pressUpdate, textUpdate } from '../../support/collaboration.ts';
import type { TestDesk } from '../../support/collaboration.ts';
import { describeOnEachEngine } from '../../support/databases.ts';

type Paths = Readonly<
	Record<
		string,
		Readonly<Record<string, { readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }>>
	>
>;

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly pattern?: string;
	readonly maxLength?: number;
	readonly maxItems?: number;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly additionalProperties?: unknown;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
}

const document = parse(readFileSync(new URL('../../../services/collaboration/openapi.yaml', import.meta.url), 'utf8'), { merge: true }) as {
	readonly paths: Paths;
};
const resolved = (schema: Schema): Schema =>
	schema.$ref === undefined
		? schema
		: resolved(
				schema.$ref
					.slice(2)
					.split('/')
					.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document) as Schema,
			);

/** `*`, `+` and `{n,}` outside of a class. */
const hasNoEnd = (pattern: string): boolean => /[*+]|\{\d+,\}/.test(pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, 'C'));

/** Where a request may hold as much as its body may. */
function unboundedIn(schema: Schema, at: string): readonly string[] {
	const { type, properties = {}, items, pattern } = schema;
	const is = (name: string) => [type].flat().includes(name);
	const isBounded = schema.enum !== undefined || schema.const !== undefined || schema.maxLength !== undefined;
	return [
		...(is('string') && !isBounded && (pattern === undefined || hasNoEnd(pattern)) ? [`${at} string`] : []),
		...(is('array') && schema.maxItems === undefined ? [`${at} array`] : []),
		...(is('object') && schema.additionalProperties !== false ? [`${at} object`] : []),
		...Object.entries(properties).flatMap(([name, inner]) => unboundedIn(resolved(inner), `${at}.${name}`)),
		...(items === undefined ? [] : unboundedIn(resolved(items), `${at}[]`)),
		...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) => (all ?? []).flatMap((inner) => unboundedIn(resolved(inner), at))),
	];
}

/** What a request may say without a bound of its own: the messenger's update, and a caption, whose bound is on what is stored of it. */
const BY_BODY = ['/event update object', '/materials/advance patch.caption string'];

describe('Requests to the collaboration service', () => {
	it('bound each text and each list', () => {
		const found = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.values(methods).flatMap(({ requestBody }) =>
				Object.entries(requestBody?.content ?? {})
					.filter(([type]) => type === 'application/json')
					.flatMap(([, { schema }]) => unboundedIn(resolved(schema), `${path} `)),
			),
		);
		expect([...new Set(found)].map((each) => each.replace(' .', ' '))).to.deep.equal(BY_BODY);
	});
});

/** Every text of it is this long. */
const HUGE = 90_000;
const huge = (of: string): string => of.padEnd(HUGE, 'x');

/** Updates that are as large as they may be, at each place that a text has. */
function hugeUpdates(): readonly { readonly update_id: number }[] {
	const spoilt = <T extends { readonly update_id: number }>(update: T): readonly T[] => {
		const places: string[][] = [];
		const walk = (value: unknown, path: string[]): void => {
			if (typeof value === 'string') places.push(path);
			if (typeof value === 'object' && value !== null) for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
		};
		walk(update, []);
		return places.map((path) => {
			const copy = structuredClone({ ...update, update_id: newUpdateId() });
			let at = copy as unknown as Record<string, unknown>;
			for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
			at[path.at(-1) ?? ''] = huge(String(at[path.at(-1) ?? '']));
			return copy;
		});
	};
	const membership = (chat: number) => ({
		...{ update_id: 1 },
		my_chat_member: { from: { id: OWNER }, chat: { id: chat, type: 'private' }, new_chat_member: { status: 'member' } },
	});
	const all = [OWNER, EDITOR, 4_711].flatMap((from) => [
		...['/post of ', '/news ', '/draft d', '/settings ', '/language ', '/start ', 'words '].map((text) =>
			textUpdate(from, text, { from: { id: from, is_bot: false, language_code: 'en', username: 'u' } }),
		),
		...['cd1|publish|draft-1|1', 'cd1|feedback|draft-1|1'].map((data) => pressUpdate(from, 5, data, { text: 'shown', caption: 'shown' })),
	]);
	return [...all, membership(CHANNEL), membership(OWNER)].flatMap((update) => spoilt(update));
}

/** The update itself, and what is read from its one text that people write: each is as large as an update may be. */
const OF_AN_UPDATE = ['event.update_json', 'incoming.update_json', 'event.intent'];
const MAX_OTHER = 4_096;

const TEXT_COLUMNS = {
	sqlite: `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
		where m.type = 'table' and lower(c.type) = 'text'`,
	postgres: `select table_name as "table", column_name as "column" from information_schema.columns
		where table_schema = 'public' and data_type = 'text'`,
} as const;

describeOnEachEngine('What an update leaves in the database', (engine) => {
	let desk: TestDesk;
	afterEach(() => desk.close());

	for (const updates of ['graphs', 'polling'] as const)
		it(`(${updates}) has the size of its purpose, however large each text of it is`, async function () {
			this.timeout(60_000);
			desk = await openDesk({ engine, updates, withWebhook: true });
			const all = hugeUpdates();
			// Half of them wait with the service until n8n asks for them.
			if (updates !== 'graphs') await desk.service.updates.intake.take(all.map((update) => readRaw(update)));
			for (const update of all.slice(0, all.length / 2)) {
				const { status } = await desk.post('/event', { update, execution_id: newExecutionId() });
				expect(status).to.equal(200);
			}
			const { db } = desk.service;
			const columns = await db.query(TEXT_COLUMNS[db.engine]);
			expect(columns.length).to.be.greaterThan(80);
			const large: string[] = [];
			for (const { table, column } of columns) {
				const [row] = await db.query(`select max(length("${String(column)}")) as n from "${String(table)}"`);
				if (Number(row?.['n'] ?? 0) > MAX_OTHER) large.push(`${String(table)}.${String(column)}`);
			}
			expect(large.filter((each) => !OF_AN_UPDATE.includes(each))).to.deep.equal([]);
		});
});
