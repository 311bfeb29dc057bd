/**
 * A schedule is data: who does what in which round, and what goes wrong when. It is drawn from a seed and an index,
 * so one line brings a failure back, and it can be made smaller piece by piece while it still fails.
 */
import type { Approval } from '@copydesk/domain/material/approval';
import { faultPoints } from './faultPoints.ts';
import { modes, type Mode } from './modes.ts';
import { randomOf, type Random } from './random.ts';

export type Who = 'owner' | 'editor';

/** What people do about when a post goes out; `at` names a time. */
export const planActs = ['at', 'publish_now', 'take_off', 'next_slot', 'later', 'not_later', 'other_time', 'answer'] as const;
export type PlanAct = (typeof planActs)[number];

/** What people do about a post in the channel, by its newest button. */
export const postActs = ['correct', 'take_down', 'take_down_yes', 'take_down_no', 'publish_anew', 'leave_it'] as const;
export type PostAct = (typeof postActs)[number];

/** What people do about the question whether to repeat a topic. */
export const repeatActs = ['write_anyway', 'leave_repeat'] as const;
export type RepeatAct = (typeof repeatActs)[number];

/** What people do about a draft that stopped, by the newest button. Who was asked for a link sends one. */
export const stoppedActs = ['write_anew', 'vouch', 'from_memory', 'send_link', 'retry', 'drop'] as const;
export type StoppedAct = (typeof stoppedActs)[number];

/** What people do about photos and videos that they sent together, by the newest button. */
export const albumActs = ['album_all', 'album_first', 'album_cover', 'no_post'] as const;

/** Photos and videos that a person sends together, one update each. */
export interface AlbumAct {
	readonly kind: 'album';
	readonly count: number;
	/** The item below which its words are; null: it comes without. */
	readonly wordsAt: number | null;
	/** The items that are videos. */
	readonly videos: readonly number[];
	/** The items in the order in which their updates come. */
	readonly order: readonly number[];
	/** So many of the last ones come only in the next round. */
	readonly later: number;
}

export const forgeries = ['press', 'message', 'ahead', 'changed', 'replayed', 'rewritten', 'led away'] as const;
export type Forgery = (typeof forgeries)[number];

/** What a person (or a stranger) does. `copy` counts back from the newest of one's own. */
export type Act = {
	readonly who: Who | 'stranger';
	/** The messenger delivers the update twice. */
	readonly twice: boolean;
	/** The update comes only in the next round: later things overtake it. */
	readonly late: boolean;
} &
	/** `plain`: without the command for it. `video`: the words are below one. */
	(| { readonly kind: 'post'; readonly plain?: true; readonly video?: true }
		/** A request about the one topic that others ask for too, or a button of the newest question about it. */
		| { readonly kind: 'same topic' }
		| AlbumAct
		| { readonly kind: 'of an album'; readonly action: (typeof albumActs)[number]; readonly copy: number }
		/** A recording, and the press that makes a post of what was heard. */
		| { readonly kind: 'voice' | 'of a voice' }
		/** A photo in answer to the newest question, with the number of the item that it replaces. */
		| { readonly kind: 'another item'; readonly place: number }
		/** The owner answers what is there of an album that the messenger did not confirm. */
		| { readonly kind: 'say what is there' }
		| { readonly kind: 'of a repeat'; readonly action: RepeatAct }
		| { readonly kind: 'press'; readonly action: 'publish' | 'feedback' | 'reject'; readonly copy: number }
		/**
		 * The data of the other person's button, from a changed app: on a message of one's own that never had it. A messenger knows no other
		 * number in one's chat; `anyNumber` names the other person's message all the same.
		 */
		| { readonly kind: 'forge'; readonly action: 'publish' | 'reject'; readonly anyNumber?: true }
		| { readonly kind: 'news' }
		| { readonly kind: 'of a stopped'; readonly action: StoppedAct }
		/** A time for the newest copy, or a button about the one that it has. */
		| { readonly kind: 'plan'; readonly action: PlanAct; readonly inMs: number }
		/** A button below a notice about a post. */
		| { readonly kind: 'of a post'; readonly action: PostAct; readonly copy: number }
		/** Another administrator takes the newest post of the desk away. */
		| { readonly kind: 'others remove' }
		/** The link of a page alone, which the feeds have too. */
		| { readonly kind: 'link' }
		/** Nobody's doing: the hour of the day's offer. */
		| { readonly kind: 'the clock strikes' }
		/** A button of a news card. */
		| { readonly kind: 'card'; readonly action: 'take' | 'skip'; readonly copy: number }
		| { readonly kind: 'answer' }
		/** The newest button that cancels what waits. */
		| { readonly kind: 'cancel wait' }
		/** Time passes while the others of its round act, and the service looks at what is due. */
		| { readonly kind: 'time passes'; readonly ms: number }
		| { readonly kind: 'resume' }
		| { readonly kind: 'command'; readonly text: '/status' | '/cancel' | '/start' | '/draft' }
		/**
		 * Somebody with the service key makes an update up: a press, a message, one under a number to come, or a real one changed. Or they
		 * rewrite and end drafts, or lead people to a page, under the context of another real event.
		 */
		| { readonly kind: 'forgery'; readonly what: Forgery }
		/** Something outside of the service changes what people were shown and have not approved yet. */
		| { readonly kind: 'change content' }
		/** Another administrator posts in the channel. */
		| { readonly kind: 'others post' }
	);

