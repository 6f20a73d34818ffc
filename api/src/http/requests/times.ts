/** Unix milliseconds as answers show them: RFC 3339 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Like `iso`; null for a time that is not known. */
export const isoOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : iso(ms));
