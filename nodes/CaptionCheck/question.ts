import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { CheckMaterial } from '../../domain/check/material.ts';
import type { CheckProgress } from '../../domain/check/outcome.ts';
import { verdictRequest } from '../../domain/check/verdict.ts';
import { settingsOf, travelling } from '../shared/fields.ts';
import { nextOf } from './check.ts';

/** The item with the text as it is checked now, how far the check has come, and the question, where the AI is asked next. */
export function withQuestion(
	context: IExecuteFunctions,
	itemIndex: number,
	{ material, progress }: { readonly material: CheckMaterial; readonly progress: CheckProgress },
): IDataObject {
	const { title, subtitle, body, caption } = material;
	const next = nextOf(progress);
	const checked = { ...travelling(context, itemIndex), title, subtitle, body, caption, check: progress, next };
	if (next !== 'ask') return checked;
	const purpose = progress.repaired ? 'caption_recheck' : 'caption_check';
	return { ...checked, request: verdictRequest(material, settingsOf(context, itemIndex)), purpose };
}
