import { machine } from '../machine.ts';

/**
 * The states of a delivery. `sending` is committed before the first byte leaves; `unknown` means that the
 * messenger may have it, and only a person or evidence settles that (reconcile), never a second sending.
 */
export const deliveryMachine = machine({
	sending: ['sent', 'rejected', 'not_sent', 'revoked', 'unknown'],
	not_sent: ['sending'],
	revoked: ['sending'],
	unknown: ['sent', 'not_sent'],
	rejected: [],
	sent: [],
});

export type DeliveryState = (typeof deliveryMachine.states)[number];
