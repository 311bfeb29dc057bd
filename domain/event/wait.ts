/** What a request waits for: the limit of its person in an hour, of the desk in a day, or of money in 30 days. */
export type WaitWhy = 'person' | 'desk' | 'money';
