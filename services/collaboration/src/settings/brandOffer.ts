/** The brand that the owner is shown after they sent a logo: one at a time, and a new logo takes the place of it. */
import type { Database } from '@copydesk/kit/database/types';
import { tables } from '../tables.ts';
import type { BrandSet } from './coverStyle.ts';

export interface BrandOffer {
	/** The event of the logo, which the buttons name. */
	readonly key: string;
	readonly by: number;
	readonly file_id: string;
	/** The number of the sheet, which the buttons name too. */
	readonly sheet: number;
	readonly state: 'asked' | 'shown' | 'used' | 'left';
	/** Empty until the logo was looked at. */
	readonly brands: readonly (BrandSet & { readonly is_recoloured: boolean })[];
}

/** Among the owner's settings; no setting has this name. */
const ROW = 'brand_offer';

export const offeredBrand = ({ brands, sheet }: BrandOffer) => brands[(sheet - 1) % Math.max(1, brands.length)];

export async function readOffer(db: Database): Promise<BrandOffer | undefined> {
	const row = await tables(db).selectFrom('setting').select('value').where('name', '=', ROW).executeTakeFirst();
	return row === undefined ? undefined : (JSON.parse(row.value) as BrandOffer);
}

export async function beginOffer(tx: Database, offer: BrandOffer, atMs: number): Promise<void> {
	const row = { value: JSON.stringify(offer), set_by: offer.by, set_at_ms: atMs };
	await tables(tx)
		.insertInto('setting')
		.values({ name: ROW, ...row })
		.onConflict((on) => on.column('name').doUpdateSet(row))
		.execute();
}

/** @param next null: it is over @returns whether it still was as it was read */
export async function changeOffer(tx: Database, before: BrandOffer, next: BrandOffer | null): Promise<boolean> {
	const as = { name: ROW, value: JSON.stringify(before) };
	const row =
		next === null
			? await tables(tx)
					.deleteFrom('setting')
					.where(({ and }) => and(as))
					.returning('name')
					.executeTakeFirst()
			: await tables(tx)
					.updateTable('setting')
					.set({ value: JSON.stringify(next) })
					.where(({ and }) => and(as))
					.returning('name')
					.executeTakeFirst();
	return row !== undefined;
}
