import { setParticipants } from '../people.ts';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { noWords, numericOption, textOption } from '../commandLine.ts';
import { auditOperator } from '../record.ts';

/** Says who the two are, by numeric ids. In a private chat the chat's id is the person's. */
export const participantsSet: Action = {
	words: ['participants', 'set'],
	usage: 'participants set --owner <id> --editor <id> [--owner-name <n>] [--editor-name <n>]',
	about: 'who owner and editor are',
	options: {
		owner: { type: 'string' },
		editor: { type: 'string' },
		'owner-name': { type: 'string' },
		'editor-name': { type: 'string' },
	},
	read(line) {
		noWords(line);
		const owner = { userId: numericOption(line, 'owner'), name: textOption(line, 'owner-name') };
		const editor =
			textOption(line, 'editor') !== undefined
				? { userId: numericOption(line, 'editor'), name: textOption(line, 'editor-name') }
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
