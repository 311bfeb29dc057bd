import { address } from './address.ts';
import { ai, key } from './ai.ts';
import { channel } from './channel.ts';
import { fallback } from './fallback.ts';
import { language } from './language.ts';
import { models, pictures, voices } from './models.ts';
import { editor, owner, people } from './people.ts';
import type { Question } from './setupContext.ts';
import { token } from './token.ts';

const first = [token, people, owner, editor, channel, language] as const;
/** In the order in which one helps the next. */
export const QUESTIONS: readonly Question[] = [...first, ai, key, pictures, voices, models, fallback, address];

/** The one that sets this, by its own name or by that of a variable of `.env`. */
export const questionNamed = (said: string): Question | undefined => {
	const plain = said.trim().toLowerCase();
	return (
		QUESTIONS.find(({ name }) => name === plain) ?? QUESTIONS.find(({ sets }) => sets.some((variable) => variable.toLowerCase() === plain))
	);
};
