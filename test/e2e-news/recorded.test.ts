/**
 * A whole story of the desk, from a search for news to the channel, with feedback, another picture and a rejection. What real n8n and
 * the real client said to messenger and AI, and what they were answered, has the types that the makers of both interfaces publish.
 */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Said } from '../../services/sandbox/src/recorder.ts';
import { recordOf, type Desk } from '../support/desk.ts';
import { Lookout, newsDesk, putNewsAway, settled } from '../support/deskState.ts';
import { CHANNEL, EDITOR, OWNER, buttonOf, isPreview, takingOf, type People, type SeenMessage } from '../support/people.ts';
import { RESPONSE, mistakesIn, type Recorded } from '../support/published.ts';

const OF_AI: Readonly<Record<string, readonly [request: string, answer: string]>> = {
	responses: ['Responses.ResponseCreateParamsNonStreaming', RESPONSE],
	'images/generations': ['ImageGenerateParamsNonStreaming', 'ImagesResponse'],
};

/** A form has everything as text; what the Bot API reads as JSON is read. */
const readForm = (_name: string, value: unknown): unknown =>
	typeof value === 'string' && /^(?:[{[].*|true|false)$/s.test(value) ? (JSON.parse(value) as unknown) : value;

/** A message that is answered is a message of its own: the published type has it with a key that JSON cannot say. */
function withReplies(record: Recorded): readonly Recorded[] {
	const replies: Recorded[] = [];
	const value: unknown = JSON.parse(JSON.stringify(record.value), (name, each: unknown) => {
		if (name !== 'reply_to_message') return each;
		replies.push({ name: 'answered message', type: 'Message', value: each });
		return undefined;
	});
	return [{ ...record, value }, ...replies];
}

function typed({ name, request, answer }: Said): readonly Recorded[] {
	if (name === 'update') return withReplies({ name, type: 'Update', value: answer });
	const ofAi = OF_AI[name];
	if (ofAi !== undefined)
		return [
			{ name: `${name}, request`, type: ofAi[0], value: request },
			{ name: `${name}, answer`, type: ofAi[1], value: answer },
		];
	// Any answer may have a description, as the documents say.
	const answered = `ApiResponse<ReturnType<ApiMethods<string>['${name}']>> & { description?: string }`;
	return [
		{ name: `${name}, request`, type: `Opts<string>['${name}']`, value: JSON.parse(JSON.stringify(request), readForm) },
		...withReplies({ name: `${name}, answer`, type: answered, value: answer }),
	];
}

const WORD = /^[a-z_]{1,24}$/;

/** Equal for two values that differ in their numbers and sentences alone. */
function shapeOf({ name, value }: Recorded): string {
	const isOpen = (each: unknown): boolean => typeof each === 'number' || (typeof each === 'string' && !WORD.test(each));
	return `${name} ${JSON.stringify(value, (_key, each: unknown) => (isOpen(each) ? typeof each : each))}`;
}

describe('What real n8n, the messenger and the AI say to each other', function () {
	this.timeout(600_000);
	let desk: Desk;
	let people: People;
	const lookout = new Lookout();
	const newTo = (chat: number, what: string, fits: (message: SeenMessage) => boolean) => lookout.newTo(people, chat, what, fits);

	before(async function () {
		({ desk, people } = await newsDesk(this));
		await lookout.lookAround(people);
	});
	after(() => putNewsAway(desk, people));

	it('is as the published types have it, in a whole story from a link to the channel', async () => {
		await people.send(EDITOR, '/news https://coast-wire.example/library-boat');
		const card = await newTo(EDITOR, 'a card', (message) => takingOf(message) !== undefined);
		await people.take(EDITOR, card);
		const first = await newTo(OWNER, 'a preview', isPreview);
		await settled(desk, people);
		await people.press(OWNER, first, 'feedback');
		const question = await newTo(OWNER, 'the question', (message) => /What should change in/.test(message.text ?? ''));
		await people.send(OWNER, 'new picture please', question.message_id);
		const isSecond = (message: SeenMessage) => isPreview(message) && buttonOf(message, 'publish')?.endsWith('|2') === true;
		const second = await newTo(EDITOR, 'the second preview', isSecond);
		expect(second.photo?.at(-1)?.file_unique_id, 'another picture').to.not.equal(first.photo?.at(-1)?.file_unique_id);
		await settled(desk, people);
		await people.press(EDITOR, second, 'publish');
		await newTo(CHANNEL, 'the post', (message) => message.caption === second.caption);
		await people.send(OWNER, '/post The harbour ferry leaves at 6:40 from Saturday and runs every 20 minutes.');
		const other = await newTo(EDITOR, 'another preview', (message) => isPreview(message) && message.message_id > second.message_id);
		await settled(desk, people);
		await people.press(EDITOR, other, 'reject');
		await newTo(OWNER, 'the notice', (message) => /rejected/i.test(message.text ?? ''));
		await settled(desk, people);

		const said = readFileSync(recordOf(desk.dataDir), 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as Said);
		const names = new Set(said.map(({ name }) => name));
		expect([...names]).to.include.members([
			...['update', 'responses', 'images/generations'],
			...['sendMessage', 'sendPhoto', 'answerCallbackQuery', 'editMessageReplyMarkup', 'editMessageText'],
		]);
		const records = [...new Map(said.flatMap(typed).map((each) => [shapeOf(each), each])).values()];
		expect(mistakesIn(records)).to.deep.equal([]);
	});
});
