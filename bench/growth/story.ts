/** What two people do with one post and one item of news, as the calls of the graphs: every route of the service, in order. */
import { createHash } from 'node:crypto';

export const OWNER = 1001;
export const EDITOR = 1002;
export const COVER = Buffer.from('not a real picture, but whole');
const COVER_ID = createHash('sha256').update(COVER).digest('hex');
const IMAGE_ID = `sha256:${'ab'.repeat(32)}`;

/** One request to the service. @param name what is measured under this name @returns the body of the answer */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are looked into freely here
export type Ask = (name: string, path: string, body: Readonly<Record<string, unknown>>) => Promise<any>;

interface Version {
	readonly draft_key: string;
	readonly version: number;
}

/** The calls of one story after the other; what a story needs a number for comes from `next`. */
export interface Story {
	readonly ask: Ask;
	readonly next: () => number;
}

const person = (id: number) => ({ id, is_bot: false, first_name: id === OWNER ? 'Olga' : 'Egor' });
const chat = (id: number) => ({ id, type: 'private' });

async function told({ ask, next }: Story, name: string, message: object, from: number) {
	const update_id = next();
	const update = { update_id, message: { message_id: update_id, date: 1, from: person(from), chat: chat(from), ...message } };
	return ask(`/event: ${name}`, '/event', { update, execution_id: `e${next()}` });
}

async function pressed({ ask, next }: Story, action: string, rest: string, from: number, message_id: number) {
	const update_id = next();
	const callback_query = { id: `cb-${update_id}`, from: person(from), chat_instance: 'x', data: `cd1|${action}|${rest}` };
	const message = { message_id, date: 0, chat: chat(from) };
	const update = { update_id, callback_query: { ...callback_query, message } };
	return ask(`/event: press ${action}`, '/event', { update, execution_id: `e${next()}` });
}

/** The desk had that: it is to be written all the same. */
async function anyway(story: Story, said: { _svc: string; event_key: string }) {
	await done(story, said);
	return pressed(story, 'write_anyway', `p${said.event_key.slice(2)}|1`, EDITOR, 7);
}

const done = ({ ask }: Story, { _svc, event_key }: { _svc: string; event_key: string }) =>
	ask('/event-done', '/event-done', { _svc, event_key, outcome: 'done' });

const advance = ({ ask }: Story, _svc: string, { draft_key, version }: Version, from: string, to: string, patch?: object) =>
	ask(`/materials/advance: ${from === to ? 'text' : to}`, '/materials/advance', {
		...{ _svc, draft_key, version, from, to },
		...(patch === undefined ? {} : { patch }),
	});

const send = ({ ask }: Story, operation: string, body: object) => ask(`/messenger: ${operation}`, '/messenger', { operation, ...body });

/** Cover and caption, both previews, `ready`. @returns the message ids of both copies */
async function shown(story: Story, _svc: string, { draft_key, version }: Version): Promise<{ owner: number; editor: number }> {
	const at = { draft_key, version };
	const patch = { caption: `We open on Saturdays, ${draft_key} ${version}.`, cover_asset_id: COVER_ID, source_image_id: IMAGE_ID };
	await story.ask('/authorize', '/authorize', { _svc, purpose: 'cover_render', target: 'renderer' });
	await advance(story, _svc, at, 'text_preparing', 'text_preparing', patch);
	const copy = async (recipient_user_id: number): Promise<number> =>
		(await send(story, 'preview', { _svc, purpose: 'preview', entity_key: `${draft_key}:${version}`, recipient_user_id, ...at })).delivery
			.message_id;
	const copies = { owner: await copy(OWNER), editor: await copy(EDITOR) };
	await advance(story, _svc, at, 'text_preparing', 'ready');
	return copies;
}

/** Asked for, shown, changed, shown again, published. */
async function postStory(story: Story): Promise<void> {
	const { ask, next } = story;
	const said = await told(story, 'post', { text: '/post Our clinic opens on Saturdays from May, please' }, EDITOR);
	const event = said.intent.kind === 'usage' ? await anyway(story, said) : said;
	const { _svc } = event;
	await send(story, 'status', { _svc, purpose: 'progress', entity_key: event.event_key, text: 'Working on it', progress: true });
	const content = { kind: 'post', request: 'Our clinic opens on Saturdays from May, please' };
	const { draft_key } = (await ask('/materials/create', '/materials/create', { _svc, content })).material;
	const child = { execution_id: `e${next()}`, workflow_id: 'cd-write-post', workflow_name: 'Write post' };
	await ask('/execution-context', '/execution-context', { _svc, ...child });
	await ask('/authorize: paid', '/authorize', { _svc, purpose: 'text_generate', target: 'ai.example' });
	const text = { title: 'Open on Saturdays', subtitle: 'From May', body: 'We open on Saturdays from May.' };
	await advance(story, _svc, { draft_key, version: 1 }, 'text_generating', 'text_preparing', text);
	await ask('/authorize: paid', '/authorize', { _svc, purpose: 'illustration', target: 'ai.example' });
	const first = await shown(story, _svc, { draft_key, version: 1 });
	await done(story, event);

	const feedback = await pressed(story, 'feedback', `${draft_key}|1`, EDITOR, first.editor);
	const asked = { _svc: feedback._svc, draft_key, version: 1 };
	const callback = { callback_query_id: feedback.callback.id, text: 'Got it' };
	await send(story, 'answer_callback', { _svc: asked._svc, purpose: 'answer', entity_key: feedback.event_key, ...callback });
	await advance(story, asked._svc, asked, 'ready', 'awaiting_feedback');
	const prompt = await send(story, 'prompt', { ...asked, purpose: 'prompt', entity_key: `${draft_key}:1`, text: 'What should change?' });
	await ask('/decision', '/decision', { ...asked, decision: 'awaiting_feedback' });
	await done(story, feedback);

	const reply = { text: 'Say it warmer', reply_to_message: { message_id: prompt.delivery.message_id, date: 1, chat: chat(EDITOR) } };
	const answer = await told(story, 'reply', reply, EDITOR);
	const revision = { content: { ...text, body: 'We are glad to open on Saturdays.' }, reuse: { source_image_id: true } };
	await ask('/materials/revise', '/materials/revise', { ...asked, _svc: answer._svc, ...revision });
	await ask('/decision', '/decision', { ...asked, _svc: answer._svc, decision: 'superseded' });
	const second = await shown(story, answer._svc, { draft_key, version: 2 });
	await done(story, answer);

	const publish = await pressed(story, 'publish', `${draft_key}|2`, OWNER, second.owner);
	const claim = { action: 'claim', _svc: publish._svc, draft_key, version: 2, message_id: second.owner };
	const { _svc: won } = await ask('/internal: claim', '/internal', claim);
	const post = { purpose: 'publish', entity_key: `${draft_key}:2`, draft_key, version: 2 };
	await send(story, 'publish', { _svc: won, ...post });
	await ask('/decision', '/decision', { _svc: won, draft_key, version: 2, decision: 'published' });
	await done(story, { _svc: won, event_key: publish.event_key });
}

