import { parseShortened as parse } from '../../../domain/ai/post.ts';
import { languageOfSetting } from '../../../domain/language.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { at } from '../../shared/fields.ts';
import { linkOf, shownAsOf } from '../../shared/material.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import type { Operation } from '../../shared/operation.ts';
import { storePaidText } from '../paidText.ts';
import { afterText } from '../written.ts';

/** Reads what was shortened. Still too long is final: there is no second shortening. */
export const parseShortened: Operation = {
	option: {
		name: 'Parse Shortened Text',
		value: 'parseShortened',
		description: 'Read the shortened text and check every bound again',
		action: 'Parse a shortened text',
	},
	fields: admittedItemFields(),
	ways: ['keep', 'failed'],
	async run(context, itemIndex) {
		const { asked: item, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'written'));
		const { written, max_units: bounds = {}, ...asked } = item;
		const link = linkOf(asked.material ?? {});
		const locale = languageOfSetting(at(asked, 'settings.language'));
		const outcome = parse(answer, written, bounds, link, locale, shownAsOf(asked.material ?? {}));
		await storePaidText(context, itemIndex, asked, outcome, true);
		await noteSpend(context, itemIndex, asked, answer);
		return { json: afterText(asked, outcome, link, locale) };
	},
};
