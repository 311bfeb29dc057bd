import { expect } from 'chai';
import { outcomeOf, type Answer } from '@copydesk/domain/delivery/outcome';

const refused = (
	errorCode: number,
	description = 'Bad Request: chat not found',
	tookMs = 100,
	retryAfterSeconds: number | null = null,
): Answer => ({ kind: 'refused', errorCode, description, retryAfterSeconds, tookMs });

describe('What an answer of the messenger means', () => {
	it('keeps silence apart from refusal, because only silence may have been delivered', () => {
		expect(outcomeOf({ kind: 'silence', reason: 'answer_timeout' })).to.include({ state: 'unknown', code: 'answer_timeout' });
		expect(outcomeOf({ kind: 'neverLeft', reason: 'connection_refused' })).to.include({ state: 'not_sent', code: 'connection_refused' });
		expect(outcomeOf({ kind: 'accepted', result: {} })).to.include({ state: 'sent', code: null });
	});

	const refusals: readonly [number, string, string, string][] = [
		[400, 'Bad Request: chat not found', 'rejected', 'bad_request'],
		[400, 'Bad Request: need administrator rights in the channel chat', 'rejected', 'no_rights'],
		[400, 'Bad Request: CHAT_WRITE_FORBIDDEN', 'rejected', 'no_rights'],
		[400, 'Bad Request: CHAT_ADMIN_REQUIRED', 'rejected', 'no_rights'],
		[403, 'Forbidden: CHAT_SEND_PHOTOS_FORBIDDEN', 'rejected', 'no_rights'],
		[400, 'Bad Request: not enough rights to send photos to the chat', 'rejected', 'no_rights'],
		[400, 'Bad Request: CHAT_RESTRICTED', 'rejected', 'no_rights'],
		[403, 'Forbidden: RIGHT_FORBIDDEN', 'rejected', 'no_rights'],
		[403, 'Forbidden: bot is not a member of the channel chat', 'rejected', 'forbidden'],
		[403, 'Forbidden: bot was kicked from the channel chat', 'rejected', 'forbidden'],
		[400, 'Bad Request: group chat was upgraded to a supergroup chat', 'rejected', 'bad_request'],
		[400, 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'rejected', 'bad_request'],
		[400, 'Bad Request: message caption is too long', 'rejected', 'bad_request'],
		[401, 'Unauthorized', 'rejected', 'token_refused'],
		[403, 'Forbidden: bot was blocked by the user', 'rejected', 'blocked'],
		[403, "Forbidden: bot can't initiate conversation with a user", 'rejected', 'forbidden'],
		[404, 'Not Found', 'rejected', 'not_found'],
		[413, 'Request Entity Too Large', 'rejected', 'too_large'],
		[500, 'Internal Server Error: restart', 'unknown', 'answer_500'],
		[502, 'Bad Gateway', 'unknown', 'answer_502'],
		[504, 'Gateway Timeout', 'unknown', 'answer_504'],
		[408, 'Request Timeout', 'unknown', 'answer_408'],
		[409, 'Conflict', 'unknown', 'answer_409'],
		[302, 'Found', 'unknown', 'answer_302'],
	];
	for (const [code, description, state, word] of refusals) {
		it(`takes ${code} "${description}" for ${state}`, () =>
			expect(outcomeOf(refused(code, description))).to.include({ state, code: word, detail: description }));
	}

	it("believes a quick 429, and not one that may come after the messenger's own attempts", () => {
		expect(outcomeOf(refused(429, 'Too Many Requests: retry after 5', 49_999, 5))).to.include({
			state: 'not_sent',
			code: 'rate_limited',
			retryAfterSeconds: 5,
		});
		expect(outcomeOf(refused(429, 'Too Many Requests: retry after 5', 50_000, 5))).to.include({
			state: 'unknown',
			code: 'slow_rate_limit',
		});
	});

	it('counts an edit that changes nothing as done', () => {
		expect(
			outcomeOf(refused(400, 'Bad Request: message is not modified: specified new message content and reply markup are exactly the same')),
		).to.include({ state: 'sent', code: null });
	});
});
