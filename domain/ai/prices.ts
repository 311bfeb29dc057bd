import type { Usage } from './usage.ts';

/** What one model costs, in the currency of the list. */
interface Price {
	readonly perMillionInput: number;
	readonly perMillionOutput: number;
	readonly perPicture: number;
	readonly perMinute: number;
}

export interface Prices {
	/** Like EUR. */
	readonly currency: string;
	readonly models: ReadonlyMap<string, Price>;
}

/** How a list of prices is written. */
export const PRICES_SHAPE = 'EUR <model>=<per million tokens in>/<per million out>[/<per picture>[/<per minute of sound>]] …';

const ENTRY = /^(\S{1,200})=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?)?$/;

/**
 * Reads a list such as `EUR gpt-5.6-terra=1.8/10.8 gpt-image-2=4.5/27 flux-2=0/0/0.04 gpt-transcribe=0/0/0/0.004`.
 * @returns what is wrong with it, if it is not valid
 */
export function readPrices(text: string): Prices | { readonly mistake: string } {
	const [currency = '', ...entries] = text.split(/[\s,;]+/).filter((part) => part !== '');
	if (!/^[A-Z]{3}$/.test(currency)) return { mistake: `a currency of three capital letters first, like EUR, but found "${currency}"` };
	const models = new Map<string, Price>();
	for (const entry of entries) {
		const [, model = '', input, output, picture = '0', minute = '0'] = ENTRY.exec(entry) ?? [];
		if (input === undefined) return { mistake: `<model>=<in>/<out>[/<picture>[/<minute of sound>]] but found "${entry}"` };
		if (models.has(model)) return { mistake: `each model once but found ${model} twice` };
		models.set(model, {
			perMillionInput: Number(input),
			perMillionOutput: Number(output),
			perPicture: Number(picture),
			perMinute: Number(minute),
		});
	}
	if (models.size === 0) return { mistake: 'at least one model' };
	return { currency, models };
}

/** What requests cost that were answered by one model; null where the list has no price for it. */
export function costOf({ model, input_tokens, output_tokens, pictures, seconds = 0 }: Usage, { models }: Prices): number | null {
	const price = model === null ? undefined : priceOf(model, models);
	if (price === undefined) return null;
	return (
		(input_tokens * price.perMillionInput + output_tokens * price.perMillionOutput) / 1e6 +
		pictures * price.perPicture +
		(seconds / 60) * price.perMinute
	);
}

/** An answer names the snapshot of a model, like `gpt-5.6-terra-2026-07-01`, or the provider before it, like `openai/gpt-5.6-terra`. */
function priceOf(model: string, models: ReadonlyMap<string, Price>): Price | undefined {
	for (const name of [model, model.slice(model.lastIndexOf('/') + 1)]) {
		const found = models.get(name) ?? models.get(name.replace(/-\d{4}-?\d{2}-?\d{2}$/, ''));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** What requests took together. */
export interface Spend {
	readonly requests: number;
	/** The requests among them with an unknown cost: no answer was read, or the list has no price. */
	readonly unknown: number;
	/** What the others cost; null without a list of prices. */
	readonly cost: number | null;
	readonly currency: string | null;
}
