/** Each later text, held against all posts of its set as a desk that published them would. */
import { likeness } from '../../../domain/repeats/compare.ts';
import { leadOf, fingerprintOf } from '../../../domain/repeats/topicFingerprint.ts';
import { isRepeat, storiesIn, type Mark, type RepeatSet } from './stories.ts';

export interface Measured {
	readonly repeats: number;
	readonly found: number;
	readonly others: number;
	/** Of what is no repetition, what would be asked about. */
	readonly alarms: number;
	/** By kind: how many were asked about, of how many. */
	readonly byKind: ReadonlyMap<Mark, readonly [asked: number, of: number]>;
	readonly missed: readonly string[];
	readonly wrong: readonly string[];
}

export function measureRepeats(set: RepeatSet): Measured {
	const { stories, later } = storiesIn(set);
	const posts = stories.map((story) => ({ story, matter: fingerprintOf([story.title, story.body]) }));
	const judged = later.map((each) => {
		const now = leadOf([each.text]);
		const scored = posts.map(({ story, matter }) => ({ story, score: likeness(now, matter) }));
		const [best] = scored.sort((one, other) => other.score - one.score);
		return { each, best, own: scored.find(({ story }) => story === each.story)?.score ?? 0 };
	});
	const asked = judged.map((each) => ({ ...each, isAsked: each.best !== undefined && each.best.score >= 1 }));
	const repeats = asked.filter(({ each }) => isRepeat(each));
	const others = asked.filter(({ each }) => !isRepeat(each));
	const isFound = ({ each, isAsked, best }: (typeof asked)[number]): boolean => isAsked && best?.story === each.story;
	const shown = (those: typeof asked) =>
		those.map(({ each, best, own }) => `${each.mark} ${own.toFixed(2)}, ${best?.story.key} ${best?.score.toFixed(2)}: ${each.text}`);
	const byKind = new Map<Mark, readonly [number, number]>();
	for (const { each, isAsked } of asked) {
		const [count, of] = byKind.get(each.mark) ?? [0, 0];
		byKind.set(each.mark, [count + (isAsked ? 1 : 0), of + 1]);
	}
	const alarms = others.filter(({ isAsked }) => isAsked);
	return {
		repeats: repeats.length,
		found: repeats.filter(isFound).length,
		others: others.length,
		alarms: alarms.length,
		byKind,
		missed: shown(repeats.filter((each) => !isFound(each))),
		wrong: shown(alarms),
	};
}
