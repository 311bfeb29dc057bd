import { boardLinkOf, makeBoardLink } from '@copydesk/collaboration/operator';
import type { Action } from '../action.ts';
import { Usage } from '../../commandLine.ts';
import { auditOperator } from '../record.ts';

const ROLES = ['owner', 'editor'] as const;

/** A way into the board for one of the two, e.g. where the chat cannot be reached. */
export const board: Action = {
	words: ['board'],
	usage: 'board [owner|editor]',
	about: 'print a link to the board; it works once, for five minutes',
	read({ words }) {
		const [named = 'owner', ...more] = words;
		const role = ROLES.find((each) => each === named);
		if (role === undefined || more.length > 0) throw new Usage('Expected board, board owner or board editor');
		return {
			async work(desk) {
				const origin = desk.board();
				if (origin === undefined)
					throw new Error('This desk has no board: set COLLAB_BOARD to its address and start the desk again (docs/board.md)');
				const person = (await desk.participants().all()).find((each) => each.role === role && each.active);
				if (person === undefined) throw new Error(`The desk has no active ${role}`);
				const key = await makeBoardLink(await desk.audit(), person.userId, desk.clockMs(), { actorUserId: null });
				await auditOperator(desk, 'operator.board', `user:${person.userId}`, {});
				const url = boardLinkOf(origin, key);
				return { text: url, facts: { url, user_id: person.userId } };
			},
		};
	},
};
