import type { IExecuteFunctions } from 'n8n-workflow';

import { briefRequest as build } from '../../../domain/brief/request.ts';
import { at, travelling } from '../../shared/fields.ts';
import type { Travelling } from '../../shared/item.ts';
import type { Operation } from '../../shared/operation.ts';
import { askingText, sentTo } from '../../shared/provider.ts';

const said = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The one question what a message asks for, where the event has one. */
export const briefRequest: Operation = {
	option: {
		name: 'Build Brief Request',
		value: 'briefRequest',
		description: 'Prepare the one request that finds out what a message asks for',
		action: 'Build a brief request',
	},
	fields: [],
	ways: ['ask', 'nothing', 'hear'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		if (item.event?.intent?.kind === 'voice') return { json: { ...item, next: 'hear' } };
		return { json: await withBrief(context, itemIndex, item) };
	},
};

export async function withBrief(context: IExecuteFunctions, itemIndex: number, item: Travelling): Promise<Travelling> {
	const input = item.event?.brief ?? null;
	if (input === null) return { ...item, next: 'nothing' };
	const { settings, ai } = await askingText(context, itemIndex);
	const model = said(at(item, 'settings.brief_model')) || settings.text_model;
	const about = said(at(item, 'settings.channel_about')) || input.about;
	// No picture is asked for yet, so it does not matter which model would make it.
	const asked = { ...ai, model, image_model: null };
	return { ...item, ...sentTo(asked, build({ ...input, about }, model)), purpose: 'brief', next: 'ask' };
}
