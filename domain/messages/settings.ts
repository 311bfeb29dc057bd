/** A setting as a person reads it. */
import { postLanguages, languageName } from '../settings/languages.ts';
import type { SettingProblem } from '../settings/readers.ts';
import { writeSetting } from '../settings/settings.ts';
import type { SettingName, Settings } from '../settings/settings.ts';
import type { Messages } from './messages.ts';

/** What a setting is set to; undefined: nobody set it in chat. */
export function settingText<Name extends SettingName>(messages: Messages, name: Name, value: Settings[Name] | undefined): string {
	if (value === undefined) return messages.settings.asInN8n;
	const written = writeSetting(name, value);
	return choiceText(messages, name, written);
}

/** One value as it is written: a word of the reader's language where there is one. */
export function choiceText({ settings, locale }: Messages, name: SettingName, written: string): string {
	if (Object.hasOwn(settings.values, written)) return settings.values[written] ?? written;
	return name === 'language' && (postLanguages as readonly string[]).includes(written) ? languageName(written, locale) : written;
}

/** Why words are no value of a setting, and what was expected. */
export function settingProblemText(messages: Messages, name: SettingName, problem: SettingProblem): string {
	const shown =
		problem.kind === 'choice' ? { ...problem, choices: problem.choices.map((each) => choiceText(messages, name, each)) } : problem;
	const say = messages.settings.problems[problem.kind] as (problem: SettingProblem) => string;
	return say(shown);
}
