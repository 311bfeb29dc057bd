import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';
import { setEditorActive } from '../people.ts';
import { auditOperator } from '../record.ts';

/** The plain rollback: back to one person. Nothing is removed, so `enable editor` takes it back. */
export const rollback: Action = {
	words: ['rollback'],
	usage: 'rollback',
	about: "go on with the owner alone: disables the editor, keeps the owner's handler and all history",
	read(line) {
		noWords(line);
		return {
			question: 'Go on with the owner alone? Nothing of the editor will be admitted or sent; all history stays.',
			async work(desk) {
				const editor = await setEditorActive(await desk.people(), false, desk.nowMs(), desk.operator);
				await auditOperator(desk, 'operator.rollback', `participant:${editor.userId}`, { restored_workflows: false });
				const text = [
					`The editor ${editor.userId} (${editor.displayName}) is disabled. The owner's handler, the graphs and all history stay.`,
					'To take it back: npm run operator -- enable editor',
				].join('\n');
				return { text, facts: { editor, restored_workflows: false } };
			},
		};
	},
};
