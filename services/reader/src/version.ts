/** Of the contract. */
export const READER_VERSION = '1.0.0';
