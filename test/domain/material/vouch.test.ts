import { expect } from 'chai';
import { isRefusal } from '@copydesk/domain/material/judgement';
import { judgeVouch, sentencesIn } from '@copydesk/domain/material/vouch';
import { messagesIn } from '@copydesk/domain/messages/catalogue';
import { stoppedText } from '@copydesk/domain/messages/sentences';
import { aTextPreparing, by, editor } from '../../support/materials.ts';

const issue = (fragment: string, field: 'title' | 'body' = 'body', reason = 'no source') => ({ field, fragment, replacement: '', reason });
const verdict = (...issues: ReturnType<typeof issue>[]) => ({ admission_id: `a_${issues.length}`, pass: false, issues });
const facts = Array.from({ length: 6 }, (_, at) => ({ text: `Fact ${at + 1}.`, source_ids: ['request'] }));
const stopped = aTextPreparing({
	...{ title: 'Purring heals', body: 'Cats purr. It is 25 Hz. Vets agree!\nWe like it.', facts, error_code: 'semantic_fail' },
	source_blocks: [{ id: 'request', text: 'why cats purr' }],
	kept_verdicts: [verdict(issue('25 Hz'), issue('heals', 'title')), verdict(issue('Vets agree!'), issue('25 Hz'), issue('repaired away'))],
});
const press = { press: { action: 'vouch', draft_key: 'p1', version: 1, messageId: 90 } } as const;
const vouched = (latest = 1, found = stopped) => judgeVouch(found, by(editor, press), latest, () => 'h2');

describe('What a person vouches for', () => {
	it('is each sentence that the check held something against, once, as the text has it', () =>
		expect(sentencesIn(stopped)).to.deep.equal(['Purring heals', 'It is 25 Hz.', 'Vets agree!']));

	it('is in no more facts than there may be, each of which keeps its sources', () => {
		const judged = vouched();
		if (isRefusal(judged)) throw new Error(judged.why);
		expect(judged.next.facts).to.have.length(6);
		expect(judged.next.facts?.map(({ text }) => text).join(' ')).to.equal(
			'Fact 1. Fact 2. Fact 3. Fact 4. Fact 5. Fact 6. Purring heals It is 25 Hz. Vets agree!',
		);
		expect(new Set(judged.next.facts?.flatMap(({ source_ids }) => source_ids))).to.deep.equal(new Set(['request', 'vouched-1']));
		expect(judged.next).to.include({ text_check: 'passed', error_code: null, body: stopped.body });
	});

	it('is nothing under another press, in an older version, or where the check kept no verdict', () => {
		expect(vouched(2)).to.have.property('refused');
		expect(vouched(1, { ...stopped, kept_verdicts: null })).to.have.property('refused');
		expect(vouched(1, { ...stopped, error_code: 'ai_unavailable' })).to.have.property('refused');
		expect(judgeVouch(stopped, by(editor, { press: { ...press.press, action: 'retry' } }), 1, () => 'h2')).to.have.property('refused');
	});

	it('is listed for both people, with why', () =>
		expect(stoppedText(messagesIn('en'), { ...stopped, request: null })).to.equal(
			'“Purring heals” (12) has stopped. The text says more than its sources.\n– heals (no source)\n– 25 Hz (no source)\n' +
				`– Vets agree! (no source)\n\nWritten so far:\nPurring heals\nFrom May\n\n${stopped.body}`,
		));
});
