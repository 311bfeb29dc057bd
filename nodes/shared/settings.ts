/** The settings that hold for an item: those of the node at the head of the main graph, and over them what the owner set in chat. */
import type { IDataObject } from 'n8n-workflow';

import { isTag } from '../../domain/languages/names.ts';

interface Known {
	readonly settings: IDataObject | undefined;
	/** A service that is older than this package says nothing of it. */
	readonly chosen?: IDataObject | undefined;
	readonly post_language?: { readonly tag: string; readonly is_certain: boolean } | null | undefined;
	/** What is spoken with the person. */
	readonly language: string | null | undefined;
}

const AUTO = 'auto';

/** The language is a tag from here on: of the post, where somebody asked for it or it is written already, or where none is set. */
export function settingsFor({ settings = {}, chosen = {}, post_language = null, language }: Known): IDataObject {
	const all = { ...settings, ...chosen };
	const isOpen = chosen['language'] === undefined && (post_language?.is_certain === true || all['language'] === AUTO);
	return isOpen ? { ...all, language: post_language?.tag ?? language ?? 'en' } : all;
}

/** The language of the posts as a tag; null where the settings say it in another way, as those of an earlier release may. */
export function tagOf(settings: IDataObject | undefined): string | null {
	const { language } = settings ?? {};
	return typeof language === 'string' && isTag(language) ? language : null;
}

/** When the settings node wants the daily offer, for the service that begins it. Empty: the node does not know it. */
export function offerHourOf({ daily_offer, daily_hour }: IDataObject = {}): { offer_hour?: number | null } {
	if (typeof daily_offer !== 'boolean') return {};
	if (!daily_offer) return { offer_hour: null };
	return Number.isInteger(daily_hour) && Number(daily_hour) >= 0 && Number(daily_hour) <= 23 ? { offer_hour: Number(daily_hour) } : {};
}
