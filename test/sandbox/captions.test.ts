import { expect } from 'chai';
import { wrongWith } from '../support/fuzzedCaptions.ts';
import { CHANNEL, OLGA, RunningSandbox } from '../support/sandbox.ts';

describe('the form of words in the sandbox', () => {
	let desk: RunningSandbox;
	before(async () => {
		desk = await new RunningSandbox().start();
	});
	after(() => desk.end());

	const refusal = async (text: string, ...entities: object[]) =>
		(await desk.bot('sendMessage', { chat_id: CHANNEL, text, entities })).description?.replace('Bad Request: ', '');
	const bold = (offset: number, length: number) => ({ type: 'bold', offset, length });
	const link = (url: string) => ({ type: 'text_link', offset: 0, length: 1, url });

	it('is refused as the real server refuses it, in its words', async () => {
		expect(await refusal('abc', bold(3, 1))).to.equal('entity begins after the end of the text at UTF-16 offset 3');
		expect(await refusal('abc', bold(1, 5))).to.equal(
			'entity beginning at UTF-16 offset 1 ends after the end of the text at UTF-16 offset 6',
		);
		expect(await refusal('a😀b', bold(2, 1))).to.equal('entity begins in a middle of a UTF-16 symbol at byte offset 5');
		expect(await refusal('a😀b', bold(0, 2))).to.equal(
			'entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 5',
		);
		expect(await refusal('abc', bold(-1, 2))).to.equal('receive an entity with incorrect offset -1');
		expect(await refusal('abc', link('@somebody'))).to.equal("entity URL '@somebody' is invalid: Wrong HTTP URL");
		expect(await refusal('abc', link('https://localhost/'))).to.equal("entity URL 'https://localhost/' is invalid: Wrong HTTP URL");
	});

	it('is put in order as the real server does it', async () => {
		const text = 'one two three #tag';
		const { result } = await desk.bot<{ entities: unknown }>('sendMessage', {
			chat_id: OLGA,
			text,
			entities: [
				bold(0, 13),
				{ type: 'text_link', offset: 4, length: 3, url: 'https://quay.example/' },
				{ type: 'text_link', offset: 6, length: 4, url: 'https://other.example/' },
				{ type: 'italic', offset: 7, length: 1 },
			],
		});
		expect(result.entities).to.deep.equal([
			bold(0, 4),
			{ type: 'text_link', offset: 4, length: 3, url: 'https://quay.example/' },
			bold(4, 3),
			bold(8, 5),
			{ type: 'hashtag', offset: 14, length: 4 },
		]);
	});

	it('is never refused or changed in a caption of ours', () => {
		for (let index = 0; index < 3_000; index += 1) expect(wrongWith(28, index)).to.equal(null);
	});
});
