/** "We had that": no second draft of the same words without the question, and the question has one answer. */
import { parseCallbackData } from '@copydesk/domain/chat/callback';
import { storedIntent } from '@copydesk/domain/desk/storedIntent';
import { readUpdate } from '@copydesk/domain/event/update';
import type { Database } from '@copydesk/kit/database/types';

interface Answer {
	readonly action: string;
	readonly draftKey: string;
}

/** @returns what is broken, a sentence each */
export async function unaskedRepeats(db: Database): Promise<string[]> {
	const broken: string[] = [];
	const events = await db.query(
		`select event_key, update_id, update_json, intent, query_pending from event where state <> 'refused' order by received_at_ms, update_id`,
	);
	const answers: Answer[] = [];
	const asked = new Set<string>();
	for (const { event_key, update_id, update_json, intent: stored, query_pending } of events) {
		const incoming = readUpdate({ ...(JSON.parse(String(update_json ?? '{}')) as object), update_id: Number(update_id) });
		const pressed = incoming.kind === 'callback' ? parseCallbackData(incoming.data) : undefined;
		const intent = storedIntent(String(stored));
		const question = intent.kind === 'usage' ? intent.buttons?.flat().find(({ action }) => action === 'write_anyway') : undefined;
		if (question !== undefined) {
			asked.add(question.draft_key);
			if (pressed?.action === 'write_anyway') broken.push(`${String(event_key)} says to write anyway and is asked again`);
		}
		const isAnswer = pressed?.action === 'write_anyway' || pressed?.action === 'leave_repeat';
		if (isAnswer && Number(query_pending) === 0) answers.push({ action: pressed.action, draftKey: pressed.draftKey });
	}
	const drafts = await db.query(
		`select draft_key, number, request, (select count(*) from material as m
				where m.draft_key = material.draft_key and m.withdrawn_at_ms is not null) as withdrawn
			from material where version = 1 and kind = 'post' order by number`,
	);
	const mayBeWritten = (draftKey: string) => answers.some((each) => each.draftKey === draftKey && each.action === 'write_anyway');
	const before = new Map<string, string>();
	for (const { draft_key, request, withdrawn } of drafts) {
		const [draftKey, words] = [String(draft_key), String(request)];
		if (asked.has(draftKey) && !mayBeWritten(draftKey)) broken.push(`${draftKey} was asked about and is written though nobody wanted it anyway`);
		const earlier = before.get(words);
		if (earlier !== undefined && !mayBeWritten(draftKey)) broken.push(`${draftKey} tells what ${earlier} told, and nobody was asked`);
		// A post that was taken down is free to be told again.
		if (Number(withdrawn) === 0) before.set(words, draftKey);
		else before.delete(words);
	}
	return broken;
}
