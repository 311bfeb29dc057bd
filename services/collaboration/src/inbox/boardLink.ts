import type { Cause } from '../deliveries/journal.ts';
import type { Participant } from '../participants/participants.ts';

/** Sends a person their link to the board, once for an event. */
export type SendBoardLink = (person: Participant, cause: Cause) => Promise<void>;
