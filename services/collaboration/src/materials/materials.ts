/** Materials over the wire: the rules of `domain/material` judge each request, and the one writer stores it. */
import type { AdvanceMaterialRequest, CreateMaterialRequest, ReviseMaterialRequest } from '@copydesk/domain/api/collaboration';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Purpose } from '@copydesk/domain/event/purposes';
import { isPhoto } from '@copydesk/domain/cover/template';
import { COMMAND_DRAFT_ID, draftKeyOf } from '@copydesk/domain/ids';
import { judgeAdvance } from '@copydesk/domain/material/advance';
import { hasResult } from '@copydesk/domain/material/content';
import type { NewContent } from '@copydesk/domain/material/content';
import { accepted } from '@copydesk/domain/material/judgement';
import type { Deciding } from '@copydesk/domain/material/judgement';
import type { MaterialState } from '@copydesk/domain/material/machine';
import type { Material } from '@copydesk/domain/material/material';
import { judgeClaim } from '@copydesk/domain/material/publication';
import { isInWork } from '@copydesk/domain/material/work';
import { begin, judgeReturn, judgeRevision } from '@copydesk/domain/material/version';
import type { Seen } from '@copydesk/domain/material/version';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import type { Unsigned } from '../contexts/contexts.ts';
import { keptBriefOf } from '../events/briefs.ts';
import { DROPPED, asksForPost, closeEvent, eventAtWork, isClosed, mediaOf, pictureOf } from '../events/events.ts';
import { keepLease, settlePaid } from '../events/lease.ts';
import type { Acting, Actor } from '../participants/actors.ts';
import { templateFor, templateNow } from '../settings/coverStyle.ts';
import { tables } from '../tables.ts';
import { agreeingOf } from './approvals.ts';
import type { Demanded } from './approvals.ts';
import { createChanging } from './change.ts';
import type { Change, ChangeBy } from './change.ts';
import { requireFreeSource } from './sources.ts';
import { eventsBehind, inForm } from './form.ts';
import { completeProof, resumedError } from './proofs.ts';
import {
	OPEN_STATES,
	decidingOf,
	findMaterial,
	lastComplete,
	latestVersion,
	lockMaterial,
	materialOfEvent,
	pictureBefore,
	stateBefore,
	wasReadyByPress,
} from './read.ts';
import type { VersionRef } from './read.ts';
import { contentHash, entityOf, hashOfContent, materialOf } from './row.ts';
import { requireRoom, shownNow } from './shown.ts';
import { insertMaterial, nextNumber, writeStep } from './write.ts';
import type { Origin } from './write.ts';

type Creation = Unsigned<CreateMaterialRequest>;
export type Advance = Unsigned<AdvanceMaterialRequest>;
export type Revision = Unsigned<ReviseMaterialRequest>;

export interface Claim extends VersionRef {
	readonly message_id: number;
}

interface MaterialsOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly nowMs: () => number;
	readonly ownerChatId: () => Promise<number>;
	/** Who has to agree before a post goes out. */
	readonly demanded: () => Promise<Demanded>;
}

export type Materials = ReturnType<typeof createMaterials>;

