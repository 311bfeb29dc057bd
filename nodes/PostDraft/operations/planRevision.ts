import type { Buttons } from '../../../domain/chat/callback.ts';
import { lookSeen } from '../../../domain/cover/template.ts';
import { sourcesOfRequest } from '../../../domain/ai/post.ts';
import { sourcesAfterReply } from '../../../domain/revision/sources.ts';
import { everywhere, readFeedback } from '../../../domain/revision/intent.ts';
import type { FeedbackIntent } from '../../../domain/revision/intent.ts';
import { isChoice, planRevision as plan, planWithPicture } from '../../../domain/revision/plan.ts';
import { localeOfItem, materialOf, requiredText, textField, travelling } from '../../shared/fields.ts';
import { kindOf, linkOf, problem, subjectOf, unitsBelowOf, writtenOf } from '../../shared/material.ts';
import type { Operation } from '../../shared/operation.ts';

/** What a reply asks for, and what that costs. Nothing changes unless all of it can be done. */
export const planRevision: Operation = {
	option: {
		name: 'Plan Revision',
		value: 'planRevision',
		description: 'Decide what a reply asks for and what has to be made again',
		action: 'Plan a revision',
	},
	fields: [textField('reply', 'Reply', 'event.intent.text', 'What the participant wrote')],
	ways: ['revise', 'refuse', 'cancel'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const material = materialOf(context, itemIndex);
		const asked = item.event?.intent;
		const sent = asked?.kind !== 'feedback_reply' ? undefined : asked.picture !== undefined ? 'picture' : asked.media && 'media';
		// A picture or a video may come without words.
		const reply =
			sent !== undefined && asked?.kind === 'feedback_reply' && asked.text === ''
				? ''
				: requiredText(context, itemIndex, 'reply', 'event.intent.text');
		const revisable = {
			...writtenOf(material),
			kind: kindOf(material),
			link: linkOf(material),
			below: unitsBelowOf(material),
			image_prompt: material.image_prompt ?? '',
			other_titles: material.other_titles ?? [],
			template: lookSeen(material),
			facts: subjectOf(material).facts.map(({ text }) => text),
		};
		const planned = (intent: FeedbackIntent) => {
			const locale = localeOfItem(context, itemIndex);
			return sent !== undefined ? planWithPicture(revisable, intent, locale, reply, sent) : plan(revisable, intent, locale, reply);
		};
		const said = readFeedback(reply);
		// What the fact check found is a wish, and no fact.
		const isAnew = asked?.kind === 'callback' && asked.action === 'write_anew';
		const intent = isAnew ? ({ kind: 'text', wish: reply } as const) : item.event?.intent?.kind === 'callback' ? everywhere(said) : said;
		const found = planned(intent);
		if (found.kind === 'refuse') {
			const isMany = found.code === 'fragment_ambiguous' && planned(everywhere(said)).kind === 'revise';
			const { draft_key, version } = material;
			const buttons: Buttons | null = isMany ? [[{ action: 'everywhere', draft_key, version }]] : null;
			return { json: { ...item, buttons, next: 'refuse', problem: problem(found.code, 'feedback', found.detail) } };
		}
		const leftover = 'leftover' in intent ? intent.leftover : '';
		// In a plain post the participants are the source; the sources of news are elsewhere.
		const isFirst = material.version === 1 && revisable.body === '';
		const isChosen = found.kind === 'revise' && found.text.kind === 'fixed' && isChoice(revisable, found.text.post);
		const sources =
			kindOf(material) === 'post' && found.kind === 'revise' && reply !== '' && !isChosen && !isAnew
				? isFirst
					? sourcesOfRequest(reply)
					: sourcesAfterReply(subjectOf(material), material.version, reply, intent.kind === 'replace' ? intent.edits : [])
				: null;
		return {
			json: {
				...item,
				plan: { ...found, leftover, sources },
				next: found.kind,
			},
		};
	},
};
