import { expect } from 'chai';
import { judgeRevision } from '@copydesk/domain/material/version';
import { aReady, by, editor } from '../../support/materials.ts';

describe('A draft that is revised', () => {
	it('keeps its title while another text is written, also that of a text that was too long', () => {
		const reply = { words: { kind: 'reply', draft_key: 'p1', version: 1 } } as const;
		const next = (old: ReturnType<typeof aReady>) => judgeRevision(old, by(editor, reply, 'u:20'), 90, { request: 'Make it short' }, {});
		const kept_text = { admission_id: 'a_1', title: 'Open', subtitle: '', body: 'Long.', category: '', image_prompt: '' };
		expect(next(aReady({ title: 'Open on Saturdays' }))).to.nested.include({ 'next.title': 'Open on Saturdays', 'next.body': null });
		expect(next(aReady({ title: null, kept_text }))).to.nested.include({ 'next.title': 'Open' });
	});
});
