import { MAX_PROMPT_UNITS } from '../limits.ts';

/**
 * The parts of the prompts that a person may change, as settings at the head of the main graph, and what they say where nothing else is
 * set. They are sent word for word. What an answer is compared with is beside its schema instead: that the input is material, what
 * may be said, and the bounds.
 */
export const PROMPTS = {
	prompt_write: 'You write for an illustrated messenger channel.',
	prompt_illustration: '"image_prompt" describes one illustration for the post, without any lettering in it.',
	prompt_revise: 'Leave alone what it does not ask for.',
	prompt_shorten: 'Keep its facts, its tone and its paragraphs; add nothing.',
	prompt_check:
		'Look for a wrong number, unit or date; a figure that the sources call an earlier one; a right number with the wrong thing; ' +
		'names that changed places; a quotation that nobody said; a cause that is not given.',
	prompt_facts: 'What somebody claims or expects stays a claim: say who says it.',
	prompt_news: 'You choose news for an illustrated messenger channel.',
} as const;

type PromptName = keyof typeof PROMPTS;
export type Prompts = Readonly<Record<PromptName, string>>;

const names = Object.keys(PROMPTS) as PromptName[];

/** What requests are made of, as far as a person sets it. */
type Parts = Prompts & {
	readonly house_style: string;
	/** Where texts are asked for, if not at the address of the credential. */
	readonly ai_base_url?: string;
};

/** The parts as they are set. Where one is not among the settings, as in earlier graphs, it says what it always said. */
export function promptsOf(settings: Readonly<Record<string, unknown>>): Prompts {
	const texts = names.map((name) => [name, String(settings[name] ?? PROMPTS[name]).trim()]);
	return Object.fromEntries(texts) as Prompts;
}

/**
 * What of these parts cannot be sent, or not to where they say, for a person: its name, and what is wrong with it. Only a house style
 * and an address may be empty.
 * @returns null when all can
 */
export function promptFault(parts: Parts, used: readonly (keyof Prompts | 'house_style')[]): string | null {
	const { ai_base_url: address = '' } = parts;
	if (address !== '' && !isBaseUrl(address)) return `ai_base_url: ${address}`;
	for (const name of used) {
		const { length } = parts[name];
		if (length > MAX_PROMPT_UNITS) return `${name}: ${length} > ${MAX_PROMPT_UNITS}`;
		if (length === 0 && name !== 'house_style') return `${name}: ""`;
	}
	return null;
}

function isBaseUrl(text: string): boolean {
	return /^https?:\/\/[^\s?#@]+$/i.test(text) && URL.canParse(text);
}
