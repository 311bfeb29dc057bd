import { CopydeskError } from '@copydesk/domain/errors';
import type { Context, Contexts, Role } from '../contexts/contexts.ts';
import { entryKindOf, type EntryKind } from '../contexts/entries.ts';
import type { Participant, Participants } from './participants.ts';

/** An active participant with their context. */
export interface Actor {
	readonly participant: Participant;
	readonly context: Context;
}

/** A person, and the event under which they act. */
export interface Acting {
	readonly participant: Participant;
	readonly context: Pick<Context, 'event_key'>;
}

/** A person, and what their messages are caused by. */
export interface Causing {
	readonly participant: Participant;
	readonly context: Pick<Context, 'event_key' | 'execution_id'>;
}

/** Who may ask for something. */
export interface Admits {
	/** Without it both roles may. */
	readonly role?: Role | undefined;
	/** The kind of service entry that may ask too; without it only events of the messenger may. */
	readonly entry?: EntryKind | undefined;
	/** Whether a person who was disabled meanwhile may ask too: to hand in what was paid for, and nothing else. */
	readonly disabled?: boolean | undefined;
}

export interface Actors {
	/**
	 * Verifies a context and reads the role again.
	 * @throws CopydeskError context_invalid, context_expired, participant_inactive, role_forbids, execution_superseded, unavailable
	 */
	authenticate(token: string, admits?: Admits): Promise<Actor>;
	/** The participant, if active now. */
	active(userId: number): Promise<Participant | undefined>;
	/** The participant, active or not; undefined for anybody else. */
	known(userId: number): Promise<Participant | undefined>;
	owner(): Promise<Participant | undefined>;
	/** All active participants, owner first. */
	everyone(): Promise<readonly Participant[]>;
}

/** @param demandMayAct throws if the execution of a context may not act */
export function createActors(contexts: Contexts, participants: Participants, demandMayAct: (context: Context) => Promise<void>): Actors {
	const everyone = async () => (await participants.all()).filter((participant) => participant.active);
	const active = async (userId: number) => (await everyone()).find((participant) => participant.userId === userId);
	const known = async (userId: number) => (await participants.all()).find((participant) => participant.userId === userId);
	return {
		async authenticate(token, { role, entry, disabled = false } = {}) {
			const context = await contexts.verify(token);
			const participant = await (disabled ? known : active)(context.sub);
			if (participant === undefined || participant.chatId !== context.chat)
				throw new CopydeskError('participant_inactive', `user ${context.sub}`);
			// The role has changed since this context was signed.
			if (participant.role !== context.role || (role !== undefined && participant.role !== role)) {
				throw new CopydeskError('role_forbids', `user ${context.sub} is ${participant.role}`);
			}
			const kind = entryKindOf(context);
			if (kind !== undefined && kind !== entry) throw new CopydeskError('role_forbids', `${context.purpose} may not ask for this`);
			await demandMayAct(context);
			return { participant, context };
		},
		active,
		known,
		owner: async () => (await everyone()).find(({ role }) => role === 'owner'),
		everyone,
	};
}
