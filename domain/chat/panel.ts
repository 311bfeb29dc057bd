/**
 * Buttons that are about the desk and not about a draft. What a draft's button has as its key and version is here: the group or
 * the setting, and which of its values; the language; the page.
 */
import { isOf } from './presses.ts';

export const isOfPanel = isOf('panel');

/** Whether a button is about no draft. */
export const isOfDesk = isOf('panel', 'wait');
