import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/** Enough of a hash to tell one n8n from another, and too much to guess. */
const INSTANCE_UNITS = 8;
const PROOF_UNITS = 16;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Each n8n counts its executions from 1: what is told of one names the n8n too. The end is known to this n8n alone, so that nobody else
 * reports that one of its executions failed.
 */
export function executionIdOf(context: IExecuteFunctions, id: string = context.getExecutionId()): string {
	const instance = context.getInstanceId();
	return `${instance.slice(0, INSTANCE_UNITS)}-${id}-${sha256(`copydesk execution ${instance} ${id}`).slice(0, PROOF_UNITS)}`;
}
