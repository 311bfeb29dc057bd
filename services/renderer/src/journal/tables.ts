/** The tables of the journal, column by column. A test compares this with the migrated database on both engines. */
import { integer, openTables, text, type RowsOf } from '@copydesk/kit/database/typed';

/** SQLite allows null in a text key; no statement here writes one. */
export const columns = {
	asset: { asset_id: text(), bytes: integer(), stored_at_ms: integer() },
	image: { asset_id: text(), width: integer(), height: integer(), imported_at_ms: integer() },
	cover: {
		draft_id: text(),
		version: integer(),
		request_sha256: text(),
		template_version: text(),
		template_fingerprint: text(),
		image_id: text(),
		asset_id: text(),
		title_lines: integer(),
		subtitle_lines: integer(),
		title_font_px: integer(),
		rendered_at_ms: integer(),
	},
	brand: { asset_id: text(), name: text(), stored_at_ms: integer() },
	probe: { id: integer(), probed_at_ms: integer() },
};

/** Typed statements for a database or a transaction. */
export const tables = openTables<RowsOf<typeof columns>>();
