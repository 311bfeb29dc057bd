/**
 * Plays one schedule over the real service and a real database in one process. Time is virtual, work takes turns, and
 * a death is logical: everything that the dead start of the service still tries fails, its open transaction is taken
 * back, and a new start recovers on the same database. (Real processes and a real SIGKILL: see real.ts.)
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Row } from '@copydesk/kit/database/types';
import { onFaultPoint } from '@copydesk/kit/faultPoints';
import { hashOfRow, isAlbumRow, judgeSentAlbums, shownIn, type SentAlbum } from './albums.ts';
import { databaseFailure, withTurns } from './database.ts';
import { BRIEF, NodeFailed, execute, strike, type Answer, type CallService, type EngineWorld } from './engine.ts';
import { approve, everybody, helpfulAct, openDrafts, planning, pressPublish, sayWhatIsThere, type Help } from './helpers.ts';
import { forgottenPlans, isOurs, untoldPlans, violations, type Evidence, type PostBegun, type Press } from './invariants.ts';
import { behaviourOf } from './modes.ts';
import type { FakeMessenger } from '../support/messenger.ts';
import { randomOf } from './random.ts';
import { TOPIC, judgeRepeats, type RepeatAnswer } from './repeats.ts';
import { forgottenReminders, nextMorning } from './reminders.ts';
import { PLANNED, type Act, type Fault, type Forgery, type Schedule } from './schedule.ts';
import { judgeStopped, type StoppedPress } from './stopped.ts';
import { startService, type Plant, type Service } from './service.ts';
import { ProcessDied, takeTurns, type Owner } from './turns.ts';
import { judgeVoices } from './voices.ts';
import { watchWaits } from './waits.ts';
import { CHANNEL, EDITOR, OWNER, STRANGER, twoPeople, updatesOf, videoOf, withButton } from './world.ts';
import type { Clock, RequestTrail, Update } from './world.ts';

/** What is kept between schedules, because making it takes longer than a schedule. */
export interface Stage {
	readonly messenger: FakeMessenger;
	/** Another connection to a database that is empty but for its tables; `fresh` empties it first. */
	connect(): Promise<Database>;
	fresh(): Promise<void>;
}

export interface Played {
	/** What is broken; empty when all is well. */
	readonly broken: readonly string[];
	readonly steps: number;
	readonly posts: number;
	/** Presses and requests that waited for somebody who asked for it. */
	readonly kept: number;
	/** Labels of the points at which the service was killed. */
	readonly killedAt: readonly string[];
	/** Faults that came to pass. */
	readonly struck: number;
	/** Those of them that did so in the last two fifths of what came before the calm, where that was long. */
	readonly struckLate: number;
}

const START_MS = 1_790_000_000_000;
/** Of the day's offer, whatever the clock does. */
const DAY = '2026-09-21';
/** A page of the forger's. */
const FALSE_LINK = 'https://evil.com/btc';
/** A page that the feeds hold too. */
const PAGE = 'https://coast-wire.example/one';
const MINUTE = 60_000;
const RESTART_PAUSE_MS = 3_000;
/** Steps of a schedule in which decisions come after the first faults. */
const LONG_STEPS = 400;
/** These points are in callbacks of the network, where nothing may be thrown: the process is dead from there on. */
const IN_CALLBACK = new Set(['messenger.written']);

/** The number of the update that a call brings. */
const numberOf = ({ update }: Readonly<Record<string, unknown>>): number =>
	(update as { readonly update_id?: number } | undefined)?.update_id ?? 0;

/** Whose update it is. */
const personOf = ({ message, callback_query }: Update): number =>
	((message ?? callback_query) as { readonly from: { readonly id: number } }).from.id;

const idOf = (who: Act['who']): number => (who === 'owner' ? OWNER : who === 'editor' ? EDITOR : STRANGER);

/** The answer to a real event, as n8n keeps it with its execution. */
interface Stolen {
	readonly _svc: string;
	readonly event_key: string;
	readonly intent: { readonly draft_key?: string; readonly args?: { readonly draft_id?: string } };
}

interface Slot {
	readonly name: string;
	service: Service | undefined;
	generation: number;
}

