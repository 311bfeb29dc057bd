/** Paid illustrations whose import is not confirmed: stored under their admission, and returned to the execution that continues. */
import { createHash } from 'node:crypto';
import { checkPng, formatOf, type ImageFault } from '@copydesk/domain/ai/image';
import type { PhotoFault, PhotoProblem } from '@copydesk/domain/cover/photo';
import { WORK_STATES, isInWork } from '@copydesk/domain/material/work';
import { CopydeskError } from '@copydesk/domain/errors';
import type { Purpose } from '@copydesk/domain/event/purposes';
import type { Database } from '@copydesk/kit/database/types';
import type { Audit } from '../audit/audit.ts';
import { keepLease, settlePaid } from '../events/lease.ts';
import { createChanging, type Change } from '../materials/change.ts';
import { lockMaterial } from '../materials/read.ts';
import { writeStep } from '../materials/write.ts';
import type { Actor } from '../participants/actors.ts';
import { tables } from '../tables.ts';
import type { PictureFiles } from './pictureFiles.ts';

/** How long an unused picture is kept, in milliseconds. */
export const PICTURE_KEPT_FOR_MS = 30 * 86_400_000;
/** The most pictures that are kept at once; each has at most 10 MiB. */
export const MAX_KEPT_PICTURES = 100;
/** A file that is older than this and has no row was left by a crash. */
const ORPHAN_AFTER_MS = 3_600_000;

export interface Kept {
	readonly admission_id: string;
	readonly sha256: string;
	readonly bytes: number;
}

export interface Pictures {
	/**
	 * Stores the bytes; storing the same bytes again changes nothing.
	 * @throws CopydeskError invalid_image, admission_not_found, result_conflict, busy, unavailable
	 */
	keep(actor: Actor, admissionId: string, bytes: Buffer): Promise<{ readonly kept: Kept; readonly isNew: boolean }>;
	/** @throws CopydeskError result_not_found, integrity_violation, unavailable */
	read(actor: Actor, admissionId: string): Promise<Buffer>;
	/** Checks whether another picture could be kept. @throws Error that says why not */
	probe(): void;
	/** Removes pictures that are on a cover, that belong to finished drafts, or that were not used for 30 days. */
	forget(): Promise<void>;
}

