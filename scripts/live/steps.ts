import { aiUrl } from '@copydesk/domain/ai/address';
import { DEFAULT_MODELS, DEFAULT_PROVIDER, endOf, readModels } from '@copydesk/domain/ai/models';
import type { LIVE } from '../desk/live.ts';
import type { Models, Provider } from '../desk/provider.ts';
import { examineAddress } from '../operator/doctor/address.ts';
import { examineAi, examineImage, examineStrict } from '../operator/doctor/ai.ts';
import { ask } from '../operator/doctor/ask.ts';
import { wrong } from '../operator/doctor/finding.ts';
import type { Finding } from '../operator/doctor/finding.ts';
import { examineMessenger } from '../operator/doctor/messenger.ts';
import type { Surroundings } from '../operator/doctor/surroundings.ts';

/** What is known by now, by the names of `.env`. */
export type Known = Readonly<Partial<Record<string, string>>>;

export interface Step {
	readonly name: keyof typeof LIVE;
	/** What it is and where it comes from. */
	readonly about: readonly string[];
	readonly question: string;
	/** Nothing of it shows while it is typed. */
	readonly hidden?: true;
	/** What an empty answer stands for; without it there must be an answer. */
	readonly otherwise?: string;
	/** Who may be picked from those who write to the bot. */
	readonly listensFor?: 'person' | 'channel';
	/** Left out where it does not apply. */
	applies?(known: Known): boolean;
	/** What may be chosen by its place in the list, and what an empty answer stands for. */
	offer?(known: Known): Promise<{ readonly choices: readonly string[]; readonly otherwise?: string }>;
	/** Tries the value, with what is known already. @param isNew it was answered now: it may be tried for some cents */
	examine(value: string, known: Known, isNew: boolean): Promise<readonly Finding[]>;
}

const NOTHING: Surroundings = { services: [], folders: [], databases: [] };

function messenger(known: Known): { apiUrl: string; token: string } {
	return { apiUrl: known['MESSENGER_API_URL'] || 'https://api.telegram.org', token: known['MESSENGER_TOKEN'] ?? '' };
}

async function asked(around: Partial<Surroundings>, area: string): Promise<readonly Finding[]> {
	const findings = await examineMessenger({ ...NOTHING, ...around }, Date.now(), { withWebhook: false });
	return findings.filter((finding) => finding.area === area || (finding.area === 'messenger' && finding.verdict === 'wrong'));
}

const person = (role: 'owner' | 'editor', name: 'OWNER_USER_ID' | 'EDITOR_USER_ID', about: string): Step => ({
	name,
	about: [about, 'Let them write /start to the bot: they show here with their number.'],
	question: `The ${role}'s number`,
	listensFor: 'person',
	async examine(value, known) {
		const other = role === 'owner' ? 'EDITOR_USER_ID' : 'OWNER_USER_ID';
		if (known[other] === value) return [wrong('people.same', 'both would be the same person', 'a desk is two people: name another one')];
		return await asked({ messenger: messenger(known), people: [{ role, userId: Number(value) }] }, 'people');
	},
});

function providerIn(known: Known): Provider {
	const textUrl = known['AI_BASE_URL'] || DEFAULT_PROVIDER;
	const textKey = known['AI_API_KEY'] ?? '';
	return { textUrl, textKey, imageUrl: known['AI_IMAGE_BASE_URL'] || textUrl, imageKey: known['AI_IMAGE_API_KEY'] || textKey };
}

/** Texts and images may come from two providers; each is tried with its own key. */
async function examineKey(known: Known, area: 'ai' | 'image'): Promise<readonly Finding[]> {
	const findings = await examineAi({ ...NOTHING, ai: alone(area, providerIn(known)) }, modelsIn(known), false);
	// The models are chosen next.
	return findings.filter(({ verdict, code }) => verdict !== 'skipped' && code.startsWith(area) && !code.includes('.model_'));
}

/** One provider, as if there were no other. */
const alone = (area: 'ai' | 'image', { textUrl, textKey, imageUrl, imageKey }: Provider): Provider =>
	area === 'ai' ? { textUrl, textKey, imageUrl: textUrl, imageKey: textKey } : { textUrl, textKey, imageUrl, imageKey };

const modelsIn = (known: Known): Models => ({
	text: known['AI_TEXT_MODEL'] || DEFAULT_MODELS.text,
	image: known['AI_IMAGE_MODEL'] || DEFAULT_MODELS.image,
});