/** What goes wrong, and when: at the n-th step, fault point, statement or messenger request of the schedule. */
export type Fault =
	| { readonly kind: 'kill at step' | 'kill at point'; readonly at: number }
	| { readonly kind: 'kill at label'; readonly at: number; readonly label: string }
	| { readonly kind: 'engine dies'; readonly at: number }
	/** From the n-th step on, nobody takes what is posted to the engine. */
	| { readonly kind: 'engine away'; readonly at: number; readonly forMs: number }
	/** From the n-th call of a path on, the engine dies right before each of so many: of work that kills each execution that takes it up. */
	| { readonly kind: 'engine dies of'; readonly at: number; readonly path: string; readonly times: number }
	/** The n-th call of a node: never made, its answer not waited for while the service is at it, or lost. */
	| { readonly kind: 'node fails'; readonly at: number; readonly how: 'before' | 'meanwhile' | 'after' }
	| { readonly kind: 'messenger'; readonly at: number; readonly mode: Mode }
	/** The same for the n-th post that the service sends to the channel. */
	| { readonly kind: 'channel'; readonly at: number; readonly mode: Mode }
	/** The same for the n-th album that it sends to anybody, or to the channel. */
	| { readonly kind: 'album' | 'channel album'; readonly at: number; readonly mode: Mode }
	/** The same for the n-th time that it changes a post there. */
	| { readonly kind: 'correction'; readonly at: number; readonly mode: Mode }
	| { readonly kind: 'database'; readonly at: number; readonly error: 'locked' | 'full'; readonly times: number }
	| { readonly kind: 'database gone'; readonly at: number; readonly forMs: number }
	| { readonly kind: 'renderer down'; readonly at: number }
	/** The n-th text or picture is refused by the AI, which asks to wait so long. */
	| { readonly kind: 'AI busy'; readonly at: number; readonly seconds: number }
	/** At the n-th message that the AI reads: it is away, gives nothing, answers late, or twice and otherwise the second time. */
	| { readonly kind: 'brief'; readonly at: number; readonly how: 'away' | 'refused' | 'late' | 'twice' }
	/** At the n-th recording: the AI is away, its answer is lost, comes late or twice, or n8n dies with it. */
	| { readonly kind: 'hearing'; readonly at: number; readonly how: 'away' | 'lost' | 'late' | 'twice' | 'dies' }
	/** The n-th search finds nothing; the n-th check holds something against the text. */
	| { readonly kind: 'nothing found' | 'refused text'; readonly at: number }
	/** At the n-th reading: the reader is killed under it, the page hangs as long as anybody waits, or it is not there any more. */
	| { readonly kind: 'reader'; readonly at: number; readonly how: 'down' | 'hangs' | 'gone' }
	| { readonly kind: 'clock'; readonly at: number; readonly byMs: number }
	| { readonly kind: 'revoke' | 'restore'; readonly at: number }
	/** Right before the n-th request to the messenger. */
	| { readonly kind: 'revoke at request'; readonly at: number };

