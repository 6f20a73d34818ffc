/** What a limit of a day is about. The last two are allowances. */
export type LimitSubject = 'avatar' | 'wallet' | 'apiKey' | 'agent';
