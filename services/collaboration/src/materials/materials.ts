/**
 * The one writer of materials. Every change of state is a compare-and-set, a journal row, an audit row and a check
 * of what the new state needs, in one transaction.
 */
import { CopydeskError } from '@copydesk/domain/errors';
import { normaliseCaption } from '@copydesk/domain/caption/normalise';
import { COMMAND_DRAFT_ID, draftKeyOf } from '@copydesk/domain/ids';
import { MAX_CAPTION_UNITS, MAX_RENDERER_VERSION } from '@copydesk/domain/limits';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Database, SqlValue } from '@copydesk/kit/database/types';
import type { Audit, Note } from '../audit/audit.ts';
import { keepLease, settlePaid, touchLease } from '../events/lease.ts';
import type { Actor } from '../participants/admission.ts';
import { findCopy, requireOwnCopy } from './copies.ts';
import { moveMaterial } from './move.ts';
import { completeProof } from './proofs.ts';
import { conflict, latestVersion, lockMaterial } from './lock.ts';
import type { VersionRef } from './lock.ts';
import { contentHash, entityOf, materialOf } from './row.ts';
import type { MaterialPatch, StoredMaterial } from './row.ts';

export interface NewContent
	extends Omit<MaterialPatch, 'caption' | 'source_image_id' | 'cover_asset_id' | 'cover_origin_version' | 'error_code' | 'error_stage'> {
	readonly kind?: 'news' | 'post';
	readonly request?: string | null;
}

export interface Advance extends VersionRef {
	readonly from: MaterialState;
	readonly to: MaterialState;
	readonly patch?: MaterialPatch;
}

export interface Revision extends VersionRef {
	readonly content: NewContent;
	readonly reuse: { readonly source_image_id?: boolean; readonly cover?: boolean };
}

export interface Claim extends VersionRef {
	readonly message_id: number;
}

export interface Materials {
	create(
		actor: Actor,
		input: { draft_key?: string; batch_key?: string; content: NewContent },
	): Promise<{ material: StoredMaterial; created: boolean }>;
	read(actor: Actor, draftKey: string, version?: number): Promise<StoredMaterial>;
	list(actor: Actor, states: readonly MaterialState[], limit: number): Promise<readonly StoredMaterial[]>;
	advance(actor: Actor, input: Advance): Promise<StoredMaterial>;
	revise(actor: Actor, input: Revision): Promise<StoredMaterial>;
	/** Atomic ready → claimed: of all who press, one wins. */
	claim(actor: Actor, input: Claim): Promise<StoredMaterial>;
}

export interface MaterialsOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly nowMs: () => number;
	readonly ownerChatId: () => Promise<number>;
}

const OPEN_STATES = materialMachine.states.filter((state) => !materialMachine.isFinal(state));
/** States in which the content may still change: nobody can approve it yet. */
const WRITABLE: readonly MaterialState[] = ['text_generating', 'text_preparing'];
const ERROR_KEYS: readonly string[] = ['error_code', 'error_stage'];

/** Columns that a patch or a new version fills, in one order. */
const CONTENT_COLUMNS = [
	'title',
	'subtitle',
	'body',
	'category',
	'link',
	'caption',
	'facts',
	'source_blocks',
	'image_prompt',
	'source_image_id',
	'cover_asset_id',
	'cover_origin_version',
] as const;

const stored = (value: unknown): SqlValue =>
	value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : (value as SqlValue);