interface PicturesOptions {
	readonly db: Database;
	readonly audit: Audit;
	readonly files: PictureFiles;
	/** Turns a JPEG or WebP into a PNG. */
	readonly prepare: (bytes: Buffer) => Promise<{ readonly png: Buffer } | { readonly problem: PhotoProblem }>;
	readonly nowMs: () => number;
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const ILLUSTRATION: Purpose = 'illustration';

export function createPictures({ db, audit, files, prepare, nowMs }: PicturesOptions): Pictures {
	const changing = createChanging(audit, nowMs);
	const rowOf = (tx: Database, admissionId: string) =>
		tables(tx).selectFrom('kept_picture').selectAll().where('admission_id', '=', admissionId).executeTakeFirst();

	return {
		async keep(actor, admission_id, sent) {
			const version = await versionOf(db, actor, admission_id);
			const bytes = await pngOf(sent, prepare);
			const fault = checkPng(bytes);
			if (fault !== null) throw invalid(fault);
			const kept = { admission_id, sha256: sha256Of(bytes), bytes: bytes.length };
			const before = await rowOf(db, admission_id);
			if (before !== undefined && before.sha256 !== kept.sha256) throw new CopydeskError('result_conflict', admission_id);
			if (before === undefined) await requireRoom(db);
			files.write(admission_id, bytes);
			const isNew = await changing(actor, async (change) => {
				const row = await rowOf(change.tx, admission_id);
				if (row !== undefined) return false;
				await noteKept(change, { ...kept, ...version, kept_at_ms: change.origin.atMs });
				return true;
			});
			return { kept, isNew };
		},

		async read({ context }, admissionId) {
			const row = await rowOf(db, admissionId);
			const isGone = row === undefined || (await doneWith(db, nowMs())).includes(admissionId);
			const bytes = isGone ? undefined : await files.read(admissionId);
			if (isGone || bytes === undefined) throw new CopydeskError('result_not_found', admissionId);
			if (sha256Of(bytes) !== row.sha256) throw new CopydeskError('integrity_violation', admissionId);
			await keepLease(db, context.event_key, nowMs());
			return bytes;
		},

		probe: () => files.probe(),

		async forget() {
			for (const admissionId of await doneWith(db, nowMs())) {
				files.remove(admissionId);
				await tables(db).deleteFrom('kept_picture').where('admission_id', '=', admissionId).execute();
			}
			for (const name of files.writtenBefore(Date.now() - ORPHAN_AFTER_MS)) if ((await rowOf(db, name)) === undefined) files.remove(name);
		},
	};
}

const invalid = (fault: ImageFault | PhotoFault): CopydeskError =>
	new CopydeskError('invalid_image', fault, { fields: [{ path: fault, message: 'Expected a PNG, JPEG or WebP' }] });

const FAULTS: Partial<Record<PhotoFault, ImageFault>> = {
	too_large: 'image_too_large',
	too_small: 'image_wrong_size',
	too_many_pixels: 'image_wrong_size',
};

/** The picture as a PNG: an AI may draw a JPEG or WebP, whatever it is asked for. */
async function pngOf(bytes: Buffer, prepare: PicturesOptions['prepare']): Promise<Buffer> {
	const format = formatOf(bytes);
	if (format === null || format === 'png') return bytes;
	const prepared = await prepare(bytes);
	if ('png' in prepared) return prepared.png;
	const { kind } = prepared.problem;
	if (kind === 'away') throw new CopydeskError('busy', 'too many pictures are being read');
	throw invalid(FAULTS[kind] ?? kind);
}

/** The version for which the picture was paid. */
async function versionOf(db: Database, { context }: Actor, admissionId: string) {
	const { event_key } = context;
	const found = await tables(db)
		.selectFrom('admission')
		.select(({ ref }) => [ref('draft_key').$notNull().as('draft_key'), ref('version').$notNull().as('version')])
		.where(({ and }) => and({ admission_id: admissionId, event_key, purpose: ILLUSTRATION }))
		.where('draft_key', 'is not', null)
		.executeTakeFirst();
	if (found === undefined) throw new CopydeskError('admission_not_found', admissionId);
	return found;
}

async function requireRoom(db: Database): Promise<void> {
	const { n } = await tables(db)
		.selectFrom('kept_picture')
		.select(({ fn }) => fn.countAll<number>().as('n'))
		.executeTakeFirstOrThrow();
	if (n >= MAX_KEPT_PICTURES) throw new CopydeskError('busy', `${n} pictures are kept`);
}

async function noteKept(
	{ tx, note, origin }: Change,
	kept: Kept & { readonly draft_key: string; readonly version: number; readonly kept_at_ms: number },
): Promise<void> {
	const { admission_id, draft_key, version, bytes } = kept;
	const found = await lockMaterial(tx, kept);
	const isWanted = isInWork(found.state) && found.source_image_id === null && found.cover_asset_id === null;
	if (isWanted) await writeStep(tx, note, found, { next: { ...found, kept_admission_id: admission_id }, detail: {} }, origin);
	await tables(tx).insertInto('kept_picture').values(kept).execute();
	await settlePaid(tx, origin.eventKey, origin.atMs);
	note({
		actorUserId: origin.actorUserId,
		action: 'picture.kept',
		entity: `admission:${admission_id}`,
		outcome: 'ok',
		executionId: origin.executionId,
		detail: { draft_key, version, bytes },
	});
}

/**
 * Pictures that are not needed any more. A picture is needed for at most 30 days, while its version, or one that took it over, is in work
 * and has no cover.
 */
async function doneWith(db: Database, nowMs: number): Promise<readonly string[]> {
	const rows = await tables(db)
		.selectFrom('kept_picture as k')
		.select('k.admission_id')
		.where(({ or, eb, not, exists, selectFrom }) =>
			or([
				eb('k.kept_at_ms', '<', nowMs - PICTURE_KEPT_FOR_MS),
				not(
					exists(
						selectFrom('material as m')
							.select('m.draft_key')
							.where((m) =>
								m.or([
									m('m.kept_admission_id', '=', m.ref('k.admission_id')),
									m.and([m('m.draft_key', '=', m.ref('k.draft_key')), m('m.version', '=', m.ref('k.version'))]),
								]),
							)
							.where('m.cover_asset_id', 'is', null)
							.where('m.state', 'in', WORK_STATES),
					),
				),
			]),
		)
		.execute();
	return rows.map(({ admission_id }) => admission_id);
}
