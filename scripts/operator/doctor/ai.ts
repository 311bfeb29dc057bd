import { aiUrl } from '@copydesk/domain/ai/address';
import { chatRequest } from '@copydesk/domain/ai/chat';
import { chatImageRequest, checkSourceImage, imageRequest, pictureOf } from '@copydesk/domain/ai/image';
import { readAnswer, responsesRequest, type Question } from '@copydesk/domain/ai/responses';
import { strictObject } from '@copydesk/domain/ai/schema';
import { SOURCE_IMAGE_SIZE } from '@copydesk/domain/limits';
import { AUDIO_PATH, TEXT_PATHS, keyHeader, type AudioInterface, type KeyHeader } from '@copydesk/domain/ai/interfaces';
import { providerFault } from '@copydesk/domain/ai/faults';
import { DEFAULT_MODELS, endOf, readModels, successorOf, type ListedModel } from '@copydesk/domain/ai/models';
import { transcriptionRequest } from '@copydesk/domain/ai/audio';
import { isObject } from '@copydesk/domain/isObject';
import type { Interfaces, Models, Provider } from '../../desk/provider.ts';
import { ask, wordsOf, type Reply } from './ask.ts';
import { ok, skipped, warning, wrong, type Finding } from './finding.ts';
import type { DoctorTargets } from './targets.ts';

/** As long as the graphs themselves wait. */
const AI_TIMEOUT_MS = 180_000;
/** The least that providers accept: no JSON of ours fits into it. */
const FEW_TOKENS = 16;
const ENOUGH_TOKENS = 4_000;
const SETTINGS =
	'AI_TEXT_MODEL and AI_IMAGE_MODEL (npm run live:setup), or in the node “House style, language and models” of Copydesk · Main';

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

/** What is tried where nothing is said of interfaces. */
export const AS_OPENAI: Interfaces = { text: 'responses', schemas: 'strict', images: 'images', header: 'Authorization' };

const by = (ai: Provider): Interfaces => ai.by ?? AS_OPENAI;
/** Another provider for images takes its key in the usual header. */
const imageHeader = (ai: Provider): KeyHeader => (ai.imageUrl === ai.textUrl ? by(ai).header : 'Authorization');
const textHeaders = (ai: Provider): Record<string, string> => ({ ...keyHeader(by(ai).header, ai.textKey) });

/** What is tried: an address, its key, and the models that are asked for there. */
interface Door {
	readonly area: 'ai' | 'image';
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly text?: string;
	readonly image?: string;
	/** One small request for a text. */
	readonly request: (model: string) => Promise<Reply>;
}

/**
 * What the provider gives. Without `paid` only what costs nothing, or next to nothing: whether it knows the key, lists the models, and
 * how long it serves them. A model for texts that it does not list is tried with 16 tokens.
 */
export async function examineAi(
	{ ai }: DoctorTargets,
	models: Models,
	paid: boolean,
	nowMs: number = Date.now(),
): Promise<readonly Finding[]> {
	if (ai === undefined) return [skipped('ai', 'AI_API_KEY is not set, so the provider was not asked')];
	const isOneProvider = ai.imageUrl === ai.textUrl && ai.imageKey === ai.textKey;
	const draws = by(ai).images !== 'none';
	const request = (model: string): Promise<Reply> => requestFew(ai, model);
	const texts: Door = { area: 'ai', url: ai.textUrl, headers: textHeaders(ai), text: models.text, request };
	const images: Door = {
		...{ area: 'image', url: ai.imageUrl, headers: { ...keyHeader(imageHeader(ai), ai.imageKey) }, image: models.image, request },
	};
	const doors: readonly Door[] = !draws ? [texts] : isOneProvider ? [{ ...texts, image: models.image }] : [texts, images];
	const today = new Date(nowMs).toISOString().slice(0, 10);
	const free = [...(await Promise.all(doors.map((door) => examineDoor(door, today)))).flat(), ...examineEar(ai, models, today)];
	if (!paid) return [...free, skipped('ai', 'no text and no picture was requested, because they cost money: add --paid')];
	if (free.some(({ verdict }) => verdict === 'wrong')) return free;
	const asked = await Promise.all([
		examineStrict(ai, models),
		examineRefusal(ai, models),
		examineCut(ai, models),
		...(draws ? [examineImage(ai, models)] : []),
		...(earOf(ai) === 'none' ? [] : [examineAudio(ai, models)]),
	]);
	return [...free, ...asked];
}

