import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { isObject } from '../../domain/isObject.ts';

const TIMEOUT_MS = 10_000;
const OF_CREDENTIAL: INodePropertyOptions = { name: 'The Model of the Credential', value: '' };

/** The models that the provider of the credential lists, for the form. What was typed or is an expression stays as it is. */
export async function getModels(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const request = { method: 'GET', url: '/v1/models', json: true, timeout: TIMEOUT_MS, disableFollowRedirect: true } as const;
	const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(this, 'copydeskAiApi', request);
	const listed: readonly unknown[] = isObject(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
	const ids = listed.flatMap((each) => (isObject(each) && typeof each['id'] === 'string' ? [each['id']] : []));
	return [OF_CREDENTIAL, ...[...new Set(ids)].sort().map((id) => ({ name: id, value: id }))];
}
