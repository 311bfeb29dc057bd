import type { Operation } from '../../shared/operation.ts';
import { bindExecution } from './bindExecution.ts';

/** Ties the execution to the acting participant, and leads a decision on: n8n publishes and revises, the desk decides the rest. */
export const bindDecision: Operation = {
	option: {
		name: 'Bind and Lead a Decision On',
		value: 'bindDecision',
		description: 'Tie this execution to the signed context, and lead the decision to what is to be done about it',
		action: 'Bind this execution and lead the decision on',
	},
	fields: [],
	ways: ['publish', 'revise', 'desk'],
	wayOf: ({ decision }) => (decision === 'publish' || decision === 'revise' ? decision : 'desk'),
	run: bindExecution.run,
};
