import { languageOfActor } from '../../../domain/desk/route.ts';
import { messagesIn } from '../../../domain/messages/catalogue.ts';
import type { Messages } from '../../../domain/messages/messages.ts';
import { explain } from '../../../domain/messages/sentences.ts';
import { parseClassification as parse, type ChosenItem } from '../../../domain/news/classification.ts';
import { admittedItemFields, admittedItem } from '../../shared/admittedItem.ts';
import { badInput } from '../../shared/faults.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import { answerOf } from '../../shared/secondAnswer.ts';
import { problem } from '../../shared/material.ts';
import { newsSettingsOf } from '../../shared/news.ts';
import type { Operation } from '../../shared/operation.ts';
import type { NewsSearch, OfferedItem } from '../../shared/item.ts';

/** Reads what the AI chose, and holds it against the candidates and every bound. There is no second request. */
export const parseClassification: Operation = {
	option: {
		name: 'Parse Classification',
		value: 'parseClassification',
		description: 'Read the choice of the AI and check every bound',
		action: 'Parse a classification',
	},
	fields: admittedItemFields(),
	async run(context, itemIndex) {
		const { asked, answer } = await answerOf(context, itemIndex, admittedItem(context, itemIndex, 'news'));
		const { request: _request, ...item } = asked;
		const settings = newsSettingsOf(item);
		if (!settings.ok) throw badInput(context, itemIndex, `Expected readable settings but received ${settings.detail}`, 'Correct them.');
		const messages = messagesIn(languageOfActor(item.event ?? {}));
		await noteSpend(context, itemIndex, item, answer);
		const outcome = parse(answer, item.news.candidates ?? [], settings.settings.cards);
		switch (outcome.kind) {
			case 'chosen':
				return { json: { ...item, news: { ...item.news, candidates: [], offer: outcome.items.map(offered) }, next: 'offer' } };
			case 'none':
				return {
					json: {
						...item,
						next: 'tell',
						text: item.news.link === undefined ? nothingFits(messages, item.news) : messages.news.nothingToTell,
					},
				};
			case 'refused': {
				const text = explain(messages, { code: outcome.code });
				return { json: { ...item, next: 'failed', problem: problem(outcome.code, 'news', outcome.detail), text } };
			}
		}
	},
};

function nothingFits({ news }: Messages, { topic, feeds_read }: Pick<NewsSearch, 'topic' | 'feeds_read'>): string {
	return news.nothingFits({ topic: topic === '' ? null : (topic ?? null), feeds: feeds_read ?? null });
}

function offered({ canonical_url, url, host, title, angle, source_title, published_at }: ChosenItem): OfferedItem {
	return { canonical_url, url, host, title, angle, source_title, published_at };
}
