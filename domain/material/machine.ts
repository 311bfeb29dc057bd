import { machine } from '../machine.ts';

/**
 * The states of a material (one version of a draft) and the legal moves between them (docs/specification.md#material).
 * `claimed → ready` is legal only when the publication was definitively not delivered, or was taken off before its time; the
 * writer checks that.
 */
export const materialMachine = machine({
	text_generating: ['text_preparing', 'rejected'],
	text_preparing: ['ready', 'rejected'],
	ready: ['claimed', 'awaiting_feedback', 'superseded', 'rejected'],
	awaiting_feedback: ['ready', 'superseded', 'rejected'],
	claimed: ['published', 'ready'],
	superseded: [],
	rejected: [],
	published: [],
});

export type MaterialState = (typeof materialMachine.states)[number];
