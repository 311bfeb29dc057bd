import sharp from 'sharp';

const CELL_PX = 600;
const GAP_PX = 24;
/** A neutral wall, so that light and dark covers both have an edge. */
const WALL = '#cfcdc8';

/** Four covers in two rows. */
export async function sheetOf(covers: readonly Buffer[]): Promise<Buffer> {
	const place = (index: number): number => GAP_PX + index * (CELL_PX + GAP_PX);
	const cells = await Promise.all(
		covers.map(async (cover, index) => ({
			input: await sharp(cover).resize(CELL_PX, CELL_PX).png().toBuffer(),
			left: place(index % 2),
			top: place(Math.floor(index / 2)),
		})),
	);
	return sharp({ create: { width: place(2), height: place(Math.ceil(covers.length / 2)), channels: 3, background: WALL } })
		.composite(cells)
		.png({ compressionLevel: 6 })
		.toBuffer();
}
