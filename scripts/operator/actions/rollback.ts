import { faultPoint } from '@copydesk/kit/faultPoints';
import type { Participant } from '@copydesk/collaboration/operator';
import { VERSION } from '@copydesk/collaboration/version';
import type { Action, Planned } from '../action.ts';
import { noWords } from '../commandLine.ts';
import type { Desk } from '../desk.ts';
import { moveTo } from '../moveTo.ts';
import { rollbackBlockers } from '../rollbackBlockers.ts';
import { setEditorActive } from '../people.ts';
import { auditOperator } from '../record.ts';

/** What the earlier graphs speak. */
const EARLIER = '1.0.0';

/** The plain rollback: back to one person. Nothing is removed, so `enable editor` takes it back. */
const plain: Planned = {
	question: 'Continue with the owner alone? The editor can do nothing and gets no messages; all history stays.',
	async work(desk) {
		const editor = await setEditorActive(await desk.people(), false, desk.nowMs(), desk.operator);
		await auditOperator(desk, 'operator.rollback', `participant:${editor.userId}`, { restored_workflows: false });
		const text = [
			`The editor ${editor.userId} (${editor.displayName}) is disabled. The owner's handler, the graphs and all history stay.`,
			'To undo this: npm run operator -- enable editor',
		].join('\n');
		return { text, facts: { editor, restored_workflows: false } };
	},
};

/** The same, and back to the earlier graphs. */
const restoring: Planned = {
	question: `Continue with the owner alone, with the earlier graphs and contract ${EARLIER}? All rows, pictures and publications stay.`,
	async work(desk, screen) {
		const done: string[] = [];
		await moveTo(desk, {
			to: EARLIER,
			what: 'rollback',
			isDecided: async () => (await editorOf(desk))?.active !== true,
			reasons: async () => rollbackBlockers(await desk.database(), await desk.participants().all()),
			async before() {
				if ((await editorOf(desk)) === undefined) return;
				const editor = await setEditorActive(await desk.people(), false, desk.nowMs(), desk.operator);
				faultPoint('rollback.disabled');
				await auditOperator(desk, 'operator.rollback', `participant:${editor.userId}`, { restored_workflows: true });
			},
			tell: telling(screen, done),
		});
		const editor = await editorOf(desk);
		if (editor?.active === true) throw new Error('The editor was enabled during the rollback. Run this again.');
		const text = [
			`The earlier graphs are stored, published and running; the service serves contract ${EARLIER}.`,
			editor === undefined ? 'There is no editor.' : `The editor ${editor.userId} (${editor.displayName}) is disabled.`,
			'All rows, permissions, credentials, pictures and publications are as they were. To undo this:',
			'  npm run operator -- forward, then npm run operator -- enable editor',
		].join('\n');
		return { text, facts: { contract: EARLIER, restored_workflows: true, done } };
	},
};

/** Back to one person; with an option, back to the earlier graphs too. */
export const rollback: Action = {
	words: ['rollback'],
	usage: 'rollback [--restore-workflows]',
	about: 'disable the editor; with the option also go back to the graphs and contract of 1.0.0 (`forward` undoes that)',
	options: { 'restore-workflows': { type: 'boolean' } },
	read(line) {
		noWords(line);
		return line.options['restore-workflows'] === true ? restoring : plain;
	},
};

/** Takes a restoring rollback back. The editor stays as they are. */
export const forward: Action = {
	words: ['forward'],
	usage: 'forward',
	about: `after a rollback: restore the present graphs, the error graph and contract ${VERSION}`,
	read(line) {
		noWords(line);
		return {
			question: `Go forward to the present graphs and contract ${VERSION}?`,
			async work(desk, screen) {
				const done: string[] = [];
				const nothing = async () => [];
				const always = async () => true;
				const before = async () => undefined;
				await moveTo(desk, { to: VERSION, what: 'forward', isDecided: always, reasons: nothing, before, tell: telling(screen, done) });
				const editor = await editorOf(desk);
				const text = [
					`The graphs of this checkout are stored, published and running; the service serves contract ${VERSION}.`,
					...(editor?.active === false ? ['The editor is still disabled: npm run operator -- enable editor'] : []),
				].join('\n');
				return { text, facts: { contract: VERSION, done } };
			},
		};
	},
};

async function editorOf(desk: Desk): Promise<Participant | undefined> {
	return (await desk.participants().all()).find(({ role }) => role === 'editor');
}

/** A step at a time for a person; for a program at the end. */
function telling(screen: Parameters<Planned['work']>[1], done: string[]): (text: string) => void {
	return (text) => {
		done.push(text);
		if (!screen.asJson) screen.print(`  ${text}`);
	};
}