export interface Schedule {
	readonly seed: number;
	readonly index: number;
	readonly instances: 1 | 2 | 3;
	/** How messages reach the desk. */
	readonly way: 'graphs' | 'polling';
	/** Who has to agree before a post goes out; without it either person. */
	readonly approval?: Approval;
	/** Days pass in it, and a last morning. */
	readonly nights?: true;
	/** An AI reads what is asked for in free words. */
	readonly briefs?: true;
	/** What posts rest on is searched for, and texts are checked. */
	readonly stops?: true;
	/** Each round is everything that happens at once; then it is left to come to rest. */
	readonly rounds: readonly { readonly acts: readonly Act[]; readonly thenMs: number }[];
	readonly faults: readonly Fault[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * How far faults fall, each of these as often: to the end of the first post, of the median and of the longest schedules. What falls later
 * than a schedule goes falls nowhere.
 */
const STEPS = [170, 500, 1_200] as const;
const POINTS = [60, 160, 450] as const;
const STATEMENTS = [150, 300, 800] as const;
const CALLS = [8, 14, 30] as const;
const DEADLY = ['/authorize', '/decision', '/event-done', '/internal', '/materials/advance', '/messenger'] as const;
/** An `/event` that brings the press of a plan. */
export const PLANNED = '/event of a plan';
const NODES = [20, 60, 150] as const;
const REMINDED = 'reminder.stored';
/** Nobody is reminded in a schedule of minutes. */
const BY_DAY = faultPoints.filter((label) => label !== REMINDED && !label.startsWith('brief.'));

function act(random: Random): Act {
	const common = { who: random.chance(0.5) ? 'owner' : 'editor', twice: random.chance(0.12), late: random.chance(0.1) } as const;
	const kind = random.weighted({
		publish: 52,
		feedback: 12,
		reject: 5,
		forge: 5,
		answer: 10,
		resume: 5,
		command: 6,
		post: 3,
		stranger: 2,
		change: 4,
	});
	const copy = random.chance(0.8) ? 0 : random.between(1, 2);
	switch (kind) {
		case 'publish':
		case 'feedback':
		case 'reject':
			return { ...common, kind: 'press', action: kind, copy };
		case 'forge':
			return { ...common, kind, action: random.chance(0.8) ? 'publish' : 'reject' };
		case 'command':
			return { ...common, kind, text: random.pick(['/status', '/cancel', '/start', '/draft'] as const) };
		case 'change':
			return { who: 'stranger', twice: false, late: false, kind: 'change content' };
		case 'stranger':
			return {
				...common,
				who: 'stranger',
				...(random.chance(0.5) ? { kind: 'forge', action: 'publish' } : { kind: 'command', text: '/start' }),
			};
		case 'post':
		case 'answer':
		case 'resume':
			return { ...common, kind };
	}
}

type OfEverySchedule = Exclude<
	Fault,
	{
		kind:
			| 'AI busy'
			| 'brief'
			| 'nothing found'
			| 'refused text'
			| 'reader'
			| 'revoke at request'
			| 'channel'
			| 'album'
			| 'channel album'
			| 'hearing'
			| 'correction'
			| 'engine away';
	}
>;

function fault(random: Random): OfEverySchedule {
	const at = (ends: readonly number[]): number => random.between(1, random.pick(ends));
	const kind = random.weighted({
		'kill at step': 24,
		'kill at point': 10,
		'kill at label': 14,
		'engine dies': 10,
		'engine dies of': 4,
		'node fails': 10,
		messenger: 26,
		database: 8,
		'database gone': 3,
		'renderer down': 2,
		clock: 6,
		revoke: 8,
		restore: 2,
	});
	switch (kind) {
		case 'kill at step':
			return { kind, at: at(STEPS) };
		case 'kill at point':
			return { kind, at: at(POINTS) };
		case 'kill at label': {
			const label = random.pick(BY_DAY);
			return { kind, label, at: random.between(1, label.startsWith('replay') ? 1 : 8) };
		}
		case 'engine dies':
			return { kind, at: at(STEPS) };
		case 'engine dies of':
			return { kind, at: random.between(1, 6), path: random.pick(DEADLY), times: random.between(2, 6) };
		case 'node fails':
			return { kind, at: at(NODES), how: random.pick(['before', 'meanwhile', 'after'] as const) };
		case 'messenger':
			return { kind, at: at(CALLS), mode: random.pick(modes) };
		case 'database':
			return {
				kind,
				at: at(STATEMENTS),
				error: random.chance(0.5) ? 'locked' : 'full',
				times: random.chance(0.7) ? 1 : random.between(2, 12),
			};
		case 'database gone':
			return { kind, at: at(STATEMENTS), forMs: MINUTE };
		case 'renderer down':
			return { kind, at: random.between(1, 3) };
		case 'clock':
			return {
				kind,
				at: at(STEPS),
				byMs: random.pick([-3 * HOUR, -10 * MINUTE, -5_000, 61_000, 11 * MINUTE, 61 * MINUTE, 7 * HOUR]),
			};
		case 'revoke':
		case 'restore':
			return { kind, at: at(STEPS) };
	}
}

/**
 * The schedule of this number.
 * @param briefs false: as the seeds were chosen that find a planted bug soon
 * @param albums in `half` of the schedules, in `all` of them and little else, or in none
 */
export function scheduleOf(seed: number, index: number, briefs = true, albums: Albums = briefs ? 'half' : 'none'): Schedule {
	const spoken = withVoices(withoutAlbums(seed, index, briefs), randomOf(seed ^ 0x701ce, index), albums);
	return withAlbums(spoken, randomOf(seed ^ 0xa1b05, index), albums);
}

export type Albums = 'half' | 'all' | 'none' | 'voices';

/** In one of six people speak, and an AI writes it down; it fails, or n8n dies with its answer. A post is made of it by a press. */
function withVoices(drawn: Schedule, random: Random, albums: Albums): Schedule {
	if (albums !== 'voices' && (albums !== 'half' || !random.chance(1 / 6))) return drawn;
	const common = () => ({ who: random.chance(0.5) ? ('owner' as const) : ('editor' as const), twice: random.chance(0.2), late: false });
	const round = (acts: readonly Act[]) => ({ acts, thenMs: random.chance(0.7) ? random.between(50, 5_000) : MINUTE });
	const speaks = common();
	const rounds = [
		round([{ ...speaks, kind: 'voice' }, ...(random.chance(0.3) ? [{ ...common(), kind: 'voice' as const }] : [])]),
		...(random.chance(0.4) ? [round([])] : []),
		round([{ ...speaks, twice: random.chance(0.2), kind: 'of a voice' }]),
		round([{ ...common(), kind: 'press', action: 'publish', copy: 0 }]),
	];
	const how = (): Fault => ({
		kind: 'hearing',
		at: random.between(1, 2),
		how: random.pick(['away', 'lost', 'late', 'twice', 'dies'] as const),
	});
	const dies: Fault = { kind: 'kill at label', at: random.between(1, 12), label: random.pick(['commit.before', 'commit.after'] as const) };
	const faults = [...(random.chance(0.5) ? [how()] : []), ...(random.chance(0.5) ? [dies] : [])];
	const before = albums === 'voices' ? [] : drawn.rounds;
	return { ...drawn, briefs: true, rounds: [...rounds, ...before], faults: [...drawn.faults, ...faults] };
}

function withoutAlbums(seed: number, index: number, briefs: boolean): Schedule {
	const planned = withPlans(throughDoor(actsAndFaults(seed, index), randomOf(seed ^ 0x0d00a, index)), randomOf(seed ^ 0x91a45, index));
	const posted = withPosts(withApproval(planned, randomOf(seed ^ 0xb07e, index)), randomOf(seed ^ 0x9057, index));
	const waited = withWaits(withNights(posted, randomOf(seed ^ 0x419e7, index)), randomOf(seed ^ 0x3a175, index));
	const repeated = withVideos(withRepeats(waited, randomOf(seed ^ 0x2e9ea, index)), randomOf(seed ^ 0x71de0, index));
	return briefs ? withStops(withBriefs(repeated, randomOf(seed ^ 0xb21ef, index)), randomOf(seed ^ 0x57095, index)) : repeated;
}

const ALBUM_MODES = [
	'partly',
	'hiddenFlood',
	'lost',
	'cut',
	'reset',
	'error500',
	'accepted500',
	'flood',
	'acceptedSlowFlood',
	'idZero',
	'badRequest',
] as const;
const AROUND_SENDING = [
	'delivery.sending_committed',
	'delivery.before_request',
	'messenger.written',
	'delivery.answered',
	'delivery.settled',
] as const;

/**
 * In every second one people send albums, whose items come in any order, twice, in pages and between those of another one. They take all of
 * it or the first item, with a cover or without, and decide; a post of it is corrected in its words or in one item, or taken down. The
 * messenger loses items, or the answer about them.
 */
function withAlbums(drawn: Schedule, random: Random, albums: Albums): Schedule {
	if (albums === 'none' || albums === 'voices' || (albums === 'half' && random.chance(0.5))) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const common = () => ({ who: who(), twice: random.chance(0.1), late: false });
	const album = (by = who()): Act => {
		const count = random.weighted({ '2': 4, '3': 4, '5': 2, '9': 1, '10': 1 });
		const places = Array.from({ length: Number(count) }, (_, index) => index);
		const keys = places.map(() => random.below(1_000));
		const order = random.chance(0.6) ? places : places.toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0));
		return {
			...{ ...common(), who: by, kind: 'album', count: places.length, order },
			wordsAt: random.chance(0.85) ? (random.chance(0.7) ? 0 : random.below(places.length)) : null,
			videos: places.filter(() => random.chance(0.25)),
			later: random.chance(0.45) ? random.below(places.length) : 0,
		};
	};
	const round = (acts: readonly Act[], thenMs = random.between(50, 4_000)) => ({ acts, thenMs });
	const some = (chance: number, ...acts: readonly Act[]): readonly Act[] => (random.chance(chance) ? acts : []);
	const oneOrBoth = (act: (by: Who) => Act): Act[] => (random.chance(0.4) ? (['owner', 'editor'] as const).map(act) : [act(who())]);
	const take = (by = who()): Act => ({
		...{ ...common(), who: by, kind: 'of an album', copy: random.chance(0.8) ? 0 : 1 },
		action: random.weighted({ album_all: 6, album_cover: 4, album_first: 1, no_post: 1 }),
	});
	const press =
		(action: 'publish' | 'feedback' | 'reject') =>
		(by: Who): Act => ({ ...common(), who: by, kind: 'press', action, copy: 0 });
	const ofPost =
		(action: PostAct) =>
		(by: Who): Act => ({ ...common(), who: by, kind: 'of a post', action, copy: 0 });
	const publish = () => round(oneOrBoth(press('publish')));
	const says: Act = { who: 'owner', twice: false, late: false, kind: 'say what is there' };
	const settles = () => (random.chance(0.6) ? [round([]), round([says]), round([])] : []);
	const answer = (): Act =>
		random.chance(0.5) ? { ...common(), kind: 'another item', place: random.between(1, 4) } : { ...common(), kind: 'answer' };
	const change = (ask: (by: Who) => Act) => {
		const by = who();
		return [round([ask(by)]), round([{ ...answer(), who: by }]), publish()];
	};
	// Who sent it is asked about it.
	const sends = (by: Who) => [
		round([album(by), ...some(0.35, album())], random.pick([300, 1_400, 2_500, 6_500])),
		round(some(0.3, { ...common(), kind: 'answer' }), random.pick([1_200, 2_500, 6_500])),
		round([], 6_500),
		round([take(by), ...some(0.3, take())]),
		...(random.chance(0.2) ? [round([take()])] : []),
	];
	const decides = () => random.weighted({ publish: 6, reject: 1, plan: 2, change: 3 });
	const decided = (what: ReturnType<typeof decides>) => {
		if (what === 'reject') return [round(oneOrBoth(press('reject')))];
		if (what === 'change') return change(press('feedback'));
		if (what === 'publish') return [publish()];
		return [round([{ ...common(), kind: 'plan', action: 'at', inMs: 2 * MINUTE }]), round([], random.pick([MINUTE, 2 * MINUTE + 500]))];
	};
	const afterwards = (): readonly (typeof drawn.rounds)[number][] =>
		({
			correct: () => change(ofPost('correct')),
			'take down': () => [round(oneOrBoth(ofPost('take_down'))), round(oneOrBoth(ofPost('take_down_yes')))],
			nothing: () => [],
		})[random.weighted({ correct: 4, 'take down': 3, nothing: 4 })]();
	const changed: Act = { who: 'stranger', twice: false, late: false, kind: 'change content' };
	const changes = () => (random.chance(0.25) ? [round([changed])] : []);
	const once = () => [...sends(who()), ...changes(), ...decided(decides()), ...settles(), ...afterwards(), ...settles()];
	const rounds = [
		...(albums === 'all' || random.chance(0.5) ? [] : drawn.rounds),
		...(albums === 'all' && random.chance(0.7) ? [round([{ ...common(), kind: 'post' }]), publish()] : []),
		...once(),
		...(random.chance(0.4) ? once() : []),
	];
	const meets = Array.from({ length: Number(random.weighted({ '0': 3, '1': 4, '2': 3 })) }, (): Fault => {
		if (random.chance(0.3)) return { kind: 'kill at label', at: random.between(6, 24), label: random.pick(AROUND_SENDING) };
		const mode = random.pick(ALBUM_MODES);
		return random.chance(0.5) ? { kind: 'channel', at: random.between(1, 3), mode } : { kind: 'album', at: random.between(1, 6), mode };
	});
	const part: Fault[] = random.chance(0.5)
		? [{ kind: 'channel album', at: random.chance(0.8) ? 1 : 2, mode: random.chance(0.7) ? 'partly' : 'hiddenFlood' }]
		: [];
	return { ...drawn, rounds, faults: [...drawn.faults, ...meets, ...part] };
}

