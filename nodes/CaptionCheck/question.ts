import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CheckMaterial } from '../../domain/check/material.ts';
import type { CheckProgress } from '../../domain/check/outcome.ts';
import { verdictRequest } from '../../domain/check/verdict.ts';
import { travelling } from '../shared/fields.ts';
import { sentTo, type Asking } from '../shared/provider.ts';
import { nextOf } from './check.ts';

interface Checked {
	readonly material: CheckMaterial;
	readonly progress: CheckProgress;
}

/** The item with the text as it is checked now, and how far the check has come. */
export function withoutQuestion(context: IExecuteFunctions, itemIndex: number, { material, progress }: Checked): IDataObject {
	const { title, subtitle, body, caption } = material;
	return { ...travelling(context, itemIndex), title, subtitle, body, caption, check: progress, next: nextOf(progress) };
}

/** The same with the question, where the AI is asked next. */
export function withQuestion(
	context: IExecuteFunctions,
	itemIndex: number,
	checked: Checked,
	{ settings, ai }: Partial<Asking> & Pick<Asking, 'settings'>,
): IDataObject {
	const item = withoutQuestion(context, itemIndex, checked);
	if (item['next'] !== 'ask') return item;
	const purpose = checked.progress.repaired ? 'caption_recheck' : 'caption_check';
	const request = verdictRequest(checked.material, settings);
	return { ...item, ...(ai === undefined ? { request } : sentTo(ai, request)), purpose };
}
