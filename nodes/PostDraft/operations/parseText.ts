import { outcomeOfText, parsePostText, parseShortened } from '../../../domain/ai/post.ts';
import { languageOfSetting } from '../../../domain/language.ts';
import { withLines } from '../../../domain/revision/asSet.ts';
import { asksForTitles } from '../../../domain/revision/intent.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { at } from '../../shared/fields.ts';
import { linkOf, said, setBefore, shownAsOf, subjectOf, writtenOf } from '../../shared/material.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import { tagOf } from '../../shared/settings.ts';
import type { Operation } from '../../shared/operation.ts';
import { heldAgainstCover } from '../coverRoom.ts';
import { storePaidText } from '../paidText.ts';
import { afterText } from '../written.ts';

/** Reads the text strictly and holds it against every bound, in sequence. Nothing is cut. */
export const parseText: Operation = {
	option: {
		name: 'Parse Text',
		value: 'parseText',
		description: 'Read the written text and check every bound',
		action: 'Parse a written text',
	},
	fields: admittedItemFields(),
	ways: ['shorten', 'keep', 'failed'],
	async run(context, itemIndex) {
		const { asked, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'material'));
		const { shortening = null } = asked;
		const link = linkOf(asked.material);
		const shownAs = shownAsOf(asked.material);
		const locale = languageOfSetting(at(asked, 'settings.language'));
		// What was asked for may be the shortening of a text that its repair made too long.
		const { previous = null, settings = {} } = asked;
		const before = previous === null ? [] : Object.values(writtenOf(previous));
		const known = [...said(asked.material, settings), ...before];
		const isChoice = previous !== null && asksForTitles(subjectOf(asked.material).request);
		const text = parsePostText(answer, link, locale, known, tagOf(asked.settings), shownAs, isChoice ? writtenOf(previous).title : null);
		const kept = isChoice ? [] : setBefore(asked.material, previous, asked.settings);
		const read =
			shortening === null
				? text.kind === 'refused' || previous === null || kept.length === 0
					? text
					: outcomeOfText(withLines(text.post, writtenOf(previous), kept), link, locale, shownAs)
				: parseShortened(answer, shortening.written, shortening.max_units, link, locale, shownAs);
		await storePaidText(context, itemIndex, asked, read, shortening !== null);
		await noteSpend(context, itemIndex, asked, answer);
		const outcome = shortening === null ? await heldAgainstCover(context, itemIndex, asked.material, read) : read;
		// The shortening of a kept first text is not the one that its repair may still need.
		const after = asked.material.kept_text ? { ...asked, shortening: null } : asked;
		return { json: afterText(after, outcome, link, locale) };
	},
};
