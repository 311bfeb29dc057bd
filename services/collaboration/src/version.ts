/** The version of the contract, as `/healthz` and the OpenAPI document name it. */
export const VERSION = '1.0.1';

/** The contracts that can be served; the earlier one is what a rollback of the graphs returns to. */
export const CONTRACTS = ['1.0.0', '1.0.1'] as const;
export type Contract = (typeof CONTRACTS)[number];
