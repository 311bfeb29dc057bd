/** The form (entities) of a new text: given with it, kept from the text before it, or taken from a person's words. */
import { carried, fits, normaliseFormatted, takenFrom, tidyForm, type FormEntity, type Formatted } from '@copydesk/domain/caption/form';
import { CopydeskError } from '@copydesk/domain/errors';
import { eventKeyOfDraft } from '@copydesk/domain/ids';
import type { Material } from '@copydesk/domain/material/material';
import type { Database } from '@copydesk/kit/database/types';
import { wordsOfEvents } from '../events/events.ts';

interface Given {
	readonly body?: string | null;
	readonly caption_entities?: readonly FormEntity[] | null;
}

type Before = Pick<Material, 'draft_key' | 'version' | 'body' | 'caption_entities'>;

/**
 * Adds the form to a text that is to be stored. An unchanged text keeps its form.
 * @param before the text that this one replaces
 * @param eventKeys the events in which people said what to write
 * @throws CopydeskError invalid_request if a form does not fit the text that it came with
 */
export async function inForm<G extends Given>(
	tx: Database,
	given: G,
	before: Before | undefined,
	eventKeys: readonly string[],
): Promise<G> {
	const { body, caption_entities: own } = given;
	if (typeof body !== 'string') {
		if (own !== undefined) throw refused('caption_entities', 'Expected a form only together with its text, in body');
		return given;
	}
	if (own === undefined && body === before?.body) return { ...given, caption_entities: before.caption_entities };
	for (const [index, entity] of (own ?? []).entries())
		if (!fits(body, entity))
			throw refused(
				`caption_entities.${index}`,
				`Expected an entity within the ${body.length} units of body, with an https address only if it is a text_link`,
			);
	const kept = before === undefined ? [] : carried(formattedOf(before), body);
	const said = await wordsOfEvents(tx, eventKeys);
	const taken = said.flatMap((words) => takenFrom(normaliseFormatted(words), body, before?.body ?? ''));
	const form = tidyForm(body, [...(own ?? []), ...kept, ...taken]);
	return { ...given, caption_entities: form.length === 0 ? null : form };
}

const refused = (path: string, message: string): CopydeskError =>
	new CopydeskError('invalid_request', path, { fields: [{ path, message }] });

const formattedOf = ({ body, caption_entities }: Pick<Before, 'body' | 'caption_entities'>): Formatted => ({
	text: body ?? '',
	entities: caption_entities ?? [],
});

/** The events in which a person said what a version should say: the draft's request, and the event that made the version. */
export const eventsBehind = ({ draft_key, version, event_key }: Pick<Material, 'draft_key' | 'version' | 'event_key'>): string[] => {
	const first = eventKeyOfDraft(draft_key);
	return [...(version === 1 && first !== null ? [first] : []), event_key];
};
