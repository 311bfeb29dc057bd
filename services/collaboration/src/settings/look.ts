/** How the covers of new drafts look: a draft keeps the look that held when it began, so that its cover can be asked for again. */
import { templateNamed, templateVersion, withPicture } from '@copydesk/domain/cover/template';
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import { readSettings } from './settings.ts';

/**
 * The template and the brand that are set, as a cover request names them.
 * @param withPhoto whether a person sent the picture: it is shown, and a cover of words alone has no place for it
 */
export async function templateNow(db: Database, withPhoto = false): Promise<string> {
	const { all } = await readSettings(db);
	const template = templateVersion(all.template, (await readBrand(db))?.brand_id ?? null);
	return withPhoto ? withPicture(template) : template;
}

/** A template that somebody names for one draft, in the brand that is set. */
export async function templateFor(db: Database, named: string): Promise<string> {
	return templateVersion(templateNamed(named).template, (await readBrand(db))?.brand_id ?? null);
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
