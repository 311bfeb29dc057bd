import type { Interfaces } from '../desk/provider.ts';
import { keyHeaders, schemaModes, textInterfaces, wordOf } from '@copydesk/domain/ai/interfaces';
import { PRESETS } from '../desk/presets.ts';
import { tryTexts } from '../operator/doctor/trial.ts';
import { demandKey } from './ai.ts';
import { examineKey, modelsIn, modelsListed, offered, presetAt } from './provider.ts';
import { NotTaken, demandGood, untilTaken, type Known, type Question } from './setupContext.ts';
import { areFormed, demandForm } from './values.ts';

const NONE = {
	...{ AI_FALLBACK_BASE_URL: '', AI_FALLBACK_API_KEY: '', AI_FALLBACK_TEXT_MODEL: '' },
	...{ AI_FALLBACK_TEXT_API: '', AI_FALLBACK_TEXT_SCHEMAS: '', AI_FALLBACK_KEY_HEADER: '' },
};

/** What `.env` says of the fallback provider, as if it were the first one. */
const asFirst = (known: Known): Known => ({
	AI_PROVIDER: presetAt(known['AI_FALLBACK_BASE_URL'] ?? ''),
	AI_BASE_URL: known['AI_FALLBACK_BASE_URL'],
	AI_API_KEY: known['AI_FALLBACK_API_KEY'],
	AI_TEXT_MODEL: known['AI_FALLBACK_TEXT_MODEL'] || modelsIn(known).text,
	AI_TEXT_API: known['AI_FALLBACK_TEXT_API'],
	AI_TEXT_SCHEMAS: known['AI_FALLBACK_TEXT_SCHEMAS'],
	AI_KEY_HEADER: known['AI_FALLBACK_KEY_HEADER'],
});

/** Who is asked for texts when the first provider definitely did nothing. */
export const fallback: Question = {
	name: 'fallback',
	about: 'another provider for texts, asked when the first one is away',
	sets: ['AI_FALLBACK_BASE_URL', 'AI_FALLBACK_API_KEY', 'AI_FALLBACK_TEXT_MODEL'],
	onlyByName: true,
	async isSettled(context) {
		const known = context.known();
		if ((known['AI_FALLBACK_BASE_URL'] ?? '') === '') return true;
		if (!areFormed(['AI_FALLBACK_BASE_URL'], known)) return false;
		demandGood(context, await examineKey(asFirst(known), 'ai'));
		return true;
	},
	async ask(context): Promise<Known> {
		context.terminal.say(
			'\nAnother provider for texts. It is asked only when the first one definitely did nothing: no connection, 429, or 500 to 503.',
		);
		const url = await untilTaken(context, { prompt: 'Its address, or nothing for none: ' }, (line) => {
			if (line !== '') demandForm('AI_FALLBACK_BASE_URL', line);
			return Promise.resolve(line);
		});
		if (url === '') return NONE;
		const { text, schemas, header } = PRESETS[presetAt(url)];
		const at = {
			...context.known(),
			AI_FALLBACK_BASE_URL: url,
			AI_FALLBACK_TEXT_API: text,
			AI_FALLBACK_TEXT_SCHEMAS: schemas,
			AI_FALLBACK_KEY_HEADER: header,
		};
		const key = await untilTaken(context, { prompt: 'Its key (does not show): ', hidden: true }, async (line) => {
			demandKey(line);
			demandGood(context, await examineKey(asFirst({ ...at, AI_FALLBACK_API_KEY: line }), 'ai'));
			return line;
		});
		const known = { ...at, AI_FALLBACK_API_KEY: key };
		const otherwise = offered('text', asFirst(known), await modelsListed('text', asFirst(known)));
		return await untilTaken(context, { prompt: `Its model${otherwise === undefined ? '' : ` [${otherwise}]`}: ` }, async (line) => {
			const model = line === '' ? otherwise : line;
			if (model === undefined) throw new NotTaken('Expected a model');
			demandForm('AI_FALLBACK_TEXT_MODEL', model);
			const by: Interfaces = {
				...{ text: wordOf(textInterfaces, text), schemas: wordOf(schemaModes, schemas), images: 'none' },
				header: wordOf(keyHeaders, header),
			};
			const tried = await tryTexts({ textUrl: url, textKey: key, imageUrl: url, imageKey: key, by }, { text: model, image: '' });
			if (tried.by === undefined) throw new NotTaken(tried.findings.map(({ says }) => says).join('\n'));
			context.terminal.say(`  ✓ ${model} gives texts`);
			return {
				...{ AI_FALLBACK_BASE_URL: url, AI_FALLBACK_API_KEY: key, AI_FALLBACK_TEXT_MODEL: model },
				...{ AI_FALLBACK_TEXT_API: tried.by.text, AI_FALLBACK_TEXT_SCHEMAS: tried.by.schemas, AI_FALLBACK_KEY_HEADER: header },
			};
		});
	},
};
