/** How a version is shown: by the owner's settings, and by people's wishes for this post. */
import { tidyForm } from '@copydesk/domain/caption/form';
import { shownCaption, type ShownAs, type ShownWish } from '@copydesk/domain/caption/shown';
import { feedbackPatterns } from '@copydesk/domain/chat/patterns';
import { CopydeskError } from '@copydesk/domain/errors';
import { MAX_CAPTION_UNITS } from '@copydesk/domain/limits';
import type { Material } from '@copydesk/domain/material/material';
import { readShown } from '@copydesk/domain/revision/shown';
import { settings, textBelow, type Settings } from '@copydesk/domain/settings/settings';
import type { Database } from '@copydesk/kit/database/types';
import { wordsOfEvents } from '../events/events.ts';
import { readSettings } from '../settings/settings.ts';

type Shown = Pick<Material, 'shown_as' | 'shown_wish'>;

/** @param eventKeys the events in which people said how to show the version */
export async function shownNow(tx: Database, { shown_wish }: Pick<Material, 'shown_wish'>, eventKeys: readonly string[]): Promise<Shown> {
	const { all } = await readSettings(tx);
	const said = await wordsOfEvents(tx, eventKeys);
	const wishes = said.map(({ text }) => readShown(text, feedbackPatterns)?.wish ?? {});
	const wish: ShownWish = Object.assign({}, shown_wish, ...wishes) as ShownWish;
	const source = all.source_form === 'words' ? wish.source : undefined;
	const shown = { ...flagsOf(all, wish), ...belowOf(all, wish), ...(source === undefined ? {} : { source }) };
	return {
		shown_as: Object.keys(shown).length === 0 ? null : shown,
		shown_wish: Object.keys(wish).length === 0 ? null : wish,
	};
}

function flagsOf(all: Settings, wish: ShownWish): ShownAs {
	return {
		...((wish.silent ?? all.silent) ? { silent: true } : {}),
		...((wish.spoiler ?? all.spoiler) ? { spoiler: true } : {}),
		...((wish.caption_above ?? all.caption_above) ? { caption_above: true } : {}),
		...(wish.cover === true ? { cover: true } : {}),
	};
}

function belowOf({ signature, hashtags, buttons }: Settings, wish: ShownWish): ShownAs {
	const { text, entities } = textBelow({
		signature: wish.signature === false ? '' : signature,
		hashtags: wish.hashtags === false ? settings.hashtags.fallback : hashtags,
	});
	const links = wish.buttons === false ? [] : Array.isArray(wish.buttons) ? (wish.buttons as ShownAs['buttons']) : buttons;
	return {
		...(text === '' ? {} : { below: { text, entities: tidyForm(text, entities) } }),
		...(wish.hashtags !== false && hashtags.kind === 'ai' ? { ai_hashtags: hashtags.most } : {}),
		...(links === undefined || links.length === 0 ? {} : { buttons: links }),
	};
}

/** @throws CopydeskError invalid_request if the caption with the text below it is too long for the messenger */
export function requireRoom(material: Material): void {
	const units = shownCaption(material).text.length;
	if (material.caption === null || units <= MAX_CAPTION_UNITS) return;
	const message = `Expected at most ${MAX_CAPTION_UNITS} units with what is shown below the caption but received ${units}`;
	throw new CopydeskError('invalid_request', 'patch.caption', { fields: [{ path: 'patch.caption', message }] });
}
