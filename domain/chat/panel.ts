/**
 * Buttons that are about the desk and not about a draft. What a draft's button has as its key and version is here: the group or
 * the setting, and which of its values; the language; the page.
 */
import { isOfWait } from './callback.ts';
import type { CallbackAction } from './callback.ts';

export const panelActions = ['settings', 'setting', 'set', 'unset', 'speak', 'page'] as const satisfies readonly CallbackAction[];
export type PanelAction = (typeof panelActions)[number];

export const isOfPanel = (action: CallbackAction): action is PanelAction => (panelActions as readonly CallbackAction[]).includes(action);

/** Whether a button is about no draft. */
export const isOfDesk = (action: CallbackAction): boolean => isOfPanel(action) || isOfWait(action);
