/** The default models. A test fails 30 days before the provider ends one of them: name another one here then. */
export const DEFAULT_MODELS = { text: 'gpt-5.6-terra', image: 'gpt-image-2', audio: 'gpt-transcribe' } as const;

/** The address that the names above and the ends below belong to. */
export const DEFAULT_PROVIDER = 'https://api.openai.com';

/** The day on which the provider's page of deprecations was read last. It gives notice of at least six months. */
export const MODEL_ENDS_READ_ON = '2026-11-23';

/** The last day of each model that ends, and what takes its place, as the provider's page of deprecations says. */
export const MODEL_ENDS: Readonly<Record<string, { readonly ends: string; readonly successor: string }>> = {
	'gpt-image-1': { ends: '2026-10-23', successor: 'gpt-image-2' },
	'gpt-image-1-mini': { ends: '2026-12-01', successor: 'gpt-image-2' },
	'gpt-image-1.5': { ends: '2026-12-01', successor: 'gpt-image-2' },
	'chatgpt-image-latest': { ends: '2026-12-01', successor: 'gpt-image-2' },
	'gpt-5': { ends: '2026-12-11', successor: 'gpt-5.6-sol' },
	'gpt-5-mini': { ends: '2026-12-11', successor: 'gpt-5.6-terra' },
	'gpt-5-nano': { ends: '2026-12-11', successor: 'gpt-5.6-luna' },
	'gpt-4o': { ends: '2027-01-14', successor: 'gpt-6-luna' },
	'whisper-1': { ends: '2027-02-26', successor: 'gpt-transcribe' },
	'gpt-4o-transcribe': { ends: '2027-02-26', successor: 'gpt-transcribe' },
	'gpt-4o-mini-transcribe': { ends: '2027-02-26', successor: 'gpt-transcribe' },
	'gpt-4.1': { ends: '2027-01-14', successor: 'gpt-6-luna' },
};

/** One entry of the provider's list of models. */
export interface ListedModel {
	readonly id: string;
	/** `YYYY-MM-DD`, where the provider says when it ends. */
	readonly shutdown_date: string | null;
}

/** What is known of a model's end. `successor` is null where nothing is known to take its place. */
export interface ModelEnd {
	readonly ends: string;
	readonly isGone: boolean;
	readonly successor: string | null;
}

/** So long before a model ends people are told. */
const WARNED_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * When a model ends, if that is soon or past; what the provider's own list says comes before the table.
 * @param listed undefined where the provider's list could not be read
 * @param today `YYYY-MM-DD`
 */
export function endOf(model: string, provider: string, listed: readonly ListedModel[] | undefined, today: string): ModelEnd | undefined {
	const known = knownEnd(model, provider);
	const ends = listed?.find(({ id }) => id === model)?.shutdown_date ?? known?.ends;
	if (ends === undefined || daysBetween(today, ends) > WARNED_DAYS) return undefined;
	return { ends, isGone: ends <= today, successor: successorOf(model, provider, listed) };
}

/** The name that takes the place of a model that ends or is gone, if one is known and served. */
export function successorOf(model: string, provider: string, listed?: readonly ListedModel[]): string | null {
	const named = knownEnd(model, provider)?.successor;
	return named !== undefined && (listed === undefined || listed.some(({ id }) => id === named)) ? named : null;
}

/** Only for the default provider: elsewhere the same name may be another model. A dated snapshot ends with its model. */
function knownEnd(model: string, provider: string): (typeof MODEL_ENDS)[string] | undefined {
	if (!provider.startsWith(DEFAULT_PROVIDER)) return undefined;
	const name = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
	return Object.hasOwn(MODEL_ENDS, name) ? MODEL_ENDS[name] : undefined;
}

/** Whole days from one `YYYY-MM-DD` to another. */
export function daysBetween(from: string, to: string): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Reads the answer of `GET /v1/models`; undefined when it is no list. */
export function readModels(answer: unknown): readonly ListedModel[] | undefined {
	const { data } = (answer ?? {}) as { data?: unknown };
	if (!Array.isArray(data)) return undefined;
	return (data as { id?: unknown; shutdown_date?: unknown }[]).map(({ id, shutdown_date: ends }) => ({
		// Some providers write the kind before the name.
		id: String(id).replace(/^models\//, ''),
		shutdown_date: typeof ends === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(ends) ? ends : null,
	}));
}
