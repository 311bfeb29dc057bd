import { examineAudio } from '../operator/doctor/ai.ts';
import { tryImages, tryTexts } from '../operator/doctor/trial.ts';
import type { Interfaces } from '../desk/provider.ts';
import { examineKey, examineModels, isForImages, modelsIn, modelsListed, offered, providerIn } from './provider.ts';
import { NotTaken, demandGood, untilTaken, type Known, type Question, type SetupContext } from './setupContext.ts';
import { areFormed, demandForm } from './values.ts';
import { demandKey } from './ai.ts';

/** Covers show the built-in picture. */
const NONE = 'none';
const MOST_SHOWN = 20;
type Kind = 'text' | 'image';
const VARIABLES = { text: 'AI_TEXT_MODEL', image: 'AI_IMAGE_MODEL' } as const;

/** The models that a person may choose, in the order of their places. */
interface Lists {
	readonly text: readonly string[];
	readonly image: readonly string[];
}

/** What a trial found: the values to keep, or why there are none. */
type Tried = { readonly values: Known } | { readonly problem: string };

class Trials {
	readonly #context: SetupContext;
	readonly #known: Known;
	readonly #done = new Map<string, Tried>();

	constructor(context: SetupContext, known: Known) {
		this.#context = context;
		this.#known = known;
	}

	/** One small request, once for each model; it costs some cents. */
	async of(kind: Kind, model: string): Promise<Tried> {
		const key = `${kind} ${model}`;
		const before = this.#done.get(key);
		if (before !== undefined) return before;
		this.#context.terminal.say(`  · ${model} is asked for one small ${kind === 'text' ? 'text' : 'picture'} …`);
		const tried = await this.#try(kind, model);
		this.#done.set(key, tried);
		return tried;
	}

	async #try(kind: Kind, model: string): Promise<Tried> {
		const known = this.#known;
		const models = { ...modelsIn(known), [kind]: model };
		const { findings, by } = await (kind === 'text' ? tryTexts : tryImages)(providerIn(known), models);
		if (by === undefined) return { problem: findings.map(({ says, advice = '' }) => `${says}\n→ ${advice}`).join('\n') };
		for (const { verdict, says } of findings) this.#context.terminal.say(`  ${verdict === 'ok' ? '✓' : '!'} ${says}`);
		return { values: { [VARIABLES[kind]]: model, ...interfacesToKeep(kind, by, providerIn(known).by) } };
	}
}

/** How the provider is spoken to, where that is another way than the one that it is known for. */
function interfacesToKeep(kind: Kind, by: Interfaces, own: Interfaces): Known {
	if (kind === 'image') return by.images === own.images ? {} : { AI_IMAGE_API: by.images };
	return by.text === own.text && by.schemas === own.schemas ? {} : { AI_TEXT_API: by.text, AI_TEXT_SCHEMAS: by.schemas };
}

function show({ terminal }: SetupContext, what: string, all: readonly string[], first: number): void {
	if (all.length === 0) return;
	terminal.say(`${what}:`);
	for (const [index, id] of all.slice(0, MOST_SHOWN).entries()) terminal.say(`  ${first + index}) ${id}`);
	if (all.length > MOST_SHOWN) terminal.say(`  and ${all.length - MOST_SHOWN} more: type the name`);
}

/** Which models somebody names, at most one of each kind. @throws NotTaken */
function read(line: string, lists: Lists, draws: boolean): Readonly<Partial<Record<Kind, string>>> {
	const shown = [...lists.text.slice(0, MOST_SHOWN), ...lists.image.slice(0, MOST_SHOWN)];
	const named: Partial<Record<Kind, string>> = {};
	for (const word of line.split(/[\s,;+]+/).filter((each) => each !== '')) {
		const isPlace = /^-?\d+$/.test(word);
		const model = isPlace ? shown[Number(word) - 1] : word;
		if (model === undefined) throw new NotTaken(`I took ${word} for a place in the list, which has ${shown.length}`);
		const isImage = model.toLowerCase() === NONE || lists.image.includes(model) || (isForImages(model) && !lists.text.includes(model));
		const kind = isImage ? 'image' : 'text';
		if (named[kind] !== undefined)
			throw new NotTaken(`I understood two models for ${kind === 'text' ? 'texts' : 'pictures'}: ${named[kind]} and ${model}`);
		if (kind === 'image' && !draws && model.toLowerCase() !== NONE)
			throw new NotTaken(
				`${model} is for pictures, and this provider has no interface for them: npm run live:setup -- --change pictures names another one`,
			);
		if (model.toLowerCase() !== NONE) demandForm(VARIABLES[kind], model);
		named[kind] = model.toLowerCase() === NONE ? NONE : model;
	}
	return named;
}