export function createMaterials({ db, audit, nowMs, ownerChatId, demanded }: MaterialsOptions) {
	const changing = createChanging(audit, nowMs);

	return {
		/** Version 1 of a draft, once per event. @throws CopydeskError invalid_request, transition_forbidden, draft_open, source_taken */
		async create(actor: Actor, input: Creation): Promise<{ readonly material: Material; readonly created: boolean }> {
			const draftKey = input.draft_key ?? draftKeyOfEvent(actor.context.event_key);
			if (!COMMAND_DRAFT_ID.test(draftKey))
				throw new CopydeskError('invalid_request', 'draft_key', {
					fields: [{ path: 'draft_key', message: 'Expected 1 to 40 ASCII letters, digits and . _ : -' }],
				});
			const ownerChat = await ownerChatId();
			return changing(actor, (change) => create(change, { ...input, draft_key: draftKey }, ownerChat));
		},

		/** One version, or the latest. @throws CopydeskError material_not_found */
		async read({ context }: Actor, draftKey: string, version?: number): Promise<Material> {
			const material = await findMaterial(db, draftKey, version);
			if (material === undefined) throw new CopydeskError('material_not_found', `${draftKey} ${version ?? 'latest'}`);
			await keepLease(db, context.event_key, nowMs());
			return material;
		},

		/** Versions in these states, or open ones without states; newest first. */
		async list({ context }: Actor, states: readonly MaterialState[], limit: number): Promise<readonly Material[]> {
			const rows = await tables(db)
				.selectFrom('material')
				.selectAll()
				.where('state', 'in', states.length === 0 ? OPEN_STATES : states)
				.orderBy('created_at_ms', 'desc')
				.orderBy('draft_key', 'desc')
				.orderBy('version', 'desc')
				.limit(limit)
				.execute();
			await keepLease(db, context.event_key, nowMs());
			return rows.map(materialOf);
		},

		/** A step of the state table. @throws CopydeskError as judged, material_not_found, source_taken */
		advance: (actor: Actor, input: Advance): Promise<Material> => changing(actor, (change) => advance(change, input)),

		/** Closes a version and opens the next one. @throws CopydeskError as judged, material_not_found, draft_open, source_taken */
		revise: (actor: Actor, input: Revision): Promise<Material> => changing(actor, (change) => revise(change, input)),

		/** Atomic ready → claimed: one of several presses wins. @throws CopydeskError as judged, material_not_found */
		async claim(actor: Actor, input: Claim): Promise<Material> {
			const demand = await demanded();
			return changing(actor, (change) => claim(change, input, demand));
		},
	};
}

async function create({ tx, note, actor, origin }: Change, input: Creation & { readonly draft_key: string }, ownerChat: number) {
	const before = await materialOfEvent(tx, origin.eventKey);
	if (before !== undefined) return { material: before, created: false };
	if (!(await asksForPost(tx, origin.eventKey)))
		throw new CopydeskError('transition_forbidden', `${origin.eventKey} asks for no post`, {
			facts: { from: 'none', to: 'text_generating' },
		});
	const { draft_key, batch_key = null } = input;
	const brief = await keptBriefOf(tx, origin.eventKey);
	const { ownImageId, media, cover_template } = await broughtWith(tx, origin.eventKey, brief?.language);
	const withPhoto = ownImageId !== null;
	const { given, cover } = lookBeside(media, input.content);
	const content = { cover_template, ...(await inForm(tx, await inBrand(tx, given, withPhoto), undefined, [origin.eventKey])) };
	const acting = { person: actor.participant, eventKey: origin.eventKey };
	const number = await nextNumber(tx);
	const draft = { draft_key, number, batch_key, owner_chat_id: ownerChat };
	const born = begin(acting, origin.atMs, draft, content, { ownImageId, media, brief });
	const wished = cover ?? wishedCover({ ownImageId, media });
	const shown = await shownNow(tx, { shown_wish: wished === undefined ? null : { cover: wished } }, []);
	const created = await insertMaterial(tx, note, { ...born, ...shown }, origin);
	// Another call of the same event may have been first. Any other conflict is an open draft with this key.
	const material = await materialOfEvent(tx, origin.eventKey);
	if (material === undefined) {
		await requireFreeSource(tx, born);
		throw new CopydeskError('draft_open', draft_key, { facts: { draft_key } });
	}
	return { material, created };
}

/** The picture and the media that came with an event, and the template of a cover for them. */
export async function broughtWith(tx: Database, eventKey: string, language?: string) {
	const [ownImageId, media] = [await pictureOf(tx, eventKey), await mediaOf(tx, eventKey)];
	// A video is no part of its cover, so nothing is drawn for one that nobody wished for.
	const isDrawn = media === null || ownImageId !== null;
	return {
		ownImageId,
		media,
		cover_template: isDrawn ? await templateNow(tx, ownImageId !== null, language) : await templateFor(tx, 'words'),
	};
}

