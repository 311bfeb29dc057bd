/** A change of a version and the event under which it is asked for: all changes, all kinds of events, both people. */
import { expect } from 'chai';
import { callbackActions } from '@copydesk/domain/chat/callback';
import { judgeAdvance } from '@copydesk/domain/material/advance';
import type { Deciding } from '@copydesk/domain/material/judgement';
import { materialMachine } from '@copydesk/domain/material/machine';
import type { Material } from '@copydesk/domain/material/material';
import { judgeClaim } from '@copydesk/domain/material/publication';
import { supersede } from '@copydesk/domain/material/steps';
import { judgeReturn, judgeRevision } from '@copydesk/domain/material/version';
import {
	aClaimed,
	aPublished,
	aReady,
	aTextGenerating,
	aTextPreparing,
	anAwaitingFeedback,
	by,
	editor,
	owner,
} from '../../support/materials.ts';

const here = { draft_key: 'p1', version: 1 };
const ELSEWHERE = [
	['of another version', { ...here, version: 2 }],
	['of another draft', { ...here, draft_key: 'p2' }],
] as const;

/** Every kind of event, as the rules see it. The editor's copy of version 1 is message 72. */
const events: Readonly<Record<string, Partial<Deciding>>> = {
	'/help, /status or anything else that names no draft': {},
	'the event that began it': { eventKey: 'u:1' },
	'/cancel': { words: { kind: 'cancel' } },
	'/resume': { words: { kind: 'resume', draft_key: 'p1' } },
	'/resume of another draft': { words: { kind: 'resume', draft_key: 'p2' } },
	'an answer': { words: { kind: 'reply', ...here } },
	...Object.fromEntries(ELSEWHERE.map(([where, at]) => [`an answer ${where}`, { words: { kind: 'reply', ...at } }])),
	...Object.fromEntries(callbackActions.map((action) => [action, { press: { action, ...here, messageId: 72 } }])),
	...Object.fromEntries(
		callbackActions.flatMap((action) =>
			ELSEWHERE.map(([where, at]) => [`${action} ${where}`, { press: { action, ...at, messageId: 72 } }]),
		),
	),
	...Object.fromEntries(
		callbackActions.map((action) => [`${action} on a message that is no copy`, { press: { action, ...here, messageId: 73 } }]),
	),
};

const records: readonly Material[] = [
	aTextGenerating(),
	aTextPreparing(),
	aReady(),
	anAwaitingFeedback(),
	aClaimed({ claim_event_key: 'u:8' }),
	aPublished({ claim_event_key: 'u:8' }),
	supersede(aReady()),
	{ ...aTextGenerating(), state: 'rejected' },
];

/** The events under which a question gets another answer than "not permitted". */
const permitted = (ask: (deciding: Deciding) => object): string[] =>
	Object.entries(events)
		.filter(([, said]) => !('refused' in ask({ ...by(editor), ...said })))
		.map(([name]) => name);

const WORK = [
	...['the event that began it', '/resume', 'resume', 'retry', 'from_memory', 'vouch', 'absent'],
	...[
		'resume on a message that is no copy',
		'retry on a message that is no copy',
		'from_memory on a message that is no copy',
		'vouch on a message that is no copy',
		'absent on a message that is no copy',
	],
];
const GIVEN_UP = ['an answer', 'drop', 'drop_anyway', 'drop on a message that is no copy', 'drop_anyway on a message that is no copy'];
const REVISED = ['an answer', 'everywhere', 'everywhere on a message that is no copy'];

