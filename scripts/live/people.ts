import { existsSync } from 'node:fs';
import { openParticipants, type Participant } from '@copydesk/collaboration/operator';
import { participantsFile } from '../desk/desk.ts';
import { withOperatorEnvironment } from '../desk/services.ts';
import { wasStarted } from '../desk/kind.ts';
import { openDesk } from '../operator/desk.ts';
import { examinePerson } from '../operator/doctor/messenger.ts';
import { plainName, type Seen } from '../operator/ids.ts';
import { setParticipants } from '../operator/people.ts';
import { auditOperator } from '../operator/record.ts';
import { messengerOf, nameOf } from './listener.ts';
import { NotTaken, untilTaken, type Known, type Question, type SetupContext } from './setupContext.ts';
import { botOf } from './token.ts';
import { areFormed } from './values.ts';

type Role = 'owner' | 'editor';
const IDS = { owner: 'OWNER_USER_ID', editor: 'EDITOR_USER_ID' } as const;
const NAMES = { owner: 'OWNER_NAME', editor: 'EDITOR_NAME' } as const;
const OTHER = { owner: 'editor', editor: 'owner' } as const;
const MAX_NAME_UNITS = 64;

/** Who takes part in a desk that ran already: its own table decides, not `.env`. */
async function stored({ data }: SetupContext): Promise<readonly Participant[]> {
	const file = participantsFile(data);
	if (!existsSync(file)) return [];
	const participants = openParticipants(`sqlite:${file}`);
	try {
		return await participants.all();
	} finally {
		await participants.close();
	}
}

/** What the messenger calls somebody of whom only the number is known; undefined when it does not know them. */
async function seenBy(known: Known, id: number): Promise<Seen | undefined> {
	const chat = await messengerOf(known).call({ method: 'getChat', fields: { chat_id: id } });
	if (chat.kind !== 'accepted') return undefined;
	const { first_name: first, last_name: last, username } = chat.result as Readonly<Partial<Record<string, string>>>;
	const name = plainName([first, last].filter((part) => part !== undefined).join(' '));
	return { kind: 'person', id, name, ...(username === undefined ? {} : { username: plainName(username) }) };
}

/** @throws NotTaken when the bot cannot write to them */
async function demandReachable(known: Known, role: Role, { id }: Pick<Seen, 'id'>): Promise<void> {
	const messenger = messengerOf(known);
	const ask = async (method: string, fields: Readonly<Record<string, unknown>> = {}) => await messenger.call({ method, fields });
	const { verdict, says, advice = '' } = await examinePerson(ask, { role, userId: id }, (await botOf(known)).username);
	if (verdict !== 'ok') throw new NotTaken(`${says}\n→ ${advice}`);
}

/** Everybody whose number is known already and who really wrote to the bot. */
async function knownPeople(context: SetupContext): Promise<readonly Seen[]> {
	const known = context.known();
	const formed = (['owner', 'editor'] as const).map((role) => IDS[role]).filter((name) => areFormed([name], known));
	const ids = [...new Set([...formed.map((name) => Number(known[name])), ...(await stored(context)).map(({ userId }) => userId)])];
	const found = await Promise.all(
		ids.map(async (id) => {
			const seen = await seenBy(known, id);
			const isReachable = await demandReachable(known, 'owner', { id }).then(
				() => true,
				() => false,
			);
			return isReachable ? seen : undefined;
		}),
	);
	return found.filter((seen) => seen !== undefined);
}

const valuesOf = (people: Readonly<Partial<Record<Role, Seen>>>): Known =>
	Object.fromEntries(
		Object.entries(people).flatMap(([role, { id, name }]) => [
			[IDS[role as Role], String(id)],
			[NAMES[role as Role], name.length <= MAX_NAME_UNITS ? name : ''],
		]),
	);

async function take(context: SetupContext, role: Role, seen: Seen, other: Pick<Seen, 'id'> | undefined): Promise<Seen> {
	if (seen.id === other?.id) throw new NotTaken(`${nameOf(seen)} cannot be both the owner and the editor: name another person`);
	await demandReachable(context.known(), role, seen);
	context.terminal.say(`  ✓ The ${role} is ${nameOf(seen)}`);
	return seen;
}

async function begin(context: SetupContext): Promise<void> {
	const { terminal, listener } = context;
	const { username } = await botOf(context.known());
	terminal.say(`\nThe two people. Ask both to send /start to @${username} in the messenger now; their names appear here.`);
	if (wasStarted(context.data))
		terminal.say('The set-up reads what people sent to the bot while the desk was stopped; send requests again later.');
	listener.begin('person', await knownPeople(context));
}

/** Two people may have one name, and anybody may take any: a number is a person's alone. */
const numbered = ({ name, username, id }: Seen): string => `${name} (${username === undefined ? '' : `@${username}, `}number ${id})`;

/** Each of them by name and number, before anything is stored. @returns whether these are the right ones */
async function areConfirmed(context: SetupContext, people: Readonly<Partial<Record<Role, Seen>>>): Promise<boolean> {
	const each = Object.entries(people).map(([role, seen]) => `the ${role} is ${numbered(seen)}`);
	context.terminal.say(`  ${each.join(',\n  ')}`);
	return await untilTaken(context, { prompt: 'Is that right? Each number is a person. yes or no: ' }, (line) => {
		if (/^(?:yes|y)$/i.test(line)) return Promise.resolve(true);
		if (/^(?:no|n)$/i.test(line)) return Promise.resolve(false);
		throw new NotTaken('Expected yes or no');
	});
}

