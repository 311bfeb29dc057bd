// What a desk made of a post, as it was stored: what the messenger shows of a cover is its own copy, made smaller.
import { join } from 'node:path';
import { tables } from '@copydesk/collaboration/operator';
import { openDatabase } from '@copydesk/kit/database/open';
import { HOST, type Ports } from '../desk/ports.ts';
import { buttonFor, type Message } from '../desk/sandboxClient.ts';
import { ensureSecrets } from '../desk/secrets.ts';

/** The version that a preview shows. */
export async function materialOf(data: string, preview: Message) {
	const [, , draftKey = '', version = ''] = (buttonFor(preview, 'publish') as string).split('|');
	const db = await openDatabase(`sqlite:${join(data, 'collaboration', 'collaboration.sqlite')}`, { readOnly: true });
	try {
		return await tables(db)
			.selectFrom('material')
			.select(['cover_asset_id', 'cover_template', 'own_image_id', 'source_image_id', 'facts', 'link'])
			.where(({ and }) => and({ draft_key: draftKey, version: Number(version) }))
			.executeTakeFirstOrThrow();
	} finally {
		await db.close();
	}
}

export async function coverOf({ data, ports }: { readonly data: string; readonly ports: Ports }, preview: Message): Promise<Buffer> {
	const { cover_asset_id } = await materialOf(data, preview);
	const answer = await fetch(`http://${HOST}:${ports.renderer}/v1/assets/${cover_asset_id ?? ''}.png`, {
		headers: { Authorization: `Bearer ${ensureSecrets(join(data, 'secrets')).value('renderer-key')}` },
		signal: AbortSignal.timeout(10_000),
	});
	if (!answer.ok) throw new Error(`the renderer answers ${answer.status}`);
	return Buffer.from(await answer.arrayBuffer());
}
