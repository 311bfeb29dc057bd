/**
 * Bugs as somebody could write them, each a change of one place of the source, to see which of them the campaign finds
 * and after how many schedules. `mutated.ts` makes the change while the file is loaded; nothing on the disk is touched.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

export interface Mutation {
	readonly name: string;
	readonly of:
		| 'claims'
		| 'journal'
		| 'verdicts'
		| 'sweep'
		| 'inbox'
		| 'leases'
		| 'previews'
		| 'news'
		| 'channel'
		| 'rights'
		| 'door'
		| 'plans'
		| 'posts'
		| 'waits'
		| 'reminders'
		| 'repeats'
		| 'videos'
		| 'albums'
		| 'voices';
	/** What the bug is, after "the bug is that". */
	readonly what: string;
	/** Beneath the checkout. */
	readonly file: string;
	/** Stands in the file exactly once. */
	readonly from: string;
	readonly to: string;
	/** Why no schedule can tell it from the right code: what else prevents its effect. */
	readonly guarded?: string;
}

const SERVICE = 'services/collaboration/src';
const PUBLICATION = 'domain/material/publication.ts';
const JOURNAL = `${SERVICE}/deliveries/journal.ts`;
const SEND = `${SERVICE}/deliveries/send.ts`;
const SWEEP = `${SERVICE}/deliveries/sweep.ts`;
const REPLAY = `${SERVICE}/inbox/replay.ts`;
const KEEP = `${SERVICE}/inbox/storeEvent.ts`;
const FAILURES = `${SERVICE}/inbox/failures.ts`;
const LEASE = `${SERVICE}/events/lease.ts`;
const INCOMING = `${SERVICE}/intake/updateQueue.ts`;
const FIRE = `${SERVICE}/plans/fire.ts`;
const PLAN = 'domain/material/plan.ts';
const REMINDERS = `${SERVICE}/jobs/reminders.ts`;
const OUTCOME = 'domain/delivery/outcome.ts';
const LIMITS = `${SERVICE}/inbox/limits.ts`;
const WAITS = `${SERVICE}/events/waits.ts`;

