import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Spend } from '../../domain/ai/prices.ts';
import type { Material } from '../../domain/api/collaboration.ts';
import { MAX_RENDERER_VERSION } from '../../domain/limits.ts';
import { COLLABORATION, refusalError } from '../shared/faults.ts';
import { contextOf, optionalNumber, requiredText, textField } from '../shared/fields.ts';
import { ask } from '../shared/transport.ts';

/** A version of a draft; without a version the newest one is meant. */
export interface Named {
	readonly draft_key: string;
	readonly version: number | null;
}

/** The fields that name a version of a draft. */
export const namedFields: readonly INodeProperties[] = [
	textField('draftKey', 'Draft Key', 'subject.draft_key', 'Key of the draft'),
	{
		displayName: 'Version',
		name: 'version',
		type: 'number',
		default: 0,
		description: 'Version of the draft. Leave 0 to read <code>subject.version</code> of the item; the newest one if that is empty too.',
	},
];

/** What the fields or the item name. */
export function namedOf(context: IExecuteFunctions, itemIndex: number): Named {
	return {
		draft_key: requiredText(context, itemIndex, 'draftKey', 'subject.draft_key'),
		version: optionalNumber(context, itemIndex, 'version', 'subject.version'),
	};
}

/** A version, what its draft took and the desk's time zone; a service that is older than this package does not say the last two. */
interface Read {
	readonly material: Material;
	readonly spend?: Spend;
	readonly time_zone?: string;
}

/**
 * Reads a version. A missing one is an answer for a person, not a fault.
 * @returns undefined when there is no such version
 */
export async function readWithSpend(
	context: IExecuteFunctions,
	itemIndex: number,
	{ draft_key, version }: Named,
): Promise<Read | undefined> {
	// A command may name more than any draft can have, which the service would not even read.
	if (version !== null && version > MAX_RENDERER_VERSION) return undefined;
	const reply = await ask(context, itemIndex, 'collaboration', '/materials/read', {
		_svc: contextOf(context, itemIndex),
		draft_key,
		...(version === null ? {} : { version }),
	});
	if (reply.ok) return reply.body;
	if (reply.refusal.code === 'material_not_found') return undefined;
	throw refusalError(context, itemIndex, COLLABORATION, reply.refusal);
}

/** The version alone. */
export async function readMaterial(context: IExecuteFunctions, itemIndex: number, named: Named): Promise<Material | undefined> {
	return (await readWithSpend(context, itemIndex, named))?.material;
}