const variableOf = (area: Door['area']): string => (area === 'image' ? 'AI_IMAGE_API_KEY' : 'AI_API_KEY');

async function examineDoor(door: Door, today: string): Promise<readonly Finding[]> {
	const { area, url, headers } = door;
	const reply = await ask(aiUrl(url, '/v1/models'), { headers });
	if (reply.kind === 'silence')
		return [
			wrong(
				`${area}.silent`,
				`${url} does not answer: ${reply.reason}`,
				`check the network and ${variableOf(area).replace('API_KEY', 'BASE_URL')}`,
			),
		];
	const { status, body } = reply;
	if (isAboutKey(status, body)) return [keyRefused(door, wordsOf(body))];
	if (status >= 300 && status < 400)
		return [
			wrong(
				`${area}.redirects`,
				`${url} redirects, and the key is not sent on`,
				`put the final address into ${variableOf(area).replace('API_KEY', 'BASE_URL')}`,
			),
		];
	const listed = status === 200 ? readModels(body) : undefined;
	const ends = wantedAt(door).flatMap((model) => examineEnd(door, model, listed, today));
	if (ends.some(({ verdict }) => verdict === 'wrong')) return ends;
	return [...(listed === undefined ? await examineUnlisted(door, status) : await examineListed(door, listed)), ...ends];
}

const wantedAt = ({ text, image }: Door): readonly string[] => [...new Set([text, image].filter((model) => model !== undefined))];

function keyRefused({ area, url }: Door, words: string): Finding {
	return wrong(
		`${area}.key_refused`,
		`${url} does not accept the key: ${words}`,
		`copy ${variableOf(area)} again from the provider's website`,
	);
}

/** Whether the provider, or the table of its ends, says that a model ends soon or is gone. */
export function examineEnd(
	{ area, url }: Pick<Door, 'area' | 'url'>,
	model: string,
	listed: readonly ListedModel[] | undefined,
	today: string,
): readonly Finding[] {
	const end = endOf(model, url, listed, today);
	if (end === undefined) return [];
	const advice = `choose ${end.successor ?? 'a model that it lists'} instead, in ${SETTINGS}`;
	return end.isGone
		? [wrong(`${area}.model_gone`, `${model} was shut down on ${end.ends}`, advice)]
		: [warning(`${area}.model_ending`, `${model} is shut down on ${end.ends}`, advice)];
}

async function examineListed(door: Door, listed: readonly ListedModel[]): Promise<readonly Finding[]> {
	const { area, url, text } = door;
	const wanted = wantedAt(door);
	const missing = wanted.filter((model) => !listed.some(({ id }) => id === model));
	if (missing.length === 0) return [ok(area, `${url} accepts the key and lists ${wanted.join(' and ')}`)];
	const gone = text !== undefined && missing.includes(text) ? await tried(door, text) : undefined;
	if (gone?.verdict === 'wrong') return [gone];
	return [
		warning(
			`${area}.model_unlisted`,
			`${url} accepts the key but does not list ${missing.join(' and ')}`,
			`choose models that it lists in ${SETTINGS}, or test these with --paid`,
		),
	];
}

/** No list: some providers have none, and a restricted key may not read it. */
async function examineUnlisted(door: Door, status: number): Promise<readonly Finding[]> {
	const { area, url, text } = door;
	if (text !== undefined) return [await tried(door, text)];
	return [
		warning(
			`${area}.models_unlisted`,
			`${url} lists no models (${status}), so the key could not be tested free of charge`,
			'try it with --paid',
		),
	];
}

/** One request of a few tokens. Whether its answer is of any use is not looked at. */
async function tried(door: Door, model: string): Promise<Finding> {
	const { area, url } = door;
	const reply = await door.request(model);
	if (reply.kind === 'answer') {
		if (isAboutKey(reply.status, reply.body) || (reply.status === 403 && !isAboutModel(reply.body) && !isAboutMoney(reply.body)))
			return keyRefused(door, wordsOf(reply.body));
		if (reply.status === 404 || isAboutModel(reply.body))
			return wrong(
				`${area}.model_gone`,
				`${url} does not serve ${model}: ${wordsOf(reply.body)}`,
				`choose ${successorOf(model, url) ?? `a model that it serves, such as ${DEFAULT_MODELS.text} at OpenAI`}, in ${SETTINGS}`,
			);
		if (reply.status === 400 && /token/i.test(wordsOf(reply.body))) return ok(area, `${url} accepts the key, and serves ${model}`);
	}
	return notAnswered(area, `${model} gave no text`, reply) ?? ok(area, `${url} accepts the key, and serves ${model}`);
}

