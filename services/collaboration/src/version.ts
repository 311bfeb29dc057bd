/** The version of the contract, as `/healthz` and the OpenAPI document name it. */
export const VERSION = '1.0.1';
