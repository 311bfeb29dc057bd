import { missingSource } from '../../domain/material/work.ts';
import { isOfferDue } from '../../domain/news/settings.ts';
import type { Travelling } from '../shared/item.ts';

/** What of an item a switch may go by. Null: the item goes nowhere. */
export const words = {
	next: ({ next }: Travelling) => String(next),
	decision: ({ decision }: Travelling) => String(decision),
	/** Under `stop` nothing may be done. */
	route: ({ route }: Travelling) => (route === 'stop' ? null : String(route)),
	needs: ({ next, needs }: Travelling) => (next === 'failed' ? 'failed' : String(needs)),
	lacks: ({ material }: Travelling) => (material === undefined ? 'nothing' : missingSource(material)),
	/** The clock goes off at other hours than that of the offer too. */
	entry: ({ body, settings = {}, Hour: hour }: Travelling & { readonly body?: { readonly resume_proof?: unknown } }) => {
		if (body !== undefined) return body.resume_proof === undefined ? 'message' : 'proof';
		return isOfferDue(settings, hour) ? 'offer' : null;
	},
};

export type Word = keyof typeof words;
