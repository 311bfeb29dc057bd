/** The version of the contract, as `/healthz` and the OpenAPI document name it. */
export const VERSION = '1.0.1';

/** The contracts that can be served; the earlier one is what a rollback of the graphs returns to. */
export const CONTRACTS = ['1.0.0', '1.0.1'] as const;
export type Contract = (typeof CONTRACTS)[number];

/** How messages reach the desk: the messenger calls n8n, the service asks the messenger, or the messenger calls the service. */
export const UPDATES_WAYS = ['graphs', 'polling', 'webhook'] as const;
export type UpdatesWay = (typeof UPDATES_WAYS)[number];

/** What `/healthz` says of how updates come. */
export const UPDATES_CHECKS = ['starting', 'ok', 'standby', 'conflict', 'refused', 'failed'] as const;
export type UpdatesCheck = (typeof UPDATES_CHECKS)[number];
