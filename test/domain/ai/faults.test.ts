import { expect } from 'chai';
import { askedToWait, providerFault, type ProviderFault } from '../../../domain/ai/faults.ts';

const said = (status: number, code: string | null, message: string) => ({ error: { message, type: 'x', code }, status });
const KEY = 'Incorrect API key provided: sk-1234.';
const QUOTA = 'You exceeded your current quota, please check your plan and billing details.';

describe('What a refusal of the AI provider means', () => {
	const cases: readonly (readonly [what: string, error: unknown, fault: ProviderFault])[] = [
		['a wrong key', said(401, 'invalid_api_key', KEY), 'ai_key_refused'],
		[
			"a wrong key at Gemini's interface",
			[{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
			'ai_key_refused',
		],
		['a key without rights', said(403, null, 'You have insufficient permissions for this operation.'), 'ai_key_refused'],
		['no quota, which is a 429 too', said(429, 'insufficient_quota', QUOTA), 'ai_no_credit'],
		['no money at a resaler', said(402, null, 'This request requires more credits'), 'ai_no_credit'],
		[
			'a model that is gone',
			said(404, 'model_not_found', 'The model `m` does not exist or you do not have access to it.'),
			'ai_model_unknown',
		],
		['a model that is not there at a local server', { message: "404 - model 'm' not found", httpCode: '404' }, 'ai_model_unknown'],
		['an organisation', said(403, null, 'Your organization must be verified to use the model `m`.'), 'ai_not_verified'],
		['too many', said(429, 'rate_limit_exceeded', 'Rate limit reached for m.'), 'ai_busy'],
		[
			'too many, as n8n says it',
			{ message: "Try spacing your requests out using the batching settings under 'Options'", httpCode: '429' },
			'ai_busy',
		],
		...(
			[
				['Gemini', 429, 'You exceeded your current quota, please check your plan and billing details. Please retry in 36.4s.', 'ai_busy'],
				['Groq', 429, 'Rate limit reached for m on tokens per minute (TPM). Try again in 13s. Need more? /settings/billing', 'ai_busy'],
				['a free tier', 429, 'Rate limit reached on requests per min. Add a payment method at /account/billing.', 'ai_busy'],
				['Mistral', 429, 'Requests rate limit exceeded. Upgrade your plan under billing.', 'ai_busy'],
				['a quota that waiting does not open', 429, QUOTA, 'ai_no_credit'],
				...(
					[
						['the limit of a key', 403, 'Key limit exceeded (total limit). Manage it using https://router.example/settings/keys'],
						['the monthly limit of a key', 403, 'Key limit exceeded (monthly limit).'],
						['the budget of a proxy', 400, 'Budget has been exceeded! Current cost: 26.075, Max budget: 0.25'],
						['the budget of a deployment', 429, 'No deployments available - crossed budget: Exceeded budget for deployment m'],
						['the budget of a person', 429, 'ExceededBudget: End User=a over budget. Spend=0.0008, Budget=0.0001'],
						['the limit of a workspace', 400, 'You have reached your specified API usage limits. You will regain access on 2026-12-01.'],
						['the limit of a team', 403, 'Your team has reached its monthly spending limit. Please raise your spending limit.'],
						['the hard limit of an account', 400, 'Billing hard limit has been reached'],
					] as const
				).map(([what, status, words]) => [what, status, words, 'ai_spending_limit'] as const),
				['a new team', 403, "Your newly created team doesn't have any credits or licenses yet.", 'ai_no_credit'],
				['a restricted organisation', 400, 'Organization has been restricted.', 'ai_key_refused'],
				['a closed account', 400, 'The account associated with this API key has been deactivated.', 'ai_key_refused'],
				['a form that a model lacks', 400, 'This model does not support response format `json_schema`.', 'ai_request_refused'],
				['a field that a server lacks', 400, "'guided_json' is not supported by this model", 'ai_request_refused'],
				['a mode that a model lacks', 400, 'JSON mode is not enabled for this model', 'ai_request_refused'],
				['tokens beyond a bound', 422, '`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000', 'ai_context_too_long'],
				['capacity', 429, 'Service tier capacity exceeded for this model.', 'ai_busy'],
				['a trial', 429, 'You are using a Trial key, which is limited to 20 API calls / minute.', 'ai_busy'],
				['a balance', 400, 'Your credit balance is too low to access the API.', 'ai_no_credit'],
				['a name with a dot', 404, 'model "llama3.2:3b" not found, try pulling it first', 'ai_model_unknown'],
				['a name with a path', 404, 'The model `Org/Name2.5-7B` does not exist.', 'ai_model_unknown'],
				['a router', 400, 'openai/gpt-9.9 is not a valid model ID', 'ai_model_unknown'],
				['a router without a host for it', 404, 'No endpoints found for some/model-2.0:free.', 'ai_model_unknown'],
				['another version', 404, 'models/gone-1.5 is not found for API version v1beta, or is not supported.', 'ai_model_unknown'],
				['DeepSeek', 400, 'Model Not Exist', 'ai_model_unknown'],
				['Azure', 404, 'The API deployment for this resource does not exist.', 'ai_model_unknown'],
				[
					'a filter of Azure',
					400,
					"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
					'ai_refused',
				],
				['a filter with 403', 403, 'Your chosen model requires moderation and your input was flagged for violence.', 'ai_refused'],
				['a filter for pictures', 400, 'Your request was rejected by the safety system.', 'ai_refused'],
				['a filter in other words', 400, 'Input data may contain inappropriate content.', 'ai_refused'],
				[
					'a name of a bound',
					400,
					"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'.",
					'ai_request_refused',
				],
				['a form of answer', 400, 'This response_format type is unavailable now', 'ai_request_refused'],
				['a field', 400, 'Unrecognized request argument supplied: truncation', 'ai_request_refused'],
				[
					'a long request',
					400,
					"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000.",
					'ai_context_too_long',
				],
				['a long prompt', 400, 'prompt is too long: 213462 tokens > 200000 maximum', 'ai_context_too_long'],
				['a request that no minute has room for', 413, 'Request too large for model m on tokens per minute (TPM)', 'ai_context_too_long'],
				['a country', 403, 'Country, region, or territory not supported', 'ai_region'],
				['a place', 400, 'User location is not supported for the API use.', 'ai_region'],
				['a region', 403, 'This model is not available in your region.', 'ai_region'],
			] as const
		).map(
			([what, status, words, fault]) => [what, { message: `${status} - {"error":{"message":${JSON.stringify(words)}}}` }, fault] as const,
		),
		['words in a list of n8n, however many', { messages: [...Array<string>(9_000).fill('x'), KEY] }, 'ai_unavailable'],
		['an overload', said(503, null, 'Overloaded'), 'ai_unavailable'],
		['an address that is wrong', { message: 'Invalid URL (POST /v2/responses)', httpCode: '404' }, 'ai_unavailable'],
		['silence', { message: 'timeout of 180000ms exceeded', code: 'ECONNABORTED' }, 'ai_unavailable'],
		['words alone', 'socket hang up', 'ai_unavailable'],
		['nothing', null, 'ai_unavailable'],
		[
			'words in a list of n8n',
			{ message: 'Forbidden', messages: [`401 - ${JSON.stringify(said(401, 'invalid_api_key', KEY))}`] },
			'ai_key_refused',
		],
		[
			'what was asked, which is no word of the provider',
			{ message: 'socket hang up', config: { data: QUOTA }, options: { body: QUOTA } },
			'ai_unavailable',
		],
	];
	for (const [what, error, fault] of cases) it(`${what}: ${fault}`, () => expect(providerFault(error)).to.equal(fault));

	it('is found in an error itself, whose words are no field', () =>
		expect(providerFault(Object.assign(new Error(QUOTA), { httpCode: '429' }))).to.equal('ai_no_credit'));
});

describe('For how long a provider asks to wait', () => {
	const inWords = (words: string) => ({ message: words, httpCode: '429' });
	const cases: readonly (readonly [what: string, error: unknown, seconds: number | null])[] = [
		['a header', { message: 'x', httpCode: '429', response: { headers: { 'retry-after': '17' } } }, 17],
		[
			'a header where n8n keeps it',
			Object.assign(new Error('429'), { httpCode: '429', cause: { response: { headers: { 'Retry-After': 3 } } } }),
			3,
		],
		['a header that counts before words', { ...said(429, null, 'Please try again in 20s.'), 'retry-after': '9' }, 9],
		['a header of an overload', { message: 'Overloaded', httpCode: '503', response: { headers: { 'retry-after': '5' } } }, 5],
		['words', said(429, 'rate_limit_exceeded', 'Rate limit reached for m. Limit: 3 / min. Please try again in 20s.'), 20],
		[
			'words among those of n8n',
			{ ...inWords('Try spacing'), messages: ['429 - {"error":{"message":"Please try again in 1m30.2s."}}'] },
			91,
		],
		['milliseconds', inWords('Rate limit reached. Please try again in 350ms.'), 1],
		['words of another provider', inWords('Too many requests. Please retry in 41.5 seconds.'), 42],
		['hours', inWords('Please try again in 2h0m1s'), 7_201],
		['no time', inWords('Too many requests'), null],
		['a number that is no time', inWords('Please retry with at most 3 images.'), null],
		['none', inWords('Please try again in 0s'), null],
		['a quota, which no waiting mends', { ...said(429, 'insufficient_quota', QUOTA), 'retry-after': '20' }, null],
		['words about something else', said(500, null, 'Please try again in 20s.'), null],
		['nothing', null, null],
	];
	for (const [what, error, seconds] of cases) it(`${what}: ${seconds}`, () => expect(askedToWait(error)).to.equal(seconds));
});
