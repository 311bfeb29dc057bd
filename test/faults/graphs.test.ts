import { expect } from 'chai';
import { execute, strike } from './engine.ts';
import type { Answer, EngineWorld } from './engine.ts';
import { callOf, graphs, wayOf } from './graphs.ts';

type Fields = Readonly<Record<string, unknown>>;

const OWNER = 1001;
const COPY = { delivered: true, latest: true };
const ROW = {
	...{ draft_key: 'p7', version: 1, state: 'text_generating', kind: 'post', operation_actor_user_id: OWNER, link: null },
	...{ source_blocks: null, facts: null, title: null, caption: null, source_image_id: null, cover_asset_id: null },
};
const NEWS = { ...ROW, kind: 'news', link: 'https://coast-wire.example/one' };
const READY = { ...ROW, state: 'ready' };
const ITEMS = [{ batch_key: 'n7', item: 1, state: 'offered' }];

/** What the engine asks of a service that answers well. @param row the draft that the event is about */
async function askedBy(intent: Fields | 'the clock', row: Fields = ROW, event: Fields = {}): Promise<readonly string[]> {
	const calls: string[] = [];
	let current: Fields = row;
	const answerTo = (path: string, body: Fields): Fields => {
		switch (path) {
			case '/event':
				return { ...EVENT, intent, ...event };
			case '/brief':
				return { ...EVENT, intent: { kind: 'post_request', text: 'A post' } };
			case '/internal':
				return body['action'] === 'claim' ? { _svc: 'claimed' } : EVENT;
			case '/authorize':
				return { admission_id: 'a_1' };
			case '/messenger':
				return { delivery: { confirmed: true, status: 'sent' } };
			case '/materials/list':
				return { materials: [current] };
			case '/materials/advance':
				current = { ...current, ...(body['patch'] as Fields | undefined), state: body['to'] };
				return { material: current };
			case '/materials/revise':
				current = { ...ROW, version: 2 };
				return { material: current };
			case '/news/take':
				current = NEWS;
				return { material: current };
			case '/news/source':
				current = { ...current, source_blocks: body['blocks'] };
				return { material: current };
			case '/news/known':
				return { known: [] };
			case '/news/read':
				return { batch: null, items: [] };
			case '/news/offer':
				return { batch: {}, items: ITEMS };
			default:
				return { material: current };
		}
	};
	const world: EngineWorld = {
		async call(path, body): Promise<Answer> {
			const more =
				path === '/authorize' ? body['purpose'] : path === '/messenger' ? body['operation'] : path === '/internal' ? body['action'] : '';
			calls.push(`${path} ${String(more === 'reply' ? 'status' : more)}`.trim());
			return { status: 200, body: answerTo(path, body) };
		},
		between: async () => undefined,
		askAi: async () => undefined,
		readsWords: true,
		understand: async () => [{ fault: 'ai_refused' }],
		hear: async () => [],
		read: async () => 'read',
		participants: [OWNER, 1002],
		claimed: () => undefined,
	};
	if (intent === 'the clock') await strike(world, '2026-09-21', 'e1');
	else await execute(world, {}, 'e1').ended;
	return calls;
}

const EVENT = {
	...{ admitted: true, waits: false, replay: false, _svc: 'signed', event_key: 'u:7', actor: { user_id: OWNER }, is_done: false },
	...{ under_way: null, copy: null, callback: null, feedback_session: null },
};
const press = (action: string, more: Fields = {}): readonly [Fields, Fields] => [
	{ kind: 'callback', action, draft_key: 'p7', version: 1, ...more },
	{ callback: { id: 'q', message_id: 5 }, copy: COPY },
];

/** Whose calls the campaign leaves out, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
	'Bind it, then go its way': 'played where the clock strikes; a binding decides nothing',
	'Read the card it came from': 'reads only',
	'Read the version before': 'reads only',
	'Store the pages': 'what a search found; the campaign has no search',
	'Say that it begins': 'a word like the others, and not said of the offer of a day',
	'Say who asked for it': 'a word like the others',
	'Admit the check': 'a paid request like the others',
	'Admit the second check': 'a paid request like the others',
	'Keep the verdict': 'what a check found; the campaign has no check',
	'Admit the shortening': 'a paid request like the others',
	'Admit the import of the kept one': 'costs nothing, and the campaign has no renderer',
	'Go on in their name': 'asked only where somebody else goes on',
	'Give the draft up': 'played by a reading that fails',
	'Is the article there?': 'asks only why there is none; played by a reading that fails',
	'Are its facts there?': 'as above',
	'Check it, or draw at once?': 'as above',
	'Is there a text?': 'as above',
	'Is there a cover?': 'as above',
	'Did anyone get it?': 'as above',
	'Say why there is nothing': 'played by a reading that fails',
	'Bind the execution': 'as above',
	'Let the desk decide': 'asked by main graphs of before alone',
	'Report four facts': 'played by every failure',
};

describe('The engine of the campaign', () => {
	const routes: Readonly<Record<string, () => Promise<readonly string[]>>> = {
		'a request': () => askedBy({ kind: 'post_request', text: 'A post' }),
		'free words': () => askedBy({ kind: 'words', text: 'A post', draft_key: 'p7' }, ROW, { brief: { message: 'A post' } }),
		'what is only said': () => askedBy({ kind: 'ignored' }, ROW, { ended: true, _svc: null }),
		'/draft': () => askedBy({ kind: 'command', name: 'draft', args: { draft_id: 'p7', version: null } }, READY),
		'/resume': () => askedBy({ kind: 'command', name: 'resume', args: { draft_id: 'p7', version: null } }),
		'/news': () => askedBy({ kind: 'command', name: 'news', args: { topic: null } }),
		'a link': () => askedBy({ kind: 'command', name: 'news', args: { topic: null, link: 'https://coast-wire.example/one' } }),
		'the hour of the offer': () => askedBy('the clock'),
		'a press of resume': () => askedBy(press('resume')[0], ROW, press('resume')[1]),
		'a press of publish': () => askedBy(press('publish')[0], READY, press('publish')[1]),
		'a press of take': () => askedBy(press('take', { item: 1 })[0], NEWS, press('take')[1]),
		'an answer': () =>
			askedBy({ kind: 'feedback_reply', draft_key: 'p7', version: 1, text: 'shorter' }, { ...READY, state: 'awaiting_feedback' }),
	};
	const played = new Set<string>();

	for (const [route, calls] of Object.entries(routes))
		it(`asks for ${route} what the graphs ask, in their order`, async () => {
			const asked = await calls();
			const way = wayOf(asked, new Set(Object.keys(LEFT_OUT)));
			expect(way, `no way through the graphs asks ${asked.join(', ')}`).to.not.equal(undefined);
			for (const node of way ?? []) played.add(node);
		});

	it('leaves out no node that asks the service, except those listed with a reason', () => {
		const asking = [...graphs.values()].flatMap(({ nodes }) => [...nodes.values()].filter((node) => callOf(node) !== null));
		expect(asking.map(({ name }) => name).filter((name) => !played.has(name) && LEFT_OUT[name] === undefined)).to.deep.equal([]);
		expect(
			Object.keys(LEFT_OUT).filter((name) => !asking.some((node) => node.name === name)),
			'nodes that are no more',
		).to.deep.equal([]);
	});
});