async function askBoth(context: SetupContext): Promise<Known> {
	await begin(context);
	for (;;) {
		const both = await pickBoth(context);
		if (await areConfirmed(context, both)) return confirmed(context, both);
	}
}

function confirmed({ terminal }: SetupContext, people: Readonly<Partial<Record<Role, Seen>>>): Known {
	for (const [role, seen] of Object.entries(people)) terminal.say(`  ✓ The ${role} is ${nameOf(seen)}`);
	return valuesOf(people);
}

async function pickBoth(context: SetupContext): Promise<Readonly<Record<Role, Seen>>> {
	const { listener } = context;
	const prompt = 'Who is the owner? Place or name (the other one is the editor): ';
	const first = await untilTaken(context, { prompt }, async (line) => {
		if (listener.isDeaf) listener.begin('person');
		const [one = '', two, ...more] = /^\d/.test(line) ? line.split(/[\s,]+/) : [line];
		if (more.length > 0) throw new NotTaken(`I understood ${more.length + 2} people; a desk is two: the owner, then the editor`);
		const owner = listener.pick('person', one);
		const others = listener.of('person').filter(({ id }) => id !== owner.id);
		const editor = two === undefined ? (others.length === 1 ? others[0] : undefined) : listener.pick('person', two);
		await take(context, 'owner', owner, editor);
		return { owner, ...(editor === undefined ? {} : { editor: await take(context, 'editor', editor, owner) }) };
	});
	const { owner } = first;
	const editor = first.editor ?? (await askOne(context, 'editor', owner));
	return { owner, editor };
}

const askOne = (context: SetupContext, role: Role, other: Pick<Seen, 'id'>): Promise<Seen> =>
	untilTaken(context, { prompt: `Who is the ${role}? Place or name: ` }, async (line) => {
		if (context.listener.isDeaf) context.listener.begin('person');
		return await take(context, role, context.listener.pick('person', line), other);
	});

/** The desk's own table is what counts for a desk that ran already, so it is changed with `.env`. */
async function replaceStored(context: SetupContext): Promise<void> {
	const before = await stored(context);
	const known = context.known();
	const wanted = (role: Role) => ({ userId: Number(known[IDS[role]]), name: known[NAMES[role]] || undefined });
	const [owner, editor] = [wanted('owner'), wanted('editor')];
	if (before.length === 0 || isStored(before, known)) return;
	const desk = openDesk(withOperatorEnvironment(process.env, context.data), { data: context.data, kind: 'live', own: process.env });
	try {
		const people = await setParticipants(await desk.people(), { owner, editor }, desk.nowMs(), desk.operator);
		await auditOperator(desk, 'operator.participants_set', 'participants', { owner: owner.userId, editor: editor.userId });
		const named = ({ role, displayName }: Pick<Participant, 'role' | 'displayName'>): string => `${role} ${plainName(displayName)}`;
		const now = people.map(named).join(', ');
		const then = before.map(named).join(', ');
		context.terminal.say(`  ✓ The desk's own table has ${now} now (before: ${then})`);
	} finally {
		await desk.close();
	}
}

const isStored = (people: readonly Participant[], known: Known): boolean =>
	(['owner', 'editor'] as const).every((role) => people.find((person) => person.role === role)?.userId === Number(known[IDS[role]]));

async function areSettled(context: SetupContext): Promise<boolean> {
	const known = context.known();
	const { terminal } = context;
	if (!areFormed(Object.values(IDS), known)) return false;
	const table = await stored(context);
	if (table.length > 0 && !isStored(table, known)) {
		const has = table.map(({ role, displayName, userId }) => `${plainName(displayName)} (${userId}) as ${role}`).join(' and ');
		throw new NotTaken(`The desk's database has ${has}, but .env names others`);
	}
	if (known[IDS.owner] === known[IDS.editor]) throw new NotTaken('Owner and editor are the same person, but a desk needs two people');
	for (const role of ['owner', 'editor'] as const) {
		const id = Number(known[IDS[role]]);
		await demandReachable(known, role, { id });
		const seen = await seenBy(known, id);
		terminal.say(`  ✓ The ${role} is ${seen === undefined ? id : nameOf(seen)}`);
	}
	return true;
}

export const people: Question = {
	name: 'people',
	about: 'the owner and the editor',
	sets: ['OWNER_USER_ID', 'EDITOR_USER_ID', 'OWNER_NAME', 'EDITOR_NAME'],
	isSettled: areSettled,
	ask: askBoth,
	kept: replaceStored,
};

const one = (role: Role): Question => ({
	name: role,
	about: `the ${role} alone`,
	sets: [IDS[role], NAMES[role]],
	onlyByName: true,
	// Both are looked at together.
	isSettled: () => Promise.resolve(true),
	async ask(context) {
		await begin(context);
		for (;;) {
			const picked = { [role]: await askOne(context, role, { id: Number(context.known()[IDS[OTHER[role]]]) }) };
			if (await areConfirmed(context, picked)) return confirmed(context, picked);
		}
	},
	kept: replaceStored,
});

export const owner = one('owner');
export const editor = one('editor');
