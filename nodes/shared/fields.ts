import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { languageOfSetting, type Language } from '../../domain/language.ts';
import type { DeskSettings } from '../../domain/ai/post.ts';
import { promptsOf } from '../../domain/ai/prompts.ts';
import { languageOfActor } from '../../domain/desk/route.ts';
import { messagesIn } from '../../domain/messages/catalogue.ts';
import type { Messages } from '../../domain/messages/messages.ts';
import type { DeskEvent } from '../../domain/desk/event.ts';
import type { Material } from '../../domain/api/collaboration.ts';
import { badInput } from './faults.ts';
import type { Travelling } from './item.ts';

export function travelling(context: IExecuteFunctions, itemIndex: number): Travelling {
	return (context.getInputData()[itemIndex]?.json ?? {}) as Travelling;
}

/** A text field that may be left empty: then the value is read from the item. */
export function textField(name: string, displayName: string, fromItem: string, description: string): INodeProperties {
	const fallback = '';
	const hint = `${description}. Leave empty to read <code>${fromItem}</code> of the item.`;
	return { displayName, name, type: 'string', default: fallback, placeholder: `from ${fromItem}`, description: hint };
}

/** What the field says, or else what the item says under a path like `material.draft_key`; undefined when neither does. */
export function valueOf(context: IExecuteFunctions, itemIndex: number, field: string, path: string): unknown {
	const given = context.getNodeParameter(field, itemIndex, '') as unknown;
	return given !== '' && given !== undefined && given !== null ? given : at(travelling(context, itemIndex), path);
}

/** @throws NodeOperationError when neither the field nor the item has a text */
export function requiredText(context: IExecuteFunctions, itemIndex: number, field: string, path: string): string {
	const value = valueOf(context, itemIndex, field, path);
	if (typeof value === 'string' && value !== '') return value;
	if (typeof value === 'number') return String(value);
	throw badInput(
		context,
		itemIndex,
		`Expected a text in "${field}" or in ${path} of the item but found none`,
		`Fill in the field, or put this node after one that adds ${path}.`,
	);
}

/** @throws NodeOperationError when neither the field nor the item has a whole number */
export function requiredNumber(context: IExecuteFunctions, itemIndex: number, field: string, path: string): number {
	const value = optionalNumber(context, itemIndex, field, path);
	if (value !== null) return value;
	throw badInput(
		context,
		itemIndex,
		`Expected a whole number in "${field}" or in ${path} of the item but found none`,
		`Fill in the field, or put this node after one that adds ${path}.`,
	);
}

export function optionalNumber(context: IExecuteFunctions, itemIndex: number, field: string, path: string): number | null {
	const given = context.getNodeParameter(field, itemIndex, 0) as unknown;
	const value = given === 0 || given === '' || given === undefined || given === null ? at(travelling(context, itemIndex), path) : given;
	const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) ? number : null;
}

/** The signed context that every collaboration call needs. @throws NodeOperationError when there is none */
export function contextOf(context: IExecuteFunctions, itemIndex: number): string {
	const token = travelling(context, itemIndex)['_svc'];
	if (typeof token === 'string' && token !== '') return token;
	throw badInput(
		context,
		itemIndex,
		'Expected a signed context in _svc of the item but found none',
		'It comes from Collab Authorize (Verify Event or Sign Context) and has to travel with the item.',
	);
}

/** The material of the item. @throws NodeOperationError when there is none */
export function materialOf(context: IExecuteFunctions, itemIndex: number): Material {
	const { material } = travelling(context, itemIndex);
	if (typeof material?.draft_key === 'string') return material;
	throw badInput(
		context,
		itemIndex,
		'Expected a material with a draft_key in the item but found none',
		'Put this node after Collab Material.',
	);
}

/** The version that the item is about. @throws NodeOperationError when it names none */
export function draftOf(context: IExecuteFunctions, itemIndex: number): { draft_key: string; version: number } {
	const { material, subject } = travelling(context, itemIndex);
	const { draft_key, version } = material ?? subject ?? {};
	if (typeof draft_key === 'string' && typeof version === 'number') return { draft_key, version };
	throw badInput(
		context,
		itemIndex,
		'Expected a draft with its version in material or subject of the item but found none',
		'Put this node after Collab Material, or after the event that names the draft.',
	);
}

/** The settings as they are set: where no model is, the credential names it (`provider.ts`). */
export function settingsOf(context: IExecuteFunctions, itemIndex: number): DeskSettings {
	const settings = travelling(context, itemIndex).settings ?? {};
	const text = (name: string, fallback: string) =>
		typeof settings[name] === 'string' && settings[name] !== '' ? settings[name] : fallback;
	return {
		language: text('language', 'en'),
		house_style: text('house_style', ''),
		text_model: text('text_model', ''),
		image_model: text('image_model', ''),
		ai_base_url: text('ai_base_url', '').trim(),
		...promptsOf(settings),
	};
}

/** The language of the posts, as far as their own words go. */
export function localeOfItem(context: IExecuteFunctions, itemIndex: number): Language {
	return languageOfSetting(settingsOf(context, itemIndex).language);
}

export function eventOf(context: IExecuteFunctions, itemIndex: number): Partial<DeskEvent> {
	return travelling(context, itemIndex).event ?? {};
}

/** What the desk says to the acting person, in their language. */
export function messagesOf(context: IExecuteFunctions, itemIndex: number): Messages {
	return messagesIn(languageOfActor(eventOf(context, itemIndex)));
}

/** The value under a dotted path. */
export function at(root: IDataObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as IDataObject)[key] : undefined), root);
}