export function createMaterials({ db, audit, nowMs, ownerChatId }: MaterialsOptions): Materials {
	async function insertVersion(
		tx: Database,
		note: Note,
		actor: Actor,
		fields: Readonly<Record<string, SqlValue>> & { draft_key: string; version: number; state: MaterialState },
	): Promise<boolean> {
		const atMs = nowMs();
		const { participant, claims } = actor;
		const columns: Record<string, SqlValue> = {
			...fields,
			seq: 1,
			created_by_user_id: participant.userId,
			operation_actor_user_id: participant.userId,
			operation_actor_chat_id: participant.chatId,
			event_key: claims.event_key,
			created_at_ms: atMs,
			state_changed_at_ms: atMs,
		};
		const names = Object.keys(columns);
		const added = await tx.query(
			`insert into material (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning version`,
			Object.values(columns),
		);
		if (added.length === 0) return false;
		await tx.query(
			`insert into material_event (draft_key, version, seq, prev_seq, from_state, to_state, at_ms, actor_user_id, event_key, detail)
				values ($1, $2, 1, null, 'none', $3, $4, $5, $6, '{}')`,
			[fields.draft_key, fields.version, fields.state, atMs, participant.userId, claims.event_key],
		);
		await tx.query('update event set draft_key = $2, version = $3 where event_key = $1', [
			claims.event_key,
			fields.draft_key,
			fields.version,
		]);
		note({
			actorUserId: participant.userId,
			action: `material.${fields.state}`,
			entity: entityOf(fields),
			outcome: 'ok',
			executionId: claims.execution_id,
			detail: { from: 'none', event_key: claims.event_key },
		});
		return true;
	}

	const ofEvent = async (tx: Database, eventKey: string) => {
		const [row] = await tx.query('select * from material where event_key = $1', [eventKey]);
		return row === undefined ? undefined : materialOf(row);
	};

	return {
		async create(actor, input) {
			const { claims } = actor;
			const draftKey = input.draft_key ?? defaultDraftKey(claims.event_key);
			if (!COMMAND_DRAFT_ID.test(draftKey))
				throw new CopydeskError('invalid_request', 'draft_key', {
					fields: [{ path: 'draft_key', message: 'Expected 1 to 40 ASCII letters, digits and . _ : -' }],
				});
			const ownerChat = await ownerChatId();
			return audit.within(async (tx, note) => {
				await touchLease(tx, claims.event_key, nowMs());
				const before = await ofEvent(tx, claims.event_key);
				if (before !== undefined) return { material: before, created: false };
				const { content } = input;
				const inserted = await insertVersion(tx, note, actor, {
					draft_key: draftKey,
					version: 1,
					state: 'text_generating',
					batch_key: input.batch_key ?? null,
					kind: content.kind ?? 'post',
					owner_chat_id: ownerChat,
					request: content.request ?? null,
					...contentColumns(content),
				});
				// Another call of the same event may have been first; any other conflict is an open draft of this key.
				const material = await ofEvent(tx, claims.event_key);
				if (material === undefined) throw new CopydeskError('draft_open', draftKey, { facts: { draft_key: draftKey } });
				return { material, created: inserted };
			});
		},

		async read({ claims }, draftKey, version) {
			const [row] =
				version === undefined
					? await db.query('select * from material where draft_key = $1 order by version desc limit 1', [draftKey])
					: await db.query('select * from material where draft_key = $1 and version = $2', [draftKey, version]);
			if (row === undefined) throw new CopydeskError('material_not_found', `${draftKey} ${version ?? 'latest'}`);
			await keepLease(db, claims.event_key, nowMs());
			return materialOf(row);
		},

		async list({ claims }, states, limit) {
			const wanted = states.length === 0 ? OPEN_STATES : states;
			const places = wanted.map((_, index) => `$${index + 1}`).join(', ');
			const rows = await db.query(
				`select * from material where state in (${places}) order by created_at_ms desc, draft_key desc, version desc limit $${wanted.length + 1}`,
				[...wanted, limit],
			);
			await keepLease(db, claims.event_key, nowMs());
			return rows.map(materialOf);
		},

		advance: (actor, input) =>
			audit.within(async (tx, note) => {
				const { claims, participant } = actor;
				await touchLease(tx, claims.event_key, nowMs());
				const found = await lockMaterial(tx, input);
				const { from, to, patch = {} } = input;
				if (await settledByDelivery(tx, found, input)) return found;
				if (found.state !== from) throw conflict(found, `expected ${from}, found ${found.state}`);
				await judgeMove(tx, actor, found, to);
				judgePatch(found, patch);
				const written = await writePatch(tx, actor, found, patch, to !== from);
				if (hasResult(patch) || to !== from) await settlePaid(tx, claims.event_key, nowMs());
				if (to === from) {
					note({
						actorUserId: participant.userId,
						action: 'material.patched',
						entity: entityOf(found),
						outcome: patch.error_code ? 'failed' : 'ok',
						code: patch.error_code ?? null,
						executionId: claims.execution_id,
						detail: { state: found.state, fields: Object.keys(patch).sort().join(' ') },
					});
					return written;
				}
				if (to === 'ready') await judgeReady(tx, written);
				const feedback =
					to === 'awaiting_feedback'
						? { feedback_actor_user_id: participant.userId, feedback_actor_chat_id: participant.chatId, feedback_prompt_message_id: null }
						: {};
				const closed =
					from === 'awaiting_feedback' && to === 'ready'
						? { feedback_actor_user_id: null, feedback_actor_chat_id: null, feedback_prompt_message_id: null }
						: {};
				const byOwner = from === 'awaiting_feedback' && found.feedback_actor_user_id !== participant.userId;
				if (from === 'ready') await completeProof(tx, note, found, participant.userId, claims.execution_id, nowMs());
				return moveMaterial(tx, note, written, to, {
					atMs: nowMs(),
					actorUserId: participant.userId,
					eventKey: claims.event_key,
					executionId: claims.execution_id,
					set: { ...feedback, ...closed },
					...(byOwner ? { detail: { session_of: found.feedback_actor_user_id } } : {}),
				});
			}),

		revise: (actor, input) =>
			audit.within(async (tx, note) => {
				const { claims, participant } = actor;
				await touchLease(tx, claims.event_key, nowMs());
				const before = await ofEvent(tx, claims.event_key);
				if (before !== undefined && before.draft_key === input.draft_key && before.version === input.version + 1) return before;
				const old = await lockMaterial(tx, input);
				if (old.state !== 'ready' && old.state !== 'awaiting_feedback')
					throw conflict(old, 'only a ready version or one awaiting feedback is revised');
				if (old.version >= MAX_RENDERER_VERSION) throw new CopydeskError('not_ready', 'there is no version number left');
				await judgeMove(tx, actor, old, 'superseded');
				await moveMaterial(tx, note, old, 'superseded', {
					atMs: nowMs(),
					actorUserId: participant.userId,
					eventKey: claims.event_key,
					executionId: claims.execution_id,
				});
				const { content, reuse } = input;
				const hasText = typeof content.body === 'string';
				const keep = <K extends keyof NewContent & keyof StoredMaterial>(key: K): SqlValue =>
					stored(content[key] === undefined ? old[key] : content[key]);
				const text = (key: 'title' | 'subtitle' | 'body'): SqlValue => (hasText ? keep(key) : stored(content[key]));
				const inserted = await insertVersion(tx, note, actor, {
					draft_key: old.draft_key,
					version: old.version + 1,
					state: hasText ? 'text_preparing' : 'text_generating',
					batch_key: old.batch_key,
					kind: content.kind ?? old.kind,
					owner_chat_id: old.owner_chat_id,
					request: keep('request'),
					title: text('title'),
					subtitle: text('subtitle'),
					body: text('body'),
					category: keep('category'),
					link: keep('link'),
					facts: keep('facts'),
					source_blocks: keep('source_blocks'),
					image_prompt: keep('image_prompt'),
					source_image_id: reuse.source_image_id === true || reuse.cover === true ? old.source_image_id : null,
					cover_asset_id: reuse.cover === true ? old.cover_asset_id : null,
					messenger_file_id: reuse.cover === true ? old.messenger_file_id : null,
					cover_origin_version: reuse.cover === true ? (old.cover_origin_version ?? old.version) : null,
				});
				if (!inserted) throw new CopydeskError('draft_open', `${old.draft_key}: another version or event is in the way`);
				await settlePaid(tx, claims.event_key, nowMs());
				return lockMaterial(tx, { draft_key: old.draft_key, version: old.version + 1 });
			}),

		claim: (actor, input) =>
			audit.within(async (tx, note) => {
				const { claims, participant } = actor;
				await touchLease(tx, claims.event_key, nowMs());
				const found = await lockMaterial(tx, input);
				// A second run of the same event goes on with what the first one won.
				if (found.claim_event_key === claims.event_key && found.claimed_by_user_id === participant.userId) return found;
				const copy = await requireOwnCopy(tx, participant.userId, input, input.message_id);
				await requirePressed(tx, actor, found, 'publish', input.message_id);
				if (found.state !== 'ready') throw conflict(found, `expected ready, found ${found.state}`);
				if ((await latestVersion(tx, found.draft_key)) !== found.version) throw conflict(found, 'a newer version exists');
				// What was approved is what is published: the copy, the row and what the row holds now say the same.
				const hash = contentHash(found.caption ?? '', found.cover_asset_id ?? '');
				if (copy.contentSha256 !== found.content_sha256 || found.content_sha256 !== hash) {
					throw new CopydeskError('content_mismatch', `copy ${copy.contentSha256}, row ${found.content_sha256}`);
				}
				if (found.approval_message_id === null) throw new CopydeskError('not_ready', 'no canonical approval message');
				await completeProof(tx, note, found, participant.userId, claims.execution_id, nowMs());
				return moveMaterial(tx, note, found, 'claimed', {
					atMs: nowMs(),
					actorUserId: participant.userId,
					eventKey: claims.event_key,
					executionId: claims.execution_id,
					set: {
						claimed_by_user_id: participant.userId,
						claim_event_key: claims.event_key,
						operation_actor_user_id: participant.userId,
						operation_actor_chat_id: participant.chatId,
					},
					// The canonical message is part of the compare-and-set.
					where: { approval_message_id: found.approval_message_id, content_sha256: hash },
					detail: { content_sha256: hash, message_id: input.message_id },
				});
			}),
	};

	async function writePatch(
		tx: Database,
		actor: Actor,
		found: StoredMaterial,
		patch: MaterialPatch,
		moving: boolean,
	): Promise<StoredMaterial> {
		const set: Record<string, SqlValue> = {
			operation_actor_user_id: actor.participant.userId,
			operation_actor_chat_id: actor.participant.chatId,
		};
		for (const column of CONTENT_COLUMNS) if (patch[column] !== undefined) set[column] = stored(patch[column]);
		if (typeof patch.caption === 'string') set['caption'] = normaliseCaption(patch.caption);
		const failing = patch.error_code !== undefined && patch.error_code !== null;
		if (failing || patch.error_code === null) set['error_code'] = patch.error_code;
		if (patch.error_stage !== undefined) set['error_stage'] = patch.error_stage;
		// A later success clears the error; the audit keeps it.
		if (!failing && (moving || hasResult(patch))) Object.assign(set, { error_code: null, error_stage: null });
		const caption = set['caption'] === undefined ? found.caption : (set['caption'] as string | null);
		const cover = set['cover_asset_id'] === undefined ? found.cover_asset_id : (set['cover_asset_id'] as string | null);
		if (caption !== found.caption || cover !== found.cover_asset_id) {
			set['content_sha256'] = caption === null || cover === null ? null : contentHash(caption, cover);
			// Copies that are out there show something else now.
			set['approval_message_id'] = null;
		}
		if (cover !== found.cover_asset_id) set['messenger_file_id'] = null;
		const names = Object.keys(set);
		const [row] = await tx.query(
			`update material set ${names.map((name, index) => `${name} = $${index + 3}`).join(', ')} where draft_key = $1 and version = $2 returning *`,
			[found.draft_key, found.version, ...Object.values(set)],
		);
		if (row === undefined) throw new CopydeskError('material_not_found', found.draft_key);
		return materialOf(row);
	}
}

