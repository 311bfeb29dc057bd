import type { Travelling } from '../shared/item.ts';

/** What of an item a switch may go by. Null: the item goes nowhere. */
export const words = {
	next: ({ next }: Travelling) => String(next),
	decision: ({ decision }: Travelling) => String(decision),
	/** Under `stop` nothing may be done. */
	route: ({ route }: Travelling) => (route === 'stop' ? null : String(route)),
	needs: ({ next, needs }: Travelling) => (next === 'failed' ? 'failed' : String(needs)),
	lacks: ({ material }: Travelling) => {
		if (material === undefined || material.kind !== 'news' || (material.body ?? null) !== null) return 'nothing';
		if ((material.source_blocks?.length ?? 0) === 0) return 'article';
		return (material.facts?.length ?? 0) === 0 ? 'facts' : 'nothing';
	},
	/** The clock goes off at other hours than that of the offer too. */
	entry: ({ body, settings = {}, Hour: hour }: Travelling & { readonly body?: { readonly resume_proof?: unknown } }) => {
		if (body !== undefined) return body.resume_proof === undefined ? 'message' : 'proof';
		return settings['daily_offer'] === true && Number(hour) === settings['daily_hour'] ? 'offer' : null;
	},
};

export type Word = keyof typeof words;