/** Gemini answers 400 to a key that it does not know. */
const isAboutKey = (status: number, body: unknown): boolean =>
	status === 401 || (status === 400 && providerFault(body) === 'ai_key_refused');

/** What a request of a few tokens says of a key, where the list of models is open to everybody; undefined if nothing is wrong with it. */
export async function examineKeyByText(ai: Provider, model: string): Promise<Finding | undefined> {
	const door: Door = { area: 'ai', url: ai.textUrl, headers: textHeaders(ai), text: model, request: (each) => requestFew(ai, each) };
	const finding = await tried(door, model);
	return finding.code === 'ai.key_refused' ? finding : undefined;
}

const isAboutMoney = (body: unknown): boolean => ['ai_no_credit', 'ai_spending_limit'].includes(providerFault(body));

function isAboutModel(body: unknown): boolean {
	const error = isObject(body) ? body['error'] : undefined;
	return isObject(error) && (error['code'] === 'model_not_found' || error['param'] === 'model');
}

function request(ai: Provider, question: Omit<Question, 'name'>): Promise<Reply> {
	const { text, schemas } = by(ai);
	const json = responsesRequest({ ...question, name: 'copydesk_doctor' });
	return ask(aiUrl(ai.textUrl, TEXT_PATHS[text]), {
		method: 'POST',
		headers: textHeaders(ai),
		json: text === 'chat' ? chatRequest(json, schemas) : json,
		timeoutMs: AI_TIMEOUT_MS,
	});
}

function requestFew(ai: Provider, model: string): Promise<Reply> {
	const instructions = 'Answer with the colour of grass.';
	return request(ai, { model, schema: probeSchema, instructions, document: {}, maxOutputTokens: FEW_TOKENS });
}

/** A request that was not even answered with 200, as a finding; undefined otherwise. */
function notAnswered(area: 'ai' | 'image', what: string, reply: Reply): Finding | undefined {
	if (reply.kind === 'silence')
		return wrong(`${area}.silent`, `${what}: ${reply.reason}`, 'try again; a provider that is slow or away stops every post');
	if (reply.status === 200) return undefined;
	return wrong(
		`${area}.request_refused`,
		`${what}: ${reply.status} ${wordsOf(reply.body)}`,
		reply.status === 429 || isAboutMoney(reply.body)
			? 'raise the limits or the balance at the provider'
			: `choose a model that takes this request in ${SETTINGS}, or another provider`,
	);
}

