import type { MediaItem } from '../caption/media.ts';
import { TEMPLATE_VERSION } from '../limits.ts';

/** The looks that a cover can have. A new one is a name here; the compiler asks for its layout, its button and its words. */
export const COVER_TEMPLATES = [TEMPLATE_VERSION, 'panel', 'full', 'frame', 'words', 'news'] as const;

export type CoverTemplate = (typeof COVER_TEMPLATES)[number];

/** The fonts that a brand may name for its titles. */
export const FONT_FAMILIES = ['Source Serif', 'Noto Serif', 'Inter', 'Noto Sans'] as const;

export type FontFamily = (typeof FONT_FAMILIES)[number];

/** The template of covers if the owner chose none: one that wears the brand, if there is a brand. */
export const defaultTemplate = (hasBrand: boolean): CoverTemplate => (hasBrand ? 'panel' : TEMPLATE_VERSION);

/** In place of a template: the picture as it is, without words on it. */
export const PHOTO = 'photo';

/** What a person may want of a picture: a cover in this template, the picture as it is, or a cover as it is set for the desk. */
export type Look = CoverTemplate | typeof PHOTO | 'cover';

/** Whether a version shows its picture as it is. */
export const isPhoto = (version: string | null | undefined): boolean => version === PHOTO;

/** What a version shows. */
export const lookOf = (version: string | null | undefined): Exclude<Look, 'cover'> =>
	isPhoto(version) ? PHOTO : templateNamed(version).template;

/** The same, of a version that may have media of its own: beside them it has a cover only where that was wished for. */
export const lookSeen = (version: {
	readonly cover_template: string | null;
	readonly media?: readonly MediaItem[] | null;
	readonly shown_as?: { readonly cover?: true } | null;
}): Exclude<Look, 'cover'> =>
	(version.media ?? null) !== null && version.shown_as?.cover !== true ? PHOTO : lookOf(version.cover_template);

const [FIRST, ...BRANDED] = COVER_TEMPLATES;
/** A template as a cover request names it: alone, or with the SHA-256 of the brand that it wears. `ff-square-0.1` wears none. */
export const TEMPLATE_NAME = new RegExp(`^(?:${FIRST.replace('.', '\\.')}|(?:${BRANDED.join('|')})(?:@[0-9a-f]{64})?)$`);

/** What a content may name; it is stored as a template with its brand, or as the picture as it is. */
export const LOOK_NAME = new RegExp(`${TEMPLATE_NAME.source}|^(?:${PHOTO}|cover)$`);

/** @param brand SHA-256 in hexadecimal, or null without a brand */
export const templateVersion = (template: CoverTemplate, brand: string | null): string =>
	brand === null || template === TEMPLATE_VERSION ? template : `${template}@${brand}`;

/** The template and the brand that a request names. Drafts of an earlier release name none. */
export function templateNamed(version: string | null | undefined): { readonly template: CoverTemplate; readonly brand: string | null } {
	const [template = '', brand = null] = (version ?? TEMPLATE_VERSION).split('@');
	return { template: isCoverTemplate(template) ? template : TEMPLATE_VERSION, brand };
}

export const isCoverTemplate = (name: string): name is CoverTemplate => (COVER_TEMPLATES as readonly string[]).includes(name);

/** Whether covers in this template show a picture, which may have to be paid for. */
export const hasPicture = (version: string | null | undefined): boolean => templateNamed(version).template !== 'words';

/** The look of a cover that has a picture to show: one of words alone has no place for it. In the same brand. */
export function withPicture<Version extends string | null>(version: Version): Version | string {
	return hasPicture(version) ? version : templateVersion('panel', templateNamed(version).brand);
}