/** In one of four, searches find nothing and checks refuse texts, and people press what they are offered then, often both at once. */
function withStops(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.25)) return drawn;
	const common = () => ({ twice: random.chance(0.15), late: random.chance(0.05) });
	const press = (who: Who): Act => ({
		...{ ...common(), who, kind: 'of a stopped' },
		action: random.weighted({ vouch: 4, write_anew: 4, from_memory: 2, send_link: 6, retry: 1, drop: 1 }),
	});
	const both = (): Act[] => (random.chance(0.5) ? [press('owner'), press('editor')] : [press(random.chance(0.5) ? 'owner' : 'editor')]);
	const request: Act = { ...common(), who: random.chance(0.5) ? 'owner' : 'editor', kind: 'post' };
	const more = [[request], ...Array.from({ length: random.between(2, 5) }, both)].map((acts) => ({
		acts,
		thenMs: random.between(50, 5_000),
	}));
	const faults = (['nothing found', 'refused text'] as const).flatMap((kind) =>
		Array.from({ length: random.between(1, 3) }, (): Fault => ({ kind, at: random.between(1, 4) })),
	);
	return { ...drawn, stops: true, rounds: [...drawn.rounds, ...more], faults: [...drawn.faults, ...faults] };
}

/** Half of the requests come in free words. In four of ten schedules the AI that reads them fails, or the service while it is told. */
function withBriefs(drawn: Schedule, random: Random): Schedule {
	const rounds = drawn.rounds.map((round) => ({
		...round,
		acts: round.acts.map((act): Act => (act.kind === 'post' && random.chance(0.5) ? { ...act, plain: true } : act)),
	}));
	if (random.chance(0.6)) return { ...drawn, briefs: true, rounds };
	const at = random.between(1, 3);
	const fails: Fault = random.chance(0.3)
		? { kind: 'kill at label', at, label: random.pick(['brief.before_store', 'brief.stored'] as const) }
		: { kind: 'brief', at, how: random.pick(['away', 'refused', 'late', 'twice'] as const) };
	return { ...drawn, briefs: true, rounds, faults: [...drawn.faults, fails] };
}

