/** A second request for the same text: to the fallback provider, or to mend an answer that is no JSON of ours. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { chatRequest, withOtherBound, type ChatRequest } from '../../domain/ai/chat.ts';
import { TEXT_PATHS } from '../../domain/ai/interfaces.ts';
import { readAnswer, type ResponsesRequest } from '../../domain/ai/responses.ts';
import { didNothing, repairRequest } from '../../domain/ai/second.ts';
import { ADMISSION_TIMEOUT_MS, AI_TIMEOUT_MS } from '../../domain/limits.ts';
import { at, travelling } from './fields.ts';
import type { Travelling } from './item.ts';
import { noteSpend } from './noteSpend.ts';
import { FALLBACK, type TextAi } from './provider.ts';
import { askText } from './askText.ts';
import { ask, type Call } from './transport.ts';

interface Answered<Asked> {
	/** The item, with the admission of the request that was answered. */
	readonly asked: Asked;
	readonly answer: IDataObject;
}

/**
 * The answer to go by. Where the first request definitely did nothing and there is a fallback provider, that one is asked. Where a provider
 * that promises JSON only wrote something else, it is asked once to mend it. Both only with an admission of their own: without one, and
 * where nothing comes of it, the first answer stays.
 */
export async function answerOf<Asked extends Travelling>(
	context: IExecuteFunctions,
	itemIndex: number,
	item: Asked,
): Promise<Answered<Asked>> {
	const { original, ...rest } = item;
	const asked = rest as Asked;
	const answer = travelling(context, itemIndex);
	const second = asked.ai === undefined ? undefined : secondOf(asked.ai, asked['request'], original, answer);
	if (second === undefined || !(await mayAsk(context, itemIndex))) return { asked, answer };
	await noteSpend(context, itemIndex, asked, answer, { isPassedOver: true });
	const admission = await admitted(context, itemIndex, asked);
	if (admission === undefined) return { asked, answer };
	return { asked: { ...asked, admission }, answer: await askText(context, itemIndex, { ...second, timeoutMs: AI_TIMEOUT_MS }) };
}

/** @param original the question in the form of `/v1/responses`, where it was sent in another one */
function secondOf(ai: TextAi, request: unknown, original: ResponsesRequest | undefined, answer: IDataObject): Call | undefined {
	const { fallback } = ai;
	const renamed = ai.interface === 'chat' && request !== undefined ? withOtherBound(request as ChatRequest, answer['error']) : undefined;
	if (renamed !== undefined) return { service: 'texts', path: ai.url, body: renamed };
	const question = original ?? (ai.interface === 'responses' ? (request as ResponsesRequest | undefined) : undefined);
	if (question === undefined) return undefined;
	if (didNothing(answer)) {
		if (fallback === undefined) return undefined;
		const other = { ...question, model: fallback.model };
		const body = fallback.interface === 'chat' ? chatRequest(other, fallback.schemas) : other;
		return { service: 'fallback', path: `${FALLBACK}${TEXT_PATHS[fallback.interface]}`, body };
	}
	if (ai.interface !== 'chat' || ai.schemas !== 'object') return undefined;
	const read = readAnswer(answer, question.text.format.schema);
	if (read.ok || read.code !== 'ai_malformed') return undefined;
	return { service: 'texts', path: ai.url, body: repairRequest(request as ChatRequest, answer, read.detail) };
}

/** Graphs of earlier releases give these credentials to no node that reads an answer. */
async function mayAsk(context: IExecuteFunctions, itemIndex: number): Promise<boolean> {
	const names = ['copydeskAiApi', 'copydeskCollaborationApi'];
	const found = await Promise.all(names.map((name) => context.getCredentials(name, itemIndex).then(Boolean, () => false)));
	return found.every(Boolean);
}

/** The same purpose once more; undefined when it is refused, or the service is away. */
async function admitted(context: IExecuteFunctions, itemIndex: number, asked: Travelling): Promise<IDataObject | undefined> {
	const { _svc } = asked;
	const [purpose, target] = [at(asked, 'admission.purpose'), at(asked, 'target')];
	if (typeof purpose !== 'string' || _svc === undefined) return undefined;
	const body = { _svc, purpose, target: typeof target === 'string' ? target : 'ai' };
	const reply = await ask(context, itemIndex, 'collaboration', '/authorize', body, ADMISSION_TIMEOUT_MS).catch(() => undefined);
	return reply?.ok === true ? { purpose, admission_id: reply.body.admission_id, role: reply.body.role } : undefined;
}