export async function examineStrict(ai: Provider, models: Models): Promise<Finding> {
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
	const failed = notAnswered('ai', `${models.text} gave no answer to a request with a tight limit`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const answer = readAnswer(reply.body, cutSchema);
	if (!answer.ok && answer.code === 'ai_incomplete') return ok('ai', `${models.text} says when an answer was cut`);
	if (answer.ok)
		return warning(
			'ai.bound_ignored',
			`${models.text} ignores the limit on the length of its answer`,
			'nothing breaks; the provider may charge more than expected',
		);
	return wrong(
		'ai.cut_unsaid',
		`${models.text} cuts an answer without saying so: ${answer.detail}`,
		'choose a provider that answers with the status "incomplete"',
	);
}

const earOf = (ai: Provider): AudioInterface => by(ai).audio ?? 'multipart';

/** Whether voices are written down at all, and for how long the model is served. */
function examineEar(ai: Provider, { audio = DEFAULT_MODELS.audio }: Models, today: string): readonly Finding[] {
	if (earOf(ai) === 'none') return [skipped('audio', 'AI_AUDIO_API is none, so people are asked to write instead of speaking')];
	const end = endOf(audio, ai.audioUrl ?? ai.textUrl, undefined, today);
	if (end === undefined) return [];
	const advice = `choose ${end.successor ?? 'a model that it lists'} instead, in AI_AUDIO_MODEL`;
	return end.isGone
		? [wrong('audio.model_gone', `${audio} was shut down on ${end.ends}`, advice)]
		: [warning('audio.model_ending', `${audio} is shut down on ${end.ends}`, advice)];
}

/** A second of a tone: what is written down of it does not matter. */
function aSecondOfSound(): Buffer {
	const rate = 16_000;
	const sound = Buffer.alloc(44 + 2 * rate);
	sound.write('RIFF', 0);
	sound.writeUInt32LE(36 + 2 * rate, 4);
	sound.write('WAVEfmt ', 8);
	for (const [at, value] of [
		[16, 16],
		[24, rate],
		[28, 2 * rate],
		[40, 2 * rate],
	] as const)
		sound.writeUInt32LE(value, at);
	for (const [at, value] of [
		[20, 1],
		[22, 1],
		[32, 2],
		[34, 16],
	] as const)
		sound.writeUInt16LE(value, at);
	sound.write('data', 36);
	for (let at = 0; at < rate; at += 1) sound.writeInt16LE(Math.round(8_000 * Math.sin(at / 6)), 44 + 2 * at);
	return sound;
}

export async function examineAudio(ai: Provider, { audio = DEFAULT_MODELS.audio }: Models): Promise<Finding> {
	const ear = earOf(ai);
	const url = ai.audioUrl ?? ai.textUrl;
	const bytes = aSecondOfSound();
	const sound = { bytes, includes: (text: string) => bytes.includes(text), base64: () => bytes.toString('base64') };
	const form = { model: audio, format: 'wav', by: ear === 'none' ? 'multipart' : ear } as const;
	const { parts, contentType } = transcriptionRequest(sound, form);
	const header = url === ai.textUrl ? by(ai).header : 'Authorization';
	const reply = await ask(aiUrl(url, AUDIO_PATH), {
		method: 'POST',
		headers: { ...keyHeader(header, ai.audioKey ?? ai.textKey), 'Content-Type': contentType },
		bytes: Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
		timeoutMs: AI_TIMEOUT_MS,
	});
	const advice = 'name another model or provider: npm run live:setup -- --change voices; without one people are asked to write';
	if (reply.kind === 'silence') return warning('audio.silent', `${audio} wrote down no sound: ${reply.reason}`, advice);
	if (reply.status !== 200 || !isObject(reply.body) || typeof reply.body['text'] !== 'string')
		return warning('audio.not_heard', `${audio} wrote down no sound: ${reply.status} ${wordsOf(reply.body)}`, advice);
	return ok('audio', `${audio} writes down voice messages`);
}

export async function examineImage(ai: Provider, models: Models): Promise<Finding> {
	const isChat = by(ai).images === 'chat';
	const wish = 'A quiet harbour in the morning, boats, soft light. No lettering.';
	const reply = await ask(aiUrl(ai.imageUrl, isChat ? TEXT_PATHS.chat : '/v1/images/generations'), {
		method: 'POST',
		headers: { ...keyHeader(imageHeader(ai), ai.imageKey) },
		json: isChat ? chatImageRequest(wish, models.image) : imageRequest(wish, models.image),
		timeoutMs: AI_TIMEOUT_MS,
	});
	const failed = notAnswered('image', `${models.image} gave no picture`, reply);
	if (failed !== undefined || reply.kind === 'silence') return failed as Finding;
	const picture = pictureOf(reply.body);
	if (picture.fault !== undefined)
		return wrong(
			'image.none',
			picture.fault === 'image_as_address'
				? `${models.image} answered with an address instead of the picture`
				: `${models.image} answered without a picture in it`,
			`choose a model that answers with b64_json, like ${DEFAULT_MODELS.image}`,
		);
	const bytes = Buffer.from(picture.base64, 'base64');
	const fault = checkSourceImage(bytes, isChat ? 'chat' : 'images');
	return fault === null
		? ok(
				'image',
				`${models.image} gives a PNG of ${isChat ? 'a size that fits' : SOURCE_IMAGE_SIZE}, ${(bytes.length / 1e6).toFixed(1)} MB`,
			)
		: wrong(
				'image.unusable',
				`${models.image} gives no usable picture: ${fault}`,
				`choose a model that gives a PNG of ${SOURCE_IMAGE_SIZE}`,
			);
}
