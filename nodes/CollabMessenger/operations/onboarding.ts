import { contextOf, travelling } from '../../shared/fields.ts';
import type { Operation } from '../../shared/operation.ts';
import { askOrThrow } from '../../shared/transport.ts';
import { MESSENGER_TIMEOUT_MS } from '../send.ts';

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
		const answer = await askOrThrow(context, itemIndex, '/onboarding', { _svc: contextOf(context, itemIndex) }, MESSENGER_TIMEOUT_MS);
		return { json: { ...travelling(context, itemIndex), onboarding: answer } };
	},
};
