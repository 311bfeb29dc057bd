import type { IDataObject } from 'n8n-workflow';

import type { Material } from '../../domain/api/collaboration.ts';
import type { KeptBrief } from '../../domain/caption/ground.ts';
import type { PostSubject } from '../../domain/ai/post.ts';
import type { Fact, SourceBlock } from '../../domain/caption/facts.ts';
import { unitsBelow, type ShownAs } from '../../domain/caption/shown.ts';
import type { PostText } from '../../domain/caption/bounds.ts';
import { isObject } from '../../domain/isObject.ts';
import { linesAsSet, type CoverLine } from '../../domain/revision/asSet.ts';
import type { Problem, Travelling } from './item.ts';
import { tagOf } from './settings.ts';

/** A material row, or an item that holds its fields flat, as the declared inputs of a graph have them. */
type Fields = Readonly<Record<string, unknown>>;

/** Null is an empty text. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

export function postOf(material: Fields): PostText {
	return { title: text(material['title']), subtitle: text(material['subtitle']), body: text(material['body']) };
}

/** The text of a version: what it says, or what was paid for and is not stored yet, like a text that was too long. */
export function writtenOf(material: Fields): PostText {
	const kept = material['kept_text'];
	return text(material['body']) === '' && isObject(kept) ? postOf(kept) : postOf(material);
}

export function linkOf(material: Fields): string | null {
	return text(material['link']) === '' ? null : text(material['link']);
}

export function kindOf(material: Fields): 'news' | 'post' {
	return material['kind'] === 'news' ? 'news' : 'post';
}

export function subjectOf(material: Fields): PostSubject {
	return {
		request: text(material['request']),
		link: linkOf(material),
		facts: list<Fact>(material['facts']),
		source_blocks: list<SourceBlock>(material['source_blocks']),
		shown_as: shownAsOf(material),
		brief: briefOf(material),
	};
}

/** What was understood of the request; a service that is older than this package says nothing of it. */
export const briefOf = (material: Fields): KeptBrief | null => (material['brief'] ?? null) as KeptBrief | null;

/** The lines of the version before that a person set in another language, and that the wish leaves alone. */
export const setBefore = (
	material: Fields,
	previous: Material | null | undefined,
	settings: Travelling['settings'],
): readonly CoverLine[] =>
	previous === null || previous === undefined
		? []
		: linesAsSet({ ...writtenOf(previous), problem: previous.error_code }, tagOf(settings), text(material['request']));

/** How the post is shown; a service that is older than this package says nothing of it. */
export const shownAsOf = (material: Fields): ShownAs | null => (material['shown_as'] ?? null) as ShownAs | null;

/** Units that the signature and the rest below the caption take. */
export const unitsBelowOf = (material: Fields): number => unitsBelow(shownAsOf(material));

/** What a caption check is given of a row. In its graph, `request` is what the AI is asked, and `wish` is what a person asked for. */
export function checkInputsOf(material: Material): IDataObject {
	const { created_by_user_id, draft_key, batch_key, version, kind, title, subtitle, body, link, caption, request } = material;
	const { facts, source_blocks, kept_verdicts = null } = material;
	const brief = briefOf(material) as IDataObject | null;
	const row = { created_by_user_id, draft_key, batch_key, version, kind, title, subtitle, body, link, caption };
	return {
		...row,
		facts,
		source_blocks,
		kept_verdicts,
		...(brief === null ? {} : { brief }),
		wish: request,
		below: unitsBelowOf(material),
	};
}

/** What a text may take addresses, accounts and telephone numbers from: its request, its sources and the settings. */
export function said(material: Fields, settings: Fields = {}): readonly string[] {
	const { request, link, facts, source_blocks } = subjectOf(material);
	const ground = [...facts, ...source_blocks].map((each) => each.text);
	return [request, link ?? '', ...ground, ...Object.values(settings).filter((value) => typeof value === 'string')];
}

export function problem(code: string, stage: string, detail?: string | null): Problem {
	return { code, stage, ...((detail ?? '') === '' ? {} : { detail: detail ?? '' }) };
}
