import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { useDemo } from '../support/deskCommand.ts';

describe('npm run demo -- --look', function () {
	this.timeout(600_000);
	const demo = useDemo('look');

	it("plays a channel's own look on real n8n, keeps covers and messages, and leaves with 0 as no picture was paid for", async () => {
		const { code, text } = await demo.play();
		expect(code, text).to.equal(0);
		expect(text).to.include('The covers are of the photo, no picture was paid for');
		const read = (name: string) => readFileSync(join(demo.folder(), 'demo', 'look', name));
		const covers = ['panel', 'classic', 'full', 'words', 'news', 'frame'].map((name) => read(`${name}.png`));
		expect(new Set(covers.map((png) => png.toString('base64')))).to.have.property('size', covers.length);
		for (const png of covers) expect(await sharp(png).metadata()).to.include({ width: 1080, height: 1080 });
		const posts = JSON.parse(read('channel.json').toString('utf8')) as { caption: string; caption_entities: { type: string }[] }[];
		expect(posts).to.have.length(1);
		expect(posts[0]?.caption).to.match(/nobody needs a ticket[^]*\n\nHarbour News$/);
		// The messenger marks hashtags by itself.
		const given = posts[0]?.caption_entities.map(({ type }) => type).filter((type) => type !== 'hashtag');
		expect(given).to.deep.equal(['bold', 'text_link', 'text_link']);
	});
});