/** What names of models for images have in them; all others are taken to be for texts. */
const FOR_IMAGES = /image|dall|flux|diffusion|sdxl|recraft/i;
const FOR_NEITHER = /embed|tts|whisper|audio|realtime|transcribe|moderation|sora|video|rerank|ocr/i;

/** A model, chosen from the provider's own list and tried at once. */
const model = (kind: 'text' | 'image', name: 'AI_TEXT_MODEL' | 'AI_IMAGE_MODEL'): Step => ({
	name,
	about: [
		`The model for ${kind}s, chosen from the provider's own list. Your choice is tried with one ${kind} request, which costs some cents.`,
	],
	question: 'Its name, or its number in the list',
	otherwise: DEFAULT_MODELS[kind],
	async offer(known) {
		const { textUrl, textKey, imageUrl, imageKey } = providerIn(known);
		const [url, key] = kind === 'text' ? [textUrl, textKey] : [imageUrl, imageKey];
		const reply = await ask(aiUrl(url, '/v1/models'), { headers: { Authorization: `Bearer ${key}` } });
		const listed = (reply.kind === 'answer' ? readModels(reply.body) : undefined) ?? [];
		const today = new Date().toISOString().slice(0, 10);
		const choices = listed
			.map(({ id }) => id)
			.filter((id) => !FOR_NEITHER.test(id) && FOR_IMAGES.test(id) === (kind === 'image'))
			.filter((id) => endOf(id, url, listed, today) === undefined)
			.sort();
		const otherwise = choices.length === 0 || choices.includes(DEFAULT_MODELS[kind]) ? DEFAULT_MODELS[kind] : choices[0];
		return { choices, ...(otherwise === undefined ? {} : { otherwise }) };
	},
	async examine(value, known, isNew) {
		const ai = providerIn(known);
		const models = { ...modelsIn(known), [kind]: value };
		if (isNew) return [await (kind === 'text' ? examineStrict : examineImage)(ai, models)];
		const findings = await examineAi({ ...NOTHING, ai }, models, false);
		return findings.filter(({ code, says }) => code.includes('.model_') && says.includes(value));
	},
});

/** In the order in which one helps the next. */
export const STEPS: readonly Step[] = [
	{
		name: 'MESSENGER_TOKEN',
		about: ['The bot. Write /newbot to @BotFather in the messenger, or /mybots for one you have; it gives you a token.'],
		question: 'Its token (does not show)',
		hidden: true,
		examine: async (value, known) => await asked({ messenger: messenger({ ...known, MESSENGER_TOKEN: value }) }, 'messenger'),
	},
	{
		name: 'MESSENGER_CHANNEL_ID',
		about: [
			'The channel for approved posts. Make the bot an administrator there with the right to post messages,',
			'then forward any post of the channel to the bot: it shows here with its number.',
		],
		question: "The channel's number, like -1001234567890",
		listensFor: 'channel',
		examine: async (value, known) => await asked({ messenger: { ...messenger(known), channelId: Number(value) } }, 'channel'),
	},
	person('owner', 'OWNER_USER_ID', 'The owner, who decides who takes part.'),
	person('editor', 'EDITOR_USER_ID', 'The editor, who works with the owner.'),
	{
		name: 'PUBLIC_WEBHOOK_URL',
		about: [
			'The https address under which the messenger reaches this desk. A reverse proxy of yours forwards the one path',
			'/webhook/copydesk to http://127.0.0.1:5678/webhook/copydesk and nothing else (docs/going-live.md has an example).',
		],
		question: 'The whole address, like https://desk.example.org/webhook/copydesk',
		examine: async (value, known) => await examineAddress({ ...NOTHING, webhookUrl: value, messenger: messenger(known) }, false),
	},
	{
		name: 'AI_BASE_URL',
		about: ['The AI provider for texts: any that offers /v1/responses with strict JSON schemas.'],
		question: 'Its address',
		otherwise: DEFAULT_PROVIDER,
		examine: async () => await Promise.resolve([]),
	},
	{
		name: 'AI_API_KEY',
		about: ["A key of it, from the provider's page of API keys."],
		question: 'The key (does not show)',
		hidden: true,
		examine: async (value, known) => await examineKey({ ...known, AI_API_KEY: value }, 'ai'),
	},
	model('text', 'AI_TEXT_MODEL'),
	{
		name: 'AI_IMAGE_BASE_URL',
		about: ['Pictures may come from another provider, one that offers /v1/images/generations.'],
		question: 'Its address, or nothing for the same one',
		otherwise: '',
		examine: async () => await Promise.resolve([]),
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
