import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { verifyAuditOf } from '../verifyAudit.ts';
import { copyDatabase } from '../../desk/copyDatabase.ts';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { oneWord } from '../commandLine.ts';
import { auditOperator } from '../record.ts';

/** Copies both databases, and checks the copy's audit before it is called a backup. */
export const backup: Action = {
	words: ['backup'],
	usage: 'backup <file>',
	about: 'copy the databases while the service runs',
	read(line) {
		const file = resolve(oneWord(line, 'the file to write'));
		const participantsFile = `${file}.participants`;
		if (!existsSync(dirname(file))) throw new Usage(`There is no folder ${dirname(file)}`);
		for (const path of [file, participantsFile]) if (existsSync(path)) throw new Usage(`${path} exists already; a backup never overwrites`);
		return {
			async work(desk) {
				const paths = desk.paths();
				if (paths.database === undefined) throw new Error('The data is on PostgreSQL: use pg_dump there, it copies while the service runs');
				await auditOperator(desk, 'operator.backup', 'database', { file });
				await copyDatabase(paths.database, file);
				const withPeople = paths.participants !== undefined && existsSync(paths.participants);
				if (withPeople) await copyDatabase(paths.participants, participantsFile);
				const verdict = await verifyAuditOf(file);
				return {
					text:
						`${file}${withPeople ? `\n${participantsFile}` : ''}\n` +
						`${verdict.rows} audit rows, ${verdict.intact ? 'intact' : 'NOT INTACT'}.`,
					facts: { file, participants_file: withPeople ? participantsFile : null, audit: verdict },
					failed: !verdict.intact,
				};
			},
		};
	},
};
