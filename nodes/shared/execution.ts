import type { IExecuteFunctions } from 'n8n-workflow';

/** Enough of an instance's id to tell one n8n from another. */
const INSTANCE_UNITS = 8;

/** Each n8n counts its executions from 1: what is told of one names the n8n too. */
export const executionIdOf = (context: IExecuteFunctions, id: string = context.getExecutionId()): string =>
	`${context.getInstanceId().slice(0, INSTANCE_UNITS)}-${id}`;
