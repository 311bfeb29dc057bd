/** A request for a text, and whatever came of it: the answer, or why there is none. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { call, type Call } from './transport.ts';

/** Never throws: `error` says it in the words of the provider, or by the code of the network. */
export async function askText(context: IExecuteFunctions, itemIndex: number, request: Call): Promise<IDataObject> {
	try {
		const reply = await call(context, itemIndex, request);
		if (reply.ok) return reply.body;
		const { detail, status, code, retryAfter, said } = reply.refusal;
		return { error: { message: detail, status, code, 'retry-after': retryAfter ?? null, said: said ?? null } };
	} catch (error) {
		return { error: { message: error instanceof Error ? error.message : 'no answer', code: networkCodeOf(error) } };
	}
}

/** As the network says it: what could not be reached has done nothing. */
function networkCodeOf(error: unknown): string | null {
	for (let each: unknown = error; each instanceof Error; each = each.cause) {
		const { code } = each as { readonly code?: unknown };
		if (typeof code === 'string') return code;
	}
	return null;
}