/** In one of six, two of three requests are words below a video. */
function withVideos(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(1 / 6)) return drawn;
	const rounds = drawn.rounds.map((round) => ({
		...round,
		acts: round.acts.map((act): Act => (act.kind === 'post' && random.chance(2 / 3) ? { ...act, video: true } : act)),
	}));
	return { ...drawn, rounds };
}

/** In one of five, people ask for the same topic again: at once, one after the other, or after it was decided. */
function withRepeats(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.2)) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const common = () => ({ who: who(), twice: random.chance(0.1), late: random.chance(0.05) });
	const ask = (): Act => ({ ...common(), kind: 'same topic' });
	const answer = (): Act => ({
		...common(),
		kind: 'of a repeat',
		action: random.weighted({ write_anyway: 3, leave_repeat: 1 }),
	});
	const decide = (): Act => ({ ...common(), kind: 'press', copy: 0, action: random.weighted({ publish: 4, reject: 2 }) });
	const round = (...acts: readonly Act[]) => ({ acts, thenMs: random.chance(0.5) ? random.between(50, 5_000) : 11 * MINUTE });
	const both = (act: () => Act): Act[] => (['owner', 'editor'] as const).map((by) => ({ ...act(), who: by }));
	const rounds = [
		...drawn.rounds,
		random.chance(0.6) ? round(...both(ask)) : round(ask()),
		...(random.chance(0.3) ? [round(decide())] : []),
		...(random.chance(0.7) ? [round(ask())] : []),
		round(...(random.chance(0.4) ? both(answer) : [answer()])),
		...(random.chance(0.4) ? [round(ask(), answer())] : []),
	];
	return { ...drawn, rounds };
}

/** In three of twenty the messenger or the AI asks to wait, and people press meanwhile, cancel, decide otherwise, or press at its end. */
function withWaits(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.15)) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const common = () => ({ twice: random.chance(0.1), late: false });
	const press = (action: 'publish' | 'feedback' | 'reject', by = who()): Act => ({ ...common(), who: by, kind: 'press', action, copy: 0 });
	const round = (acts: readonly Act[], thenMs = random.between(50, 4_000)) => ({ acts, thenMs });
	const some = (chance: number, ...acts: readonly Act[]): readonly Act[] => (random.chance(chance) ? acts : []);
	const cancel = (by: Who): Act => ({ ...common(), who: by, kind: 'cancel wait' });
	const passes = (ms: number): Act => ({ who: 'stranger', kind: 'time passes', ms, twice: false, late: false });
	const by = who();
	const ofAi = random.chance(0.4);
	const again = (): Act => (ofAi ? { ...common(), who: by, kind: 'resume' } : press('publish', by));
	const rounds = [
		...drawn.rounds,
		round([{ ...common(), who: by, kind: 'post' }]),
		...(ofAi ? [] : [round([press('publish')])]),
		round([again(), ...some(0.3, press('publish'))]),
		round([...some(0.3, cancel(by)), ...some(0.3, press(random.chance(0.5) ? 'feedback' : 'reject'))]),
		// Its time comes while somebody cancels it, or presses once more.
		round(
			[passes(random.pick([30_000, 38_000, 41_000])), ...some(0.5, cancel(by)), ...some(0.3, again())],
			random.pick([0, 1_000, 12_000]),
		),
		round([passes(random.pick([500, 3_000, 41_000])), ...some(0.3, cancel(by))], random.pick([1_000, MINUTE])),
	];
	const asks: Fault[] = ofAi
		? [
				{ kind: 'AI busy', at: random.between(1, 4), seconds: 40 },
				...(random.chance(0.5) ? [{ kind: 'AI busy' as const, at: random.between(3, 6), seconds: 40 }] : []),
			]
		: [1, 2, 3].slice(0, random.between(1, 3)).map((at) => ({ kind: 'channel' as const, at, mode: 'longFlood' as const }));
	return { ...drawn, rounds, faults: [...drawn.faults, ...asks] };
}

