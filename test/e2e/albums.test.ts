/** An album on real n8n, from six messages to its end: what `npm run demo -- --album` plays, on the desk that the tests share. */
import { ALBUM_PLAYS, Album } from '../../scripts/demo/album.ts';
import { untilQuiet } from '../../scripts/demo/ownDesk.ts';
import { Play } from '../../scripts/demo/play.ts';
import { SandboxClient } from '../../scripts/desk/sandboxClient.ts';
import { sharedDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';

describe('Five photos and a video on real n8n', function () {
	this.timeout(420_000);
	let desk: Desk;

	before(async function () {
		desk = await sharedDesk(this);
	});

	for (const given of ALBUM_PLAYS)
		it(`are one post (${given.choice}): replaced, planned, published, corrected and taken down whole`, async () => {
			const sandbox = new SandboxClient(desk.urls.sandbox);
			await new Album(new Play(sandbox), sandbox, () => untilQuiet({ data: desk.dataDir }), given).play();
		});
});
