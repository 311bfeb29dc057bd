import { machine } from '../machine.ts';

/** The states of a news item on its card and the legal moves between them (docs/specification.md#news-item). */
export const itemMachine = machine({
	offered: ['taken', 'dismissed', 'expired'],
	taken: [],
	dismissed: [],
	expired: [],
});

export type ItemState = (typeof itemMachine.states)[number];
