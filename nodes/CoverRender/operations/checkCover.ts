import { BUILT_IN_ILLUSTRATION, coverRequest } from '../../../domain/cover/cover.ts';
import { refusalError } from '../../shared/faults.ts';
import { materialOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { ask } from '../../shared/transport.ts';
import { problemOfCover } from '../refused.ts';

/** Asks whether the cover of a planned version could be made, before the version that is there gives way to it. Nothing is stored. */
export const checkCover: Operation = {
	option: {
		name: 'Check Cover',
		value: 'checkCover',
		description: 'Ask whether the cover of a planned revision could be made, without making it',
		action: 'Check a planned cover',
	},
	fields: [],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const { plan } = item;
		// What the AI is still to write cannot be looked at, and a finished cover needs no look.
		if (plan?.kind !== 'revise' || plan.text.kind !== 'fixed' || plan.cover !== 'render') return { json: { ...item, next: 'fits' } };
		const { draft_key, version, category, source_image_id } = materialOf(context, itemIndex);
		const { title, subtitle } = plan.text.post;
		const isReused = plan.illustration === 'reuse' && (source_image_id ?? '') !== '';
		const request = coverRequest({
			draft_key,
			version,
			title,
			subtitle,
			category: category ?? '',
			source_image_id: isReused ? (source_image_id ?? '') : BUILT_IN_ILLUSTRATION,
		});
		const reply = await ask(context, itemIndex, 'renderer', '/v1/covers/check', request);
		if (reply.ok) return { json: { ...item, next: 'fits' } };
		const problem = problemOfCover(reply.refusal, 'feedback');
		if (problem === null) throw refusalError(context, itemIndex, 'The cover renderer', reply.refusal);
		return { json: { ...item, problem, next: 'refuse' } };
	},
};