async function ask(context: SetupContext): Promise<Known> {
	const known = context.known();
	const { terminal } = context;
	const draws = providerIn({ ...known, AI_IMAGE_API: '' }).by.images !== 'none';
	const lists: Lists = { text: await modelsListed('text', known), image: draws ? await modelsListed('image', known) : [] };
	terminal.say('\nThe models. Each one that you choose is tested with a small text or a small picture, which costs a few cents.');
	show(context, 'For texts', lists.text, 1);
	show(context, 'For pictures', lists.image, Math.min(lists.text.length, MOST_SHOWN) + 1);
	if (!draws)
		terminal.say('It has no interface for pictures: covers use the built-in picture, and --change pictures names another provider.');
	const trials = new Trials(context, { ...known, AI_TEXT_API: '', AI_TEXT_SCHEMAS: '', AI_IMAGE_API: '' });
	const text = await working(context, trials, 'text', offered('text', known, lists.text));
	const image = draws ? ((await working(context, trials, 'image', offered('image', known, lists.image))) ?? NONE) : undefined;
	const otherwise = [text, image].filter((each) => each !== undefined).join(' ');
	const prompt = `The models by name or place${draws ? ', none for no pictures' : ''}${text === undefined ? '' : ` [${otherwise}]`}: `;
	return await untilTaken(context, { prompt }, async (line) => {
		const named = read(line, lists, draws);
		const chosen = { text: named.text ?? text, image: named.image ?? image };
		if (chosen.text === undefined) throw new NotTaken('Expected a model for texts, because the suggested one does not work');
		const values = { AI_TEXT_API: '', AI_TEXT_SCHEMAS: '', AI_IMAGE_API: '', ...(await valuesOf(trials, 'text', chosen.text)) };
		const drawn =
			chosen.image === undefined ? {} : chosen.image === NONE ? { AI_IMAGE_API: NONE } : await valuesOf(trials, 'image', chosen.image);
		return { ...values, ...drawn, ...(await voicesOf(context, { ...known, ...values })) };
	});
}

/** Whether voice messages are written down, which a second of sound shows; nobody has to choose anything for it. */
async function voicesOf({ terminal }: SetupContext, known: Known): Promise<Known> {
	const ai = providerIn({ ...known, AI_AUDIO_API: '' });
	if (ai.by.audio === NONE) return { AI_AUDIO_API: '' };
	const finding = await examineAudio(ai, modelsIn(known));
	terminal.say(
		`  ${finding.verdict === 'ok' ? '✓' : '!'} ${finding.says}${finding.verdict === 'ok' ? '' : `\n    ${finding.advice ?? ''}`}`,
	);
	return { AI_AUDIO_API: finding.verdict === 'ok' ? '' : NONE };
}

/** The model that is offered, if it works. */
async function working({ terminal }: SetupContext, trials: Trials, kind: Kind, model: string | undefined): Promise<string | undefined> {
	if (model === undefined) return undefined;
	const tried = await trials.of(kind, model);
	if ('values' in tried) return model;
	terminal.say(`  ✗ ${tried.problem.replaceAll('\n', '\n    ')}`);
	return undefined;
}

/** @throws NotTaken when the model gives nothing that can be used */
async function valuesOf(trials: Trials, kind: Kind, model: string): Promise<Known> {
	const tried = await trials.of(kind, model);
	if ('problem' in tried) throw new NotTaken(tried.problem);
	return tried.values;
}

export const models: Question = {
	name: 'models',
	about: 'the models for texts and pictures',
	sets: ['AI_TEXT_MODEL', 'AI_IMAGE_MODEL', 'AI_TEXT_API', 'AI_TEXT_SCHEMAS', 'AI_IMAGE_API'],
	async isSettled(context) {
		const known = context.known();
		if (!areFormed(['AI_TEXT_MODEL'], known)) return false;
		const findings = await examineModels(known);
		demandGood(
			context,
			findings.filter(({ verdict }) => verdict !== 'ok'),
		);
		const draws = providerIn(known).by.images !== 'none';
		context.terminal.say(`  ✓ Texts by ${modelsIn(known).text}, ${draws ? `pictures by ${modelsIn(known).image}` : 'no pictures'}`);
		return true;
	},
	ask,
};

