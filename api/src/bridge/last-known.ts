/** What is known of something that is read again and again. */
export interface Known<T> {
  /** The newest reading that succeeded. */
  readonly last: { readonly found: T; readonly atMs: number } | undefined;
  /** When the first reading failed after which none has succeeded, Unix milliseconds; undefined after a success. */
  readonly unknownSinceMs: number | undefined;
}

/** What is known after a reading at `atMs` that found `found`, or failed. */
export const afterReading = <T>(before: Known<T> | undefined, found: T | undefined, atMs: number): Known<T> =>
  found === undefined
    ? { last: before?.last, unknownSinceMs: before?.unknownSinceMs ?? atMs }
    : { last: { found, atMs }, unknownSinceMs: undefined };

/** A time of Unix milliseconds in the form of answers. */
export const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());