/** In one of ten a post is left lying for days, by day and by night, and sometimes decided about in between. */
function withNights(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.1)) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const post = (): Act => ({ who: who(), kind: 'post', twice: false, late: false });
	const press = (): Act => ({
		...{ who: who(), kind: 'press', copy: 0, twice: random.chance(0.1), late: false },
		action: random.weighted({ publish: 3, feedback: 2, reject: 1 }),
	});
	const round = (acts: readonly Act[], hours: number) => ({ acts, thenMs: hours * HOUR });
	const some = (act: () => Act): Act[] => (random.chance(0.4) ? [act()] : []);
	const rounds = [
		...drawn.rounds,
		round([post()], 0),
		round(some(post), random.between(12, 30)),
		round([], random.between(4, 14)),
		round(some(press), random.between(4, 24)),
		round(some(press), random.between(1, 20)),
	];
	const death: Fault[] = random.chance(0.5) ? [{ kind: 'kill at label', label: REMINDED, at: random.between(1, 4) }] : [];
	return { ...drawn, nights: true, rounds, faults: [...drawn.faults, ...death] };
}

/** In three of twenty one press is not enough: two people press, often with feedback between their presses. */
function withApproval(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.15)) return drawn;
	const approval = random.chance(0.7) ? 'both' : 'other';
	const [one, other]: [Who, Who] = random.chance(0.5) ? ['owner', 'editor'] : ['editor', 'owner'];
	const round = (act: Act) => ({ acts: [act], thenMs: random.between(50, 5_000) });
	const press = (who: Who, action: 'publish' | 'feedback') =>
		round({ who, kind: 'press', action, copy: 0, twice: random.chance(0.1), late: random.chance(0.05) });
	const rounds = [
		round({ who: one, kind: 'post', twice: false, late: false }),
		press(one, 'publish'),
		...(random.chance(0.6)
			? [press(other, 'feedback'), round({ who: other, kind: 'command', text: '/cancel', twice: false, late: false })]
			: []),
		press(other, 'publish'),
		...(random.chance(0.5) ? [press(one, 'publish')] : []),
	];
	return { ...drawn, approval, rounds: [...drawn.rounds, ...rounds] };
}

/** In a quarter of them a post is corrected, taken down, or both, by one of them or by both at once; it may be gone by then. */
function withPosts(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.25)) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const common = () => ({ twice: random.chance(0.1), late: random.chance(0.05) });
	const round = (acts: readonly Act[]) => ({ acts, thenMs: random.between(50, 5_000) });
	const oneOrBoth = (act: (who: Who) => Act): Act[] => (random.chance(0.3) ? (['owner', 'editor'] as const).map(act) : [act(who())]);
	const publish = () => round(oneOrBoth((by) => ({ ...common(), who: by, kind: 'press', action: 'publish', copy: 0 })));
	const post = () => round([{ ...common(), who: who(), kind: 'post' }]);
	// With a second post, the older one is corrected as often.
	const copy = random.chance(0.3) ? random.between(0, 1) : 0;
	const press = (action: PostAct, which = 0) =>
		round(oneOrBoth((by) => ({ ...common(), who: by, kind: 'of a post', action, copy: which })));
	const removed = random.chance(0.2) ? [round([{ ...common(), who: 'owner', kind: 'others remove' }])] : [];
	const correct = () => [
		press('correct', copy),
		round(oneOrBoth((by) => ({ ...common(), who: by, kind: 'answer' }))),
		...removed,
		publish(),
	];
	const settle = removed.length > 0 && random.chance(0.7) ? [press(random.chance(0.6) ? 'publish_anew' : 'leave_it')] : [];
	const takeDown = () => [press('take_down', copy), press(random.chance(0.85) ? 'take_down_yes' : 'take_down_no')];
	const second = copy === 1 ? [post(), publish()] : [];
	const what = random.weighted({ correct: 5, takeDown: 3, both: 2 });
	const rounds = [
		...drawn.rounds,
		...[post(), publish(), ...second],
		...(what === 'takeDown' ? [] : [...correct(), ...settle]),
		...(what === 'correct' ? [] : takeDown()),
	];
	const mode = random.pick(['lost', 'reset', 'cut', 'accepted500', 'error502'] as const);
	const unsure: Fault[] = random.chance(0.4) ? [{ kind: 'channel', at: random.between(2, 5), mode }] : [];
	// A correction that is confirmed without a number.
	const nameless = random.pick(['idZero', 'notModified'] as const);
	const confirmed: Fault[] = random.chance(0.5) ? [{ kind: 'correction', at: 1, mode: nameless }] : [];
	return { ...drawn, rounds, faults: [...drawn.faults, ...unsure, ...confirmed] };
}

