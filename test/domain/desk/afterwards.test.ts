import { expect } from 'chai';
import { afterwardsOf, happened } from '@copydesk/domain/desk/afterwards';

const material = {
	...{ number: 12, title: 'Title', caption: 'The whole text', link: 'https://news.example/1', state: 'published' },
	...{ cover_asset_id: 'sha256-c', published_message_id: 7, _secret: 'x' },
};

describe('What a person’s own steps are told', () => {
	for (const [what, item] of [
		['published', { route: 'settle', decision: 'publish', next: 'published', delivery: { message_id: 77 } }],
		['failed', { route: 'settle', decision: 'publish', next: 'refused' }],
		[null, { route: 'settle', decision: 'publish', next: 'unknown' }],
		[null, { route: 'settle', decision: 'publish', next: 'lost' }],
		['rejected', { route: 'settle', decision: 'reject', next: 'advanced' }],
		[null, { route: 'settle', decision: 'reject', next: 'refused' }],
		['shown', { route: 'post', next: 'delivered', deliveries: [{}], material: { state: 'ready' } }],
		['shown', { route: 'settle', decision: 'revise', next: 'delivered', deliveries: [{}], material: { state: 'ready' } }],
		[null, { route: 'draft', next: 'delivered', deliveries: [{}], material: { state: 'ready' } }],
		[null, { route: 'post', next: 'delivered', deliveries: [{}], material: { state: 'superseded' } }],
		[null, { route: 'news', next: 'delivered', deliveries: [{}] }],
		['failed', { route: 'post', next: 'stopped', outcome: 'failed', problem: { code: 'ai_silent' } }],
		[null, { route: 'say' }],
		[null, { route: 'stop' }],
	] as const)
		it(`is ${what ?? 'nothing'} of ${JSON.stringify(item)}`, () => expect(afterwardsOf(item)).to.equal(what));

	it('is words, numbers and addresses, and nothing that permits anything', () => {
		const item = { _svc: 'signed', delivery: { message_id: 77 }, event: { actor: { display_name: 'Olga', user_id: 1 } }, material };
		expect(happened('published', item, 'http://127.0.0.1:8090')).to.deep.equal({
			...{ what: 'published', draft: 12, title: 'Title', text: 'The whole text', link: 'https://news.example/1', message_id: 77 },
			...{ picture: 'http://127.0.0.1:8090/v1/assets/sha256-c.png', who: 'Olga', reason: null },
		});
		expect(happened('failed', { problem: { code: 'ai_silent' } }, '')).to.deep.equal({
			...{ what: 'failed', draft: null, title: null, text: null, link: null, message_id: null, picture: null, who: null },
			reason: 'ai_silent',
		});
	});
});
