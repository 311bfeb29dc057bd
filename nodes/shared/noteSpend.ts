import type { IExecuteFunctions } from 'n8n-workflow';

import { askedToWait } from '../../domain/ai/faults.ts';
import { readUsage, type Usage } from '../../domain/ai/usage.ts';
import { isObject } from '../../domain/isObject.ts';
import { at } from './fields.ts';
import type { Travelling } from './item.ts';
import { ask } from './transport.ts';

const NOTE_TIMEOUT_MS = 10_000;

interface Said {
	/** The model that was asked. */
	readonly model?: string;
	readonly pictures?: number;
	/** Of sound. */
	readonly seconds?: number;
	/** The provider says that it does not serve this model. */
	readonly isModelGone?: boolean;
	/** Whether another provider is asked instead, so that nothing has to wait for this one. */
	readonly isPassedOver?: boolean;
}

/**
 * Writes down what a paid answer took, under its admission. That it could not be written is nothing to stop for: the request stays
 * counted, and its cost is not known.
 * @param asked the item as it was admitted
 */
export async function noteSpend(
	context: IExecuteFunctions,
	itemIndex: number,
	asked: Travelling,
	answer: unknown,
	{ model, pictures, seconds: ofSound, isModelGone = false, isPassedOver = false }: Said = {},
): Promise<void> {
	const { _svc } = asked;
	const admission_id = at(asked, 'admission.admission_id');
	if (typeof admission_id !== 'string' || _svc === undefined) return;
	const usage: Usage = readUsage(answer, model ?? asked.ai?.model ?? null);
	// The nodes of earlier graphs may not ask that service.
	const isAdmitted = await context.getCredentials('copydeskCollaborationApi', itemIndex).then(Boolean, () => false);
	if (!isAdmitted) return;
	const seconds = isPassedOver ? null : askedToWait(isObject(answer) ? answer['error'] : null);
	const note = {
		_svc,
		admission_id,
		...usage,
		// A fault is looked up by the name that was asked for; the answer may say a longer one.
		model: model ?? usage.model,
		pictures: pictures ?? usage.pictures,
		...(ofSound === undefined ? {} : { seconds: ofSound }),
		...(seconds === null ? {} : { retry_after_seconds: seconds }),
		...(isModelGone ? { fault: 'model_not_found' as const } : {}),
	};
	await ask(context, itemIndex, 'collaboration', '/admissions/note', note, NOTE_TIMEOUT_MS).catch(() => null);
}
