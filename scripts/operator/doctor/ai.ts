import { checkSourceImage, imageRequest } from '@copydesk/domain/ai/image';
import { readAnswer, responsesRequest } from '@copydesk/domain/ai/responses';
import type { Question } from '@copydesk/domain/ai/responses';
import { strictObject } from '@copydesk/domain/ai/schema';
import { SOURCE_IMAGE_SIZE } from '@copydesk/domain/limits';
import { ask, wordsOf } from './ask.ts';
import type { Reply } from './ask.ts';
import { ok, skipped, warning, wrong } from './finding.ts';
import type { Finding } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** As long as the graphs themselves wait. */
const AI_TIMEOUT_MS = 180_000;
/** The least that providers accept: no JSON of ours fits into it. */
const FEW_TOKENS = 16;
const ENOUGH_TOKENS = 4_000;
const SETTINGS = 'the node “House style, language and models” of Copydesk · Main';

/** The models that the graphs ask for. */
export interface Models {
	readonly text: string;
	readonly image: string;
}

type Provider = NonNullable<Surroundings['ai']>;

const probeSchema = strictObject({
	colour: { type: 'string', enum: ['red', 'green', 'blue'] },
	words: { type: 'array', items: { type: 'string' } },
});

/** No answer to this fits into the few tokens it is given. */
const cutSchema = strictObject({
	colour_of_the_sky_in_the_morning: { type: 'string' },
	colour_of_the_sky_at_noon: { type: 'string' },
	colour_of_the_sky_in_the_evening: { type: 'string' },
});

const bearer = (key: string): Record<string, string> => ({ Authorization: `Bearer ${key}` });

/**
 * What the provider gives. Without `paid` only what costs nothing: whether it knows the key and lists the models.
 */
export async function examineAi({ ai }: Surroundings, models: Models, paid: boolean): Promise<readonly Finding[]> {
	if (ai === undefined) return [skipped('ai', 'AI_API_KEY is not set, so the provider was not asked')];
	const isOneProvider = ai.imageUrl === ai.textUrl && ai.imageKey === ai.textKey;
	const free = isOneProvider
		? [await examineKey('ai', ai.textUrl, ai.textKey, [models.text, models.image])]
		: await Promise.all([
				examineKey('ai', ai.textUrl, ai.textKey, [models.text]),
				examineKey('image', ai.imageUrl, ai.imageKey, [models.image]),
			]);
	if (!paid) return [...free, skipped('ai', 'texts and a picture were not asked for, because they cost money: add --paid')];
	if (free.some(({ verdict }) => verdict === 'wrong')) return free;
	const asked = await Promise.all([
		examineStrict(ai, models),
		examineRefusal(ai, models),
		examineCut(ai, models),
		examineImage(ai, models),
	]);
	return [...free, ...asked];
}

async function examineKey(area: 'ai' | 'image', baseUrl: string, key: string, wanted: readonly string[]): Promise<Finding> {
	const variable = area === 'image' ? 'AI_IMAGE_API_KEY' : 'AI_API_KEY';
	const reply = await ask(`${baseUrl}/v1/models`, { headers: bearer(key) });
	if (reply.kind === 'silence')
		return wrong(
			`${area}.silent`,
			`${baseUrl} does not answer: ${reply.reason}`,
			`check the network and ${variable.replace('API_KEY', 'BASE_URL')}`,
		);
	const { status, body } = reply;
	if (status === 401 || status === 403)
		return wrong(
			`${area}.key_refused`,
			`${baseUrl} does not accept the key: ${wordsOf(body)}`,
			`copy ${variable} again from the provider's page of keys`,
		);
	if (status >= 300 && status < 400)
		return wrong(
			`${area}.redirects`,
			`${baseUrl} redirects, and a key does not follow`,
			`put the final address, the part before /v1, into ${variable.replace('API_KEY', 'BASE_URL')}`,
		);
	const listed = (body as { data?: unknown }).data;
	if (status !== 200 || !Array.isArray(listed))
		return warning(
			`${area}.models_unlisted`,
			`${baseUrl} lists no models (${status}), so the key could not be tried for nothing`,
			'try it with --paid',
		);
	const names = new Set(listed.map((each) => String((each as { id?: unknown }).id)));
	const missing = [...new Set(wanted)].filter((model) => !names.has(model));
	return missing.length === 0
		? ok(area, `${baseUrl} accepts the key and lists ${[...new Set(wanted)].join(' and ')}`)
		: warning(
				`${area}.model_unlisted`,
				`${baseUrl} accepts the key but does not list ${missing.join(' and ')}`,
				`choose models that it has in ${SETTINGS}, or see with --paid whether it takes these all the same`,
			);
}

function request(ai: Provider, question: Omit<Question, 'name'>): Promise<Reply> {
	return ask(`${ai.textUrl}/v1/responses`, {
		method: 'POST',
		headers: bearer(ai.textKey),
		json: responsesRequest({ ...question, name: 'copydesk_doctor' }),
		timeoutMs: AI_TIMEOUT_MS,
	});
}