export const mutations: readonly Mutation[] = [
	{
		name: 'any-event-supersedes',
		of: 'rights',
		what: 'a waiting draft ends under the context of any real event',
		file: 'domain/material/permits.ts',
		from: "	return refuse(isSession ? 'session_held' : 'copy_not_delivered',",
		to: "	if (to === 'superseded') return undefined;\n	return refuse(isSession ? 'session_held' : 'copy_not_delivered',",
	},
	{
		name: 'any-event-writes',
		of: 'rights',
		what: 'a draft in work, and its link, are changed under the context of any real event',
		file: 'domain/material/permits.ts',
		from: "	(deciding.words?.kind === 'resume' && deciding.words.draft_key === found.draft_key) ||",
		to: '	true ||',
	},
	{
		name: 'feeds-of-the-key-are-known',
		of: 'rights',
		what: 'texts of n8n have live links of feeds that n8n just reported',
		file: `${SERVICE}/deliveries/known.ts`,
		from: '...(await trustedTexts(db))]',
		to: "...(await trustedTexts(db)), ...(await tables(db).selectFrom('feed').selectAll().execute()).flatMap(textsIn)]",
	},
	{
		name: 'claim-of-any-content',
		of: 'claims',
		what: 'a press counts for the present content of the version',
		file: PUBLICATION,
		from: 'if (copy.contentSha256 !== found.content_sha256 || found.content_sha256 !== contentSha256)',
		to: 'if (found.content_sha256 === null)',
	},
	{
		name: 'claim-of-every-own-press',
		of: 'claims',
		what: 'a person who won once wins with every later press',
		file: PUBLICATION,
		from: 'return found.claim_event_key === eventKey && found.claimed_by_user_id === person.userId;',
		to: 'return eventKey !== "" && found.claimed_by_user_id === person.userId;',
	},
	{
		name: 'claim-of-everybody',
		of: 'claims',
		what: 'a version that is claimed is won by the next press',
		file: PUBLICATION,
		from: 'return found.claim_event_key === eventKey && found.claimed_by_user_id === person.userId;',
		to: 'return eventKey !== "" && person.userId > 0;',
	},
	{
		name: 'claim-without-own-copy',
		of: 'claims',
		what: 'a button counts under anybody’s message',
		file: 'domain/material/judgement.ts',
		from: 'copies.find((copy) => copy.userId === person.userId && copy.messageId === messageId) ??',
		to: 'copies.find((copy) => person.userId > 0 && messageId > 0 && copy.userId > 0) ??',
	},
	{
		name: 'claim-before-ready',
		of: 'claims',
		what: 'a version is claimed in any state',
		file: PUBLICATION,
		from: "if (found.state !== 'ready') return conflict(found, `expected ready, found ${found.state}`);",
		to: "if (found.state === 'superseded') return conflict(found, 'superseded');",
	},
	{
		name: 'claim-stays-after-failure',
		of: 'claims',
		what: 'a claim that led nowhere is not given back when its execution fails',
		file: FAILURES,
		from: 'await releaseClaimOf(tx, note, event_key, at_ms);',
		to: '',
	},
	{
		name: 'claim-stays-when-given-up',
		of: 'claims',
		what: 'a claim that led nowhere is not given back when its event is given up',
		file: REPLAY,
		from: 'error_stage: state }, origin);\n\t\tawait releaseClaimOf(tx, note, event_key, nowMs());',
		to: 'error_stage: state }, origin);',
	},
	{
		name: 'claim-stays-after-refusal',
		of: 'claims',
		what: 'a version stays claimed when the channel certainly did not get it',
		file: PUBLICATION,
		from: "return step(outcome === 'sent' ? publish(found, messageId ?? 0) : release(found));",
		to: "return step(outcome === 'sent' ? publish(found, messageId ?? 0) : found);",
	},
	{
		name: 'claim-freed-by-silence',
		of: 'claims',
		what: 'a version is free again while nobody knows whether it is in the channel',
		file: PUBLICATION,
		from: "if (found.state !== 'claimed' || outcome === 'unknown' || outcome === 'sending') return step(found);",
		to: "if (found.state !== 'claimed' || outcome === 'sending') return step(found);",
	},
	{
		name: 'publication-under-new-key',
		of: 'journal',
		what: 'every decision has a publication key of its own',
		file: PUBLICATION,
		from: "const isNext = last?.state === 'rejected' && last.event_key !== eventKey;",
		to: 'const isNext = last !== undefined && last.event_key !== eventKey;',
		guarded:
			'as long as a post may be in the channel the claim stays, so there is no other decision; what certainly is not has no row in the way',
	},
	{
		name: 'unknown-sent-again',
		of: 'journal',
		what: 'what may have arrived is sent once more under its key',
		file: JOURNAL,
		from: "if (found.state === 'not_sent' || found.state === 'revoked') return true;",
		to:
			"if (found.state === 'unknown') Object.assign(found, { state: 'not_sent' });\n" +
			"\tif (['not_sent', 'revoked'].includes(found.state)) return true;",
	},
	{
		name: 'sending-sent-again',
		of: 'journal',
		what: 'a delivery in progress is started again',
		file: JOURNAL,
		from: "if (found.state === 'sending')\n\t\tthrow",
		to: "if (found.state === 'sending') (found as { state: string }).state = 'not_sent';\n\tif (found.state === 'sending')\n\t\tthrow",
	},
	{
		name: 'repeat-forgets-outcome',
		of: 'journal',
		what: 'a repeated publication leaves its new claim behind',
		file: SEND,
		from: "if (begun.kind === 'repeated') await applyOutcome(tx, note, begun.delivery, nowMs());",
		to: '',
	},
	{
		name: 'late-answer-is-lost',
		of: 'journal',
		what: 'an answer that comes after its sender was taken for dead is thrown away',
		file: JOURNAL,
		from: "if (found.state === 'unknown' && found.seq === begun.seq + 1 && outcome.state === 'sent')",
		to: "if (found.state === 'unknown' && found.seq === begun.seq + 2 && outcome.state === 'sent')",
		guarded: 'the delivery stays unknown, and a person settles it: slower, never wrong',
	},
	{
		name: 'settled-without-effect',
		of: 'journal',
		what: 'an outcome is written and its meaning for the version is not',
		file: `${SERVICE}/deliveries/outcomes.ts`,
		from: 'if (settled !== undefined && !waits) await applyOutcome(tx, note, settled, nowMs());',
		to: '',
	},
	{
		name: 'transition-without-audit',
		of: 'journal',
		what: 'the audit is not told of a version that becomes ready',
		file: `${SERVICE}/materials/write.ts`,
		from: '\tnote({\n\t\tactorUserId,\n\t\taction: `material.${next.state}`,',
		to: "\tif (next.state !== 'ready') note({\n\t\tactorUserId,\n\t\taction: `material.${next.state}`,",
	},
	{
		name: 'silence-is-refusal',
		of: 'verdicts',
		what: 'no answer means that nothing was sent',
		file: OUTCOME,
		from: "return { state: 'unknown', code: answer.reason, detail: null, retryAfterSeconds: null };",
		to: "return { state: 'not_sent', code: answer.reason, detail: null, retryAfterSeconds: null };",
	},
	{
		name: 'server-error-is-refusal',
		of: 'verdicts',
		what: 'an answer 500 means that nothing was sent',
		file: OUTCOME,
		from: 'new Set([400, 401, 403, 404, 413])',
		to: 'new Set([400, 401, 403, 404, 413, 500, 502])',
	},
	{
		name: 'slow-flood-is-refusal',
		of: 'verdicts',
		what: 'a slow 429 means that nothing was sent',
		file: OUTCOME,
		from: 'return tookMs < SLOW_429_MS ?',
		to: 'return tookMs >= 0 ?',
	},
	{
		name: 'anything-is-success',
		of: 'verdicts',
		what: 'a refusal is taken for success',
		file: OUTCOME,
		from: "return verdict('rejected', refusalCode(errorCode, description));",
		to: "return { ...verdict('sent', null), detail: refusalCode(errorCode, description) };",
	},
	{
		name: 'not-modified-is-refusal',
		of: 'verdicts',
		what: '"message is not modified" counts as a refusal',
		file: OUTCOME,
		from: 'if (errorCode === 400 && NOT_MODIFIED.test(description))',
		to: 'if (errorCode === 0 && NOT_MODIFIED.test(description))',
	},
	{
		name: 'dead-means-not-sent',
		of: 'sweep',
		what: 'what a dead process was sending did not arrive',
		file: SWEEP,
		from: "journal.step(tx, note, found, 'unknown', { error_code: 'process_died' })",
		to: "journal.step(tx, note, found, 'not_sent', { error_code: 'process_died' })",
	},
	{
		name: 'sweep-of-the-living',
		of: 'sweep',
		what: 'a delivery of a living process is taken for a dead one’s',
		file: SWEEP,
		from: 'if (isKnown && instances.isAlive({ instance_id, host, pid, seen_at_ms }, nowMs())) continue;',
		to: 'if (!isKnown) continue;',
		guarded: 'the answer of the living one still counts when it comes: a question too many to the owner, never a second post',
	},
	{
		name: 'sweep-never',
		of: 'sweep',
		what: 'what a dead process was sending stays "sending"',
		file: SWEEP,
		from: 'for (const { delivery_id, instance_id, event_key, host, pid, seen_at_ms, ...shown } of rows) {',
		to: 'for (const { delivery_id, instance_id, event_key, host, pid, seen_at_ms, ...shown } of rows.slice(0, 0)) {',
	},
	{
		name: 'duplicate-is-run',
		of: 'inbox',
		what: 'an update that comes twice is carried out twice at once',
		file: KEEP,
		from: "or([eb('replay_open', '=', 1), eb('query_pending', '=', 1)])",
		to: "or([eb('replay_open', '>=', 0), eb('query_pending', '=', 1)])",
		guarded: 'of two executions of one event only the one that was admitted last may act, and a step is paid for once',
	},
	{
		name: 'replay-stays-open',
		of: 'inbox',
		what: 'a posted event is admitted for each copy that comes',
		file: KEEP,
		from: '.set({ replay_open: 0 })',
		to: '.set({ replay_open: 1 })',
		guarded: 'of two executions of one event only the one that was admitted last may act, and a step is paid for once',
	},
	{
		name: 'silent-event-forgotten',
		of: 'inbox',
		what: 'an event whose execution died is never posted again',
		file: REPLAY,
		from: 'const due = await replay(event, options);',
		to: 'const due = await Promise.resolve(replay).then(() => undefined);',
	},
	{
		name: 'paid-work-replayed',
		of: 'inbox',
		what: 'an event is run again over a paid request whose answer is not stored',
		file: REPLAY,
		from: "if (await hasOpenPaid(db, event.event_key)) await giveUp(event, 'interrupted', options);",
		to: "if (await hasOpenPaid(db, 'u:0')) await giveUp(event, 'interrupted', options);",
		guarded: 'no copy of an event is admitted over an open paid request either: its person is told later, as of an event that was given up',
	},
	{
		name: 'given-up-in-silence',
		of: 'inbox',
		what: 'nobody is told of work that was given up',
		file: REPLAY,
		from: "if (event.told === 0) await owe(tx, 'given_up', { event_key }, nowMs());",
		to: '',
	},
	{
		name: 'failure-told-once-or-never',
		of: 'inbox',
		what: 'a failure whose notice got lost is not told again',
		file: FAILURES,
		from: "if (added !== undefined) await owe(tx, 'failed', { root_execution_id, event_key }, at_ms);",
		to: '',
	},
	{
		name: 'event-closed-by-anybody',
		of: 'inbox',
		what: 'an event is given up although its execution has just shown that it lives',
		file: REPLAY,
		from: '{ state, outcome: state }, nowMs(), lease_until_ms)))',
		to: '{ state, outcome: state }, nowMs())))',
		guarded: 'the living execution is refused from then on, and the person who was told continues',
	},
	{
		name: 'step-paid-beside-another',
		of: 'leases',
		what: 'a paid step is admitted while another execution is at it',
		file: `${SERVICE}/admissions/underWay.ts`,
		from: 'if (found === undefined) return undefined;\n\t// A wait',
		to: 'if (found === undefined || version > 0) return undefined;\n\t// A wait',
	},
	{
		name: 'paid-lease-is-short',
		of: 'leases',
		what: 'the lease of a paid request is as short as any other',
		file: LEASE,
		from: 'export const AI_LEASE_MS = 195_000;',
		to: 'export const AI_LEASE_MS = 60_000;',
		guarded: 'an AI in the campaign never takes that long',
	},
	{
		name: 'lease-is-nothing',
		of: 'leases',
		what: 'an execution counts as dead a millisecond after its last sign',
		file: LEASE,
		from: 'export const LEASE_MS = 60_000;',
		to: 'export const LEASE_MS = 1;',
	},
	{
		name: 'paid-never-settled',
		of: 'leases',
		what: 'a paid request counts as open although its answer is stored',
		file: LEASE,
		from: '.set({ settled_at_ms: nowMs })',
		to: '.set({ settled_at_ms: null })',
		guarded: 'work is given up that could have gone on by itself; its person is told, and goes on',
	},
	{
		name: 'last-copy-is-canonical',
		of: 'previews',
		what: 'the last confirmed copy becomes the canonical one',
		file: 'domain/material/copies.ts',
		from: 'approval_message_id: found.approval_message_id ?? message_id,',
		to: 'approval_message_id: message_id,',
	},
	{
		name: 'copy-of-other-content',
		of: 'previews',
		what: 'a copy that showed something else makes the version approvable',
		file: 'domain/material/copies.ts',
		from: 'if (message_id === null || message_id === 0 || found.content_sha256 !== content_sha256) return found;',
		to: 'if (message_id === null || message_id === 0) return found;',
		guarded: 'a press under it is refused: copy, row and what the row holds have to say the same',
	},
	{
		name: 'preview-sent-anew',
		of: 'previews',
		what: 'a person who resumes is sent their copy once more',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'if (isOfThis && (!isNoCopy || found.event_key === actor.context.event_key)) return key;',
		to: 'if (isOfThis && found.event_key === actor.context.event_key) return key;',
	},
	{
		name: 'rights-remembered',
		of: 'rights',
		what: 'who may act is not asked again right before the request',
		file: SEND,
		from: 'options.messenger.call(request, () => sending.allowed());',
		to: 'options.messenger.call(request);',
		guarded: 'they are asked a moment before too, once the request is built; what is left is the making of a connection',
	},
	{
		name: 'rights-of-the-disabled',
		of: 'rights',
		what: 'a disabled person still sends',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'allowed: async () => (await isActive(actor.participant.userId)) && allowed(),',
		to: 'allowed: async () => ((await isActive(actor.participant.userId)) || true) && allowed(),',
	},
	{
		name: 'source-of-two-drafts',
		of: 'news',
		what: 'an address that has a draft gets another one',
		file: `${SERVICE}/materials/sources.ts`,
		from: "if (kind !== 'news' || canonical_url === null || state === 'superseded' || state === 'rejected') return;",
		to: "if (kind !== 'news' || canonical_url !== '') return;",
		guarded: 'a unique index of the database refuses it too',
	},
	{
		name: 'card-offered-again',
		of: 'news',
		what: 'an item with an open card is offered once more',
		file: `${SERVICE}/news/news.ts`,
		from: 'if (reason === undefined) {',
		to: "if (reason === undefined || reason === 'offered') {",
	},
	{
		name: 'card-sent-anew',
		of: 'news',
		what: 'a card that may have arrived is sent again when the work continues',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'entity_key: await previewKey(tx, actor, input, null) };',
		to: 'entity_key: `${cardKey(input)}#${actor.context.execution_id}` };',
	},
	{
		name: 'any-post-for-ours',
		of: 'channel',
		what: 'the search of the channel takes any post under the next number for ours',
		file: `${SERVICE}/jobs/findPublication.ts`,
		from: 'material.caption !== null && shows(there, shownCaption(material), photos)',
		to: 'there.photos.length > 0',
	},
	{
		name: 'video-in-previews-alone',
		of: 'videos',
		what: 'people are shown the video, and the channel gets the cover in its place',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'if (item !== undefined) return videoMessage(',
		to:
			'if (item !== undefined && isPublished) return photoMessage(chatId, material.cover_asset_id ?? "", shown, below, how);\n' +
			'\tif (item !== undefined) return videoMessage(',
	},
	{
		name: 'video-lost-by-a-crash',
		of: 'videos',
		what: 'the stored request does not say that a video came with it',
		file: `${SERVICE}/events/events.ts`,
		from: '?.media ?? null',
		to: '?.picture === undefined ? null : null',
	},
	{
		name: 'album-closed-in-a-hurry',
		of: 'albums',
		what: 'an album counts as whole a moment after its last item',
		file: `${SERVICE}/inbox/albums.ts`,
		from: 'return Math.min(Math.max(GATHER_MS, 2 * longest), MAX_GATHER_MS);',
		to: 'return Math.min(Math.max(GATHER_MS / 30, longest / 30), MAX_GATHER_MS);',
	},
	{
		name: 'album-late-item-in-silence',
		of: 'albums',
		what: 'nobody is told of an item that comes after the rest of its album',
		file: `${SERVICE}/inbox/parseUpdate.ts`,
		from: "album?.as === 'late' && admitted !== undefined ?",
		to: "album?.as === 'late' && admitted === undefined ?",
	},
	{
		name: 'album-in-order-of-arrival',
		of: 'albums',
		what: 'the items of an album are in the order in which they came',
		file: `${SERVICE}/events/events.ts`,
		from: "const items = rows.map(readStored).filter((item) => item.kind === 'message');",
		to:
			"const sent = rows.map(readStored).filter((item) => item.kind === 'message');\n" +
			'\tconst items = sent.map((item, index) => ({ ...item, messageId: index }));',
	},
	{
		name: 'album-of-captions',
		of: 'albums',
		what: 'each item of an album has the words, so that readers see none',
		file: `${SERVICE}/messenger/requests.ts`,
		from: '...(index === 0 ? captioned(caption) : {}),',
		to: '...(index >= 0 ? captioned(caption) : {}),',
	},
	{
		name: 'album-approved-in-any-order',
		of: 'albums',
		what: 'a press counts for the same items in any order',
		file: `${SERVICE}/materials/row.ts`,
		from: 'export const contentHash = (shown: ShownPost): string => sha256(shown);',
		to:
			'export const contentHash = ({ media, ...shown }: ShownPost): string =>\n' +
			'\tsha256({ ...shown, media: media?.toSorted((one, other) => (one.file_id < other.file_id ? -1 : 1)) });',
	},
	{
		name: 'album-part-is-refusal',
		of: 'albums',
		what: 'nothing of an album is in the channel when the messenger refused one item',
		file: OUTCOME,
		from: "if (errorCode === 400 && PARTLY.test(description)) return verdict('unknown', PARTLY_SENT);",
		to: "if (errorCode === 400 && PARTLY.test(description)) return verdict('rejected', PARTLY_SENT);",
	},
	{
		name: 'album-taken-down-in-part',
		of: 'albums',
		what: 'only the first item of an album is taken down',
		file: `${SERVICE}/posts/round.ts`,
		from: 'removalOf(channelId, await messagesOfPost(db, { draft_key, published_message_id: message_id }))',
		to: 'removalOf(channelId, (await messagesOfPost(db, { draft_key, published_message_id: message_id })).slice(0, 1))',
	},
	{
		name: 'album-part-left-behind',
		of: 'albums',
		what: 'the part of an album that arrived stays when the owner says that the album is not there',
		file: `${SERVICE}/inbox/reconcileByPress.ts`,
		from: "if (state !== 'sent' && found.length > 0 && version !== undefined)",
		to: "if (state === 'sent' && found.length > 0 && version !== undefined)",
	},
	{
		name: 'album-corrected-at-its-first-item',
		of: 'albums',
		what: 'a corrected item takes the place of the first',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'const messageId = ids[change?.place ?? 0];',
		to: 'const messageId = change === undefined ? undefined : ids[0];',
	},
	{
		name: 'album-video-as-a-photo',
		of: 'albums',
		what: 'a video in an album is sent as a photo',
		file: `${SERVICE}/messenger/requests.ts`,
		from: '? { type: each.item.kind, media: each.item.file_id, ...described(each.item, null) }',
		to: "? { type: 'photo', media: each.item.file_id, ...described(each.item, null) }",
	},
	{
		name: 'voice-written-at-once',
		of: 'voices',
		what: 'spoken words go on before their person has read what was heard',
		file: `${SERVICE}/inbox/voice.ts`,
		from: 'if (isShort(spoken.sound, all.voice_at_once)) {',
		to: 'if (spoken.sound !== undefined && all.voice_at_once >= 0) {',
	},
	{
		name: 'voice-words-forgotten',
		of: 'voices',
		what: 'the words that were heard and paid for are not stored',
		file: `${SERVICE}/inbox/voice.ts`,
		from: ".set({ heard: words ?? '' })",
		to: ".set({ heard: words === undefined ? null : '' })",
	},
	{
		name: 'forwards-left',
		of: 'channel',
		what: "forwarded copies are left in the owner's chat",
		file: `${SERVICE}/jobs/removals.ts`,
		from: '.slice(0, PER_ROUND)) await remove',
		to: '.slice(PER_ROUND)) await remove',
	},
	{
		name: 'day-asked-twice',
		of: 'news',
		what: 'the AI is asked again for a day whose answer was lost',
		file: `${SERVICE}/news/items.ts`,
		from: 'return asked.length > 0 && (await findBatch(db, { event_key: eventKey })) === undefined;',
		to: 'return asked.length > 1 && (await findBatch(db, { event_key: eventKey })) === undefined;',
	},
	{
		name: 'day-lost-in-silence',
		of: 'news',
		what: 'nobody is told of a day whose answer was lost',
		file: `${SERVICE}/admissions/admissions.ts`,
		from: "event_key.startsWith('i:')",
		to: "event_key.startsWith('x:')",
	},
	{
		name: 'feed-told-every-time',
		of: 'news',
		what: 'the owner hears of a broken feed after every search',
		file: 'domain/news/feeds.ts',
		from: 'if (told_at_ms !== null && atMs - told_at_ms < DAY_MS) return false;',
		to: '',
	},
	{
		name: 'door-takes-any-update',
		of: 'door',
		what: 'an update that nobody brought is admitted',
		file: KEEP,
		from: 'if (!(await takeStored(tx, update, mustBeStored))) {',
		to: 'if (!(await takeStored(tx, update, false))) {',
	},
	{
		name: 'door-compares-numbers-only',
		of: 'door',
		what: 'an update is known by its number, whatever it says',
		file: INCOMING,
		from: 'original !== null && canonical(JSON.parse(original)) === canonical(update);',
		to: 'original !== null;',
	},
	{
		name: 'door-keeps-what-it-refused',
		of: 'door',
		what: 'the number of a refused update is taken, so that the real one is never stored',
		file: INCOMING,
		from: 'const original = stored?.update_json ?? (await updateOfEvent(db, update_id));',
		to: `const original = stored?.update_json ?? (await updateOfEvent(db, update_id));
	if (original === null)
		await tables(db)
			.insertInto('incoming')
			.values({ update_id, user_id: 0, is_known: 0, callback_query_id: null, update_json: '{}', received_at_ms: 0 })
			.execute();`,
	},
	{
		name: 'door-confirms-before-commit',
		of: 'door',
		what: 'the messenger is told that an update is stored before it is',
		file: `${SERVICE}/intake/intake.ts`,
		from: 'return next.done;',
		to: 'void next.done.catch(() => undefined);\n\t\t\treturn Promise.resolve();',
	},
	{
		name: 'door-forgets-what-was-posted',
		of: 'door',
		what: 'an update that was posted counts as taken, also if n8n refused it',
		file: `${SERVICE}/inbox/updateSource.ts`,
		from: 'const next = await nextOf(db, user_id).catch(() => row);',
		to: `await db.query('delete from incoming where update_id = $1', [update_id]);
				const next = await nextOf(db, user_id).catch(() => row);`,
	},
	{
		name: 'door-takes-no-turns',
		of: 'door',
		what: 'the newest update of a person is handed on first',
		file: INCOMING,
		from: ".whereRef('before.update_id', '<', 'i.update_id'),",
		to: ".whereRef('before.update_id', '>', 'i.update_id'),",
	},
	{
		name: 'plan-before-its-time',
		of: 'plans',
		what: 'a plan goes out in the first round that looks at it',
		file: `${SERVICE}/plans/round.ts`,
		from: "if (given.state === 'open' && given.at_ms <= atMs &&",
		to: "if (given.state === 'open' &&",
	},
	{
		name: 'plan-however-late',
		of: 'plans',
		what: 'a plan goes out however late it is',
		file: PLAN,
		from: "if (lateMs > LATEST_MS) return 'late';",
		to: '',
	},
	{
		name: 'plans-in-a-burst',
		of: 'plans',
		what: 'after an outage everything that is planned goes out at once',
		file: PLAN,
		from: 'otherMs - nowMs < ON_TIME_MS && nowMs - otherMs < distanceMs;',
		to: 'otherMs < 0 && nowMs - otherMs < distanceMs;',
	},
	{
		name: 'plan-taken-off-and-published',
		of: 'plans',
		what: 'what was taken off while its press was on its way is admitted all the same',
		file: FIRE,
		from: "if (plan?.state !== 'due') return false;",
		to: "if (plan === undefined || plan.state === 'open') return false;",
		guarded: 'its press is closed in the transaction that takes the plan off, and a closed press is a duplicate',
	},
	{
		name: 'plan-of-anybody-who-left',
		of: 'plans',
		what: 'nobody looks whether the approver still takes part',
		file: FIRE,
		from: "if ((await actors.active(plan.user_id)) === undefined) return 'approver_left';",
		to: '',
		guarded: 'the press is refused when it is admitted, and before the first byte of the post',
	},
	{
		name: 'plan-forgotten-by-n8n',
		of: 'plans',
		what: 'a press that n8n did not take in time is not asked about',
		file: `${SERVICE}/plans/round.ts`,
		from: "if (given.state === 'due' || given.state === 'missed') await check(given, { ...options, nowMs });",
		to: '',
	},
	{
		name: 'plan-asked-about-in-silence',
		of: 'plans',
		what: 'a plan that was missed is not told to anybody',
		file: `${SERVICE}/plans/plans.ts`,
		from: "shown: state === 'moved' || state === 'due' ? 1 : 0,",
		to: "shown: state !== 'taken_off' ? 1 : 0,",
	},
	{
		name: 'plan-keeps-its-claim',
		of: 'plans',
		what: 'a plan that is taken off keeps its version claimed',
		file: `${SERVICE}/plans/decide.ts`,
		from: 'if (ready !== undefined) await writeStep(tx, note, found, step(ready, { taken_off: reason ?? true }), origin);',
		to: 'void ready;',
	},
	{
		name: 'approval-of-one',
		of: 'plans',
		what: 'where both have to agree, the first press publishes',
		file: 'domain/material/approval.ts',
		from: 'by.length > 1',
		to: 'by.length > 0',
	},
	{
		name: 'approval-outlives-feedback',
		of: 'plans',
		what: 'what was approved before feedback counts after it',
		file: `${SERVICE}/materials/approvals.ts`,
		from: '.where(({ and }) => and({ draft_key, version, seq }))\n\t\t\t\t\t.orderBy',
		to: '.where(({ and }) => and({ draft_key, version }))\n\t\t\t\t\t.orderBy',
	},
	{
		name: 'reminders-in-a-heap',
		of: 'reminders',
		what: 'what is new in a reminder comes as a message of its own',
		file: REMINDERS,
		from: 'inPlaceOf: message_id,',
		to: 'inPlaceOf: message_id === null ? message_id : null,',
	},
	{
		name: 'reminder-at-night',
		of: 'reminders',
		what: 'quiet hours are not looked at',
		file: REMINDERS,
		from: 'if (isQuiet(atMs, timeZone, { from: quiet_from, to: quiet_to })) return;',
		to: 'void isQuiet;\n\t\tvoid timeZone;\n\t\tvoid quiet_from;\n\t\tvoid quiet_to;',
	},
	{
		name: 'reminder-lost-by-a-death',
		of: 'reminders',
		what: 'a reminder that was stored counts as said',
		file: REMINDERS,
		from: 'if (row.told === 1 && row.said === said) return true;',
		to: 'if (row.said === said) return true;',
	},
	{
		name: 'correction-of-another-post',
		of: 'posts',
		what: 'a correction goes into the post before its own',
		file: `${SERVICE}/deliveries/operations.ts`,
		from: 'const messageId = post.published_message_id ?? 0;',
		to: 'const messageId = Math.max(1, (post.published_message_id ?? 0) - 1);',
	},
	{
		name: 'correction-of-what-is-taken-down',
		of: 'posts',
		what: 'a post that is being taken down may be corrected meanwhile',
		file: 'domain/material/post.ts',
		from: 'found.withdrawn_at_ms === null && found.withdrawn_by_user_id === null &&',
		to: '',
		guarded: 'a post that is deleted cannot be edited, and who takes it down waits until its correction is settled',
	},
	{
		name: 'withdrawal-forgotten',
		of: 'posts',
		what: 'a post whose deletion failed once is not looked at again',
		file: `${SERVICE}/posts/round.ts`,
		from: 'const isOver = isDone || (withdrawal.state',
		to: 'const isOver = isDone || withdrawal.tries === 0 || (withdrawal.state',
	},
	{
		name: 'correction-without-number',
		of: 'posts',
		what: 'a correction has the number that the messenger answers, or none',
		file: `${SERVICE}/deliveries/effects.ts`,
		from: 'if (delivery.purpose !== CORRECT || corrects === null) return delivery;',
		to: 'if (corrects !== undefined) return delivery;',
	},
	{
		name: 'withdrawal-marked-alone',
		of: 'posts',
		what: 'a post that is not there any more is still said to be in the channel',
		file: `${SERVICE}/deliveries/effects.ts`,
		from: "if (state !== 'sent' && error_code !== MESSAGE_GONE) return;",
		to: 'if (error_code !== MESSAGE_GONE) return;',
	},
	{
		name: 'press-despite-a-pause',
		of: 'waits',
		what: 'a press on Publish goes on although the messenger asked to wait',
		file: LIMITS,
		from: 'if (untilMs === undefined || isPlannedKey(eventKey)) return undefined;',
		to: 'if (untilMs !== 0 || isPlannedKey(eventKey)) return undefined;',
	},
	{
		name: 'paid-despite-a-pause',
		of: 'waits',
		what: 'work under way asks the AI although it asked to wait',
		file: `${SERVICE}/admissions/admissions.ts`,
		from: 'if (untilMs === undefined) return undefined;',
		to: 'if (untilMs !== 0) return undefined;',
	},
	{
		name: 'pause-ended-by-silence',
		of: 'waits',
		what: 'a pause that the messenger asked for ends with the next request, whatever comes of it',
		file: SEND,
		from: "outcome.state === 'sent'\n",
		to: "outcome.state !== 'revoked'\n",
	},
	{
		name: 'cancelled-and-carried-out',
		of: 'waits',
		what: 'what was cancelled stays open, and is posted again',
		file: WAITS,
		from: "state: 'handled', outcome: CANCELLED, closed_at_ms: atMs, waiting: 0,",
		to: 'waiting: 0,',
	},
	{
		name: 'wait-without-end',
		of: 'waits',
		what: 'what waits until a time is not looked at when it has come',
		file: `${SERVICE}/inbox/waiting.ts`,
		from: "eb('wait_until_ms', '<=', nowMs),",
		to: "eb('wait_until_ms', '<=', 0),",
	},
	{
		name: 'wait-cut-short',
		of: 'waits',
		what: 'what waits until a time is posted half a minute before it',
		file: `${SERVICE}/inbox/waiting.ts`,
		from: "eb('wait_until_ms', '<=', nowMs),",
		to: "eb('wait_until_ms', '<=', nowMs + 30_000),",
		guarded: 'the pause is looked at once more when the event comes, so it goes on waiting',
	},
	{
		name: 'topic-repeated-unasked',
		of: 'repeats',
		what: 'a request about a topic that the desk had is carried out at once',
		file: `${SERVICE}/inbox/repeated.ts`,
		from: 'question: hit && had !== undefined ?',
		to: 'question: hit && had === messages.hadThat ?',
	},
	{
		name: 'topic-asked-for-meanwhile',
		of: 'repeats',
		what: 'two requests for one topic at once are both carried out',
		file: `${SERVICE}/inbox/concurrentDuplicates.ts`,
		from: 'if (asked === undefined) return intent;',
		to: 'if (asked?.userId !== 0) return intent;',
	},
	{
		name: 'topic-begun-meanwhile',
		of: 'repeats',
		what: 'a draft that was begun while its topic was looked up is not seen',
		file: `${SERVICE}/inbox/concurrentDuplicates.ts`,
		from: 'if (hit !== undefined)',
		to: 'if (hit?.version === 0)',
	},
	{
		name: 'anyway-asks-again',
		of: 'repeats',
		what: '"Write anyway" is answered with the same question',
		file: `${SERVICE}/inbox/repeated.ts`,
		from: "['write_anyway', 'make_anew', 'send_again']",
		to: "['make_anew', 'send_again']",
	},
];

/** @throws Error when the place that a mutation changes is not there, or more than once */
export function mutate(mutation: Mutation, source: string): string {
	const places = source.split(mutation.from).length - 1;
	if (places !== 1) throw new Error(`${mutation.name}: expected its place once in ${mutation.file} but found it ${places} times`);
	return source.replace(mutation.from, () => mutation.to);
}

export const sourceOf = ({ file }: Mutation): string => readFileSync(join(ROOT, file), 'utf8');