describe('What permits a change of a version', () => {
	it('is for each step along the table an event about that version; written by hand, of all 64 pairs', () => {
		const found = records.flatMap((record) =>
			materialMachine.states.map((to): [string, string[]] => [
				`${record.state} → ${to}`,
				permitted((deciding) =>
					judgeAdvance(record, {
						...{ ...deciding, from: record.state, to, cameFrom: 'none', isReadyByPress: false, hashOf: () => 'h1' },
						patch: record.state === to ? { error_code: 'interrupted' } : {},
					}),
				),
			]),
		);
		expect(Object.fromEntries(found.filter(([, names]) => names.length > 0))).to.deep.equal({
			'text_generating → text_generating': WORK,
			'text_generating → text_preparing': WORK,
			'text_generating → rejected': GIVEN_UP,
			'text_preparing → text_preparing': WORK,
			'text_preparing → ready': WORK,
			'text_preparing → rejected': GIVEN_UP,
			'ready → ready': WORK,
			'ready → awaiting_feedback': ['feedback'],
			'ready → superseded': REVISED,
			'ready → rejected': ['reject'],
			'awaiting_feedback → awaiting_feedback': WORK,
			'awaiting_feedback → ready': ['/cancel', 'an answer', 'close', 'close on a message that is no copy'],
			'awaiting_feedback → superseded': REVISED,
			'awaiting_feedback → rejected': ['reject'],
			'claimed → claimed': WORK,
		});
	});

	it('is for a claim the press of Publish on the own copy', () => {
		const facts = { messageId: 72, latestVersion: 1, contentSha256: 'h1' };
		const agreeing = { approval: 'either', askedBy: 1002, people: [], given: [] } as const;
		const found = records.map((record) => [record.state, permitted((said) => judgeClaim(record, { ...said, ...facts, agreeing }))]);
		expect(found.filter(([, names]) => (names ?? []).length > 0)).to.deep.equal([['ready', ['publish']]]);
	});

	it('is for a next version an answer, or the button that says in which words', () => {
		const stopped = [aTextGenerating, aTextPreparing].map((record) => record({ error_code: 'semantic_fail', error_stage: 'check' }));
		const found = [...stopped, ...records.slice(2)].map((record) => [
			record.state,
			permitted((said) => judgeRevision(record, said, 10, { body: 'x' }, {})),
		]);
		const presses = ['write_anew', 'back', 'everywhere'];
		const SUCCEEDED = ['an answer', ...presses, ...presses.map((action) => `${action} on a message that is no copy`)];
		expect(found.filter(([, names]) => (names ?? []).length > 0)).to.deep.equal([
			['text_generating', SUCCEEDED],
			['text_preparing', SUCCEEDED],
			['ready', REVISED],
			['awaiting_feedback', REVISED],
			['published', REVISED],
		]);
	});

	it('is for bringing a rejected version back a press of Undo', () => {
		const rejected: Material = { ...aReady(), state: 'rejected', state_changed_at_ms: 5 };
		expect(permitted((said) => judgeReturn(rejected, rejected, said, 10))).to.deep.equal(['undo', 'undo on a message that is no copy']);
	});

	it('ends news without an article under the event that works on them too', () => {
		const news = aTextGenerating({ kind: 'news', item: 1, source_blocks: null });
		const ask = (found: Material) =>
			permitted((said) =>
				judgeAdvance(found, {
					...{ ...said, from: found.state, to: 'rejected', patch: {}, cameFrom: 'none', isReadyByPress: false, hashOf: () => 'h1' },
				}),
			);
		expect(ask(news)).to.have.members([...WORK, ...GIVEN_UP]);
		expect(ask({ ...news, source_blocks: [] })).to.have.members(GIVEN_UP);
	});

	it('is in a session said by its holder or the owner', () => {
		const ownersSession = anAwaitingFeedback({ feedback_actor_user_id: owner.userId });
		const words = { kind: 'cancel' } as const;
		const close = (found: Material, person: typeof owner) =>
			judgeAdvance(found, {
				...{ ...by(person, { words }), from: found.state, to: 'ready', patch: {} },
				...{ cameFrom: 'none', isReadyByPress: false, hashOf: () => 'h1' },
			});
		expect(close(ownersSession, editor)).to.include({ refused: 'session_held' });
		expect(close(ownersSession, owner)).to.have.deep.property('detail', {});
		expect(close(anAwaitingFeedback(), owner)).to.have.deep.property('detail', { session_of: editor.userId });
	});
});