/** Plays a schedule to its end. `plant` puts a known bug in, to see that the judge finds it. */
export async function play(stage: Stage, schedule: Schedule, plant?: Plant): Promise<Played> {
	const random = randomOf(schedule.seed ^ 0x5eed, schedule.index);
	const clock: Clock = { nowMs: START_MS };
	const broken: string[] = [];
	const killedAt: string[] = [];
	/** The steps at which faults came to pass. */
	const struckAt: number[] = [];
	let calm = false;
	/** Work that kills its executions does so in the calm too, until people look after what is open. */
	let helped = false;
	let calmAt = 0;
	const faultsAt = (kind: Fault['kind'], at: number, label?: string): Fault[] => {
		const found = calm
			? []
			: schedule.faults.filter(
					(fault) => fault.kind === kind && fault.at === at && (fault.kind !== 'kill at label' || fault.label === label),
				);
		struckAt.push(...found.map(() => turns.steps));
		return found;
	};

	const trails = new AsyncLocalStorage<RequestTrail>();
	let goneUntilMs = 0;
	let awayUntilMs = 0;
	const isEngineAway = (): boolean => !calm && clock.nowMs < awayUntilMs;
	const turns = takeTurns(random, (step, label, owner) => {
		clock.nowMs += 1;
		for (const fault of faultsAt('clock', step)) {
			if (fault.kind !== 'clock') continue;
			const beforeMs = clock.nowMs;
			clock.nowMs = Math.max(START_MS, beforeMs + fault.byMs);
			// How long the database is away is no matter of what the clock says.
			goneUntilMs += clock.nowMs - beforeMs;
		}
		for (const fault of faultsAt('engine away', step)) if (fault.kind === 'engine away') awayUntilMs = clock.nowMs + fault.forMs;
		if (faultsAt('revoke', step).length > 0) people.setActive(EDITOR, false);
		if (faultsAt('restore', step).length > 0) people.setActive(EDITOR, true);
		if (faultsAt('engine dies', step).length > 0) {
			// Every third time it only says so, and what it calls dead lives on; else it says so when it is back, or never.
			const under = step % 3 > 0 ? engineDies(String(step)) : [...running];
			if (step % 3 < 2) reportDeaths(under);
		}
		if (faultsAt('kill at step', step).length > 0) {
			const victim =
				slots.find((slot) => slot.service !== undefined && slot.service.owner === owner) ??
				slots.find((slot) => slot.service !== undefined);
			if (victim?.service !== undefined) kill(victim, `step ${step}: ${label}`);
		}
	});
	const people = twoPeople(
		() => turns,
		() => trails.getStore(),
	);
	/** @returns the executions that die with it */
	const engineDies = (when: string): readonly string[] => {
		const [dying, under] = [engine, [...running]];
		engine = { name: `engine-${when}`, diedAt: undefined };
		turns.kill(dying, 'engine');
		return under;
	};
	const reportDeaths = (executions: readonly string[]): void => {
		for (const id of executions) begin(`${id} is called dead`, () => callDead(id));
	};
	let engine: Owner = { name: 'engine-0', diedAt: undefined };
	/** Executions that have not ended. */
	const running = new Set<string>();

	let points = 0;
	const passedAt = new Map<string, number>();
	onFaultPoint((label) => {
		const owner = turns.ownerNow();
		if (owner === undefined) return;
		if (owner.diedAt === undefined) {
			points += 1;
			const passed = (passedAt.get(label) ?? 0) + 1;
			passedAt.set(label, passed);
			if (label === 'delivery.before_request' && faultsAt('revoke at request', passed).length > 0) people.setActive(EDITOR, false);
			const here = faultsAt('kill at label', passed, label);
			if (faultsAt('kill at point', points).length === 0 && here.length === 0) return;
			killedAt.push(label);
			const slot = slots.find(({ service }) => service?.owner === owner);
			// One that is only starting has no place yet; starting it again is its supervisor's affair.
			if (slot === undefined) turns.kill(owner, label);
			else kill(slot, label);
		}
		if (!IN_CALLBACK.has(label)) throw new ProcessDied(label);
	});

	await stage.fresh();
	const { messenger } = stage;
	const owners = new Map<string, Owner>();
	let channelPosts = 0;
	let albumsSent = 0;
	let albumPosts = 0;
	let corrections = 0;
	messenger.reset({
		behaviourOf: (call) => {
			const [fault] = faultsAt('messenger', call.number);
			const isPost = isToChannel(call);
			const [ofPost] = isPost ? faultsAt('channel', (channelPosts += 1)) : [];
			const isAlbum = call.method === 'sendMediaGroup';
			const [ofAlbum] = isAlbum ? faultsAt('album', (albumsSent += 1)) : [];
			const [ofItems] = isAlbum && isPost ? faultsAt('channel album', (albumPosts += 1)) : [];
			const [ofCorrection] = isPost && call.method.startsWith('edit') ? faultsAt('correction', (corrections += 1)) : [];
			const met = ofCorrection ?? ofPost ?? ofItems ?? ofAlbum ?? fault;
			return met !== undefined && 'mode' in met ? behaviourOf(met.mode, call) : 'ok';
		},
		async arrived(call) {
			turns.held(1);
			try {
				await turns.gateFor(owners.get(call.by), `messenger has ${call.method}`);
				return true;
			} catch {
				// Its sender is dead; what was on the way arrives or does not.
				return random.chance(0.5);
			} finally {
				turns.held(-1);
			}
		},
		wait: (ms) => void (clock.nowMs += ms),
	});

	let statements = 0;
	let failing: { left: number; error: 'locked' | 'full' } | undefined;
	const beforeWork = (): void => {
		const request = trails.getStore();
		if (request !== undefined) request.transactionsSince += 1;
		statements += 1;
		for (const fault of faultsAt('database', statements))
			if (fault.kind === 'database') failing = { left: fault.times, error: fault.error };
		for (const fault of faultsAt('database gone', statements)) if (fault.kind === 'database gone') goneUntilMs = clock.nowMs + fault.forMs;
		if (clock.nowMs < goneUntilMs && !calm) throw databaseFailure('gone');
		if (failing === undefined || failing.left <= 0 || calm) return;
		failing.left -= 1;
		throw databaseFailure(failing.error);
	};

	const begun: PostBegun[] = [];
	let messengerCalls = 0;
	let ids = 0;
	let covers = 0;
	const slots: Slot[] = Array.from({ length: schedule.instances }, (_, index) => ({
		name: `s${index}`,
		service: undefined,
		generation: 0,
	}));

	const boot = async (slot: Slot): Promise<void> => {
		for (let tries = 1; tries <= 200; tries += 1) {
			slot.generation += 1;
			const owner: Owner = { name: `${slot.name}-${slot.generation}`, diedAt: undefined };
			owners.set(owner.name, owner);
			try {
				const service = await turns.as(owner, async () =>
					startService({
						owner,
						turns,
						clock,
						people,
						channelId: CHANNEL,
						way: schedule.way,
						approval: schedule.approval ?? 'either',
						connect: () => stage.connect(),
						beforeWork,
						messengerUrl: messenger.urlFor(owner.name),
						refused: () =>
							faultsAt('messenger', (messengerCalls += 1)).some((fault) => fault.kind === 'messenger' && fault.mode === 'refused'),
						rendererDown: () => faultsAt('renderer down', (covers += 1)).length > 0,
						onSend: ({ method, fields }) => {
							const request = trails.getStore();
							if (!isToChannel({ method, fields })) return;
							const [media] = [fields['media']].flat() as readonly ({ readonly caption?: string } | undefined)[];
							begun.push({
								caption: String(media?.caption ?? fields['caption']),
								...(typeof fields['message_id'] === 'number' ? { messageId: fields['message_id'] } : {}),
								activeWhenRead: request?.activeWhenRead ?? [],
								transactionsSince: request?.transactionsSince ?? -1,
							});
						},
						repost: async (update) => !isEngineAway() && (await deliverOnce(update as Update)) === 'stored',
						newId: () => {
							ids += 1;
							return ids
								.toString(16)
								.padStart(32, '0')
								.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
						},
						isAlive: (name) => slots.some(({ service }) => service?.owner.name === name),
						unexpected: (error) => broken.push(`in the log: ${wordsOf(error)}`),
						plant,
					}),
				);
				slot.service = service;
				return;
			} catch (error) {
				owner.diedAt ??= 'start';
				if (!(error instanceof ProcessDied) && !isUnavailable(error)) throw error;
			}
			await turns.gate('start again');
			// A supervisor waits before it tries again.
			clock.nowMs += RESTART_PAUSE_MS;
		}
		broken.push(`${slot.name} does not start`);
	};
	function kill(slot: Slot, where: string): void {
		const dying = slot.service;
		slot.service = undefined;
		if (dying === undefined) return;
		turns.kill(dying.owner, where);
		dying.abandon();
		begin(`restart ${slot.name}`, () => boot(slot));
	}
	const begin = (name: string, work: () => Promise<void>): void => {
		void turns.start(name, work).catch((error: unknown) => broken.push(`${name}: ${wordsOf(error)}`));
	};

	let calls = 0;
	const callsOf = new Map<string, number>();
	const isDeadly = (path: string): boolean => {
		const nth = (callsOf.get(path) ?? 0) + 1;
		callsOf.set(path, nth);
		return (
			!helped &&
			schedule.faults.some((each) => each.kind === 'engine dies of' && each.path === path && nth >= each.at && nth < each.at + each.times)
		);
	};
	const waits = watchWaits(clock, !schedule.faults.some(({ kind }) => kind === 'clock'));
	const call = (path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> =>
		waits.around(path, body, () => callOnce(path, body));
	const callOnce = async (path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
		calls += 1;
		if (isDeadly(path === '/event' && numberOf(body) < 0 ? PLANNED : path)) {
			struckAt.push(turns.steps);
			const under = engineDies(`${path} ${calls}`);
			if (random.chance(0.5)) reportDeaths(under);
			throw new ProcessDied('engine');
		}
		const [fault] = faultsAt('node fails', calls);
		if (fault?.kind !== 'node fails') return callService(path, body);
		// Stopped by a person, out of memory, or out of patience.
		if (fault.how === 'meanwhile') begin(`${path} that nobody waits for`, () => callService(path, body).then(() => undefined, survive));
		if (fault.how === 'after') await callService(path, body);
		throw new NodeFailed(path, 'ETIMEDOUT');
	};
	const callService = async (path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
		const up = slots.flatMap(({ service }) => (service === undefined ? [] : [service]));
		if (up.length === 0) throw new NodeFailed(path, 'ECONNREFUSED');
		const service = random.pick(up);
		try {
			const answer = await trails.run({ activeWhenRead: [], transactionsSince: 0 }, () =>
				turns.as(service.owner, async () => {
					const made = await service.call(path, body);
					// The answer can still be lost on its way.
					await turns.gate('answer');
					return made;
				}),
			);
			if (answer.status >= 500 && answer.body?.code !== 'unavailable' && answer.body?.code !== 'busy')
				broken.push(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
			return answer;
		} catch (error) {
			if (error instanceof ProcessDied && service.owner.diedAt !== undefined) throw new NodeFailed(path, 'ECONNRESET');
			throw error;
		}
	};

	let readings = 0;
	let asked = 0;
	let understood = 0;
	let hearings = 0;
	const spoken = { sent: new Set<number>(), heard: new Map<string, readonly string[]>(), pressed: new Set<string>() };
	/** What a thief of n8n's executions has. */
	const contexts: Stolen[] = [];
	const overheard: CallService = async (path, body) => {
		const answer = await call(path, body);
		if (path === '/event' && typeof answer.body?._svc === 'string') contexts.push(answer.body as Stolen);
		return answer;
	};
	const looked = new Map<string, number>();
	/** Whether this search, or this check, is none of those that fail. */
	const isUnmet = async (kind: 'nothing found' | 'refused text'): Promise<boolean> => {
		looked.set(kind, (looked.get(kind) ?? 0) + 1);
		return faultsAt(kind, looked.get(kind) ?? 0).length === 0;
	};
	const worldOf = (at: Owner): EngineWorld => ({
		call: overheard,
		between: () => turns.as(at, () => turns.gate('between two nodes')),
		async askAi(admissionId, purpose) {
			paid.push(admissionId);
			const [fault] = purpose === 'text_generate' || purpose === 'illustration' ? faultsAt('AI busy', (asked += 1)) : [];
			await turns.as(at, () => turns.gate('the AI'));
			return fault?.kind === 'AI busy' ? fault.seconds : undefined;
		},
		readsWords: schedule.briefs === true,
		async understand(admissionId) {
			paid.push(admissionId);
			const [fault] = faultsAt('brief', (understood += 1));
			await turns.as(at, () => turns.gate('the AI'));
			switch (fault?.kind === 'brief' ? fault.how : undefined) {
				case 'away':
					return [{ fault: 'ai_unavailable' }];
				case 'refused':
					return [{ fault: 'ai_refused' }];
				case 'late':
					clock.nowMs += 4 * MINUTE;
					return [{ brief: BRIEF }];
				case 'twice':
					return [{ brief: BRIEF }, { brief: { ...BRIEF, kind: 'withdraw', posts: [] } }];
				case undefined:
					return [{ brief: BRIEF }];
			}
		},
		async hear(admissionId, eventKey) {
			paid.push(admissionId);
			const [fault] = faultsAt('hearing', (hearings += 1));
			await turns.as(at, () => turns.gate('the AI'));
			const how = fault?.kind === 'hearing' ? fault.how : undefined;
			if (how === 'away') return [{ fault: 'ai_unavailable' }];
			const words = `A post about what ${eventKey} says, heard for the ${hearings}. time`;
			spoken.heard.set(eventKey, [...(spoken.heard.get(eventKey) ?? []), words]);
			if (how === 'late') clock.nowMs += 4 * MINUTE;
			if (how === 'lost') throw new NodeFailed('the AI', 'ECONNRESET');
			if (how === 'dies') {
				reportDeaths(engineDies(`hearing ${hearings}`));
				throw new ProcessDied('engine');
			}
			return how === 'twice' ? [{ words }, { words: `Not ${words}` }] : [{ words }];
		},
		...(schedule.stops === true ? { stops: { found: () => isUnmet('nothing found'), passed: () => isUnmet('refused text') } } : {}),
		async read() {
			readings += 1;
			const [fault] = faultsAt('reader', readings);
			await turns.as(at, () => turns.gate('the reader'));
			if (fault?.kind !== 'reader') return 'read';
			if (fault.how === 'hangs') clock.nowMs += MINUTE;
			return fault.how;
		},
		participants: [OWNER, EDITOR],
		claimed: (facts) => void claims.push(facts),
	});
	/** What n8n reports of an execution that a start of it found unfinished. */
	const callDead = async (execution_id: string): Promise<void> => {
		const facts = { execution_id, workflow_id: 'cd-main', node_name: 'unknown', error_class: 'WorkflowCrashedError' };
		await call('/execution-failure', facts).catch(survive);
	};

	let executions = 0;
	const acknowledged = new Set<number>();
	const paid: string[] = [];
	const claims: { draftKey: string; version: number; eventKey: string }[] = [];
	const handedOn: Update[] = [];
	/** Gives an update to the engine's webhook, once. */
	const deliverOnce = (update: Update): Promise<'stored' | 'not stored'> =>
		new Promise((resolve) => {
			executions += 1;
			handedOn.push(update);
			const number = executions;
			begin(`execution ${number}`, async () => {
				running.add(`e${number}`);
				const execution = execute(worldOf(engine), update, `e${number}`);
				void execution.stored.then((stored) => {
					if (stored) acknowledged.add(update.update_id);
					resolve(stored ? 'stored' : 'not stored');
				});
				await execution.ended.catch(survive).finally(() => running.delete(`e${number}`));
			});
		});
	const strikeTheClock = (): void => {
		executions += 1;
		const name = `e${executions}`;
		begin(`the day's offer ${name}`, () => strike(worldOf(engine), DAY, name).catch(survive));
	};
	let undelivered: Update[] = [];
	/** The same, where the service takes updates itself. */
	const takenOnce = async (update: Update): Promise<boolean> => {
		const up = slots.flatMap(({ service }) => (service === undefined ? [] : [service]));
		if (up.length === 0) return false;
		const service = random.pick(up);
		const before = new Set(acknowledged);
		const isTaken = await turns
			.as(service.owner, () => service.take(update))
			.then(
				() => true,
				(error: unknown) => {
					if (error instanceof ProcessDied || isUnavailable(error)) return false;
					throw error;
				},
			);
		if (isTaken && !acknowledged.has(update.update_id)) {
			for (const earlier of sent)
				if (before.has(earlier.update_id) && earlier.update_id < update.update_id && personOf(earlier) === personOf(update))
					inOrder.push([earlier.update_id, update.update_id]);
			acknowledged.add(update.update_id);
		}
		return isTaken;
	};
	const given = async (update: Update): Promise<boolean> =>
		schedule.way === 'polling' ? takenOnce(update) : (await deliverOnce(update)) === 'stored';
	/** Gives it to the webhook until it is stored, as the messenger does; later in the schedule if it is not by then. */
	const deliver = (update: Update): void =>
		begin(`update ${update.update_id}`, async () => {
			for (let tries = 1; tries <= 4; tries += 1) {
				if (await given(update)) return;
				await turns.gate('delivered again');
			}
			undelivered.push(update);
		});

	/** Whether the event of a context is about a draft: then more is permitted under it. */
	const isAbout = ({ event_key, intent }: Stolen, row: Row): boolean =>
		row['event_key'] === event_key || [intent.draft_key, intent.args?.draft_id].includes(String(row['draft_key']));
	/** All that the forger could do to drafts that the event of their context is not about. */
	const rewrite = async (stolen: Stolen): Promise<void> => {
		const open = await call('/materials/list', { _svc: stolen._svc, limit: 20 });
		for (const row of (open.body?.materials ?? []) as Row[]) {
			const { draft_key, version, state } = row;
			const other = contexts.findLast((each) => !isAbout(each, row));
			if (other === undefined) continue;
			const here = { _svc: other._svc, draft_key, version };
			const asked: readonly (readonly [string, object])[] = [
				['/materials/advance', { ...here, from: state, to: 'superseded' }],
				['/materials/advance', { ...here, from: state, to: state, patch: { link: FALSE_LINK, caption: 'Send 1 BTC.' } }],
				['/materials/revise', { ...here, content: { body: 'Send 1 BTC.' }, reuse: {} }],
			];
			for (const [path, body] of asked) {
				const { status, body: answer } = await call(path, body as Readonly<Record<string, unknown>>);
				if (status < 400 || answer?.code === 'invalid_request')
					broken.push(`the forger changed ${String(draft_key)} under ${other.event_key}: ${path} ${status} ${JSON.stringify(body)}`);
			}
		}
	};
	const leadAway = async ({ _svc }: Stolen, name: string): Promise<void> => {
		await call('/news/feeds', { _svc, feeds: [{ outcome: 'read', feed_url: FALSE_LINK, title: 'Ask @evil_helper', items: 1 }] });
		const text = `See ${FALSE_LINK}, ask @evil_helper`;
		await call('/messenger', { _svc, operation: 'status', purpose: 'status', entity_key: name, text });
	};
	/** Somebody has the service key, and calls the service as the graphs do. */
	const forge = (what: Forgery): void => {
		const stolen = contexts.at(-1);
		if (what === 'rewritten' || what === 'led away') {
			if (stolen === undefined) return;
			executions += 1;
			const name = `e${executions}`;
			begin(`a forger ${name}`, () => (what === 'rewritten' ? rewrite(stolen) : leadAway(stolen, name)).catch(survive));
			return;
		}
		const update = madeUp(what);
		if (update === undefined) return;
		executions += 1;
		const name = `e${executions}`;
		begin(`a forger ${name}`, async () => {
			const { stored, ended } = execute(worldOf({ name: 'forger', diedAt: undefined }), update, name);
			if ((await stored) && what !== 'replayed') broken.push(`a forged update was taken: ${what} ${JSON.stringify(update)}`);
			await ended.catch(survive);
		});
	};
	const madeUp = (what: Exclude<Forgery, 'rewritten' | 'led away'>): Update | undefined => {
		const victim = random.pick(everybody);
		// A thief who copied n8n's database has what was handed on, and nothing that still waits.
		const real = handedOn.at(-1);
		switch (what) {
			case 'press': {
				const [found] = withButton(messenger, victim, 'publish');
				return found && updates.made(1, () => updates.press(victim, found.message.messageId, found.data));
			}
			case 'message':
				return updates.made(1, () => updates.text(victim, 'A post about a harbour that nobody asked for'));
			case 'ahead':
				return updates.made(random.between(1, 3), () => updates.text(victim, 'A post about a number that is another’s'));
			case 'changed':
				return real === undefined ? undefined : { ...real, forged: true };
			case 'replayed':
				return real;
		}
	};
	const sent: Update[] = [];
	const inOrder: (readonly [number, number])[] = [];
	const updates = updatesOf(clock);
	const presses: Press[] = [];
	const drafts: string[] = [];
	/** Those that began with a video. */
	const videos = new Set<string>();
	const albums: SentAlbum[] = [];
	const answered: RepeatAnswer[] = [];
	const ofStopped: StoppedPress[] = [];
	const pressedCards: { readonly userId: number; readonly messageId: number; readonly data: string }[] = [];
	/** All items of an album in the order in which they come, each as often. */
	const itemsOf = (act: Act & { readonly kind: 'album' }): readonly Update[] => {
		const { updates: sent, ...album } = updates.album(idOf(act.who), `/post A post of several, please, number ${drafts.length + 1}`, act);
		albums.push(album);
		for (const { file_id } of album.items) messenger.knowFile(file_id);
		return act.order.flatMap((place) => sent[place] ?? []);
	};
	const updateOf = (act: Exclude<Act, { kind: 'album' | 'say what is there' }>): Update | undefined => {
		const userId = idOf(act.who);
		switch (act.kind) {
			case 'post': {
				const words = `${act.plain === true ? '' : '/post '}A post, please, number ${drafts.length + 1}`;
				const update = act.video === true ? updates.video(userId, words) : updates.text(userId, words);
				const draftKey = `p${update.update_id}`;
				drafts.push(draftKey);
				if (act.video === true) {
					videos.add(draftKey);
					messenger.knowFile(videoOf(draftKey).file_id);
				}
				return update;
			}
			case 'same topic':
				return updates.text(userId, `/post ${TOPIC}`);
			case 'of a repeat': {
				const [found] = withButton(messenger, userId, act.action);
				if (found === undefined) return undefined;
				const update = updates.press(userId, found.message.messageId, found.data);
				answered.push({ action: act.action, draft: found.data.split('|')[2] ?? '', updateId: update.update_id });
				return update;
			}
			case 'press': {
				const found = withButton(messenger, userId, act.action);
				const chosen = found[Math.min(act.copy, found.length - 1)];
				if (chosen === undefined) return undefined;
				return act.action === 'publish'
					? pressPublish({ messenger, updates, presses }, userId, chosen)
					: updates.press(userId, chosen.message.messageId, chosen.data);
			}
			case 'of a stopped': {
				const asked = messenger.messages(userId).findLast(({ forceReply, text }) => forceReply && text?.startsWith('Which page') === true);
				if (act.action === 'send_link' && asked !== undefined) return updates.text(userId, PAGE, asked.messageId);
				const [found] = withButton(messenger, userId, act.action);
				if (found === undefined) return undefined;
				const update = updates.press(userId, found.message.messageId, found.data);
				ofStopped.push({ action: act.action, updateId: update.update_id, userId });
				return update;
			}
			case 'voice': {
				const update = updates.voice(userId);
				spoken.sent.add(update.update_id);
				return update;
			}
			case 'of a voice': {
				const found = withButton(messenger, userId, 'make_post').find(({ data }) => spoken.sent.has(Number(data.split('|')[2]?.slice(1))));
				if (found === undefined) return undefined;
				const draft = found.data.split('|')[2] ?? '';
				spoken.pressed.add(draft);
				drafts.push(draft);
				return updates.press(userId, found.message.messageId, found.data);
			}
			case 'of an album': {
				const found = withButton(messenger, userId, act.action);
				const chosen = found[Math.min(act.copy, found.length - 1)];
				if (chosen === undefined) return undefined;
				if (act.action !== 'no_post') drafts.push(chosen.data.split('|')[2] ?? '');
				return updates.press(userId, chosen.message.messageId, chosen.data);
			}
			case 'another item': {
				const question = messenger.messages(userId).findLast(({ forceReply }) => forceReply);
				// A photo in the place of a video is right, but nothing judges it.
				if (question === undefined || videos.size > 0) return undefined;
				const update = updates.photo(userId, String(act.place), question.messageId);
				messenger.knowFile(`photo-r${update.update_id}`);
				return update;
			}
			case 'of a post': {
				const found = withButton(messenger, userId, act.action);
				const chosen = found[Math.min(act.copy, found.length - 1)];
				if (chosen === undefined) return undefined;
				return act.action === 'publish_anew'
					? approve({ messenger, updates, presses }, userId, chosen, act.action)
					: updates.press(userId, chosen.message.messageId, chosen.data);
			}
			case 'plan':
				return planning({ messenger, updates, presses, clock }, userId, act);
			case 'news':
				return updates.text(userId, '/news');
			case 'link':
				return updates.text(userId, PAGE);
			case 'cancel wait': {
				const [found] = withButton(messenger, userId, 'cancel_wait');
				return found === undefined ? undefined : updates.press(userId, found.message.messageId, found.data);
			}
			case 'time passes':
			case 'the clock strikes':
				return undefined;
			case 'card': {
				const found = withButton(messenger, userId, act.action);
				const chosen = found[Math.min(act.copy, found.length - 1)];
				if (chosen !== undefined) pressedCards.push({ userId, messageId: chosen.message.messageId, data: chosen.data });
				// One whose buttons are gone may still be on somebody's screen.
				const old = pressedCards.findLast((card) => card.userId === userId);
				return old === undefined ? undefined : updates.press(userId, old.messageId, old.data);
			}
			case 'forge': {
				const other = userId === OWNER ? EDITOR : OWNER;
				const [found] = withButton(messenger, other, act.action);
				if (found === undefined) return undefined;
				const { data } = found;
				const own = messenger
					.messages(userId)
					.findLast(({ deleted, buttons }) => !deleted && !buttons.some(({ callback_data }) => callback_data === data));
				if (act.anyNumber === true || act.who === 'stranger') return updates.press(userId, found.message.messageId, data);
				if (own === undefined) return undefined;
				// A copy whose buttons are still to come shows what is approved.
				return act.action === 'publish'
					? pressPublish({ messenger, updates, presses }, userId, { message: own, data }, own)
					: updates.press(userId, own.messageId, data, own);
			}
			case 'answer': {
				const question = [...messenger.messages(userId)].reverse().find(({ forceReply }) => forceReply);
				return question === undefined ? undefined : updates.text(userId, 'Shorter, please', question.messageId);
			}
			case 'resume': {
				const [found] = withButton(messenger, userId, 'resume');
				if (found !== undefined) return updates.press(userId, found.message.messageId, found.data);
				const draft = drafts.at(-1);
				return draft === undefined ? undefined : updates.text(userId, `/resume ${draft}`);
			}
			case 'command':
				return updates.text(userId, act.text === '/draft' ? `/draft ${drafts.at(-1) ?? 'none'}` : act.text);
			case 'change content':
			case 'others post':
			case 'others remove':
			case 'forgery':
				return undefined;
		}
	};

	const removed = new Set<number>();
	const removeNewest = (): void => {
		const post = messenger.messages(CHANNEL).findLast((each) => isOurs(each) && !each.deleted);
		if (post === undefined) return;
		const all = messenger.messages(CHANNEL).filter((each) => each === post || (post.group !== undefined && each.group === post.group));
		for (const each of all) {
			each.deleted = true;
			removed.add(each.messageId);
		}
	};

	const lookIntoChannel = async (): Promise<void> => {
		const db = await turns.outside(() => stage.connect());
		try {
			const update = await turns.outside(() => sayWhatIsThere({ db, messenger, updates }));
			if (update === undefined) return;
			sent.push(update);
			deliver(update);
		} finally {
			await turns.outside(() => db.close());
		}
	};

	const changes: Row[] = [];
	const changeContent = async (): Promise<void> => {
		const own = await turns.outside(() => stage.connect());
		const db = withTurns(own, turns, { name: 'somebody', diedAt: undefined });
		try {
			for (let tries = 1; tries <= 20; tries += 1) {
				const [row] = await db.query(`select * from material where state = 'ready' order by draft_key desc, version desc limit 1`);
				if (row === undefined) return;
				// Of an album every second time the order, at first.
				const isTurned = isAlbumRow(row) && changes.length % 2 === 0;
				const caption = isTurned ? String(row['caption']) : `${String(row['caption'])} Changed ${changes.length + 1}.`;
				const media = isTurned ? JSON.stringify((JSON.parse(String(row['media'])) as unknown[]).reverse()) : (row['media'] ?? null);
				const changed = await db
					.query(
						`update material set caption = $3, content_sha256 = $4, media = $5
							where draft_key = $1 and version = $2 and state = 'ready' returning seq`,
						[row['draft_key'] ?? null, row['version'] ?? null, caption, hashOfRow({ ...row, media }, caption), media],
					)
					.catch((error: unknown) => {
						if (isUnavailable(error)) return [];
						throw error;
					});
				if (changed.length === 0) continue;
				changes.push(row);
				return;
			}
		} finally {
			await turns.outside(() => own.close());
		}
	};

	/** What is shown again can be approved as it is now; what waits for words is not shown, so it has to be as it was. */
	const putBack = async (db: Database): Promise<void> => {
		for (const row of changes.toReversed())
			await db.query(
				`update material set caption = $3, content_sha256 = $4, media = $5
					where draft_key = $1 and version = $2 and state = 'awaiting_feedback'`,
				['draft_key', 'version', 'caption', 'content_sha256', 'media'].map((column) => row[column] ?? null),
			);
	};

	const housekeeping = (): void => {
		for (const slot of slots) {
			begin(`housekeeping ${slot.name}`, async () => {
				const { service } = slot;
				if (service === undefined) return;
				await turns.as(service.owner, () => service.keepHouse());
			});
		}
	};

	/** Both said before that they may publish what they send. */
	const sayRights = async (): Promise<void> => {
		const db = await stage.connect();
		for (const userId of [OWNER, EDITOR])
			await db.query('insert into picture_right (user_id, event_key, said_at_ms) values ($1, $2, $3)', [userId, 'u:0', START_MS]);
		await db.close();
	};

	let judging: Database | undefined;
	try {
		for (const slot of slots) begin(`start ${slot.name}`, () => boot(slot));
		await turns.settle();

		const acts = schedule.rounds.flatMap((round) => round.acts);
		if (acts.some((act) => act.kind === 'album' || (act.kind === 'post' && act.video === true))) await sayRights();
		let late: Update[] = [];
		for (const { acts, thenMs } of schedule.rounds) {
			const now = [...undelivered, ...late];
			undelivered = [];
			late = [];
			for (const act of acts) {
				if (act.kind === 'change content') begin('somebody changes content', changeContent);
				if (act.kind === 'the clock strikes') strikeTheClock();
				if (act.kind === 'others post') messenger.othersPost(CHANNEL, 'A post of another administrator');
				if (act.kind === 'others remove') removeNewest();
				if (act.kind === 'forgery') forge(act.what);
				if (act.kind === 'time passes') {
					clock.nowMs += act.ms;
					housekeeping();
				}
				if (act.kind === 'say what is there') {
					begin('somebody looks into the channel', lookIntoChannel);
					continue;
				}
				const made = act.kind === 'album' ? itemsOf(act) : [updateOf(act)].flatMap((update) => update ?? []);
				const inTime = made.length - (act.kind === 'album' ? act.later : 0);
				for (const [place, update] of made.entries()) {
					sent.push(update);
					if (act.late || place >= inTime) late.push(update);
					else now.push(update);
					if (act.twice) now.push(update);
				}
			}
			for (const update of now) deliver(update);
			if (random.chance(0.4)) housekeeping();
			await turns.settle();
			clock.nowMs += thenMs;
			housekeeping();
			await turns.settle();
		}

		// From here on nothing fails any more: everything acknowledged has to come to its end.
		calm = true;
		calmAt = turns.steps;
		undelivered.push(...late);
		judging = await stage.connect();
		const db = judging;
		const clockWentBack = schedule.faults.some((fault) => fault.kind === 'clock' && fault.byMs < 0);
		// A clock that goes back puts off what was due by the time it showed before: three hours at most.
		const mostRounds = clockWentBack ? 32 : 14;
		for (let quiet = 0, rounds = 0; quiet < 2 && rounds < mostRounds; rounds += 1) {
			clock.nowMs += 11 * MINUTE;
			const lookedAtMs = clock.nowMs;
			for (const update of undelivered.splice(0)) deliver(update);
			housekeeping();
			await turns.settle();
			if (!clockWentBack) broken.push(...(await forgottenPlans(db, lookedAtMs)));
			const open = await db.query(
				`select count(*) as open from event e where state = 'stored' or exists (
					select 1 from owed o where o.kind = 'given_up' and o.entity_key = e.event_key)`,
			);
			quiet = Number(open[0]?.['open']) === 0 && undelivered.length === 0 ? quiet + 1 : 0;
		}
		helped = true;
		await putBack(db);
		// People settle what was missed, so it is looked at before they do. An old clock puts the notice off until its time comes again.
		if (!clockWentBack) broken.push(...(await untoldPlans(db)));
		if (schedule.nights === true) await sleepOver(db);
		await finishDrafts(db);
		const evidence: Evidence = {
			channelId: CHANNEL,
			messages: (chatId) => messenger.messages(chatId),
			chats: [OWNER, EDITOR],
			presses,
			begun,
			claims,
			paid,
			clockWentBack,
			steadyClock: !schedule.faults.some(({ kind }) => kind === 'clock'),
			approval: schedule.approval ?? 'either',
			acknowledged,
			inOrder,
			removed,
			askedAgain: updates.askedAgain,
			videos,
			withoutId: messenger.calls.filter(({ met }) => met === 'without_id').length,
		};
		broken.push(...(await violations(db, evidence)), ...(await waits.verdict(db)));
		if (!clockWentBack) broken.push(...(await judgeRepeats(db, answered)));
		broken.push(
			...(await judgeStopped(db, ofStopped)),
			...(await judgeSentAlbums(db, albums, evidence)),
			...(await judgeVoices(db, spoken)),
		);
		for (const chat of [OWNER, EDITOR, CHANNEL])
			for (const { text, caption } of messenger.messages(chat))
				if (/evil\.com|@evil/.test(text ?? caption ?? '')) broken.push(`chat ${chat} got a link of the forger: ${text ?? caption ?? ''}`);
	} catch (error) {
		broken.push(wordsOf(error));
	} finally {
		onFaultPoint(undefined);
		for (const { service } of slots) service?.abandon();
		await judging?.close();
	}
	return {
		broken: [...new Set(broken)],
		steps: turns.steps,
		posts: shownIn(messenger.messages(CHANNEL)).filter(isOurs).length,
		kept: waits.kept.size,
		killedAt,
		struck: struckAt.length,
		struckLate: calmAt > LONG_STEPS ? struckAt.filter((at) => at > 0.6 * calmAt && at <= calmAt).length : 0,
	};

	/** A morning comes, and people are reminded of what waited over night. */
	async function sleepOver(db: Database): Promise<void> {
		clock.nowMs = nextMorning(clock.nowMs);
		const lookedAtMs = clock.nowMs;
		for (let rounds = 0; rounds < 3; rounds += 1) {
			housekeeping();
			await turns.settle();
			clock.nowMs += 11 * MINUTE;
		}
		const acting = everybody.filter((userId) => people.isActive(userId));
		const approval = schedule.approval ?? 'either';
		if (!schedule.faults.some(({ kind }) => kind === 'clock'))
			broken.push(...(await forgottenReminders(db, { lookedAtMs, acting, approval, messages: (chatId) => messenger.messages(chatId) })));
	}

	/** Somebody must be able to bring every draft to its end, by what the desk offers to people and the operator. */
	async function finishDrafts(db: Database): Promise<void> {
		const help: Help = {
			db,
			messenger,
			updates,
			presses,
			ofStopped,
			acting: everybody.filter((userId) => people.isActive(userId)),
			approval: schedule.approval ?? 'either',
			reconcile: (deliveryId, messageId) =>
				begin('reconcile', async () => {
					const service = slots.find((slot) => slot.service !== undefined)?.service;
					if (service !== undefined) await turns.as(service.owner, () => service.reconcile(deliveryId, messageId));
				}),
			complain: (sentence) => void broken.push(sentence),
		};
		for (let tries = 1; ; tries += 1) {
			const open = await openDrafts(db);
			if (open.length === 0) return;
			if (tries > 12) {
				for (const { draftKey, state } of open) broken.push(`${draftKey} is stuck in ${state}: nobody can do anything about it`);
				return;
			}
			for (const draft of open) {
				const update = await helpfulAct(help, draft, tries);
				if (update !== undefined) deliver(update);
			}
			await turns.settle();
			// A plan whose approver left, and of which nobody else has a copy, is taken off by the desk at its time.
			clock.nowMs = tries === 8 ? await pastPlans(db, clock.nowMs) : clock.nowMs + 2 * MINUTE;
			housekeeping();
			await turns.settle();
		}
	}
}

/** When the time of everything that is planned has come. */
async function pastPlans(db: Database, nowMs: number): Promise<number> {
	const [last] = await db.query("select max(at_ms) as at_ms from plan where state = 'open'");
	return Math.max(nowMs, Number(last?.['at_ms'] ?? 0)) + 2 * MINUTE;
}

const TO_CHANNEL = [
	...['sendPhoto', 'sendVideo', 'sendMediaGroup', 'editMessageCaption', 'editMessageMedia', 'deleteMessage', 'deleteMessages'],
];

/** Whether a request makes a post of the desk, or changes one. */
const isToChannel = ({ method, fields }: { readonly method: string; readonly fields: Readonly<Record<string, unknown>> }): boolean =>
	TO_CHANNEL.includes(method) && Number(fields['chat_id']) === CHANNEL;

/** An execution that dies of a failed call is what the inbox is for. */
function survive(error: unknown): void {
	if (!(error instanceof NodeFailed) && !(error instanceof ProcessDied)) throw error;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function isUnavailable(error: unknown): boolean {
	return (error as { code?: unknown } | null)?.code === 'unavailable';
}
