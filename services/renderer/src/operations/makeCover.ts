import type { CoverRequest } from '@copydesk/domain/cover/cover';
import { templateNamed } from '@copydesk/domain/cover/template';
import { CopydeskError } from '@copydesk/domain/errors';
import { faultPoint } from '@copydesk/kit/faultPoints';
import type { CoverKey, Journal, StoredCover } from '../journal/journal.ts';
import type { RendererMetrics } from '../metrics.ts';
import type { Result } from '../workers/messages.ts';
import type { Pool } from '../workers/pool.ts';
import { ownBytes } from '../ownBytes.ts';
import { assetIdOf, demandImage, requestSha256 } from './coverRequest.ts';
import { demandBrand } from './keepBrand.ts';
import type { AssetReader } from './readAsset.ts';

interface MadeCover {
	readonly cover: StoredCover;
	/** Whether it was made for this request. */
	readonly isNew: boolean;
}

export type CoverMaker = (request: CoverRequest) => Promise<MadeCover>;

interface Parts {
	readonly journal: Journal;
	readonly pool: Pool;
	readonly metrics: RendererMetrics;
	readonly readAsset: AssetReader;
}

function refuseOther(stored: StoredCover, hash: string): void {
	if (stored.requestSha256 !== hash)
		throw new CopydeskError('version_conflict', `version ${stored.version} of ${stored.draftId} is stored with other content`);
}

/** Draws the cover and stores it. A stored cover is replaced only by the same bytes. Undefined if the template has another look now. */
async function draw(
	{ pool, metrics, readAsset }: Parts,
	request: CoverRequest,
	stored?: StoredCover,
): Promise<Extract<Result, { kind: 'covered' }> | undefined> {
	const { title, subtitle, category, image_id: imageId, template_version: templateVersion } = request;
	const text = { title, subtitle, category };
	const job = { kind: 'cover', imageId, templateVersion, text, ...(stored === undefined ? {} : { stored }) } as const;
	const { brand } = templateNamed(templateVersion);
	const bytesOf = async (assetId: string) => ownBytes(await readAsset.readWhole(assetId));
	let result = await pool.run(job);
	// Different threads may answer: one may lack the brand, the next the source. Send everything that was asked for so far.
	let [needsBrand, needsSource] = [false, false];
	while (result.kind === 'brand_needed' || result.kind === 'source_needed') {
		needsBrand ||= result.kind === 'brand_needed';
		needsSource ||= result.kind === 'source_needed';
		const given = {
			...(needsBrand && brand !== null ? { brand: await bytesOf(brand) } : {}),
			...(needsSource ? { source: await bytesOf(assetIdOf(imageId)) } : {}),
		};
		result = await pool.run({ ...job, ...given });
	}
	if (result.kind === 'looks_otherwise') return undefined;
	if (result.kind !== 'covered') throw new TypeError(`Expected a cover but the thread answered ${result.kind}`);
	metrics.phases(result.phases);
	return result;
}

/**
 * Makes a cover once. Simultaneous requests for one version in this process share the running work. Between processes the journal's key
 * decides: it stores one cover and returns it to the others.
 * @throws CopydeskError version_conflict, image_not_found, layout_overflow, unsupported_character, cover_too_large, busy, unavailable,
 * integrity_violation
 */
export function createCoverMaker(parts: Parts): CoverMaker {
	const { journal, metrics, readAsset } = parts;
	const underWay = new Map<string, { readonly hash: string; readonly made: Promise<MadeCover> }>();

	/** Answers with the stored cover. A lost file is drawn again if that gives the same bytes. */
	async function repeat(request: CoverRequest, cover: StoredCover): Promise<MadeCover> {
		if ((await readAsset.readIfWhole(cover.assetId)) === undefined) {
			const drawn = await draw(parts, request, cover);
			if (drawn?.assetId !== cover.assetId) {
				throw new CopydeskError('integrity_violation', `cover ${cover.assetId} is missing or altered and cannot be drawn again`);
			}
		}
		metrics.found('stored');
		return { cover, isNew: false };
	}

	async function render(request: CoverRequest, key: CoverKey, hash: string): Promise<MadeCover> {
		const drawn = await draw(parts, request);
		if (drawn === undefined) throw new TypeError('Expected a cover but none was drawn');
		const ours: StoredCover = {
			...key,
			requestSha256: hash,
			templateVersion: request.template_version,
			templateFingerprint: drawn.templateFingerprint,
			imageId: request.image_id,
			assetId: drawn.assetId,
			bytes: drawn.bytes,
			titleLines: drawn.lines.title,
			subtitleLines: drawn.lines.subtitle,
			titleFontPx: drawn.titleFontPx,
		};
		const kept = await journal.addCover(ours);
		faultPoint('cover.journalled');
		refuseOther(kept, hash);
		metrics.found(drawn.foundIn);
		return { cover: kept, isNew: kept === ours };
	}

	async function make(request: CoverRequest, key: CoverKey, hash: string): Promise<MadeCover> {
		const stored = await journal.findCover(key);
		if (stored !== undefined) {
			refuseOther(stored, hash);
			return repeat(request, stored);
		}
		await demandBrand(journal, request.template_version);
		await demandImage(journal, request.image_id);
		return render(request, key, hash);
	}

	return async (request) => {
		const hash = requestSha256(request);
		const key: CoverKey = { draftId: request.draft_id, version: request.version };
		const name = `${key.draftId} ${key.version}`;
		for (;;) {
			const other = underWay.get(name);
			if (other === undefined) break;
			if (other.hash === hash) return { ...(await other.made), isNew: false };
			// Wait for the other request: its result decides whether this version is taken.
			await other.made.catch(() => undefined);
		}
		const made = make(request, key, hash).finally(() => underWay.delete(name));
		underWay.set(name, { hash, made });
		return made;
	};
}
