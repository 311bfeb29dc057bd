import { contextOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { callOrThrow } from '../../shared/transport.ts';

/** One test set without buttons to both participants: a stored image, no AI, no channel, once. */
export const onboarding: Operation = {
	option: {
		name: 'Send Test Set',
		value: 'onboarding',
		description: 'Send both participants one test set without buttons, once',
		action: 'Send the test set',
	},
	fields: [],
	async run(context, itemIndex) {
		const answer = await callOrThrow(context, itemIndex, {
			service: 'collaboration',
			path: '/onboarding',
			body: { _svc: contextOf(context, itemIndex) },
			timeoutMs: 240_000,
		});
		return { json: { ...travelling(context, itemIndex), onboarding: answer } };
	},
};
