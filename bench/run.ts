/**
 * npm run bench -- <name> [options]: runs bench/<name>/bench.ts and writes bench/results/<name>.md.
 * With --try nothing is written: for looking at one's own change.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Usage, orUsage } from '../scripts/commandLine.ts';
import { machine } from './machine.ts';
import type { Bench, Report } from './report.ts';

const HERE = import.meta.dirname;

function names(): string[] {
	return readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'bench.ts')));
}

function markdown(report: Report, facts: Readonly<Record<string, string>>): string {
	const tables = report.tables.map(({ heading, columns, rows }) =>
		[
			`## ${heading}`,
			'',
			`| ${columns.join(' | ')} |`,
			`|${columns.map((_column, index) => (index === 0 ? ' --- ' : ' ---: ')).join('|')}|`,
			...rows.map((row) => `| ${row.join(' | ')} |`),
		].join('\n'),
	);
	const about = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
	return `${[`# ${report.title}`, ...report.notes, ...tables, `Measured on: ${about.join('; ')}.`].join('\n\n')}\n`;
}

const [name = '', ...args] = process.argv.slice(2);
orUsage(`npm run bench -- ${names().join(' | ')} [--try] [options]`, () => {
	if (!names().includes(name)) throw new Usage(`Expected one of ${names().join(', ')} but received ${JSON.stringify(name)}`);
});
const { run } = (await import(pathToFileURL(join(HERE, name, 'bench.ts')).href)) as { run: Bench };
const report = await run(args);
const facts = machine();
const text = markdown(report, facts);
console.log(text);
if (!report.isTry) {
	await mkdir(join(HERE, 'results'), { recursive: true });
	await writeFile(join(HERE, 'results', `${name}.md`), text);
}
