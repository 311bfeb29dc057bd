import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { soundFormatOf, secondsHeard, transcriptionRequest, wordsHeard } from '../../../domain/ai/audio.ts';
import { providerFault } from '../../../domain/ai/faults.ts';
import { AUDIO_PATH } from '../../../domain/ai/interfaces.ts';
import type { TakeHeardRequest } from '../../../domain/api/collaboration.ts';
import { routeOf } from '../../../domain/desk/route.ts';
import { AI_TIMEOUT_MS, MAX_HEARD_UNITS, STORE_TIMEOUT_MS } from '../../../domain/limits.ts';
import { admit } from '../../shared/admit.ts';
import { COLLABORATION, refusalError } from '../../shared/faults.ts';
import { contextOf, travelling } from '../../shared/fields.ts';
import type { Travelling } from '../../shared/item.ts';
import { noteSpend } from '../../shared/noteSpend.ts';
import type { Operation } from '../../shared/operation.ts';
import { audioAi } from '../../shared/provider.ts';
import { settingsFor } from '../../shared/settings.ts';
import { askOrThrow, call, callForBytes } from '../../shared/transport.ts';
import { withBrief } from './briefRequest.ts';

type Heard = Pick<TakeHeardRequest, 'words' | 'fault'>;

/**
 * One recording, from the collaboration service to the AI provider, and its words back. The bytes are in no item. The request is admitted
 * right before it leaves, after the recording is here: what cannot be heard is not counted. Nothing is asked for twice.
 */
export const hear: Operation = {
	option: {
		name: 'Write Down a Voice',
		value: 'hear',
		description: 'Let the AI write down what a person said, and let the service decide what follows',
		action: 'Write down a voice',
	},
	fields: [],
	ways: ['ask', 'nothing'],
	async run(context, itemIndex) {
		const item = travelling(context, itemIndex);
		const heard = await heardIn(context, itemIndex, item);
		// Its work goes on when the limit allows it.
		if (heard === null) return null;
		const can_end = typeof (item.event?.ended ?? null) === 'boolean';
		const request = { _svc: contextOf(context, itemIndex), ...heard, ...(can_end ? { can_end } : {}) };
		const reply = await askOrThrow(context, itemIndex, '/heard', request, STORE_TIMEOUT_MS);
		const { _svc, settings: chosen, post_language, ...event } = reply;
		const way = routeOf(event);
		const settings = settingsFor({ settings: item.settings ?? {}, chosen, post_language, language: event.language });
		const route = way.route === 'stop' ? 'wait' : way.route;
		const next = { ...item, settings, event, _svc: _svc ?? item._svc ?? '', ...way, route };
		return { json: route === 'brief' ? await withBrief(context, itemIndex, next) : { ...next, next: 'nothing' } };
	},
};

async function heardIn(context: IExecuteFunctions, itemIndex: number, item: Travelling): Promise<Heard | null> {
	const { model, interface: by } = await audioAi(context, itemIndex);
	if (by === 'none') return { fault: 'no_ear' };
	const _svc = contextOf(context, itemIndex);
	const recording = await callForBytes(context, itemIndex, { service: 'recordings', path: '/voice', body: { _svc } });
	if (!recording.ok) {
		const { code } = recording.refusal;
		if (code === 'unavailable' || code === 'busy') return { fault: 'ai_unavailable' };
		if (code.startsWith('sound_')) return { fault: code };
		throw refusalError(context, itemIndex, COLLABORATION, recording.refusal);
	}
	const bytes = recording.body;
	const format = soundFormatOf(bytes);
	if (format === null) return { fault: 'sound_unreadable' };
	const admission = await admit(context, itemIndex, { purpose: 'transcription', target: AUDIO_PATH });
	if (admission === null) return null;
	const asked = { ...item, admission };
	const sound = { bytes, includes: (text: string) => bytes.includes(text), base64: () => bytes.toString('base64') };
	const { parts, contentType } = transcriptionRequest(sound, { model, format, by });
	const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
	const request = { service: 'sounds', path: AUDIO_PATH, body, contentType, timeoutMs: AI_TIMEOUT_MS } as const;
	const reply = await call(context, itemIndex, request).catch(() => null);
	if (reply === null) return { fault: 'ai_unavailable' };
	if (reply.ok) {
		const { intent } = item.event ?? {};
		const seconds = secondsHeard(reply.body) ?? (intent?.kind === 'voice' ? intent.seconds : 0);
		await noteSpend(context, itemIndex, asked, reply.body, { model, seconds });
		const words = wordsHeard(reply.body);
		if (words === null) return { fault: 'nothing_heard' };
		return words.length > MAX_HEARD_UNITS ? { fault: 'sound_too_long' } : { words };
	}
	const { status, code, detail, retryAfter, said } = reply.refusal;
	const error: IDataObject = { status, code, message: detail, 'retry-after': retryAfter ?? null, said: said ?? null };
	const fault = faultOf(error, status);
	await noteSpend(context, itemIndex, asked, { error }, { model, isModelGone: fault === 'ai_model_unknown' });
	return { fault };
}

/** What a provider without this interface answers, and what it says of a file that it does not take, passes by no waiting. */
function faultOf(error: IDataObject, status: number): string {
	const fault = providerFault(error);
	if (fault !== 'ai_unavailable') return fault;
	if ([404, 405, 501].includes(status)) return 'no_ear';
	return [400, 413, 415, 422].includes(status) ? 'sound_unreadable' : fault;
}
