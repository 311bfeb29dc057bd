import { setEditorActive } from '../people.ts';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { auditOperator } from '../record.ts';

const editorAction = (word: 'disable' | 'enable', active: boolean): Action => ({
	words: [word],
	usage: `${word} editor`,
	about: active ? 'admit the editor again' : 'stop admitting the editor, and send the editor nothing',
	read(line) {
		if (line.words.length !== 1 || line.words[0] !== 'editor') throw new Usage(`Expected: ${word} editor (the owner cannot be disabled)`);
		return {
			question: active ? 'Let the editor take part again?' : 'Disable the editor? Their buttons and commands stop working.',
			async work(desk) {
				const editor = await setEditorActive(await desk.people(), active, desk.nowMs(), desk.operator);
				await auditOperator(desk, `operator.editor_${word}d`, `participant:${editor.userId}`, {});
				return { text: `The editor ${editor.userId} (${editor.displayName}) is ${active ? 'enabled' : 'disabled'}.`, facts: { editor } };
			},
		};
	},
});

export const disableEditor = editorAction('disable', false);
export const enableEditor = editorAction('enable', true);