/** What people ask without changing anything, and a step that fails. */
async function questions(story: Story): Promise<void> {
	const { ask, next } = story;
	for (const command of ['status', 'draft', 'sources', 'help']) {
		const event = await told(story, `/${command}`, { text: `/${command}` }, OWNER);
		await send(story, 'reply', { _svc: event._svc, purpose: 'reply', entity_key: event.event_key, text: 'An answer' });
		await ask('/materials/list', '/materials/list', { _svc: event._svc, limit: 20 });
		await done(story, event);
	}
	await told(story, 'post', { text: '/post A post that nobody will see, about nothing in particular' }, OWNER);
	const facts = { workflow_id: 'cd-main', node_name: 'Verify', error_class: 'NodeApiError' };
	await ask('/execution-failure', '/execution-failure', { execution_id: `e${next() - 1}`, ...facts });
	const context = await ask('/internal: context', '/internal', { action: 'context', entry: 'daily_offer' });
	await ask('/news/read', '/news/read', { _svc: context._svc });
	const owner = await told(story, '/start', { text: '/start' }, OWNER);
	await ask('/onboarding', '/onboarding', { _svc: owner._svc });
	await done(story, owner);
}

/** Two cards: one is skipped, the other one is taken, and what was begun is dropped. */
async function newsStory(story: Story): Promise<void> {
	const { ask, next } = story;
	const event = await told(story, 'news', { text: '/news bridges' }, EDITOR);
	const { _svc } = event;
	const links = [next(), next()].map((n) => `https://coast-wire.example/${n}`);
	await ask('/news/feeds', '/news/feeds', {
		_svc,
		feeds: [{ outcome: 'read', feed_url: 'https://coast-wire.example/feed', title: 'Coast Wire', items: 2 }],
	});
	await ask('/news/known', '/news/known', { _svc, canonical_urls: links });
	const about = { title: 'The bridge opens', angle: 'What changes', host: 'coast-wire.example', source_title: 'Coast Wire' };
	const items = links.map((url) => ({ canonical_url: url, url, ...about, published_at: '2026-12-30T08:00:00.000Z' }));
	const { batch } = await ask('/news/offer', '/news/offer', { _svc, topic: 'bridges', window_days: 30, items });
	const card = async (item: number): Promise<number> =>
		(
			await send(story, 'card', {
				...{ _svc, purpose: 'card', entity_key: `${batch.batch_key}:${item}` },
				...{ batch_key: batch.batch_key, item, recipient_user_id: EDITOR },
			})
		).delivery.message_id;
	const cards = [await card(1), await card(2)] as const;
	await done(story, event);

	const skip = await pressed(story, 'skip', `${batch.batch_key}|1|2`, EDITOR, cards[1]);
	await ask('/news/dismiss', '/news/dismiss', { _svc: skip._svc, batch_key: batch.batch_key, item: 2, message_id: cards[1] });
	await done(story, skip);
	// A later story has the same item: its card says so.
	const take = await pressed(story, 'take_anyway', `${batch.batch_key}|1`, EDITOR, cards[0]);
	const taken = await ask('/news/take', '/news/take', { _svc: take._svc, batch_key: batch.batch_key, item: 1, message_id: cards[0] });
	const { draft_key } = taken.material;
	const article = { title: 'The bridge opens', site: 'Coast Wire', language: 'en', paywalled: false };
	const blocks = [{ id: 'b1', text: 'The bridge over the harbour opens on Monday, two years after the old one was closed.' }];
	await ask('/news/source', '/news/source', {
		...{ _svc: take._svc, draft_key, version: 1, link: links[0], blocks },
		...{ ...article, published_at: '2026-12-30T08:00:00.000Z' },
	});
	await ask('/materials/read', '/materials/read', { _svc: take._svc, draft_key });
	await done(story, take);
	const drop = await pressed(story, 'drop', `${draft_key}|1`, EDITOR, cards[0]);
	await advance(story, drop._svc, { draft_key, version: 1 }, 'text_generating', 'rejected');
	await done(story, drop);
}

export async function playStory(story: Story): Promise<void> {
	await postStory(story);
	await questions(story);
	await newsStory(story);
}