/** Another provider for pictures, for those who have one. */
export const pictures: Question = {
	name: 'pictures',
	about: 'another provider for pictures',
	sets: ['AI_IMAGE_BASE_URL', 'AI_IMAGE_API_KEY', 'AI_IMAGE_MODEL', 'AI_IMAGE_API'],
	onlyByName: true,
	async isSettled(context) {
		const known = context.known();
		if ((known['AI_IMAGE_BASE_URL'] ?? '') === '') return true;
		if (!areFormed(['AI_IMAGE_BASE_URL'], known)) return false;
		demandGood(context, await examineKey(known, 'image'));
		return true;
	},
	async ask(context): Promise<Known> {
		const { terminal } = context;
		terminal.say('\nAnother provider for pictures, with /v1/images/generations or with chat completions that return pictures.');
		const before = context.known();
		const url = await untilTaken(context, { prompt: 'Its address, or nothing for the provider of texts: ' }, (line) => {
			if (line !== '') demandForm('AI_IMAGE_BASE_URL', line);
			return Promise.resolve(line);
		});
		if (url === '') return { AI_IMAGE_BASE_URL: '', AI_IMAGE_API_KEY: '', AI_IMAGE_API: '', AI_IMAGE_MODEL: '', AI_TEXT_MODEL: '' };
		const at = { ...before, AI_IMAGE_BASE_URL: url, AI_IMAGE_API: '' };
		const key = await untilTaken(context, { prompt: 'Its key (does not show): ', hidden: true }, async (line) => {
			demandKey(line);
			demandGood(context, await examineKey({ ...at, AI_IMAGE_API_KEY: line }, 'image'));
			return line;
		});
		const known = { ...at, AI_IMAGE_API_KEY: key };
		const listed = await modelsListed('image', known);
		show(context, 'For pictures', listed, 1);
		const trials = new Trials(context, known);
		const otherwise = offered('image', known, listed);
		const prompt = `The model by name or place${otherwise === undefined ? '' : ` [${otherwise}]`}: `;
		return await untilTaken(context, { prompt }, async (line) => {
			const named = read(line === '' ? (otherwise ?? '') : line, { text: [], image: listed }, true);
			const model = named.image ?? named.text;
			if (model === undefined) throw new NotTaken('Expected a model');
			return { AI_IMAGE_BASE_URL: url, AI_IMAGE_API_KEY: key, AI_IMAGE_API: '', ...(await valuesOf(trials, 'image', model)) };
		});
	},
};

/** What writes down voice messages, where it is another provider or model. */
export const voices: Question = {
	name: 'voices',
	about: 'another provider or model for voice messages',
	sets: ['AI_AUDIO_BASE_URL', 'AI_AUDIO_API_KEY', 'AI_AUDIO_MODEL', 'AI_AUDIO_API'],
	onlyByName: true,
	isSettled: () => Promise.resolve(true),
	async ask(context): Promise<Known> {
		context.terminal.say(
			'\nWhat writes down voice messages: a provider with /v1/audio/transcriptions. It is tested with a second of sound.',
		);
		const url = await untilTaken(context, { prompt: 'Its address, or nothing for the provider of texts: ' }, (line) => {
			if (line !== '') demandForm('AI_AUDIO_BASE_URL', line);
			return Promise.resolve(line);
		});
		const prompt = 'Its key (does not show), or nothing for the key of texts: ';
		const key = url === '' ? '' : await untilTaken(context, { prompt, hidden: true }, (line) => Promise.resolve(line));
		const at = { ...context.known(), AI_AUDIO_BASE_URL: url, AI_AUDIO_API_KEY: key, AI_AUDIO_MODEL: '', AI_AUDIO_API: '' };
		const otherwise = modelsIn(at).audio;
		return await untilTaken(context, { prompt: `Its model, or none [${otherwise}]: ` }, async (line) => {
			const said = { AI_AUDIO_BASE_URL: url, AI_AUDIO_API_KEY: key };
			if (line.toLowerCase() === NONE) return { ...said, AI_AUDIO_MODEL: '', AI_AUDIO_API: NONE };
			if (line !== '') demandForm('AI_AUDIO_MODEL', line);
			const known = { ...at, AI_AUDIO_MODEL: line };
			const ai = providerIn(known);
			// Where its kind has no ear, the form that most have is tried.
			const api = ai.by.audio === NONE ? 'multipart' : '';
			const finding = await examineAudio({ ...ai, by: { ...ai.by, ...(api === '' ? {} : { audio: api }) } }, modelsIn(known));
			if (finding.verdict !== 'ok') throw new NotTaken(finding.says);
			context.terminal.say(`  ✓ ${finding.says}`);
			return { ...said, AI_AUDIO_MODEL: line, AI_AUDIO_API: api };
		});
	},
};
