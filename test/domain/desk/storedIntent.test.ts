import { expect } from 'chai';
import { storedIntent } from '../../../domain/desk/storedIntent.ts';
import type { Intent } from '../../../domain/desk/asked.ts';

describe('An intent that was stored', () => {
	const intents: readonly Intent[] = [
		{ kind: 'start', text: 'Hello' },
		{ kind: 'usage', text: 'Send text', buttons: [[{ action: 'make_post', draft_key: 'p7', version: 1 }]] },
		{ kind: 'command', name: 'news', args: { topic: null } },
		{ kind: 'command', name: 'resume', args: { draft_id: 'p7', version: 2 } },
		{ kind: 'command', name: 'status', args: {}, text: 'Nothing is in progress.' },
		{ kind: 'command', name: 'language', args: { language: 'ru' }, text: 'Русский' },
		{ kind: 'post_request', text: 'A post' },
		{ kind: 'callback', action: 'take', draft_key: 'n7', version: 1, item: 2 },
		{ kind: 'feedback_reply', draft_key: 'p7', version: 1, text: 'shorter' },
		{ kind: 'ignored' },
	];
	for (const intent of intents)
		it(`is read as it was written: ${JSON.stringify(intent).slice(0, 60)}`, () => {
			expect(storedIntent(JSON.stringify(intent))).to.deep.equal(intent);
		});

	it('asks for nothing when another release wrote what this one does not know', () => {
		for (const unknown of [
			{ kind: 'poll', text: 'Which?' },
			{ kind: 'command', name: 'translate', args: {} },
			{ kind: 'callback', action: 'sometime', draft_key: 'p7', version: 1 },
			{ kind: 'callback', action: 'publish', draft_key: 'p7' },
			{ kind: 'feedback_reply', draft_key: 'p7', version: 1 },
			{ kind: 'toString' },
			null,
			'start',
		])
			expect(storedIntent(JSON.stringify(unknown)), JSON.stringify(unknown)).to.deep.equal({ kind: 'ignored' });
	});
});
