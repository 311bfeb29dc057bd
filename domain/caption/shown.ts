/** A post as people see it: its caption in its form, the name of its source, and what is below it. */
import type { LinkButton } from './linkButtons.ts';
import { isAlbum, seenOf, type MediaItem } from './media.ts';
import { formOfCaption, linkAddress, tidyForm, type FormEntity, type Formatted } from './form.ts';

/** How a post is sent beside its caption and cover. What is not here is as usual. */
export interface ShownAs {
	/** Readers get no sound with it. */
	readonly silent?: true;
	/** The cover is blurred until somebody taps it. */
	readonly spoiler?: true;
	readonly caption_above?: true;
	/** Beside media of its own (`media.ts`) a post shows its cover too. */
	readonly cover?: true;
	/** The name of the source, a link, in place of its address. */
	readonly source?: string;
	/** Signature and hashtags, below the caption. */
	readonly below?: { readonly text: string; readonly entities: readonly FormEntity[] };
	/** The AI ends the body with up to so many hashtags. */
	readonly ai_hashtags?: number;
	/** Buttons with links, in the channel and above those of a preview. */
	readonly buttons?: readonly LinkButton[];
}

/** How one post is shown, whatever the settings say. What is not here is as they say. */
export interface ShownWish {
	readonly silent?: boolean;
	readonly spoiler?: boolean;
	readonly caption_above?: boolean;
	readonly cover?: boolean;
	readonly signature?: boolean;
	readonly hashtags?: boolean;
	/** Of the settings, or these. */
	readonly buttons?: boolean | readonly LinkButton[];
	/** The name of the source, for news. */
	readonly source?: string;
}

const BLANK_LINE = '\n\n';

/** Units that a caption has to leave free. */
export const unitsBelow = (shownAs: Pick<ShownAs, 'below'> | null | undefined): number =>
	shownAs?.below === undefined ? 0 : BLANK_LINE.length + shownAs.below.text.length;

interface Captioned {
	readonly caption: string | null;
	readonly body: string | null;
	readonly caption_entities: readonly FormEntity[] | null;
	readonly link: string | null;
	readonly shown_as: ShownAs | null;
}

/** The stored caption as it is sent. */
export function shownCaption(material: Captioned): Formatted {
	const { caption, link, shown_as } = material;
	const { text, entities } = withSource({ text: caption ?? '', entities: formOfCaption(material) }, link, shown_as?.source);
	const below = shown_as?.below;
	if (below === undefined) return { text, entities };
	const start = text.length + BLANK_LINE.length;
	const shown = `${text}${BLANK_LINE}${below.text}`;
	return {
		text: shown,
		entities: tidyForm(shown, [...entities, ...below.entities.map((each) => ({ ...each, offset: each.offset + start }))]),
	};
}

/** A post exactly as it is sent: what people look at and approve. */
export interface ShownPost extends Formatted {
	/** The cover; the renderer names it by its hash. Null beside media that are shown without one. */
	readonly picture: string | null;
	/** Sent beside the cover, in this order. */
	readonly media?: readonly MediaItem[];
	readonly silent: boolean;
	readonly spoiler: boolean;
	readonly caption_above: boolean;
	readonly buttons: readonly LinkButton[];
}

/** Previews, publications and corrections are built from this, and approvals are for the hash of it. */
export function shownPost(
	material: Captioned & { readonly cover_asset_id: string | null; readonly media: readonly MediaItem[] | null },
): ShownPost {
	const { silent = false, spoiler = false, caption_above = false, buttons = [] } = material.shown_as ?? {};
	// The messenger shows no buttons below an album.
	return { ...shownCaption(material), ...seenOf(material), silent, spoiler, caption_above, buttons: isAlbum(material) ? [] : buttons };
}

/** How many messages a post is: the items of an album with its cover, else one. */
export function itemsOf(material: Parameters<typeof shownPost>[0]): number {
	const { picture, media = [] } = shownPost(material);
	return media.length + (picture === null ? 0 : 1);
}

/** An address that cannot be behind words stays as it is, and so does one that is shorter than the name. */
function withSource({ text, entities }: Formatted, link: string | null, source: string | undefined): Formatted {
	const url = link === null ? null : linkAddress(link);
	if (url === null || link === null || source === undefined || source.length > link.length || !text.endsWith(link))
		return { text, entities };
	const offset = text.length - link.length;
	const named: FormEntity = { type: 'text_link', offset, length: source.length, url };
	return { text: `${text.slice(0, offset)}${source}`, entities: [...entities, named] };
}
