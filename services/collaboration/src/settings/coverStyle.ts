/** The look of new drafts' pictures. A draft keeps the look it began with, so that its cover can be requested again. */
import { PHOTO, defaultTemplate, isPhoto, templateNamed, templateVersion, withPicture } from '@copydesk/domain/cover/template';
import type { CoverTemplate } from '@copydesk/domain/cover/template';
import { isWestern } from '@copydesk/domain/languages/scripts';
import { TEMPLATE_VERSION } from '@copydesk/domain/limits';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { readSettings } from './settings.ts';

/**
 * The configured template and brand, in the form of a cover request, or the plain picture.
 * @param withPhoto whether a person sent the picture; the template must then have a place for it
 * @param language of the post: its letters have to be ones that the template can show
 */
export async function templateNow(db: Database, withPhoto = false, language = 'en'): Promise<string> {
	const { all } = await readSettings(db);
	if (all.picture === PHOTO) return PHOTO;
	const isClassic = (await templateSet(db)) === TEMPLATE_VERSION;
	return templateFor(db, isClassic && !isWestern(language) ? 'panel' : 'cover', withPhoto);
}

/** The template that the owner chose, or the default. */
export async function templateSet(db: Database): Promise<CoverTemplate> {
	return (await readSettings(db)).chosen.template ?? defaultTemplate((await readBrand(db)) !== undefined);
}

/** The look that a person names for one draft, in the configured brand. @param withPhoto as above */
export async function templateFor(db: Database, named: string, withPhoto = false): Promise<string> {
	if (isPhoto(named)) return PHOTO;
	const template = named === 'cover' ? await templateSet(db) : templateNamed(named).template;
	const version = templateVersion(template, (await readBrand(db))?.brand_id ?? null);
	return withPhoto ? withPicture(version) : version;
}

/** The brand of new drafts, as the operator set it; the renderer stores the brand itself. */
export interface BrandSet {
	/** SHA-256, the renderer's id of the brand. */
	readonly brand_id: string;
	readonly name: string;
	readonly panel: string;
	readonly accent: string;
	readonly font: string | null;
	readonly has_logo: boolean;
}

/** Stored among the owner's settings; no setting has this name. */
const ROW = 'brand';

export async function readBrand(db: Database): Promise<BrandSet | undefined> {
	const row = await tables(db).selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
	return row === undefined ? undefined : (JSON.parse(row.value) as BrandSet);
}

/** Null removes the brand for new drafts. */
export async function writeBrand(db: Database, brand: BrandSet | null, atMs: number): Promise<void> {
	if (brand === null) {
		await tables(db).deleteFrom('setting').where('name', '=', ROW).execute();
		return;
	}
	const row = { value: JSON.stringify(brand), set_by: 0, set_at_ms: atMs };
	await tables(db)
		.insertInto('setting')
		.values({ name: ROW, ...row })
		.onConflict((on) => on.column('name').doUpdateSet(row))
		.execute();
}
