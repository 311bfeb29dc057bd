/** A good request of each kind to the collaboration service, by route and, where a route has several shapes, by shape. */
import { OWNER, articleOf, begin, newsOf, textUpdate, type Ready, type TestDesk } from './collaboration.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Body = { [key: string]: Json };

export const routeOf = (name: string): string => name.split('#')[0] ?? name;

/** @param _svc of the owner */
export async function goodRequests(desk: TestDesk, at: Ready): Promise<Record<string, Body>> {
	const { _svc } = (await begin(desk, OWNER)) as { _svc: string };
	const version = { draft_key: at.draft_key, version: 1 };
	const content = {
		...{ request: 'r', title: 't', subtitle: 's', body: 'b', category: 'c', link: 'https://example.org/', image_prompt: 'p' },
		facts: [{ text: 'f', source_ids: ['request'] }],
		source_blocks: [{ id: 'request', text: 'r' }],
	};
	const post = { subject: 's', language: 'en', wishes: ['w'], given: ['g'], rests_on: 'given', queries: ['q'] };
	const order = { do: 'none', draft: 0, when: '', setting: 'none' };
	const send = { _svc, purpose: 'test', entity_key: 'k' };
	return {
		'/event': { update: textUpdate(OWNER, 'hello') as unknown as Json, execution_id: '1' },
		'/event-done': { _svc, event_key: 'u:1', outcome: 'done' },
		'/settle': { _svc },
		'/voice': { _svc },
		'/heard': { _svc },
		'/brief': { _svc, fault: 'ai_refused', brief: { kind: 'posts', posts: [post], change: 0, order, topic: 'none', about: '' } },
		'/internal#claim': { action: 'claim', _svc, ...version, message_id: at.owner },
		'/internal#context': { action: 'context', entry: 'morning', execution_id: '1' },
		'/internal#resume': { action: 'resume', proof_id: 'proof-12345678', execution_id: '1' },
		'/execution-context': { _svc, execution_id: '5', workflow_id: 'w', workflow_name: 'W', parent_execution_id: '1' },
		'/execution-failure': { execution_id: '5', workflow_id: 'w', node_name: 'n', error_class: 'e' },
		'/authorize': { _svc, purpose: 'text_generate', target: 'ai.example' },
		'/admissions/note': { _svc, admission_id: 'a_1', model: 'm-1', input_tokens: 1, output_tokens: 1, pictures: 0 },
		'/messenger#preview': { ...send, operation: 'preview', ...version, recipient_user_id: OWNER },
		'/messenger#status': { ...send, operation: 'status', text: 'x', progress: false },
		'/messenger#reply': { ...send, operation: 'reply', text: 'x', reply_to_message_id: 7 },
		'/messenger#prompt': { ...send, operation: 'prompt', ...version, text: 'x' },
		'/messenger#answer_callback': { ...send, operation: 'answer_callback', callback_query_id: 'q', text: 'x', show_alert: false },
		'/messenger#publish': { ...send, operation: 'publish', ...version },
		'/decision': { _svc, ...version, decision: 'published' },
		'/onboarding': { _svc },
		'/materials/create': { _svc, draft_key: 'd', batch_key: 'b', content: { kind: 'post', ...content } },
		'/materials/read': { _svc, ...version },
		'/materials/advance': {
			...{ _svc, ...version, from: 'awaiting_feedback', to: 'rejected' },
			patch: { title: 't', error_code: 'x', error_stage: 's' },
		},
		'/materials/revise': { _svc, ...version, content, reuse: { cover: false, source_image_id: true } },
		'/materials/list': { _svc, states: ['ready'], limit: 5 },
		'/news/feeds': { _svc, feeds: [{ feed_url: 'https://coast-wire.example/rss', outcome: 'read', title: null, items: 2 }] },
		'/news/known': { _svc, canonical_urls: ['https://coast-wire.example/1'] },
		'/news/offer': { _svc, topic: 'bridges', window_days: 7, items: [newsOf('https://coast-wire.example/1')] },
		'/news/read': { _svc, batch_key: 'n1' },
		'/news/take': { _svc, batch_key: 'n1', item: 1, message_id: 5 },
		'/news/dismiss': { _svc, batch_key: 'n1', item: 1, message_id: 5 },
		'/news/source': { _svc, ...version, ...articleOf('https://coast-wire.example/1') },
	};
}
