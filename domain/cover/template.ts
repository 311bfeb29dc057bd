import { TEMPLATE_VERSION } from '../limits.ts';

/** The looks that a cover can have. */
export const COVER_TEMPLATES = [TEMPLATE_VERSION, 'panel', 'full', 'frame', 'words', 'news'] as const;

export type CoverTemplate = (typeof COVER_TEMPLATES)[number];

/** A template as a cover request names it. */
export const TEMPLATE_NAME = /^(?:ff-square-0\.1|panel|full|frame|words|news)$/;
