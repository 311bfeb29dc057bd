import Joi from 'joi';
import type { Purpose } from '@copydesk/domain/event/purposes';
import { object } from '@copydesk/kit/schema';
import { actorRoute } from './route.ts';
import { modelName, purpose, role } from './schemas.ts';

/** What the daily offer asks of the outside: feeds, and which of their items are worth a card. */
const SCHEDULED: readonly string[] = ['read_feed', 'classification'] satisfies readonly Purpose[];

/** Admits one external request: re-reads the role and writes the answer to the audit, a refusal too. */
export const authorize = actorRoute(
	'/authorize',
	{
		id: 'authorize',
		summary: 'Admit one external request',
		description: `Verifies the context and reads the role again; every answer is an audit row. A paid step of a version is admitted to one
execution at a time: as long as another one works that was admitted to the same step, the answer is \`work_under_way\`, and the person is
told so in the chat. So they are with \`budget_spent\`: COLLAB_PAID_PER_HOUR or COLLAB_PAID_PER_DAY is reached, and Retry-After says when
it goes on. A paid request that the work of the event cannot come to now is \`step_not_due\`: a picture for a version that has its cover,
news that is already offered, anything under an event that starts no work. With \`image_model\` the desk pays for no text
that gets no picture: \`image_model_gone\` says that the provider did not serve this model the last time, in the six hours before.`,
		request: {
			purpose,
			target: Joi.string().min(1).max(300).description('Host or name of what is asked.'),
			image_model: modelName.optional().description('The model that will be asked for the picture, where a text is asked for.'),
		},
		entry: ({ purpose: asked }) => (SCHEDULED.includes(asked) ? 'schedule' : undefined),
		refuses: ['step_not_due', 'work_under_way', 'budget_spent', 'image_model_gone'],
		answer: object({ allowed: Joi.valid(true), admission_id: Joi.string(), role }),
		refused: (error, { _svc, purpose: asked, target }, { admissions }) => admissions.noteRefusal(error, _svc, asked, target),
	},
	(input, actor, { admissions }) => admissions.authorize(actor, input.purpose, input.target, input.image_model),
);
