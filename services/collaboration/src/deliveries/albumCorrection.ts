/** What a correction changes of an album in the channel, whichever of its versions the channel shows. */
import { albumChange, type AlbumChange } from '@copydesk/domain/caption/albumChange';
import { shownPost } from '@copydesk/domain/caption/shown';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { findMaterial } from '../materials/read.ts';
import { perhapsInChannel } from './journal.ts';

export async function changeOfAlbum(db: Database, material: Material, post: Material): Promise<AlbumChange | undefined> {
	const perhaps = await Promise.all((await perhapsInChannel(db, post)).map((each) => findMaterial(db, each.draft_key, each.version)));
	return albumChange(shownPost(material), [post, ...perhaps.filter((each) => each !== undefined)].map(shownPost));
}