/** A request that was not even answered with 200, as a finding; undefined otherwise. */
function notAnswered(area: 'ai' | 'image', what: string, reply: Reply): Finding | undefined {
	if (reply.kind === 'silence')
		return wrong(`${area}.silent`, `${what}: ${reply.reason}`, 'try again; a provider that is slow or away stops every post');
	if (reply.status === 200) return undefined;
	return wrong(
		`${area}.request_refused`,
		`${what}: ${reply.status} ${wordsOf(reply.body)}`,
		reply.status === 429
			? 'raise the limits or the balance at the provider'
			: `choose a model that takes this request in ${SETTINGS}, or another provider`,
	);
}

async function examineStrict(ai: Provider, models: Models): Promise<Finding> {
	const reply = await request(ai, {
		model: models.text,
		schema: probeSchema,
		instructions: 'Answer with the colour of grass and three words for it. Add a field "note" that says why.',
		document: { task: 'colour' },
		maxOutputTokens: ENOUGH_TOKENS,
	});
	const failed = notAnswered('ai', `${models.text} gave no text`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const answer = readAnswer(reply.body, probeSchema);
	return answer.ok
		? ok('ai', `${models.text} keeps to a strict schema`)
		: wrong(
				'ai.not_strict',
				`${models.text} does not keep to a strict schema: ${answer.detail}`,
				'choose a model and a provider with strict structured output (text.format json_schema, strict: true)',
			);
}

/** Told to refuse, a model refuses as the interface has it or stays within the schema; free text would be taken for neither. */
async function examineRefusal(ai: Provider, models: Models): Promise<Finding> {
	const reply = await request(ai, {
		model: models.text,
		schema: probeSchema,
		instructions: 'This request is not allowed. Refuse it and say so in one plain sentence.',
		document: { task: 'refuse' },
		maxOutputTokens: ENOUGH_TOKENS,
	});
	const failed = notAnswered('ai', `${models.text} gave no answer to something it should refuse`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const answer = readAnswer(reply.body, probeSchema);
	if (answer.ok) return ok('ai', `${models.text} stays within the schema when it is told to refuse`);
	if (answer.code === 'ai_refused') return ok('ai', `${models.text} refuses in the form that is understood`);
	return wrong(
		'ai.refusal_unclear',
		`${models.text} refuses in a form that is not understood: ${answer.detail}`,
		'a refusal would be shown as a broken answer; choose a provider whose refusals are parts of type "refusal"',
	);
}

async function examineCut(ai: Provider, models: Models): Promise<Finding> {
	const reply = await request(ai, {
		model: models.text,
		schema: cutSchema,
		instructions: 'Describe each colour in a hundred words.',
		document: { task: 'describe' },
		maxOutputTokens: FEW_TOKENS,
	});
	// Some providers answer a bound that is too tight with an error: that too is no text that looks whole.
	if (reply.kind === 'answer' && reply.status === 400 && /token/i.test(wordsOf(reply.body)))
		return ok('ai', `${models.text} says when an answer would be cut`);
	const failed = notAnswered('ai', `${models.text} gave no answer to a request with a tight bound`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const answer = readAnswer(reply.body, cutSchema);
	if (!answer.ok && answer.code === 'ai_incomplete') return ok('ai', `${models.text} says when an answer was cut`);
	if (answer.ok)
		return warning(
			'ai.bound_ignored',
			`${models.text} pays no heed to the bound on its answer`,
			'nothing breaks; the provider may charge more than was asked for',
		);
	return wrong(
		'ai.cut_unsaid',
		`${models.text} cuts an answer without saying so: ${answer.detail}`,
		'choose a provider that answers with the status "incomplete"',
	);
}

async function examineImage(ai: Provider, models: Models): Promise<Finding> {
	const reply = await ask(`${ai.imageUrl}/v1/images/generations`, {
		method: 'POST',
		headers: bearer(ai.imageKey),
		json: imageRequest('A quiet harbour in the morning, boats, soft light. No lettering.', models.image),
		timeoutMs: AI_TIMEOUT_MS,
	});
	const failed = notAnswered('image', `${models.image} gave no picture`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const [first] = ((reply.body as { data?: unknown }).data ?? []) as { b64_json?: unknown }[];
	const encoded = first?.b64_json;
	if (typeof encoded !== 'string')
		return wrong(
			'image.none',
			`${models.image} answered without a picture in it`,
			'choose a model that answers with b64_json, like gpt-image-1',
		);
	const bytes = Buffer.from(encoded, 'base64');
	const fault = checkSourceImage(bytes);
	return fault === null
		? ok('image', `${models.image} gives a PNG of ${SOURCE_IMAGE_SIZE}, ${(bytes.length / 1e6).toFixed(1)} MB`)
		: wrong(
				'image.unusable',
				`${models.image} gives no usable picture: ${fault}`,
				`choose a model that gives a PNG of ${SOURCE_IMAGE_SIZE}`,
			);
}
