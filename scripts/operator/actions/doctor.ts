import type { Action } from '../action.ts';
import { noWords } from '../commandLine.ts';
import { examine } from '../doctor/examine.ts';
import { shown } from '../doctor/finding.ts';

/** Everything a desk needs, one line each, with what to do about what is not well. Nothing is changed or sent. */
export const doctor: Action = {
	words: ['doctor'],
	usage: 'doctor [--paid]',
	about: 'find problems and say what to do about them (--paid: also asks the AI, for a few cents)',
	options: { paid: { type: 'boolean' } },
	beforeStart: true,
	read(line) {
		noWords(line);
		const paid = line.options['paid'] === true;
		return {
			async work(desk) {
				const findings = await examine(() => desk.targets(), { isDeskUp: desk.isStarted, paid, nowMs: desk.nowMs });
				const count = (verdict: string): number => findings.filter((finding) => finding.verdict === verdict).length;
				const summary = `${count('wrong')} wrong, ${count('warning')} to know, ${count('ok')} as they should be`;
				return {
					text: [...findings.map(shown), '', summary].join('\n'),
					facts: { ok: count('wrong') === 0, findings },
					failed: count('wrong') > 0,
				};
			},
		};
	},
};
