import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';

/** For an installation whose service may not make tables itself: run as the role that owns them, before the service starts. */
export const migrate: Action = {
	words: ['migrate'],
	usage: 'migrate',
	about: 'create the tables that this version needs, as the role that owns them',
	read(line) {
		noWords(line);
		return {
			async work(desk) {
				await desk.people();
				await desk.database();
				return { text: 'The databases have all tables that this version needs.', facts: { migrated: true } };
			},
		};
	},
};
