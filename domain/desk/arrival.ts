import { isOfferDue } from '../news/settings.ts';

/** What an execution of the main graph may begin with. `idle`: the clock went off, and no offer is due. */
export type Arrival = 'update' | 'proof' | 'offer' | 'idle';

/** What n8n's triggers and the settings node give. */
interface Arrived {
	readonly body?: unknown;
	readonly settings?: Readonly<Record<string, unknown>>;
	/** From n8n's clock alone, `00` to `23`. */
	readonly Hour?: unknown;
}

/** Tells what arrived by the fields that each trigger gives. What has neither is taken for an update, which its reading refuses. */
export function arrivalOf({ body, settings = {}, Hour: hour }: Arrived): Arrival {
	if (body === undefined && hour !== undefined) return isOfferDue(settings, hour) ? 'offer' : 'idle';
	return proofIn(body) === undefined ? 'update' : 'proof';
}

/** The operator's proof that was posted instead of an update. */
export const proofIn = (body: unknown): unknown => (body as { readonly resume_proof?: unknown } | null | undefined)?.resume_proof;
