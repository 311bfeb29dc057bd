import { isOfferDue } from '../news/settings.ts';

/**
 * What an execution of the main graph may begin with. `offer`: the service begins the day's offer. A graph of an earlier release has a
 * clock: `due` at the hour of the offer, `idle` at any other.
 */
export type Arrival = 'update' | 'proof' | 'confirmed' | 'offer' | 'due' | 'idle';

/** What n8n's triggers and the settings node give. */
interface Arrived {
	readonly body?: unknown;
	readonly settings?: Readonly<Record<string, unknown>>;
	/** From n8n's clock alone, `00` to `23`. */
	readonly Hour?: unknown;
}

/** Tells what arrived by the fields that each trigger gives. What has neither is taken for an update, which its reading refuses. */
export function arrivalOf({ body, settings = {}, Hour: hour }: Arrived): Arrival {
	if (body === undefined && hour !== undefined) return isOfferDue(settings, hour) ? 'due' : 'idle';
	if (proofIn(body) !== undefined) return 'proof';
	if (offerIn(body) !== undefined) return 'offer';
	return confirmedIn(body) === undefined ? 'update' : 'confirmed';
}

const field = (body: unknown, name: string): unknown => (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];

/** A post that was confirmed later, of which the service tells instead of an update. */
export const confirmedIn = (body: unknown): unknown => field(body, 'confirmed');

/** The operator's proof that was posted instead of an update. */
export const proofIn = (body: unknown): unknown => field(body, 'resume_proof');

/** The day for which the service begins the daily offer. */
export const offerIn = (body: unknown): unknown => field(field(body, 'offer'), 'day');
