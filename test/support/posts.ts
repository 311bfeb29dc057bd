/** A desk with a post in its channel: what the graphs do with an answer about it, and what people see. */
import { CHANNEL, EDITOR, OWNER, postEvent, preview, pressUpdate, textUpdate } from './collaboration.ts';
import type { Answer, Ready, TestDesk } from './collaboration.ts';
import { carryOut } from './planned.ts';
import { until } from './until.ts';

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

export const otherOf = (person: number): number => (person === OWNER ? EDITOR : OWNER);

/** The post as the channel shows it. */
export const posts = (desk: TestDesk) => desk.messenger.messages(CHANNEL).filter(({ deleted }) => !deleted);

/** Presses Publish below a copy, and what the graphs do with it. */
export const publishFrom = (desk: TestDesk, from: number, at: Ready) =>
	carryOut(desk, pressUpdate(from, from === OWNER ? at.owner : at.editor, `cd1|publish|${at.draft_key}|${at.version}`));

/** The newest message to somebody with a button of this action. */
export const withButton = (desk: TestDesk, from: number, action: string) =>
	desk.messenger.messages(from).findLast(({ buttons }) => buttons.some(({ callback_data }) => callback_data?.split('|')[1] === action));

/** Presses a button once it is there, as the graphs are told of it. */
export async function pressPost(desk: TestDesk, from: number, action: string, at: Version) {
	const message = await until(() => withButton(desk, from, action));
	return postEvent(desk, pressUpdate(from, message.messageId, `cd1|${action}|${at.draft_key}|${at.version}`));
}

/** The number of the question that somebody was asked, once it is kept. */
export async function questionTo(desk: TestDesk, person: number): Promise<number> {
	const asked = await until(() => desk.messenger.messages(person).findLast(({ forceReply }) => forceReply));
	await until(async () => (await desk.service.db.query('select 1 from delivery where message_id = $1', [asked.messageId])).length > 0);
	return asked.messageId;
}

/** Answers the question what should change. @returns the answer of `/event` */
export const reply = async (desk: TestDesk, from: number, words: string, question?: number) =>
	postEvent(desk, textUpdate(from, words, question === undefined ? {} : { reply_to_message: { message_id: question } }));

export interface Change {
	readonly caption: string;
	readonly cover?: string;
	readonly cover_template?: string;
}

/** What the graphs do with an answer: a new version, its text and cover, and its previews. */
export async function revisedBy(
	desk: TestDesk,
	event: { readonly _svc: string; readonly event_key: string },
	of: Version,
	{ caption, cover, ...look }: Change,
): Promise<{ readonly made: Answer; readonly at: Ready }> {
	const { _svc } = event;
	const content = { title: 'Open on Saturdays', subtitle: 'From May', body: caption, ...look };
	const made = await desk.post('/materials/revise', {
		...of,
		_svc,
		content,
		reuse: { source_image_id: true, cover: cover === undefined },
	});
	if (made.status !== 200) return { made, at: { ...of, _svc, owner: 0, editor: 0 } };
	const { draft_key, version } = made.body.material as Version;
	const at = { _svc, draft_key, version };
	await desk.post('/decision', { ...of, _svc, decision: 'superseded' });
	const patch = { caption, ...(cover === undefined ? {} : { cover_asset_id: cover }) };
	await desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'text_preparing', patch });
	await desk.post('/decision', { ...at, decision: 'prepared' });
	const owner = (await preview(desk, at, OWNER)).body.delivery.message_id as number;
	const editor = (await preview(desk, at, EDITOR)).body.delivery.message_id as number;
	await desk.post('/materials/advance', { ...at, from: 'text_preparing', to: 'ready' });
	await desk.post('/event-done', { _svc, event_key: event.event_key, outcome: 'ready' });
	return { made, at: { ...at, owner, editor } };
}

/** From the button to the previews of the correction. */
export async function corrected(desk: TestDesk, from: number, post: Version, change: Change): Promise<Ready> {
	await pressPost(desk, from, 'correct', post);
	const event = await reply(desk, from, 'Please change it', await questionTo(desk, from));
	const { made, at } = await revisedBy(desk, event, { draft_key: event.intent.draft_key, version: event.intent.version }, change);
	if (made.status !== 200) throw new Error(JSON.stringify(made.body));
	return at;
}