/** A picture that came beside media is for a cover that goes with them. */
export const wishedCover = ({
	ownImageId,
	media,
}: Pick<Awaited<ReturnType<typeof broughtWith>>, 'ownImageId' | 'media'>): true | undefined =>
	media !== null && ownImageId !== null ? true : undefined;

export async function advance({ tx, note, actor, origin }: ChangeBy<Acting>, { patch: given = {}, ...input }: Advance): Promise<Material> {
	const found = await lockMaterial(tx, input);
	const { from, to } = input;
	const before = typeof given.body === 'string' ? await wordsBefore(tx, found) : undefined;
	const patch = await inForm(tx, await inBrand(tx, given), before, eventsBehind(found));
	const cameFrom = from === 'claimed' ? await stateBefore(tx, found) : 'none';
	const isReadyByPress = from !== found.state && (await wasReadyByPress(tx, found));
	const deciding = await decidingOf(tx, actor, found);
	const isDecided = from === 'ready' && to !== from;
	// The press that completes the proof of a resumed draft removes its error.
	const keptError = await resumedError(tx, found);
	const facts = { ...deciding, from, to, patch, cameFrom, isReadyByPress, hashOf: contentHash, keptError };
	const judged = accepted(judgeAdvance(found, facts));
	if (judged.next === found) return found;
	if (typeof patch.caption === 'string') requireRoom(judged.next);
	if (from !== to && to === 'rejected' && isInWork(from)) await endWork(tx, found, deciding, origin);
	if (patch.kept_text) await requireAdmission(tx, patch.kept_text.admission_id, TEXTS, origin);
	if (patch.kept_verdict) await requireAdmission(tx, patch.kept_verdict.admission_id, CHECKS, origin);
	if (hasResult(patch) || to !== from) await settlePaid(tx, origin.eventKey, origin.atMs);
	if (to === from) {
		note({
			actorUserId: origin.actorUserId,
			action: 'material.patched',
			entity: entityOf(found),
			outcome: patch.error_code ? 'failed' : 'ok',
			code: patch.error_code ?? null,
			executionId: origin.executionId,
			detail: { state: found.state, fields: Object.keys(patch).sort().join(' ') },
		});
	}
	return writeStep(tx, note, found, isDecided ? await completeProof(tx, note, judged, origin) : judged, origin);
}

/**
 * Ends the work on a dropped draft: its execution is refused from now on, and nobody is told of a failure.
 * @throws CopydeskError work_under_way if the person was not warned about the work
 */
async function endWork(tx: Database, version: VersionRef, { press }: Pick<Deciding, 'press'>, { eventKey, atMs }: Origin): Promise<void> {
	const other = await eventAtWork(tx, version, eventKey, atMs);
	if (other === undefined) return;
	if (press?.action === 'drop') throw new CopydeskError('work_under_way', `${version.draft_key} ${version.version} is worked on`);
	await closeEvent(tx, other.event_key, { state: 'handled', outcome: DROPPED }, atMs);
}

const TEXTS: readonly Purpose[] = ['text_generate', 'text_revise', 'text_shorten'];
const CHECKS: readonly Purpose[] = ['caption_check', 'caption_recheck'];

/** Requires that the paid request of a kept answer was admitted under this event. */
async function requireAdmission(
	tx: Database,
	admission_id: string,
	purposes: readonly Purpose[],
	{ eventKey: event_key }: Origin,
): Promise<void> {
	const found = await tables(tx)
		.selectFrom('admission')
		.select('admission_id')
		.where(({ and }) => and({ admission_id, event_key }))
		.where('purpose', 'in', purposes)
		.executeTakeFirst();
	if (found === undefined) throw new CopydeskError('admission_not_found', admission_id);
}

/** The text that a version's new text replaces: its own, else that of the version before. */
const wordsBefore = async (tx: Database, found: Material): Promise<Material | undefined> =>
	(found.body ?? '') !== '' || found.version === 1 ? found : findMaterial(tx, found.draft_key, found.version - 1);

/** Beside media a look that is named says whether the cover goes with them. @returns what is left to store of it */
function lookBeside(media: Material['media'], content: NewContent): { readonly given: NewContent; readonly cover?: boolean } {
	const { cover_template: named, ...rest } = content;
	if (media === null || typeof named !== 'string') return { given: content };
	return { given: isPhoto(named) ? rest : content, cover: !isPhoto(named) };
}