/** A key that is short enough for a button, from the event that begins the draft. */
function defaultDraftKey(eventKey: string): string {
	const updateId = /^u:(\d+)$/.exec(eventKey)?.[1];
	return updateId === undefined
		? eventKey
				.replace(/[^A-Za-z0-9._-]/g, '-')
				.slice(-40)
				.replace(/^[^A-Za-z0-9]+/, '')
		: draftKeyOf(Number(updateId));
}

function contentColumns(content: NewContent): Record<string, SqlValue> {
	const { title, subtitle, body, category, link, facts, source_blocks, image_prompt } = content;
	return Object.fromEntries(
		Object.entries({ title, subtitle, body, category, link, facts, source_blocks, image_prompt }).map(([key, value]) => [
			key,
			stored(value),
		]),
	);
}

/** The result of a publication moves the material by itself; being told so again changes nothing. */
async function settledByDelivery(tx: Database, found: StoredMaterial, input: Advance): Promise<boolean> {
	if (input.from !== 'claimed' || input.to !== found.state || found.state === 'claimed' || Object.keys(input.patch ?? {}).length > 0)
		return false;
	const [last] = await tx.query('select from_state from material_event where draft_key = $1 and version = $2 and seq = $3', [
		found.draft_key,
		found.version,
		found.seq,
	]);
	return last?.['from_state'] === 'claimed';
}

