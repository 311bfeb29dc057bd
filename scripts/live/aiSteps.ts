import { aiUrl } from '@copydesk/domain/ai/address';
import { keyHeader, keyHeaders, imageInterfaces, schemaModes, textInterfaces, wordOf } from '@copydesk/domain/ai/interfaces';
import { DEFAULT_MODELS, DEFAULT_PROVIDER, endOf, readModels } from '@copydesk/domain/ai/models';
import { PRESETS, presetNames } from '../desk/presets.ts';
import type { Preset } from '../desk/presets.ts';
import type { Interfaces, Models, Provider } from '../desk/provider.ts';
import { examineAi } from '../operator/doctor/ai.ts';
import { ask } from '../operator/doctor/ask.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { tryImages, tryTexts } from '../operator/doctor/trial.ts';
import { NOTHING } from './step.ts';
import type { Known, Step } from './step.ts';

const presetIn = (known: Known): Preset => PRESETS[wordOf(presetNames, known['AI_PROVIDER'])];

function interfacesIn(known: Known): Interfaces {
	const preset = presetIn(known);
	const isOther = (known['AI_IMAGE_BASE_URL'] ?? '') !== '';
	return {
		text: wordOf(textInterfaces, known['AI_TEXT_API'] || preset.text),
		schemas: wordOf(schemaModes, known['AI_TEXT_SCHEMAS'] || preset.schemas),
		images: wordOf(imageInterfaces, known['AI_IMAGE_API'] || (isOther ? 'images' : preset.images)),
		header: wordOf(keyHeaders, known['AI_KEY_HEADER'] || preset.header),
	};
}

function providerIn(known: Known): Provider {
	const said = known['AI_BASE_URL'] ?? '';
	const textUrl = said === '' || said === DEFAULT_PROVIDER ? presetIn(known).base : said;
	const textKey = known['AI_API_KEY'] ?? '';
	const imageUrl = known['AI_IMAGE_BASE_URL'] || textUrl;
	return { textUrl, textKey, imageUrl, imageKey: known['AI_IMAGE_API_KEY'] || textKey, by: interfacesIn(known) };
}

/** Texts and images may come from two providers; each is tried with its own key. */
async function examineKey(known: Known, area: 'ai' | 'image'): Promise<readonly Finding[]> {
	const findings = await examineAi({ ...NOTHING, ai: alone(area, providerIn(known)) }, modelsIn(known), false);
	// The models are chosen next.
	return findings.filter(({ verdict, code }) => verdict !== 'skipped' && code.startsWith(area) && !code.includes('.model_'));
}

/** One provider, as if there were no other. */
const alone = (area: 'ai' | 'image', ai: Provider): Provider =>
	area === 'ai' ? { ...ai, imageUrl: ai.textUrl, imageKey: ai.textKey } : ai;

const modelsIn = (known: Known): Models => ({
	text: known['AI_TEXT_MODEL'] || DEFAULT_MODELS.text,
	image: known['AI_IMAGE_MODEL'] || DEFAULT_MODELS.image,
});

/** What names of models for images have in them; all others are taken to be for texts. */
const FOR_IMAGES = /image|dall|flux|diffusion|sdxl|recraft/i;
const FOR_NEITHER = /embed|tts|whisper|audio|realtime|transcribe|moderation|sora|video|rerank|ocr/i;

async function modelsListed(kind: 'text' | 'image', known: Known): Promise<readonly string[]> {
	const { textUrl, textKey, imageUrl, imageKey } = providerIn(known);
	const [url, key] = kind === 'text' ? [textUrl, textKey] : [imageUrl, imageKey];
	const header = url === textUrl ? interfacesIn(known).header : 'Authorization';
	const reply = await ask(aiUrl(url, '/v1/models'), { headers: { ...keyHeader(header, key) } });
	const listed = (reply.kind === 'answer' ? readModels(reply.body) : undefined) ?? [];
	const today = new Date().toISOString().slice(0, 10);
	return listed
		.map(({ id }) => id)
		.filter((id) => !FOR_NEITHER.test(id) && FOR_IMAGES.test(id) === (kind === 'image'))
		.filter((id) => endOf(id, url, listed, today) === undefined)
		.sort();
}

