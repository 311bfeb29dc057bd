/** A recorded voice on real n8n: it is heard once, shown, and becomes a post by presses alone. */
import { expect } from 'chai';
import { sharedDesk, type Desk } from '../support/desk.ts';
import { read, settled } from '../support/deskState.ts';
import { CHANNEL, OWNER, buttonOf, isPreview, peopleOf, type People, type SeenMessage } from '../support/people.ts';

const WORDS = 'The harbour tram opens on Saturday at 9:00, and a ride costs 2 euros.';

describe('A voice message on real n8n', function () {
	this.timeout(300_000);
	let desk: Desk;
	let people: People;
	let known: ReadonlySet<number>;

	before(async function () {
		desk = await sharedDesk(this);
		people = peopleOf(desk.urls.sandbox);
		known = new Set((await people.messages(OWNER)).map(({ message_id }) => message_id));
	});

	const say = async (voice: object): Promise<void> => {
		const body = JSON.stringify({ from: OWNER, voice: { seconds: 6, ...voice } });
		const headers = { 'Content-Type': 'application/json' };
		const { status } = await fetch(`${desk.urls.sandbox}/control/send`, { method: 'POST', headers, body });
		expect(status).to.be.below(300);
	};
	const newTo = (what: string, fits: (message: SeenMessage) => boolean): Promise<SeenMessage> =>
		people.see(OWNER, what, (message) => !known.has(message.message_id) && fits(message), 120_000);

	it('is written down once, and goes from a press to the channel', async () => {
		await say({ words: WORDS });
		const shown = await newTo('what was understood', ({ text = '' }) => text.includes(`“${WORDS}”`));
		await people.press(OWNER, shown, 'make_post');
		const preview = await newTo('the preview', isPreview);
		await people.press(OWNER, preview, 'publish');
		const post = await people.see(CHANNEL, 'the post', ({ caption }) => caption === preview.caption);
		expect(post.caption).to.include('Saturday at 9:00').and.include('2 euros');
		await settled(desk, people);
		const [, , draftKey = ''] = (buttonOf(preview, 'publish') ?? '').split('|');
		expect(await read(desk, `select request from material where draft_key = '${draftKey}'`)).to.deep.equal([{ request: WORDS }]);
		expect(await read(desk, "select count(*) as n from admission where purpose = 'transcription'")).to.deep.equal([{ n: 1 }]);
	});

	it('that is no sound is told so, and nothing is paid for it', async () => {
		await say({ bytes: Buffer.from('<svg/>'.repeat(100)).toString('base64') });
		await newTo('why it was not heard', ({ text = '' }) => text.startsWith('I cannot read this kind of recording.'));
		await settled(desk, people);
		expect(await read(desk, "select count(*) as n from admission where purpose = 'transcription'")).to.deep.equal([{ n: 1 }]);
	});
});
