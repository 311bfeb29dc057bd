import Joi from 'joi';
import type { Purpose } from '@copydesk/domain/event/purposes';
import { object } from '@copydesk/kit/schema';
import { actorRoute } from './route.ts';
import { modelName, purpose, role } from './schemas.ts';

/** The external requests of the daily offer: reading feeds, and choosing items for cards. */
const SCHEDULED: readonly string[] = ['read_feed', 'classification'] satisfies readonly Purpose[];

/** Admits one external request: reads the role again and writes every answer to the audit. */
export const authorize = actorRoute(
	'/authorize',
	{
		id: 'authorize',
		summary: 'Admit one external request',
		description: `Verifies the context and reads the role again; every answer is an audit row. A paid step of a version is admitted to one
execution at a time. While another execution works on the same step, the answer is \`work_under_way\`, and the service tells the person in
the chat. It also tells them about \`budget_spent\`: COLLAB_PAID_PER_HOUR or COLLAB_PAID_PER_DAY is reached, and Retry-After says when
requests are admitted again. \`provider_asks_to_wait\`: the provider refused other work and named a time, and the event waits until then.
\`step_not_due\` refuses a paid request that the work of the event cannot need now: a picture for a version
that has its cover, news that is already offered, or anything under an event that starts no work. With \`image_model\` the desk pays for no
text that would get no picture: \`image_model_gone\` says that the provider last refused this model, less than six hours ago.`,
		request: {
			purpose,
			target: Joi.string().min(1).max(300).description('Host or name of what is asked.'),
			image_model: modelName.optional().description('The model that will be asked for the picture, where a text is asked for.'),
		},
		entry: ({ purpose: asked }) => (SCHEDULED.includes(asked) ? 'schedule' : undefined),
		refuses: ['step_not_due', 'work_under_way', 'budget_spent', 'provider_asks_to_wait', 'image_model_gone'],
		answer: object({ allowed: Joi.valid(true), admission_id: Joi.string(), role }),
		refused: (error, { _svc, purpose: asked, target }, { admissions }) => admissions.noteRefusal(error, _svc, asked, target),
	},
	(input, actor, { admissions }) => admissions.authorize(actor, input.purpose, input.target, input.image_model),
);
