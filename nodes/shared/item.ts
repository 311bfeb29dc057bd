import type { IDataObject } from 'n8n-workflow';

import type { DeskEvent } from '../../domain/desk/event.ts';
import type { Route } from '../../domain/desk/route.ts';
import type { Bounds, WrittenPost } from '../../domain/ai/post.ts';
import type { ResponsesRequest } from '../../domain/ai/responses.ts';
import type { Material, NewsBatch, NewsItem } from '../../domain/api/collaboration.ts';
import type { FeedReport } from '../../domain/news/feeds.ts';
import type { Patch } from '../../domain/material/content.ts';
import type { RefusedFeed } from '../../domain/api/reader.ts';
import type { CheckProgress } from '../../domain/check/outcome.ts';
import type { Candidate, Choice, FoundItem, Known } from '../../domain/news/choose.ts';
import type { ChosenItem } from '../../domain/news/classification.ts';
import type { RevisionPlan } from '../../domain/revision/plan.ts';
import type { Sources } from '../../domain/revision/sources.ts';
import type { TextAi } from './provider.ts';

/**
 * The item that travels through the graphs, so that no field has to be wired by hand.
 * Every node passes on what it was given and adds what it found out.
 */
export interface Travelling extends IDataObject {
	/** The signed context of the acting participant. */
	_svc?: string;
	/** The execution that this item is in. */
	execution_id?: string;
	settings?: IDataObject;
	/** Which AI is asked for texts. */
	ai?: TextAi;
	/** The question to the AI in the form of `/v1/responses`, where it was sent in another one. */
	original?: ResponsesRequest;
	/** The whole verified event; for the context of an entry only the acting person and the key. */
	event?: Partial<DeskEvent>;
	/** The draft that the event names. */
	subject?: Route['subject'];
	/** What is below the text of the item. */
	buttons?: Route['buttons'];
	material?: Material;
	/** The version before, for a revision. */
	previous?: Material | null;
	/** What a step found out, to be written into the row. */
	patch?: Patch;
	plan?: Plan | null;
	/** A text that is too long, and what its parts may have. */
	written?: WrittenPost;
	max_units?: Bounds;
	/** A kept text that is too long, or a repaired one that is longer than its link leaves room for; it was or is being shortened. */
	shortening?: { readonly written: WrittenPost; readonly max_units: Bounds } | null;
	check?: CheckProgress;
	/** How far a search for news has come. */
	news?: NewsSearch;
	/** What each feed of the settings gave, until that is noted. */
	feeds?: readonly FeedReport[];
	/** News on offer, as they are stored. */
	batch?: NewsBatch | null;
	items?: readonly NewsItem[];
	/** The one whose card was pressed, when something was decided about it. */
	news_item?: NewsItem;
	/** An article as it was read for a draft. */
	source?: ReadSource;
	/** Why the material is not done; null or absent when nothing went wrong. */
	problem?: Problem | null;
}

/** What a reply leads to, with what of it was not understood and what the new version rests on. */
export type Plan = RevisionPlan & { readonly leftover?: string; readonly sources?: Sources | null };

/** What went wrong: the code, the stage it happened in, and what it is about. */
export interface Problem extends IDataObject {
	code: string;
	stage: string;
	detail?: string;
	/** For a source: whether the same reading may succeed later. */
	retry?: 'later' | 'never';
	/** The state that was found instead of the one expected. */
	state?: string | null;
	/** What is said instead of the reason. */
	text?: string;
}

/** A search for news, from what was read to what is offered. */
export type NewsSearch = {
	/** How many feeds were read; none where one page was. */
	feeds_read?: number;
	readonly topic: string | null;
	/** The one page that is looked at instead of feeds, as somebody sent it. */
	readonly link?: string;
	/** When the feeds or the page were read; ages are counted from it. */
	readonly read_at: string;
	readonly items: readonly FoundItem[];
	/** Feeds that could not be read, by name. */
	readonly refused: readonly RefusedFeed[];
	/** Addresses to ask the collaboration service about, at most 500. */
	readonly canonical_urls: readonly string[];
	/** Its answer. */
	readonly known?: readonly Known[];
	readonly candidates?: readonly Candidate[];
	readonly window_days?: Choice['window_days'];
	readonly left_out?: Choice['left_out'];
	/** What is worth a card, in the shape of an offer. */
	readonly offer?: readonly OfferedItem[];
};

export type OfferedItem = Pick<ChosenItem, 'canonical_url' | 'url' | 'host' | 'title' | 'angle' | 'source_title' | 'published_at'>;

/** What was read of an article, in the shape in which it is stored with a draft. */
export type ReadSource = {
	readonly link: string;
	readonly title: string;
	readonly site: string | null;
	readonly language: string | null;
	readonly published_at: string | null;
	readonly paywalled: boolean;
	readonly blocks: readonly { readonly id: string; readonly text: string }[];
};
