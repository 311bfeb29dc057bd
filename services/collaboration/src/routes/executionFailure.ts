import Joi from 'joi';
import { jsonRoute } from '@copydesk/kit/route';
import type { Deps } from '../app.ts';
import type { FailureFacts } from '../inbox/failures.ts';
import { executionId } from './schemas.ts';

/** These four facts and nothing more: an error may carry anything, so it is not accepted. */
const schema = Joi.object<FailureFacts>({
	execution_id: executionId.required(),
	workflow_id: Joi.string().min(1).max(64).required(),
	node_name: Joi.string().min(1).max(128).required(),
	error_class: Joi.string().min(1).max(128).required(),
});

/** Records a technical failure and tells the person it concerns, once per root execution. */
export const executionFailure = jsonRoute<FailureFacts, Deps>('/execution-failure', schema, async (input, { failures }) => ({
	status: 200,
	body: await failures.record(input),
}));
