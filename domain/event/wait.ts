/** The limit that a request waits for: of its person in an hour, of the desk in a day, or of money in 30 days. */
export type LimitWhy = 'person' | 'desk' | 'money';
/** Who asked the desk to wait, with a 429. */
export type AskedBy = 'messenger' | 'provider';
/** What a request or a press waits for. */
export type WaitWhy = LimitWhy | AskedBy;
