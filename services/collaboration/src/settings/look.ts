/** What the pictures of new drafts look like: a draft keeps the look that held when it began, so that its cover can be asked for again. */
import { PHOTO, isPhoto, templateNamed, templateVersion, withPicture } from '@copydesk/domain/cover/template';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { readSettings } from './settings.ts';

/**
 * The template and the brand that are set, as a cover request names them, or the picture as it is.
 * @param withPhoto whether a person sent the picture: it is shown, and a cover of words alone has no place for it
 */
export async function templateNow(db: Database, withPhoto = false): Promise<string> {
	const { all } = await readSettings(db);
	return all.picture === PHOTO ? PHOTO : templateFor(db, 'cover', withPhoto);
}

/** What somebody names for one draft, in the brand that is set. @param withPhoto as above */
export async function templateFor(db: Database, named: string, withPhoto = false): Promise<string> {
	if (isPhoto(named)) return PHOTO;
	const template = named === 'cover' ? (await readSettings(db)).all.template : templateNamed(named).template;
	const version = templateVersion(template, (await readBrand(db))?.brand_id ?? null);
	return withPhoto ? withPicture(version) : version;
}

/** The brand of new drafts, as the operator set it; the renderer keeps the brand itself. */
export interface BrandSet {
	/** SHA-256, as the renderer names it. */
	readonly brand_id: string;
	readonly name: string;
	readonly panel: string;
	readonly accent: string;
	readonly font: string | null;
	readonly has_logo: boolean;
}

/** Beside the settings, which are the owner's: no setting has this name. */
const ROW = 'brand';

export async function readBrand(db: Database): Promise<BrandSet | undefined> {
	const row = await tables(db).selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
	return row === undefined ? undefined : (JSON.parse(row.value) as BrandSet);
}

/** Null: none from now on. */
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
