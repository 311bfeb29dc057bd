import type { Interfaces, Models, Provider } from '../../desk/provider.ts';
import { AS_OPENAI, examineImage, examineStrict } from './ai.ts';
import { warning, type Finding } from './finding.ts';

/** What a trial says, and how the provider is to be spoken to; undefined when no way worked. */
interface Trial {
	readonly findings: readonly Finding[];
	readonly by?: Interfaces;
}

/** The ways to ask for a text, the strictest first. */
const TEXTS: readonly Pick<Interfaces, 'text' | 'schemas'>[] = [
	{ text: 'responses', schemas: 'strict' },
	{ text: 'chat', schemas: 'strict' },
	{ text: 'chat', schemas: 'object' },
];
const IMAGES: readonly Pick<Interfaces, 'images'>[] = [{ images: 'images' }, { images: 'chat' }];

/** Asks for one small text, in the way that is said of the provider and then in the others, until one works. */
export async function tryTexts(ai: Provider, models: Models): Promise<Trial> {
	return await firstThatWorks(
		ai,
		TEXTS,
		async (by) => await examineStrict({ ...ai, by }, models),
		({ text, schemas }) =>
			text === 'responses' ? 'the Responses interface' : `chat completions${schemas === 'strict' ? '' : ' with JSON objects'}`,
	);
}

/** The same with one picture. */
export async function tryImages(ai: Provider, models: Models): Promise<Trial> {
	return await firstThatWorks(
		ai,
		IMAGES,
		async (by) => await examineImage({ ...ai, by }, models),
		({ images }) => (images === 'images' ? 'the images interface' : 'chat completions'),
	);
}

async function firstThatWorks(
	ai: Provider,
	ways: readonly Partial<Interfaces>[],
	examine: (by: Interfaces) => Promise<Finding>,
	named: (by: Interfaces) => string,
): Promise<Trial> {
	const own = ai.by ?? AS_OPENAI;
	const first = await examine(own);
	// A wrong key or a model that is not there is the same by every way, and silence may have been paid for.
	if (first.verdict === 'ok' || !isAboutTheWay(first)) return { findings: [first], ...(first.verdict === 'ok' ? { by: own } : {}) };
	for (const way of ways) {
		const by = { ...own, ...way };
		if (JSON.stringify(by) === JSON.stringify(own)) continue;
		const finding = await examine(by);
		if (finding.verdict !== 'ok') continue;
		const told = warning(
			'ai.other_interface',
			`${named(own)} does not work; ${named(by)} works and is used`,
			'nothing to do: this is for your information',
		);
		return { findings: [told, finding], by };
	}
	return { findings: [first] };
}

function isAboutTheWay({ code, says }: Finding): boolean {
	const isPermission = /: (?:401|403|429|5\d\d) /.test(says) || /model/i.test(says.replace(/^\S+/, ''));
	return !code.endsWith('.silent') && !(code.endsWith('.request_refused') && isPermission && !/: (?:404|405) /.test(says));
}
