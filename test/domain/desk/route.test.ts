import { expect } from 'chai';

import type { Copy } from '../../../domain/api/collaboration.ts';
import type { Intent } from '../../../domain/desk/intentTypes.ts';
import { routeOf } from '../../../domain/desk/route.ts';
import type { DeskEvent } from '../../../domain/desk/event.ts';
import type { CallbackAction } from '../../../domain/chat/callback.ts';

const copy: Copy = {
	delivered: true,
	latest: true,
	draft_key: 'p1',
	version: 1,
	state: 'ready',
	message_id: 5,
	is_canonical: true,
	content_matches: true,
};

function anEvent(intent: Intent, changes: Partial<DeskEvent> = {}): DeskEvent {
	return {
		admitted: true,
		reason: null,
		duplicate: false,
		replay: false,
		event_key: 'u:1',
		actor: null,
		language: null,
		intent,
		copy: null,
		feedback_session: null,
		callback: null,
		participants: [],
		...changes,
	};
}
const press = (action: CallbackAction, changes: Partial<DeskEvent> = {}) =>
	anEvent({ kind: 'callback', action, draft_key: 'p1', version: 1 }, { copy, callback: { id: 'c', message_id: 5 }, ...changes });

describe('wayOf', () => {
	it('does nothing under an event that was not admitted, or that came a second time', () => {
		expect(routeOf(anEvent({ kind: 'post_request', text: 'x' }, { admitted: false, reason: 'inactive' }))).to.include({
			route: 'stop',
		});
		expect(routeOf(anEvent({ kind: 'start', text: 'hi' }, { admitted: false, reason: 'unknown_sender' }))).to.include({
			route: 'stop',
		});
		expect(routeOf(anEvent({ kind: 'post_request', text: 'x' }, { duplicate: true }))).to.include({ route: 'stop' });
	});

	it('goes on with an event that the inbox posts again', () => {
		expect(routeOf(anEvent({ kind: 'post_request', text: 'x' }, { duplicate: true, replay: true }))).to.include({ route: 'post' });
	});

	const table: readonly [intent: Intent, route: string][] = [
		[{ kind: 'start', text: 'Hello' }, 'say'],
		[{ kind: 'help', text: 'Hello' }, 'say'],
		[{ kind: 'usage', text: 'Hello' }, 'say'],
		[{ kind: 'ignored' }, 'close'],
		[{ kind: 'post_request', text: 'x' }, 'post'],
		[{ kind: 'command', name: 'status', args: {}, text: 'Nothing' }, 'say'],
		[{ kind: 'command', name: 'language', args: { language: 'ru' }, text: 'Теперь' }, 'say'],
		[{ kind: 'command', name: 'news', args: { topic: null } }, 'news'],
		[{ kind: 'command', name: 'draft', args: { draft_id: 'p1', version: null } }, 'draft'],
		[{ kind: 'command', name: 'resume', args: { draft_id: 'p1', version: 2 } }, 'resume'],
		[{ kind: 'command', name: 'cancel', args: {} }, 'say'],
		[{ kind: 'feedback_reply', draft_key: 'p1', version: 1, text: 'x' }, 'settle'],
	];
	for (const [intent, route] of table)
		it(`takes ${JSON.stringify(intent)} to ${route}`, () => expect(routeOf(anEvent(intent))).to.include({ route }));

	it('looks at the page of a link instead of the feeds', () => {
		const link = 'https://a.example/1';
		expect(routeOf(anEvent({ kind: 'command', name: 'news', args: { topic: null, link } }))).to.include({
			route: 'news',
			topic: null,
			link,
		});
		expect(routeOf(anEvent({ kind: 'command', name: 'news', args: { topic: 'boats' } }))).to.include({ topic: 'boats', link: null });
	});

	it('says which buttons are below a message', () => {
		const buttons = [[{ action: 'make_post', draft_key: 'p1', version: 1 } as const]];
		expect(routeOf(anEvent({ kind: 'usage', text: 'A post?', buttons })).buttons).to.equal(buttons);
		expect(routeOf(anEvent({ kind: 'usage', text: 'Hello' })).buttons).to.equal(null);
	});

	it('says with which outcome an event is closed when nothing else comes of it', () => {
		expect(routeOf(anEvent({ kind: 'ignored' }))).to.include({ outcome: 'ignored' });
		expect(routeOf(anEvent({ kind: 'help', text: 'Hello' }))).to.include({ outcome: 'handled' });
		expect(routeOf(press('publish'))).to.include({ outcome: 'handled' });
	});

	it('names the draft and version of a command, or leaves the version to be the newest', () => {
		expect(routeOf(anEvent({ kind: 'command', name: 'resume', args: { draft_id: 'p1', version: 2 } })).subject).to.deep.equal({
			draft_key: 'p1',
			version: 2,
		});
		expect(routeOf(anEvent({ kind: 'command', name: 'draft', args: { draft_id: 'p1', version: null } })).subject).to.deep.equal({
			draft_key: 'p1',
			version: null,
		});
	});

	it('closes an open session on /cancel', () => {
		const session = { draft_key: 'p1', version: 3, holder_user_id: 1, prompt_message_id: null, mine: true };
		expect(routeOf(anEvent({ kind: 'command', name: 'cancel', args: {} }, { feedback_session: session }))).to.deep.include({
			route: 'settle',
			decision: 'cancel',
			subject: { draft_key: 'p1', version: 3 },
		});
	});

	for (const [action, decision] of [
		['publish', 'publish'],
		['feedback', 'feedback'],
		['reject', 'reject'],
	] as const) {
		it(`settles ${action} when the presser's own copy is the current one`, () =>
			expect(routeOf(press(action))).to.deep.include({ route: 'settle', decision, subject: { draft_key: 'p1', version: 1 } }));
	}

	const outdated: readonly [why: string, copy: Copy | null][] = [
		['the presser has no copy', null],
		['the copy was not confirmed', { ...copy, delivered: false }],
		['there is a newer version', { ...copy, latest: false }],
		['the content has changed', { ...copy, content_matches: false }],
	];
	for (const [why, found] of outdated) {
		it(`does nothing but say so when ${why}`, () =>
			expect(routeOf(press('publish', { copy: found }))).to.include({
				route: 'close',
				decision: null,
				toast: 'This button is out of date. Use the newest preview.',
				outcome: 'ignored',
			}));
	}

	const cards: readonly [state: Copy['state'], toast: string][] = [
		['taken', 'Somebody took this news already.'],
		['dismissed', 'Somebody skipped this news already.'],
		['expired', 'This offer has expired. Send /news to look again.'],
		[null, 'This card is out of date.'],
	];
	for (const [state, toast] of cards) {
		it(`says of the card of an item that is ${state ?? 'gone'} that it is, and does nothing`, () => {
			const intent = { kind: 'callback', action: 'take', draft_key: 'n1', version: 1, item: 1 } as const;
			const old = anEvent(intent, { callback: { id: 'q1', message_id: 7 }, copy: { ...copy, state, latest: false } });
			expect(routeOf(old)).to.include({ route: 'close', toast, outcome: 'ignored' });
		});
	}

	it('goes on with a press that the inbox posts again, whatever its copy has become', () => {
		expect(routeOf(press('publish', { copy: { ...copy, latest: false }, duplicate: true, replay: true }))).to.include({
			route: 'settle',
			decision: 'publish',
		});
	});

	it('resumes from a button that is under no preview', () => {
		expect(routeOf(press('resume', { copy: null }))).to.deep.include({ route: 'resume', subject: { draft_key: 'p1', version: 1 } });
	});

	it('makes a post of a message that was asked back, as long as its words are there', () => {
		const asked: Intent = { kind: 'callback', action: 'make_post', draft_key: 'p1', version: 1, text: 'thanks' };
		expect(routeOf(anEvent(asked, { callback: { id: 'c', message_id: 5 } }))).to.include({ route: 'post', toast: 'I’m on it.' });
		expect(routeOf(press('make_post'))).to.include({ route: 'close', outcome: 'ignored' });
		const declined: Intent = { ...asked, action: 'no_post' };
		const answer = routeOf(anEvent(declined, { callback: { id: 'c', message_id: 5 } }));
		expect(answer).to.include({ route: 'close', toast: 'All right, no post.', outcome: 'handled' });
		expect(routeOf(press('no_post')), 'a post was asked for first').to.include({ route: 'close', outcome: 'ignored' });
	});

	it('reads the page that was chosen, and does with a message what its button says', () => {
		const pressed = (action: CallbackAction, text?: string) =>
			routeOf(anEvent({ kind: 'callback', action, draft_key: 'p1', version: 2, ...(text === undefined ? {} : { text }) }));
		expect(pressed('read_link', 'https://a.example/1')).to.include({
			route: 'news',
			link: 'https://a.example/1',
			toast: 'Reading the page…',
		});
		expect(pressed('read_link'), 'it is decided').to.include({ route: 'close', outcome: 'ignored' });
		expect(pressed('mention', 'Our ferry, see a.example')).to.include({ route: 'post', toast: 'I’m on it.' });
		expect(pressed('make_anew', 'Our ferry sails')).to.include({ route: 'post' });
		expect(pressed('make_anew'), 'made already').to.include({ route: 'close', outcome: 'ignored' });
		expect(pressed('leave_words', 'Our ferry sails')).to.include({ route: 'close', outcome: 'handled' });
	});

	it('makes no post of a message without words, also when its author insists: nothing is paid for', () => {
		for (const [text, told] of [
			['👍', /in words/],
			['\u200b', /in words/],
			['გამარჯობა', /letters|script|cover/i],
		] as const) {
			const way = routeOf(anEvent({ kind: 'callback', action: 'make_post', draft_key: 'p1', version: 1, text }));
			expect(way, text).to.include({ route: 'say', toast: 'All right, no post.' });
			expect(way.text).to.match(told);
		}
	});

	it('does not go on with what somebody is at, and says so', () => {
		const under_way = { by: 1, since: 1, until: 2, text: 'I am still working on p1' };
		const command: Intent = { kind: 'command', name: 'resume', args: { draft_id: 'p1', version: null } };
		expect(routeOf(anEvent(command, { under_way }))).to.include({ route: 'say', text: under_way.text, toast: null });
		expect(routeOf(press('resume', { under_way }))).to.include({
			route: 'say',
			text: under_way.text,
			toast: 'Somebody is already working on it.',
		});
	});

	it('takes the buttons of a draft that stopped where they lead, as long as it is stopped and the newest version', () => {
		const stopped = { copy: { ...copy, delivered: false, content_matches: false, state: 'text_preparing' as const } };
		expect(routeOf(press('edit_title', stopped))).to.include({ route: 'settle', decision: 'edit', toast: 'What should it be?' });
		expect(routeOf(press('edit_text', stopped))).to.include({ route: 'settle', decision: 'edit' });
		expect(routeOf(press('retry', stopped))).to.include({ route: 'resume', decision: null });
		expect(routeOf(press('back', stopped))).to.include({ route: 'settle', decision: 'back' });
		expect(routeOf(press('drop', stopped))).to.include({ route: 'settle', decision: 'drop', toast: 'Dropping it…' });
		for (const action of ['edit_title', 'edit_text', 'retry', 'back', 'drop'] as const) {
			expect(routeOf(press(action)), 'ready meanwhile').to.include({ route: 'close', outcome: 'ignored' });
			expect(routeOf(press(action, { copy: { ...stopped.copy, latest: false } })), 'a newer one').to.include({ route: 'close' });
			expect(
				routeOf(press(action, { ...stopped, copy: { ...stopped.copy, state: 'rejected' }, replay: true })).route,
				'replay',
			).not.to.equal('close');
		}
	});

	it('says what a closed question leaves', () => {
		const cancelled: Intent = { kind: 'command', name: 'cancel', args: {}, text: 'All right, nothing changes.' };
		expect(routeOf(anEvent(cancelled))).to.include({ route: 'say', text: 'All right, nothing changes.' });
	});

	it('knows no other button', () => expect(routeOf(press('delete' as CallbackAction))).to.include({ route: 'close', decision: null }));

	it('answers a button in the language of the person who pressed it', () => {
		expect(routeOf(press('publish', { language: 'ru' })).toast).to.equal('Публикую…');
		expect(routeOf(press('publish', { language: 'en' })).toast).to.equal('Publishing…');
	});

	it('says what a press wrote down by itself, and only of what it wrote', () => {
		const owner = { user_id: 1, chat_id: 1, role: 'owner', display_name: 'Olga' } as const;
		const at = (state: Copy['state']) => ({ actor: owner, copy: { ...copy, state } });
		expect(routeOf(press('there', at('published')))).to.include({ route: 'close', toast: 'Noted: the post is there.', outcome: 'handled' });
		expect(routeOf(press('not_there', at('ready')))).to.include({ route: 'close', toast: 'Noted: the post is not there.' });
		expect(routeOf(press('not_there', at('published')))).to.include({ toast: 'That is settled already.', outcome: 'ignored' });
		expect(routeOf(press('there', { ...at('published'), actor: { ...owner, role: 'editor' } }))).to.include({ outcome: 'ignored' });
	});

	it('replaces words everywhere while they may be changed, and only with the words', () => {
		const at = (state: Copy['state'], text?: string) => {
			const event = press('everywhere', { copy: { ...copy, delivered: false, state } });
			return { ...event, intent: { ...event.intent, ...(text === undefined ? {} : { text }) } } as typeof event;
		};
		const words = 'replace "a" with "b"';
		for (const state of ['awaiting_feedback', 'text_preparing'] as const)
			expect(routeOf(at(state, words))).to.deep.include({ route: 'settle', decision: 'revise', subject: { draft_key: 'p1', version: 1 } });
		expect(routeOf(at('superseded', words))).to.include({ route: 'close' });
		expect(routeOf(at('awaiting_feedback'))).to.include({ route: 'close', outcome: 'ignored' });
	});

	it('sends again what is missing, brings a rejected version back and shows a named one', () => {
		const at = (state: Copy['state'], latest = true) => ({ copy: { ...copy, delivered: false, state, latest } });
		expect(routeOf(press('absent', at('text_preparing')))).to.include({ route: 'resume', toast: 'Sending it again…' });
		expect(routeOf(press('absent', at('ready')))).to.include({ route: 'resume' });
		expect(routeOf(press('absent', at('published')))).to.include({ route: 'close', outcome: 'ignored' });
		expect(routeOf(press('undo', at('rejected')))).to.include({ route: 'settle', decision: 'back' });
		for (const state of ['rejected', 'ready'] as const)
			expect(routeOf(press('undo', at(state, state === 'ready')))).to.include({ route: 'close' });
		expect(routeOf(press('show', at('superseded', false)))).to.deep.include({ route: 'draft', subject: { draft_key: 'p1', version: 1 } });
	});
});