/** In three of ten a post is planned: once or again, taken off or published against its time, alone or with a second one. */
function withPlans(drawn: Schedule, random: Random): Schedule {
	if (!random.chance(0.3)) return drawn;
	const who = (): Who => (random.chance(0.5) ? 'owner' : 'editor');
	const plan = (action: PlanAct, inMs = 0): Act => ({
		who: who(),
		kind: 'plan',
		action,
		inMs,
		twice: random.chance(0.1),
		late: random.chance(0.05),
	});
	const inMs = () => random.pick([MINUTE, 2 * MINUTE, 12 * MINUTE, HOUR]);
	const round = (acts: readonly Act[], thenMs: number) => ({ acts, thenMs });
	const soon = () => random.between(50, 5_000);
	const goesOutMs = inMs();
	const post: Act = { who: who(), kind: 'post', twice: false, late: false };
	// A second one for nearly the same time.
	const second = random.chance(0.3)
		? [round([{ ...post, who: who() }], soon()), round([plan('at', goesOutMs + random.between(-1, 1) * MINUTE)], soon())]
		: [];
	const against = (): Act =>
		plan(random.weighted({ take_off: 5, publish_now: 3, at: 4, later: 1, not_later: 1, other_time: 2, answer: 1, next_slot: 1 }), inMs());
	const feedback: Act = {
		who: who(),
		kind: 'press',
		action: random.chance(0.7) ? 'feedback' : 'publish',
		copy: 0,
		twice: false,
		late: false,
	};
	const rounds = [
		...drawn.rounds,
		round([post], soon()),
		round([plan('at', goesOutMs), ...(random.chance(0.3) ? [plan('at', inMs())] : [])], soon()),
		...second,
		// Its time comes with what somebody does against it, or an outage goes over it.
		round(
			random.chance(0.5) ? [against()] : [],
			random.pick([goesOutMs - 5_000, goesOutMs, goesOutMs + 2 * MINUTE, goesOutMs + 20 * MINUTE]),
		),
		round(random.chance(0.6) ? [against(), ...(random.chance(0.3) ? [feedback] : [])] : [], soon()),
	];
	const over: Fault[] = random.chance(0.25)
		? [{ kind: 'engine away', at: random.between(60, 300), forMs: random.pick([MINUTE, 20 * MINUTE]) }]
		: [];
	// The press of a plan that kills each execution that takes it up.
	const deadly: Fault[] = random.chance(0.15) ? [{ kind: 'engine dies of', at: 1, path: PLANNED, times: random.between(2, 6) }] : [];
	return { ...drawn, rounds, faults: [...drawn.faults, ...over, ...deadly] };
}

/** How its messages reach the desk, drawn by itself, so that what people do and what goes wrong stays what it was. */
function throughDoor(drawn: Omit<Schedule, 'way'>, random: Random): Schedule {
	if (random.chance(0.4)) return { ...drawn, way: 'graphs' };
	const rounds = drawn.rounds.map((round) => ({ ...round, acts: [...round.acts] }));
	const forged = random.chance(0.5) ? random.between(1, 3) : 0;
	for (let left = forged; left > 0; left -= 1)
		random.pick(rounds).acts.push({ who: 'stranger', twice: false, late: false, kind: 'forgery', what: random.pick(forgeries) });
	const away: Fault[] = random.chance(0.2) ? [{ kind: 'engine away', at: random.between(1, random.pick(STEPS)), forMs: MINUTE }] : [];
	return { ...drawn, way: 'polling', rounds, faults: [...drawn.faults, ...away] };
}

function actsAndFaults(seed: number, index: number): Omit<Schedule, 'way'> {
	const random = randomOf(seed, index);
	const instances = random.pick([1, 1, 1, 2, 3] as const);
	const first: Act = { who: random.chance(0.5) ? 'owner' : 'editor', kind: 'post', twice: random.chance(0.1), late: false };
	const thenMs = (): number => (random.chance(0.7) ? random.between(50, 5_000) : random.pick([61_000, 11 * MINUTE]));
	const rounds: { acts: Act[]; thenMs: number }[] = [{ acts: [first], thenMs: thenMs() }];
	for (let left = random.between(1, 4); left > 0; left -= 1) {
		const both = (doing: { kind: 'press'; action: 'publish'; copy: number } | { kind: 'resume' }): Act[] =>
			(['owner', 'editor'] as const).map((who) => ({ ...doing, who, twice: random.chance(0.1), late: false }));
		// Both people pressing the same button at once is what the claim is for: have it often.
		const acts = random.weighted({ publish: 34, resume: 8, others: 58 });
		rounds.push({
			acts:
				acts === 'publish'
					? both({ kind: 'press', action: 'publish', copy: 0 })
					: acts === 'resume'
						? both({ kind: 'resume' })
						: Array.from({ length: random.between(1, 3) }, () => act(random)),
			thenMs: thenMs(),
		});
	}
	const count = random.weighted({ '0': 6, '1': 34, '2': 30, '3': 18, '4': 12 });
	const faults = Array.from({ length: Number(count) }, () => fault(random));
	// Work that nobody interrupted has nothing to resume.
	if (rounds[1]?.acts.every(({ kind }) => kind === 'resume') === true) faults.push({ kind: 'engine dies', at: random.between(10, 60) });
	const schedule = { seed, index, instances, rounds, faults };
	const drawn = random.chance(0.3) ? withNews(schedule, random) : schedule;
	// What seldom meets by chance. Drawn last, so that what came before it stays what it was.
	const more: Fault[] = [];
	if (random.chance(0.1)) more.push({ kind: 'revoke at request', at: random.between(1, 8) });
	const strikes = drawn.rounds.flatMap(({ acts }) => acts).filter(({ kind }) => kind === 'the clock strikes').length;
	if (strikes > 0 && random.chance(0.3)) more.push({ kind: 'engine dies of', at: 1, path: '/news/offer', times: random.between(1, 2) });
	more.push(...together(random));
	const whole = more.length === 0 ? drawn : { ...drawn, faults: [...drawn.faults, ...more] };
	return random.chance(0.15) ? amongOthers(whole, random) : whole;
}

/** A second draft, whose post the messenger does not confirm while another administrator posts too: before it, after it, or both. */
function amongOthers(schedule: Omit<Schedule, 'way'>, random: Random): Omit<Schedule, 'way'> {
	const round = (...acts: readonly Act[]) => ({ acts, thenMs: random.between(50, 5_000) });
	const common = { twice: false, late: false } as const;
	const publish = (who: Who): Act => ({ ...common, who, kind: 'press', action: 'publish', copy: 0 });
	const others: Act = { ...common, who: 'stranger', kind: 'others post' };
	const rounds = [
		...schedule.rounds,
		round(publish('owner'), publish('editor')),
		round({ ...common, who: 'owner', kind: 'post' }),
		round(others, ...(random.chance(0.3) ? [others] : [])),
		round(publish(random.chance(0.5) ? 'owner' : 'editor'), ...(random.chance(0.3) ? [others] : [])),
	];
	const mode = random.pick(['lost', 'cut', 'reset', 'error500', 'accepted500'] as const);
	return { ...schedule, rounds, faults: [...schedule.faults, { kind: 'channel', at: random.chance(0.7) ? 2 : 3, mode }] };
}

