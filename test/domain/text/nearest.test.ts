import { expect } from 'chai';
import { commandNames } from '../../../domain/chat/commands.ts';
import { nearestOf } from '../../../domain/text/nearest.ts';

describe('The command that was meant', () => {
	it('is the one with the fewest letters to change, and none where nothing is near', () => {
		const meant = {
			sttaus: 'status',
			stauts: 'status',
			halp: 'help',
			posts: 'post',
			setings: 'settings',
			langage: 'language',
			newz: 'news',
		};
		for (const [said, name] of Object.entries(meant)) expect(nearestOf(said, commandNames), said).to.equal(name);
		for (const said of ['publish', 'x', '__proto__', 'delete']) expect(nearestOf(said, commandNames), said).to.equal(null);
	});
});
