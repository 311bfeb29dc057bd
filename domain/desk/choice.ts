/** What an event sets: the value of a setting, or the language that is spoken with somebody. */
import { languageOf, type Language } from '../language.ts';
import { isSettingName, settings, type SettingName } from '../settings/settings.ts';
import type { Intent } from './intentTypes.ts';

export type PressedButton = Pick<Extract<Intent, { readonly kind: 'callback' }>, 'action' | 'draft_key' | 'version'>;

/** A setting and its value as it is written; null: it is not set in chat any more. */
export interface Choice {
	readonly name: SettingName;
	readonly value: string | null;
}

/** What a press chooses; null for a button that chooses nothing, or of a value that there is no more. */
export function choiceOf({ action, draft_key: name, version }: PressedButton): Choice | null {
	if (!isSettingName(name)) return null;
	if (action === 'unset') return { name, value: null };
	const value = action === 'set' ? settings[name].choices?.[version - 1] : undefined;
	return value === undefined ? null : { name, value };
}

/** What an event sets, by a press or in words. */
export function choiceIn(intent: Intent): Choice | null {
	if (intent.kind === 'callback') return choiceOf(intent);
	if (intent.kind !== 'command' || intent.name !== 'settings') return null;
	const { setting, value } = intent.args;
	return setting !== null && isSettingName(setting) && value !== null ? { name: setting, value } : null;
}

/** The language that a press chooses. */
export function languageIn(intent: Intent): Language | null {
	return intent.kind === 'callback' && intent.action === 'speak' ? languageOf(intent.draft_key) : null;
}
