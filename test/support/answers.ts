/** Answers of an AI provider, by what is wrong with them. */

/** A sound answer that says `value`. */
export const anAnswer = (value: unknown) => ({
	status: 'completed',
	error: null,
	output: [{ type: 'message', content: [{ type: 'output_text', text: typeof value === 'string' ? value : JSON.stringify(value) }] }],
});

/** Everything that can come instead of a sound answer, whatever was asked, and what it is called. */
export const badAnswers: readonly (readonly [why: string, answer: unknown, code: string])[] = [
	['a failed call', { error: 'socket hang up' }, 'ai_unavailable'],
	['a call that ran out of time', { error: { message: 'timeout of 180000ms exceeded', code: 'ECONNABORTED' } }, 'ai_unavailable'],
	['nothing at all', null, 'ai_unavailable'],
	['a page instead of an answer', '<html></html>', 'ai_unavailable'],
	['an answer that failed at the provider', { status: 'failed', error: { code: 'server_error', message: 'x' } }, 'ai_unavailable'],
	['an answer still in the queue', { status: 'queued', error: null, output: [] }, 'ai_unavailable'],
	['a cut answer', { status: 'incomplete', error: null, incomplete_details: { reason: 'max_output_tokens' } }, 'ai_incomplete'],
	['an answer that the filter broke off', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'ai_refused'],
	['a refusal', { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'no' }] }] }, 'ai_refused'],
	[
		'a refusal beside a text',
		{
			status: 'completed',
			output: [
				{
					type: 'message',
					content: [
						{ type: 'output_text', text: '{}' },
						{ type: 'refusal', refusal: 'no' },
					],
				},
			],
		},
		'ai_refused',
	],
	['an empty refusal', { status: 'completed', output: [] }, 'ai_refused'],
	['an empty text', anAnswer(' '), 'ai_refused'],
	['what is not JSON', anAnswer('{"items":'), 'ai_malformed'],
	['another object', anAnswer({ something: 'else' }), 'ai_malformed'],
	[
		'two texts that contradict each other',
		{ status: 'completed', output: [anAnswer({}), anAnswer({})].flatMap(({ output }) => output) },
		'ai_malformed',
	],
];
