import Joi from 'joi';
import { REPEATED_REPORT } from '@copydesk/domain/event/replay';
import { object } from '@copydesk/kit/schema';
import { serviceRoute } from './route.ts';
import { deliveryAnswer, executionId } from './schemas.ts';

/** Records a technical failure and tells the person, once per root execution. */
export const executionFailure = serviceRoute(
	'/execution-failure',
	{
		id: 'reportFailure',
		summary: 'Record a technical failure and tell whom it concerns',
		description: `These four facts and nothing more: an error may carry anything, so it is not accepted. One notice for each root execution;
the actor, else the owner. Of failures without an event, with one graph, step and class, ten in six hours are told; the others are recorded,
and \`delivery\` says \`not_sent\`, \`held_back\`. Nothing is tried again, and the event is closed. An execution whose process was killed,
which n8n says when it starts again, is no failure: its event is free for the inbox at once. So is one whose header says that this
service was away for the failed call or for the report: what was pressed is carried out now. Not in contract 1.0.0 (404).`,
		request: {
			execution_id: executionId,
			workflow_id: Joi.string().min(1).max(64),
			node_name: Joi.string().min(1).max(128),
			error_class: Joi.string().min(1).max(128),
		},
		answer: object({ recorded: Joi.valid(true), addressee: Joi.valid('actor', 'owner'), delivery: deliveryAnswer }),
		refuses: ['not_found'],
		openapi: {
			parameters: [
				{
					name: REPEATED_REPORT,
					in: 'header',
					required: false,
					description: 'This service, or one copy of it, was away for the failed call or for the report.',
					schema: { type: 'string', enum: ['true'] },
				},
			],
		},
	},
	(input, { failures }, { headers }) => failures.record(input, headers[REPEATED_REPORT.toLowerCase()] === 'true'),
);
