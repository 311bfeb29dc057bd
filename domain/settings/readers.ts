/** How a setting is read from a person's words and written down again, for each kind of value. */

import { plain } from '../text/plain.ts';

/** Why words are no value of a setting. What a person reads of it is in `domain/messages/`. */
export type SettingProblem =
	/** None of the values that there are. */
	| { readonly kind: 'choice'; readonly choices: readonly string[] }
	| { readonly kind: 'number'; readonly least: number; readonly most: number }
	| { readonly kind: 'too_long'; readonly units: number; readonly most: number }
	| { readonly kind: 'too_many'; readonly count: number; readonly most: number }
	/** Words that should be what the kind says. */
	| { readonly kind: 'language' | 'hour' | 'clock' | 'address' | 'slots' | 'hashtag' | 'button'; readonly words: string };

export type SettingReading<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: SettingProblem };

/** One setting. `read(write(value))` is that value, so that a stored text and typed words are read alike. */
export interface Setting<Value> {
	readonly fallback: Value;
	/** The few values that there are, as they are written; a person may press one instead of typing it. */
	readonly choices?: readonly string[];
	readonly read: (words: string) => SettingReading<Value>;
	readonly write: (value: Value) => string;
}

export const valueOf = <Value>(value: Value): SettingReading<Value> => ({ ok: true, value });
export const wrong = (problem: SettingProblem): { readonly ok: false; readonly problem: SettingProblem } => ({ ok: false, problem });

/** Words for yes, no and nothing. Every language is tried: people answer in the language they think in. */
const ON = ['on', 'yes', 'true', 'вкл', 'включить', 'включено', 'да'];
const OFF = ['off', 'no', 'false', 'none', 'never', 'выкл', 'выключить', 'выключено', 'нет', 'никогда'];

export const meansNothing = (words: string): boolean => OFF.includes(plain(words));

/** One of a few values. `also`: what people call them. */
export function choice<Value extends string>(
	choices: readonly [Value, ...Value[]],
	also: Readonly<Record<string, Value>> = {},
): Setting<Value> {
	const [fallback] = choices;
	return {
		fallback,
		choices,
		read: (words) => {
			const said = plain(words);
			const value = choices.find((each) => each === said) ?? (Object.hasOwn(also, said) ? also[said] : undefined);
			return value === undefined ? wrong({ kind: 'choice', choices }) : valueOf(value);
		},
		write: (value) => value,
	};
}

export function onOff(fallback: boolean): Setting<boolean> {
	const choices = ['on', 'off'];
	return {
		fallback,
		choices,
		read: (words) => {
			const said = plain(words);
			return ON.includes(said) ? valueOf(true) : OFF.includes(said) ? valueOf(false) : wrong({ kind: 'choice', choices });
		},
		write: (value) => (value ? 'on' : 'off'),
	};
}

export function wholeNumber({ least, most, fallback }: { readonly least: number; readonly most: number; readonly fallback: number }) {
	const setting: Setting<number> = {
		fallback,
		...(most - least < 10 ? { choices: Array.from({ length: most - least + 1 }, (_, index) => String(least + index)) } : {}),
		read: (words) => {
			const said = plain(words);
			const value = /^\d{1,9}$/.test(said) ? Number(said) : least === 0 && meansNothing(said) ? 0 : NaN;
			return value >= least && value <= most ? valueOf(value) : wrong({ kind: 'number', least, most });
		},
		write: String,
	};
	return setting;
}

/** A text of a person, as they wrote it; a word for nothing empties it. */
export function freeText(most: number): Setting<string> {
	return {
		fallback: '',
		read: (words) => {
			const said = words.trim();
			if (said.length > most) return wrong({ kind: 'too_long', units: said.length, most });
			return valueOf(meansNothing(said) ? '' : said);
		},
		write: (value) => (value === '' ? 'none' : value),
	};
}

const CLOCK = /^([01]?\d|2[0-3])(?:[:.]([0-5]\d))?$/;

/** Hour and minute of a time like `22:00`, `9`, `at 9`, `в 9`. */
function clockOf(words: string): { readonly hour: number; readonly minute: number } | null {
	const [, hour, minute = '0'] = CLOCK.exec(plain(words).replace(/^(?:at|в)\s+/, '')) ?? [];
	return hour === undefined ? null : { hour: Number(hour), minute: Number(minute) };
}

/** A time of day, as `22:00`. */
export function timeOfDay(fallback: string): Setting<string> {
	return {
		fallback,
		read: (words) => {
			const clock = clockOf(words);
			if (clock === null) return wrong({ kind: 'clock', words: words.trim() });
			return valueOf(`${String(clock.hour).padStart(2, '0')}:${String(clock.minute).padStart(2, '0')}`);
		},
		write: (value) => value,
	};
}

/** An hour of the day, or null for never. */
export const hourOrOff: Setting<number | null> = {
	fallback: null,
	choices: ['off', '07:00', '09:00', '12:00', '18:00'],
	read: (words) => {
		if (meansNothing(words)) return valueOf(null);
		const clock = clockOf(words);
		return clock === null || clock.minute !== 0 ? wrong({ kind: 'hour', words: words.trim() }) : valueOf(clock.hour);
	},
	write: (value) => (value === null ? 'off' : `${String(value).padStart(2, '0')}:00`),
};