const hasResult = (patch: MaterialPatch): boolean => Object.keys(patch).some((key) => !ERROR_KEYS.includes(key));

/** Content stands still from `ready` on: it is what people look at and approve. */
function judgePatch(found: StoredMaterial, patch: MaterialPatch): void {
	if (WRITABLE.includes(found.state) || !hasResult(patch)) return;
	throw new CopydeskError('transition_forbidden', `content cannot change in ${found.state}`, {
		facts: { state: found.state },
		fields: Object.keys(patch)
			.filter((key) => !ERROR_KEYS.includes(key))
			.map((key) => ({ path: `patch.${key}`, message: `Expected no change of content in state ${found.state}; make a new version` })),
	});
}

async function judgeMove(tx: Database, actor: Actor, found: StoredMaterial, to: MaterialState): Promise<void> {
	const { state: from } = found;
	const forbidden = (why: string) => new CopydeskError('transition_forbidden', why, { facts: { from, to } });
	if (from === to) {
		if (materialMachine.isFinal(from)) throw forbidden(`${from} is final`);
		return;
	}
	if (!materialMachine.canMove(from, to)) throw forbidden(`${from} → ${to}`);
	if (to === 'claimed') throw forbidden('a claim is made by /internal');
	if (from === 'claimed') throw new CopydeskError('not_ready', 'only the outcome of the publication ends a claim', { facts: { from, to } });
	if (from === 'awaiting_feedback' && found.feedback_actor_user_id !== actor.participant.userId && actor.participant.role !== 'owner') {
		throw new CopydeskError('session_held', `held by ${found.feedback_actor_user_id}`, { facts: { state: from } });
	}
	if (from === 'ready' && to === 'awaiting_feedback') await requirePressed(tx, actor, found, 'feedback');
	if (from === 'ready' && to === 'rejected') await requirePressed(tx, actor, found, 'reject');
}

