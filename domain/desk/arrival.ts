import { isOfferDue } from '../news/settings.ts';

/** What an execution of the main graph may begin with. `idle`: the clock went off, and no offer is due. */
export type Arrival = 'update' | 'proof' | 'confirmed' | 'offer' | 'idle';

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
	if (proofIn(body) !== undefined) return 'proof';
	return confirmedIn(body) === undefined ? 'update' : 'confirmed';
}

/** A post that was confirmed later, of which the service tells instead of an update. */
export const confirmedIn = (body: unknown): unknown => (body as { readonly confirmed?: unknown } | null | undefined)?.confirmed;

/** The operator's proof that was posted instead of an update. */
export const proofIn = (body: unknown): unknown => (body as { readonly resume_proof?: unknown } | null | undefined)?.resume_proof;
