import { expect } from 'chai';
import { readCommand } from '@copydesk/domain/desk/command';

const usage = (name: string) => ({ kind: 'usage', about: name });
const page = (link: string) => ({ kind: 'command', name: 'news', args: { topic: null, link } });

describe('A typed command', () => {
	const cases: readonly [string, unknown][] = [
		['/start', { kind: 'start' }],
		['/start deep-link', { kind: 'start' }],
		['/START', { kind: 'start' }],
		['/help', { kind: 'help' }],
		['/help@CopydeskBot', { kind: 'help' }],
		['/news', { kind: 'command', name: 'news', args: { topic: null } }],
		['/news   dental care ', { kind: 'command', name: 'news', args: { topic: 'dental care' } }],
		['/news https://a.example/1 ', page('https://a.example/1')],
		[`/news HTTPS://a.example/${'x'.repeat(1_000)}`, page(`HTTPS://a.example/${'x'.repeat(1_000)}`)],
		['/news boats https://a.example/1', { kind: 'command', name: 'news', args: { topic: 'boats https://a.example/1' } }],
		['/post https://a.example/1', page('https://a.example/1')],
		[`/news ${'t'.repeat(200)}`, { kind: 'command', name: 'news', args: { topic: 't'.repeat(200) } }],
		[`/news ${'t'.repeat(201)}`, usage('news')],
		['/post We open on Saturdays', { kind: 'post_request', text: 'We open on Saturdays' }],
		['/post@CopydeskBot\nWe open\non Saturdays', { kind: 'post_request', text: 'We open\non Saturdays' }],
		['/post', usage('post')],
		['/post    ', usage('post')],
		['/draft p12', { kind: 'command', name: 'draft', args: { draft_id: 'p12', version: null } }],
		['/draft p12 3', { kind: 'command', name: 'draft', args: { draft_id: 'p12', version: 3 } }],
		['/draft p12 999999999', { kind: 'command', name: 'draft', args: { draft_id: 'p12', version: 999_999_999 } }],
		['/draft p12 1000000000', usage('draft')],
		['/draft p12 0', usage('draft')],
		['/draft p12 007', usage('draft')],
		['/draft p12 -1', usage('draft')],
		['/draft p12 1.5', usage('draft')],
		['/draft p12 1 2', usage('draft')],
		['/plan 12', { kind: 'command', name: 'draft', args: { draft_id: '12', version: null } }],
		['/plan tomorrow at nine', usage('plan')],
		['/draft', usage('draft')],
		[`/draft ${'a'.repeat(40)}`, { kind: 'command', name: 'draft', args: { draft_id: 'a'.repeat(40), version: null } }],
		[`/draft ${'a'.repeat(41)}`, usage('draft')],
		['/draft черновик', usage('draft')],
		['/draft -p12', usage('draft')],
		['/resume p12 2', { kind: 'command', name: 'resume', args: { draft_id: 'p12', version: 2 } }],
		['/resume', usage('resume')],
		['/status', { kind: 'command', name: 'status', args: {} }],
		['/status now', usage('status')],
		['/sources', { kind: 'command', name: 'sources', args: {} }],
		['/sources all', usage('sources')],
		['/cancel', { kind: 'command', name: 'cancel', args: {} }],
		['/language', { kind: 'command', name: 'language', args: { language: null } }],
		['/language ru', { kind: 'command', name: 'language', args: { language: 'ru' } }],
		['/language Русский', { kind: 'command', name: 'language', args: { language: 'ru' } }],
		['/language EN', { kind: 'command', name: 'language', args: { language: 'en' } }],
		['/language fi', usage('language')],
		['/language en-US', usage('language')],
		['/publish p12', { kind: 'unknown_command', named: 'publish' }],
		['/статус', { kind: 'unknown_command', named: 'статус' }],
		['/', usage('help')],
		['/ start', usage('help')],
		['/__proto__', { kind: 'unknown_command', named: '__proto__' }],
	];
	for (const [text, expected] of cases) {
		it(`reads ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`, () =>
			expect(readCommand(text)).to.deep.equal(expected));
	}
});
