/** The version of the contract; `/healthz` and the OpenAPI document show it. */
export const VERSION = '1.0.1';

/** The contracts that the service can serve. A rollback of the graphs returns to the earlier one. */
export const CONTRACTS = ['1.0.0', '1.0.1'] as const;
export type Contract = (typeof CONTRACTS)[number];

/** How messages reach the desk: the messenger calls n8n, the service asks the messenger, or the messenger calls the service. */
export const UPDATES_MODES = ['graphs', 'polling', 'webhook'] as const;
export type UpdatesMode = (typeof UPDATES_MODES)[number];

/** The states of receiving updates, as `/healthz` reports them. */
export const UPDATES_CHECKS = ['starting', 'ok', 'standby', 'conflict', 'refused', 'failed'] as const;
export type UpdatesCheck = (typeof UPDATES_CHECKS)[number];