/** What the trials found, by what was tried, so that what works is kept beside the model. */
const found = new Map<string, Interfaces>();
const trialOf = (kind: string, value: string, known: Known): string => JSON.stringify([kind, value, providerIn(known)]);

/** A model, chosen from the provider's own list and tried at once. */
const model = (kind: 'text' | 'image', name: 'AI_TEXT_MODEL' | 'AI_IMAGE_MODEL'): Step => ({
	name,
	about: [
		`The model for ${kind}s, chosen from the provider's own list. Your choice is tried with one ${kind} request, which costs some cents.`,
	],
	question: 'Its name, or its number in the list',
	otherwise: DEFAULT_MODELS[kind],
	applies: (known) => kind === 'text' || interfacesIn(known).images !== 'none',
	async offer(known) {
		const choices = await modelsListed(kind, known);
		const isDefault = choices.includes(DEFAULT_MODELS[kind]) || (choices.length === 0 && presetIn(known) === PRESETS.openai);
		return { choices, otherwise: isDefault ? DEFAULT_MODELS[kind] : choices[0] };
	},
	async examine(value, known, isNew) {
		const ai = providerIn(known);
		const models = { ...modelsIn(known), [kind]: value };
		if (isNew) {
			const { findings, by } = await (kind === 'text' ? tryTexts : tryImages)(ai, models);
			if (by !== undefined) found.set(trialOf(kind, value, known), by);
			return findings;
		}
		const findings = await examineAi({ ...NOTHING, ai }, models, false);
		return findings.filter(({ code, says }) => code.includes('.model_') && says.includes(value));
	},
	also(value, known) {
		const by = found.get(trialOf(kind, value, known));
		if (by === undefined) return {};
		const own = interfacesIn(known);
		if (kind === 'image') return by.images === own.images ? {} : { AI_IMAGE_API: by.images };
		return by.text === own.text && by.schemas === own.schemas ? {} : { AI_TEXT_API: by.text, AI_TEXT_SCHEMAS: by.schemas };
	},
});

/** From the provider to its models. */
export const aiSteps: readonly Step[] = [
	{
		name: 'AI_PROVIDER',
		about: ['The AI provider for texts. What it can do is tried; what its documents promise is only where the trial begins.'],
		question: 'Its name, or its number in the list',
		otherwise: 'openai',
		offer: () => Promise.resolve({ choices: presetNames, otherwise: 'openai' }),
		examine: () => Promise.resolve([]),
	},
	{
		name: 'AI_BASE_URL',
		about: [
			'Its address, with or without the version of its interface (/v1).',
			'Of Azure OpenAI it is https://<resource>.openai.azure.com/openai/v1, with the name of your resource.',
		],
		question: 'Its address',
		otherwise: DEFAULT_PROVIDER,
		offer(known) {
			const { base } = presetIn(known);
			return Promise.resolve({ choices: [], otherwise: base.includes('<') ? undefined : base });
		},
		examine: () => Promise.resolve([]),
	},
	{
		name: 'AI_API_KEY',
		about: ["A key of it, from the provider's page of API keys."],
		question: 'The key (does not show)',
		hidden: true,
		offer: (known) => Promise.resolve({ choices: [], otherwise: presetIn(known).needsKey ? undefined : 'not-needed' }),
		examine: async (value, known) => await examineKey({ ...known, AI_API_KEY: value }, 'ai'),
	},
	model('text', 'AI_TEXT_MODEL'),
	{
		name: 'AI_IMAGE_BASE_URL',
		about: [
			'Pictures may come from another provider, one that offers /v1/images/generations.',
			'Where there are none, every cover shows the picture that comes with Copydesk.',
		],
		question: 'Its address, or nothing for the same one',
		otherwise: '',
		examine: () => Promise.resolve([]),
	},
	{
		name: 'AI_IMAGE_API_KEY',
		about: ['A key of the provider for pictures.'],
		question: 'The key (does not show)',
		hidden: true,
		applies: (known) => (known['AI_IMAGE_BASE_URL'] ?? '') !== '',
		examine: async (value, known) => await examineKey({ ...known, AI_IMAGE_API_KEY: value }, 'image'),
	},
	model('image', 'AI_IMAGE_MODEL'),
];
