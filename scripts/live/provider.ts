// What .env says of the AI provider, and what can be asked of it.
import { aiUrl } from '@copydesk/domain/ai/address';
import {
	audioInterfaces,
	imageInterfaces,
	keyHeader,
	keyHeaders,
	schemaModes,
	textInterfaces,
	wordOf,
} from '@copydesk/domain/ai/interfaces';
import { DEFAULT_MODELS, DEFAULT_PROVIDER, endOf, readModels } from '@copydesk/domain/ai/models';
import { PRESETS, presetNames, type Preset, type PresetName } from '../desk/presets.ts';
import type { Interfaces, Models, Provider } from '../desk/provider.ts';
import { examineAi, examineKeyByText } from '../operator/doctor/ai.ts';
import { ask } from '../operator/doctor/ask.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { NOTHING, type Known } from './setupContext.ts';

export const presetIn = (known: Known): Preset => PRESETS[wordOf(presetNames, known['AI_PROVIDER'])];

function interfacesIn(known: Known): Interfaces {
	const preset = presetIn(known);
	const isOther = (known['AI_IMAGE_BASE_URL'] ?? '') !== '';
	return {
		text: wordOf(textInterfaces, known['AI_TEXT_API'] || preset.text),
		schemas: wordOf(schemaModes, known['AI_TEXT_SCHEMAS'] || preset.schemas),
		images: wordOf(imageInterfaces, known['AI_IMAGE_API'] || (isOther ? 'images' : preset.images)),
		audio: wordOf(audioInterfaces, known['AI_AUDIO_API'] || ((known['AI_AUDIO_BASE_URL'] ?? '') === '' ? preset.audio : 'multipart')),
		header: wordOf(keyHeaders, known['AI_KEY_HEADER'] || preset.header),
	};
}

export const urlIn = (known: Known): string => {
	const said = known['AI_BASE_URL'] ?? '';
	return said === '' || said === DEFAULT_PROVIDER ? presetIn(known).base : said;
};

export function providerIn(known: Known): Provider & { readonly by: Interfaces } {
	const textUrl = urlIn(known);
	const textKey = known['AI_API_KEY'] ?? '';
	const imageUrl = known['AI_IMAGE_BASE_URL'] || textUrl;
	const audioUrl = known['AI_AUDIO_BASE_URL'] || textUrl;
	const keys = { imageKey: known['AI_IMAGE_API_KEY'] || textKey, audioKey: known['AI_AUDIO_API_KEY'] || textKey };
	return { textUrl, textKey, imageUrl, audioUrl, ...keys, by: interfacesIn(known) };
}

export const modelsIn = (known: Known): Models => ({
	text: known['AI_TEXT_MODEL'] || DEFAULT_MODELS.text,
	image: known['AI_IMAGE_MODEL'] || DEFAULT_MODELS.image,
	audio: known['AI_AUDIO_MODEL'] || ((known['AI_AUDIO_BASE_URL'] ?? '') === '' && presetIn(known).audioModel) || DEFAULT_MODELS.audio,
});

/** Texts and images may come from two providers; each is tried with its own key. The models are another question. */
export async function examineKey(known: Known, area: 'ai' | 'image'): Promise<readonly Finding[]> {
	const ai = providerIn(known);
	const alone = area === 'ai' ? { ...ai, imageUrl: ai.textUrl, imageKey: ai.textKey } : ai;
	const findings = await examineAi({ ...NOTHING, ai: alone }, modelsIn(known), false);
	const ofKey = findings.filter(({ verdict, code }) => verdict !== 'skipped' && code.startsWith(area) && !/\.models?_/.test(code));
	if (area === 'image' || !presetIn(known).needsKey || !(await isListOpen(ai.textUrl))) return ofKey;
	const refused = await examineKeyByText(ai, modelsIn(known).text);
	return refused === undefined ? ofKey : [refused];
}

/** OpenRouter lists its models to everybody, so a list proves no key. */
async function isListOpen(url: string): Promise<boolean> {
	const reply = await ask(aiUrl(url, '/v1/models'));
	return reply.kind === 'answer' && reply.status === 200;
}

/** Whether the stored models are served, as far as that can be asked for nothing. */
export async function examineModels(known: Known): Promise<readonly Finding[]> {
	const findings = await examineAi({ ...NOTHING, ai: providerIn(known) }, modelsIn(known), false);
	return findings.filter(({ code }) => !code.endsWith('.model_unlisted') && !code.endsWith('.models_unlisted'));
}

/** The presets by the host of an address, for those that have one of their own. */
const HOSTS: readonly (readonly [RegExp, PresetName])[] = [
	[/(?:^|\.)openai\.azure\.com$|\.services\.ai\.azure\.com$/, 'azure'],
	[/(?:^|\.)openrouter\.ai$/, 'openrouter'],
	[/(?:^|\.)mistral\.ai$/, 'mistral'],
	[/^generativelanguage\.googleapis\.com$/, 'gemini'],
];

/** Which of the presets an address belongs to; OpenAI's is tried where none is known. */
export function presetAt(address: string): PresetName {
	const { hostname, port } = new URL(address);
	const local = presetNames.find((name) => !PRESETS[name].needsKey && new URL(PRESETS[name].base).port === port);
	return HOSTS.find(([host]) => host.test(hostname))?.[1] ?? local ?? 'openai';
}

/** What names of models for images have in them; all others are taken to be for texts. */
const FOR_IMAGES = /image|dall|flux|diffusion|sdxl|recraft/i;
const FOR_NEITHER = /embed|tts|whisper|audio|realtime|transcribe|moderation|sora|video|rerank|ocr/i;
export const isForImages = (model: string): boolean => FOR_IMAGES.test(model);

/** The provider's own list, without what is of no use; empty where it gives none. */
export async function modelsListed(kind: 'text' | 'image', known: Known): Promise<readonly string[]> {
	const { textUrl, textKey, imageUrl, imageKey, by } = providerIn(known);
	const [url, key] = kind === 'text' ? [textUrl, textKey] : [imageUrl, imageKey];
	const header = url === textUrl ? by.header : 'Authorization';
	const reply = await ask(aiUrl(url, '/v1/models'), { headers: { ...keyHeader(header, key) } });
	const listed = (reply.kind === 'answer' && reply.status === 200 ? readModels(reply.body) : undefined) ?? [];
	const today = new Date().toISOString().slice(0, 10);
	return listed
		.map(({ id }) => id)
		.filter((id) => !FOR_NEITHER.test(id) && isForImages(id) === (kind === 'image'))
		.filter((id) => endOf(id, url, listed, today) === undefined)
		.sort();
}

/** The model that is offered: ours, the one that the preset prefers, or the first of the list. */
export function offered(kind: 'text' | 'image', known: Known, listed: readonly string[]): string | undefined {
	const wanted = [DEFAULT_MODELS[kind], ...(presetIn(known).prefers ?? [])];
	const found = wanted.map((name) => listed.find((id) => id === name || id.endsWith(`/${name}`))).find((id) => id !== undefined);
	const isOpenAi = presetIn(known) === PRESETS.openai;
	return found ?? listed[0] ?? (isOpenAi ? DEFAULT_MODELS[kind] : undefined);
}
