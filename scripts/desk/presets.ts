import type { AudioInterface, ImageInterface, KeyHeader, SchemaMode, TextInterface } from '@copydesk/domain/ai/interfaces';
import { DEFAULT_PROVIDER } from '@copydesk/domain/ai/models';

/** What a provider's documents say of it. Set-up and the doctor try it; where they find otherwise, they say so. */
export interface Preset {
	readonly title: string;
	/** Its address; `<…>` is for a person to fill in. */
	readonly base: string;
	readonly text: TextInterface;
	readonly schemas: SchemaMode;
	readonly images: ImageInterface;
	readonly audio: AudioInterface;
	/** What it calls the model that writes down voices, where that is not the default one. */
	readonly audioModel?: string;
	readonly header: KeyHeader;
	/** Programs on one's own machine take any key, or none. */
	readonly needsKey: boolean;
	/** What a person has to know to choose a model. */
	readonly models: string;
	/** Which of its list is offered first, where the default models are not in it. */
	readonly prefers?: readonly string[];
}

const cloud = { schemas: 'strict', audio: 'multipart', header: 'Authorization', needsKey: true } as const;
/** They serve texts, and have no interface for pictures that knows PNG. */
const own = { text: 'chat', schemas: 'strict', images: 'none', audio: 'none', header: 'Authorization', needsKey: false } as const;

export const PRESETS = {
	openai: {
		...cloud,
		title: 'OpenAI',
		base: DEFAULT_PROVIDER,
		text: 'responses',
		images: 'images',
		models: 'the names of its list',
	},
	azure: {
		...cloud,
		title: 'Azure OpenAI',
		base: 'https://<resource>.openai.azure.com/openai/v1',
		text: 'responses',
		images: 'images',
		header: 'api-key',
		models: 'the names of your deployments; its list names what could be deployed',
	},
	openrouter: {
		...cloud,
		title: 'OpenRouter',
		base: 'https://openrouter.ai/api/v1',
		text: 'chat',
		images: 'chat',
		audio: 'json',
		audioModel: 'openai/gpt-transcribe',
		models: 'like openai/gpt-5.6-terra; for pictures one whose output modalities have image',
	},
	mistral: {
		...cloud,
		title: 'Mistral',
		base: 'https://api.mistral.ai/v1',
		text: 'chat',
		images: 'none',
		audioModel: 'voxtral-mini-latest',
		models: 'like mistral-large-latest',
		prefers: ['mistral-large-latest', 'mistral-medium-latest'],
	},
	gemini: {
		...cloud,
		title: 'Gemini',
		base: 'https://generativelanguage.googleapis.com/v1beta/openai',
		text: 'chat',
		images: 'none',
		audio: 'none',
		prefers: ['gemini-3-flash', 'gemini-2.5-flash'],
		models: 'like gemini-3-flash; its pictures have other sizes than covers need',
	},
	ollama: { ...own, title: 'Ollama', base: 'http://127.0.0.1:11434/v1', models: 'what ollama list shows' },
	lmstudio: { ...own, title: 'LM Studio', base: 'http://127.0.0.1:1234/v1', models: 'what lms ls shows' },
	vllm: { ...own, title: 'vLLM', base: 'http://127.0.0.1:8000/v1', models: 'the one that it was started with' },
	localai: {
		...own,
		title: 'LocalAI',
		base: 'http://127.0.0.1:8080/v1',
		images: 'images',
		audio: 'multipart',
		audioModel: 'whisper-1',
		models: 'what its gallery installed',
	},
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const presetNames = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