/** Stores the named template together with the present brand. */
async function inBrand<Given extends { readonly cover_template?: string | null }>(
	tx: Database,
	given: Given,
	withPhoto = false,
): Promise<Given> {
	const { cover_template: named } = given;
	return typeof named !== 'string' ? given : { ...given, cover_template: await templateFor(tx, named, withPhoto) };
}

/** What the next version shows instead: what came with the answer, or the picture of an earlier version. */
async function seenFor(tx: Database, old: Material, { picture_before = false }: Revision['reuse'], eventKey: string): Promise<Seen> {
	const [sent, media] = [await pictureOf(tx, eventKey), await mediaOf(tx, eventKey)];
	const picture = sent === null ? null : { source_image_id: sent, own_image_id: sent };
	if (media !== null || picture !== null) return { picture, media };
	if (!picture_before) return {};
	const before = await pictureBefore(tx, old);
	if (before === null) throw new CopydeskError('not_ready', `${old.draft_key}: no version before has another picture`);
	return { picture: before };
}

export async function revise({ tx, note, actor, origin }: ChangeBy<Acting>, { content, reuse, ...input }: Revision): Promise<Material> {
	const before = await materialOfEvent(tx, origin.eventKey);
	if (before !== undefined && before.draft_key === input.draft_key && before.version > input.version) return before;
	const old = await lockMaterial(tx, input);
	const deciding = await decidingOf(tx, actor, old);
	const seen = await seenFor(tx, old, reuse, origin.eventKey);
	const { given, cover } = lookBeside(seen.media === undefined ? old.media : seen.media, content);
	const succession = accepted(
		reuse.complete === true
			? judgeReturn(old, await lastComplete(tx, old), deciding, origin.atMs)
			: judgeRevision(
					old,
					deciding,
					origin.atMs,
					await inForm(tx, await inBrand(tx, given), old, [origin.eventKey]),
					reuse,
					seen,
					await findMaterial(tx, old.draft_key),
				),
	);
	const { closed } = succession;
	// A returning version keeps the look in which it was approved.
	const { next: born } = succession;
	const wished = { shown_wish: cover === undefined ? born.shown_wish : { ...born.shown_wish, cover } };
	const next = reuse.complete === true ? born : { ...born, ...(await shownNow(tx, wished, [origin.eventKey])) };
	if (closed !== null) await writeStep(tx, note, old, closed, origin);
	if (!(await insertMaterial(tx, note, next, origin))) {
		await requireFreeSource(tx, next);
		throw new CopydeskError('draft_open', `${old.draft_key}: another version or event is in the way`);
	}
	await settlePaid(tx, origin.eventKey, origin.atMs);
	return lockMaterial(tx, next);
}

async function claim({ tx, note, actor, origin }: Change, input: Claim, demanded: Demanded): Promise<Material> {
	const found = await lockMaterial(tx, input);
	const judged = accepted(
		judgeClaim(found, {
			...(await decidingOf(tx, actor, found)),
			messageId: input.message_id,
			latestVersion: await latestVersion(tx, found.draft_key),
			contentSha256: hashOfContent(found),
			agreeing: await agreeingOf(tx, found, demanded),
		}),
	);
	if (judged.next === found) return found;
	// The event has ended, so no execution would publish this claim or release it.
	if (await isClosed(tx, origin.eventKey)) throw new CopydeskError('execution_superseded', `${origin.eventKey} has ended`);
	return writeStep(tx, note, found, await completeProof(tx, note, judged, origin), origin);
}

/** A key for the draft of an event, short enough for a button. */
export function draftKeyOfEvent(eventKey: string): string {
	const updateId = /^u:(\d+)$/.exec(eventKey)?.[1];
	return updateId === undefined
		? eventKey
				.replace(/[^A-Za-z0-9._-]/g, '-')
				.slice(-40)
				.replace(/^[^A-Za-z0-9]+/, '')
		: draftKeyOf(Number(updateId));
}
