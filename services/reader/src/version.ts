/** The version of the contract. */
export const READER_VERSION = '1.0.0';
