import { setParticipants } from '../people.ts';
import type { Action } from '../action.ts';
import { Usage, noWords, numericOption, onlyOptions } from '../commandLine.ts';
import { auditOperator } from '../record.ts';

/** Says who the two are, by numeric ids. In a private chat the chat's id is the person's. */
export const participantsSet: Action = {
	words: ['participants', 'set'],
	usage: 'participants set --owner <id> --editor <id> [--owner-name <n>] [--editor-name <n>]',
	about: 'who owner and editor are',
	read(line) {
		noWords(line);
		onlyOptions(line, ['owner', 'editor', 'owner-name', 'editor-name']);
		const owner = { userId: numericOption(line, 'owner'), name: line.options.get('owner-name') };
		const editor = line.options.has('editor')
			? { userId: numericOption(line, 'editor'), name: line.options.get('editor-name') }
			: undefined;
		if (owner.userId === editor?.userId) throw new Usage('Expected owner and editor to be two people');
		return {
			question: `Set owner ${owner.userId}${editor === undefined ? ' and no editor' : ` and editor ${editor.userId}`}?`,
			async work(desk) {
				const people = await setParticipants(
					await desk.people(),
					{ owner, ...(editor === undefined ? {} : { editor }) },
					desk.nowMs(),
					desk.operator,
				);
				await auditOperator(desk, 'operator.participants_set', 'participants', { owner: owner.userId, editor: editor?.userId ?? null });
				const shown = people.map(
					({ role, userId, displayName, active }) => `${role}: ${userId} ${displayName}${active ? '' : ' (disabled)'}`,
				);
				return { text: shown.join('\n'), facts: { participants: people } };
			},
		};
	},
};