/** Faults that only together, or only late, break anything. */
function together(random: Random): readonly Fault[] {
	switch (random.weighted({ none: 82, 'given up': 6, 'refused, then again': 6, 'late flood': 6 })) {
		case 'none':
			return [];
		// A decision that kills each execution that takes it up, until none does any more.
		case 'given up':
			return [{ kind: 'engine dies of', at: random.between(4, 7), path: '/messenger', times: random.between(4, 6) }];
		// A post that the channel refused, and whose event is carried out once more.
		case 'refused, then again':
			return [
				{ kind: 'messenger', at: random.between(4, 8), mode: random.pick(['blocked', 'badRequest'] as const) },
				{ kind: 'engine dies of', at: 2, path: '/event-done', times: 1 },
			];
		case 'late flood':
			return [{ kind: 'messenger', at: random.between(1, 14), mode: 'acceptedSlowFlood' }];
	}
}

/** Both look for news before anything else, take and skip, and come back to old cards later. */
function withNews(schedule: Omit<Schedule, 'way'>, random: Random): Omit<Schedule, 'way'> {
	const { rounds } = schedule;
	const common = () => ({ twice: random.chance(0.15), late: random.chance(0.1) });
	const card = (who: Who): Act => ({
		...common(),
		who,
		kind: 'card',
		action: random.chance(0.75) ? 'take' : 'skip',
		copy: random.between(0, 1),
	});
	const both = (act: (who: Who) => Act): Act[] => (['owner', 'editor'] as const).filter(() => random.chance(0.8)).map(act);
	const round = (acts: readonly Act[]) => ({ acts, thenMs: random.between(50, 5_000) });
	const search = round(both((who) => ({ ...common(), who, kind: 'news' })));
	const later = random.between(0, rounds.length);
	const news = [search, round([...both(card), ...both(card)]), ...rounds.toSpliced(later, 0, round(both(card)))];
	// What follows was added later: drawn last, so that what came before it stays what it was.
	const strike = (): Act => ({ who: 'stranger', kind: 'the clock strikes', twice: false, late: false });
	for (let left = Number(random.weighted({ '0': 5, '1': 3, '2': 2 })); left > 0; left -= 1)
		news.splice(random.between(0, 2), 0, round([strike(), ...(random.chance(0.3) ? both(card) : [])]));
	if (random.chance(0.4)) news.splice(random.between(0, 2), 0, round(both((who) => ({ ...common(), who, kind: 'link' }))));
	const reader = Array.from(
		{ length: random.chance(0.5) ? random.between(1, 2) : 0 },
		(): Fault => ({
			kind: 'reader',
			at: random.between(1, 4),
			how: random.pick(['down', 'hangs', 'gone'] as const),
		}),
	);
	return { ...schedule, rounds: news, faults: [...schedule.faults, ...reader] };
}

/** All schedules that are smaller by one piece. */
function* smaller(schedule: Schedule): Generator<Schedule> {
	for (const [index] of schedule.faults.entries()) yield { ...schedule, faults: schedule.faults.toSpliced(index, 1) };
	for (const [index] of schedule.rounds.entries()) if (index > 0) yield { ...schedule, rounds: schedule.rounds.toSpliced(index, 1) };
	for (const [index, round] of schedule.rounds.entries()) {
		for (const [position, present] of round.acts.entries()) {
			if (round.acts.length > 1)
				yield { ...schedule, rounds: schedule.rounds.with(index, { ...round, acts: round.acts.toSpliced(position, 1) }) };
			if (present.twice || present.late)
				yield {
					...schedule,
					rounds: schedule.rounds.with(index, { ...round, acts: round.acts.with(position, { ...present, twice: false, late: false }) }),
				};
		}
	}
	if (schedule.instances > 1) yield { ...schedule, instances: 1 };
	if (schedule.way === 'polling') yield { ...schedule, way: 'graphs' };
}

/** The smallest one found that still fails, trying at most `tries` others. */
export async function shrink(schedule: Schedule, fails: (candidate: Schedule) => Promise<boolean>, tries = 120): Promise<Schedule> {
	let smallest = schedule;
	let left = tries;
	for (let progress = true; progress && left > 0; ) {
		progress = false;
		for (const candidate of smaller(smallest)) {
			if ((left -= 1) <= 0) break;
			if (!(await fails(candidate))) continue;
			smallest = candidate;
			progress = true;
			break;
		}
	}
	return smallest;
}

/** A schedule in words, a line a round. */
export function describe({ instances, way, rounds, faults }: Schedule): string {
	const actOf = ({ who, twice, late, ...rest }: Act): string => {
		const { kind, ...more } = rest;
		return `${who} ${kind}${Object.values(more)
			.map((value) => ` ${String(value)}`)
			.join('')}${twice ? ', delivered twice' : ''}${late ? ', late' : ''}`;
	};
	const faultOf = ({ kind, at, ...rest }: Fault): string =>
		`${kind} #${at}${Object.values(rest)
			.map((value) => ` ${String(value)}`)
			.join('')}`;
	return [
		`  ${instances} instance${instances === 1 ? '' : 's'}, ${way}`,
		...rounds.map(({ acts, thenMs }, index) => `  round ${index + 1}: ${acts.map(actOf).join(' | ')}; then ${thenMs} ms`),
		`  faults: ${faults.map(faultOf).join(' | ') || 'none'}`,
	].join('\n');
}
