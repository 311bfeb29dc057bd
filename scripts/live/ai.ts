import { aiUrl } from '@copydesk/domain/ai/address';
import { DEFAULT_PROVIDER } from '@copydesk/domain/ai/models';
import { PRESETS, presetNames } from '../desk/presets.ts';
import { ask } from '../operator/doctor/ask.ts';
import { examineKey, presetAt, presetIn, urlIn } from './provider.ts';
import { NotTaken, demandGood, untilTaken, type Known, type Question, type SetupContext } from './setupContext.ts';
import { areFormed, demandForm, mistakeIn } from './values.ts';

/** Any key will do where none is asked for; a header without one would be no header. */
const NO_KEY = 'not-needed';
/** What was found out about another provider. */
const UNKNOWN_YET = {
	AI_TEXT_MODEL: '',
	AI_IMAGE_MODEL: '',
	AI_TEXT_API: '',
	AI_TEXT_SCHEMAS: '',
	AI_IMAGE_API: '',
	AI_AUDIO_API: '',
	AI_AUDIO_MODEL: '',
	AI_KEY_HEADER: '',
};

/** @throws NotTaken when nothing answers there */
async function demandAnswer(url: string): Promise<void> {
	const reply = await ask(aiUrl(url, '/v1/models'));
	if (reply.kind === 'silence') throw new NotTaken(`${url} does not answer: ${reply.reason}`);
	if (reply.status >= 300 && reply.status < 400)
		throw new NotTaken(
			`${url} redirects to ${reply.headers.get('location') ?? 'another address'}, and the key is never sent there: type that address`,
		);
}

/** A preset by its place or name, or an address. @throws NotTaken */
async function readProvider({ terminal }: SetupContext, line: string): Promise<Known> {
	const plain = line.toLowerCase().replace(/[\s_-]/g, '');
	const name = presetNames.find(
		(each, index) => [each, PRESETS[each].title.toLowerCase().replace(/\s/g, '')].includes(plain) || line === String(index + 1),
	);
	if (name !== undefined) {
		const { base, title } = PRESETS[name];
		if (base.includes('<')) throw new NotTaken(`${title} gives you an address of your own: type all of it, like ${base}`);
		await demandAnswer(base);
		terminal.say(`  ✓ ${title} answers at ${base}`);
		return { AI_PROVIDER: name, AI_BASE_URL: DEFAULT_PROVIDER };
	}
	if (/^\d+$/.test(line)) throw new NotTaken(`I took ${line} for a place in the list, which has ${presetNames.length}`);
	if (!/^https?:\/\//i.test(line)) {
		const advice = URL.canParse(`https://${line}`) && line.includes('.') && !line.includes('://') ? `; did you mean https://${line}?` : '';
		throw new NotTaken(`“${line}” is not a name in the list, and not an address that begins with https://${advice}`);
	}
	demandForm('AI_BASE_URL', line);
	const [, before] = /^(.*?)\/(?:chat\/completions|responses|images\/generations|models|completions)\/*$/.exec(line) ?? [];
	if (before !== undefined) throw new NotTaken(`That is the address of one kind of request. Expected the part before it: ${before}`);
	const preset = presetAt(line);
	await demandAnswer(line);
	terminal.say(`  ✓ ${preset === 'openai' ? 'A provider' : PRESETS[preset].title} answers at ${line}`);
	return { AI_PROVIDER: preset, AI_BASE_URL: line };
}

/** @throws NotTaken; a key is never shown */
export function demandKey(line: string): void {
	if (/^bearer\s/i.test(line)) throw new NotTaken('Expected the key alone, without the word Bearer before it');
	if (/^(?:export\s+)?[A-Z_]+=/.test(line)) throw new NotTaken('Expected the key alone, without the name of a variable before it');
	if (/^["'`].*["'`]$/.test(line)) throw new NotTaken('Expected the key alone, without quotation marks around it');
	if (/^https?:/i.test(line)) throw new NotTaken('I took that for an address; expected the key');
	if (/\s/.test(line)) throw new NotTaken(`Expected one key, but there are ${line.split(/\s+/).length} words`);
	demandForm('AI_API_KEY', line);
}

async function askKey(context: SetupContext, known: Known): Promise<string> {
	if (!presetIn(known).needsKey) {
		const reply = await ask(aiUrl(urlIn(known), '/v1/models'), { headers: { Authorization: `Bearer ${NO_KEY}` } });
		if (reply.kind === 'answer' && reply.status === 200) return NO_KEY;
	}
	return await untilTaken(context, { prompt: 'The key (does not show): ', hidden: true }, async (line) => {
		demandKey(line);
		demandGood(context, await examineKey({ ...known, AI_API_KEY: line }, 'ai'));
		return line;
	});
}

export const ai: Question = {
	name: 'ai',
	about: 'the AI provider for texts, and its key',
	sets: ['AI_PROVIDER', 'AI_BASE_URL', 'AI_API_KEY'],
	async isSettled(context) {
		const known = context.known();
		if (!areFormed(['AI_API_KEY'], known)) return false;
		for (const name of ['AI_PROVIDER', 'AI_BASE_URL'] as const) {
			const value = known[name] ?? '';
			const mistake = value === '' ? undefined : mistakeIn(name, value, known);
			if (mistake !== undefined) throw new NotTaken(mistake);
		}
		demandGood(context, await examineKey(known, 'ai'));
		return true;
	},
	async ask(context): Promise<Known> {
		context.terminal.say(
			`\nThe AI provider for texts: a name or place of this list, or any address with the same interfaces. It is tested.\n` +
				presetNames.map((name, index) => `  ${index + 1}) ${PRESETS[name].title}`).join('\n'),
		);
		const otherwise = urlIn(context.known()) === presetIn(context.known()).base ? presetIn(context.known()).title : urlIn(context.known());
		const prompt = `The provider, or its address [${otherwise}]: `;
		const chosen = await untilTaken(context, { prompt }, (line) => readProvider(context, line === '' ? otherwise : line));
		const known = { ...context.known(), ...UNKNOWN_YET, ...chosen };
		return { ...UNKNOWN_YET, ...chosen, AI_API_KEY: await askKey(context, known) };
	},
};

export const key: Question = {
	name: 'key',
	about: 'the key of the AI provider',
	sets: ['AI_API_KEY'],
	onlyByName: true,
	isSettled: () => Promise.resolve(true),
	ask: async (context) => ({ AI_API_KEY: await askKey(context, { ...context.known() }) }),
};