/**
 * When the event is a press, it must be the press that is being carried out: this action, this version, and the
 * presser's own delivered copy.
 */
async function requirePressed(tx: Database, actor: Actor, found: StoredMaterial, action: string, messageId?: number): Promise<void> {
	const [event] = await tx.query('select intent, message_id from event where event_key = $1', [actor.claims.event_key]);
	if (event === undefined) return;
	const intent = JSON.parse(String(event['intent'])) as { kind: string; action?: string; draft_key?: string; version?: number };
	if (intent.kind !== 'callback') return;
	const pressedMessageId = Number(event['message_id']);
	if (
		intent.action !== action ||
		intent.draft_key !== found.draft_key ||
		intent.version !== found.version ||
		(messageId !== undefined && messageId !== pressedMessageId)
	) {
		throw new CopydeskError(
			'copy_not_delivered',
			`the event is a press of ${intent.action ?? ''} on ${intent.draft_key ?? ''} ${intent.version ?? ''}`,
		);
	}
	await requireOwnCopy(tx, actor.participant.userId, found, pressedMessageId);
}

async function judgeReady(tx: Database, material: StoredMaterial): Promise<void> {
	const missing: { path: string; message: string }[] = [];
	const caption = material.caption;
	if (caption === null || caption === '') missing.push({ path: 'caption', message: 'Expected a caption' });
	else if (caption.length > MAX_CAPTION_UNITS)
		missing.push({ path: 'caption', message: `Expected at most ${MAX_CAPTION_UNITS} units but it has ${caption.length}` });
	if (material.cover_asset_id === null) missing.push({ path: 'cover_asset_id', message: 'Expected a recorded cover' });
	if (missing.length === 0 && (material.approval_message_id === null || !(await findCopy(tx, material)))) {
		missing.push({ path: 'approval_message_id', message: 'Expected at least one confirmed preview copy of this content' });
	}
	if (missing.length > 0) throw new CopydeskError('not_ready', missing.map(({ path }) => path).join(', '), { fields: missing });
}
