import { TEXT_PARTS, firstTextRequest, revisionRequest, shortenRequest } from '../../../domain/ai/post.ts';
import { promptFault } from '../../../domain/ai/prompts.ts';
import { buildCaption } from '../../../domain/caption/caption.ts';
import { checkPost, detailOf } from '../../../domain/caption/bounds.ts';
import { asksForTitles } from '../../../domain/revision/intent.ts';
import { awaitsText, isInWork, stepOfText } from '../../../domain/material/work.ts';
import { localeOfItem, materialOf, settingsOf, travelling } from '../../shared/fields.ts';
import { linkOf, postOf, problem, subjectOf, unitsBelowOf, writtenOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';
import { afterText } from '../written.ts';
import { paidOutcome } from '../paidText.ts';
import { askingText, sentTo } from '../../shared/provider.ts';
import { planOf } from '../../shared/plan.ts';
import type { Travelling } from '../../shared/item.ts';

/**
 * Decides by the state of the row: a text is asked for, or there is one and its caption is built, or there is nothing to do. A
 * repaired text that is too long is shortened.
 * What follows once there is a text is known here already: `needs` says whether it is checked.
 * A text that was paid for and not stored is taken, or shortened, instead of asking for another one.
 * For a revision the row holds the wish as its request, and the version before it holds the present text.
 */
export const textRequest: Operation = {
	option: {
		name: 'Build Text Request',
		value: 'textRequest',
		description: 'Prepare the one request for a first text or a revision',
		action: 'Build a text request',
	},
	fields: [],
	ways: ['write', 'keep', 'ready', 'failed'],
	async run(context, itemIndex) {
		const material = materialOf(context, itemIndex);
		const { scope, check } = planOf(travelling(context, itemIndex));
		const item: Travelling = {
			...travelling(context, itemIndex),
			edit_scope: material.edit_scope ?? scope,
			needs: stepOfText(material, check),
		};
		const fault = promptFault(settingsOf(context, itemIndex), TEXT_PARTS);
		const unsendable = { ...item, next: 'failed', problem: problem('settings_invalid', 'text', fault) };
		const link = linkOf(material);
		const locale = localeOfItem(context, itemIndex);
		const kept = isInWork(material.state) ? await paidOutcome(context, itemIndex, material, locale) : null;
		if (kept?.kind === 'written') return { json: afterText(item, kept, link, locale) };
		if (kept === null && awaitsText(material)) {
			if (fault !== null) return { json: unsendable };
			const { settings, ai } = await askingText(context, itemIndex);
			const { previous } = item;
			const subject = subjectOf(material);
			const isRevision = previous !== null && previous !== undefined;
			const request = isRevision
				? revisionRequest(subject, writtenOf(previous), subject.request, settings, asksForTitles(subject.request))
				: firstTextRequest(subject, settings);
			return {
				json: {
					...item,
					...sentTo(ai, request),
					purpose: isRevision ? 'text_revise' : 'text_generate',
					next: 'write',
				},
			};
		}
		const shortening = kept?.kind === 'too_long' ? { written: kept.post, max_units: kept.bounds } : (item.shortening ?? null);
		if (isInWork(material.state) && shortening !== null) {
			if (fault !== null) return { json: unsendable };
			const { settings, ai } = await askingText(context, itemIndex);
			const request = shortenRequest(shortening.written, shortening.max_units, settings);
			// What was rewritten is checked again.
			return { json: { ...item, shortening, ...sentTo(ai, request), purpose: 'text_shorten', needs: 'check', next: 'write' } };
		}
		const isWritten = typeof material.caption === 'string' && material.caption !== '';
		if (material.state !== 'text_preparing' || isWritten) return { json: { ...item, next: 'ready' } };
		const post = postOf(material);
		const found = checkPost(post, link, locale, unitsBelowOf(material));
		if (found !== null) return { json: { ...item, next: 'failed', problem: problem(found.code, 'text', detailOf(found)) } };
		return { json: { ...item, next: 'keep', patch: { caption: buildCaption(post.body, link, locale) } } };
	},
};
