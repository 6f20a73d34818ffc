/**
 * The outcome of an operation whose expected failures are the closed set F. Failures are values, exceptions are
 * defects.
 */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: F };

/** An expected failure: a code of a closed set, a sentence for people, and whether a later attempt can succeed. */
export interface Failure<Code extends string> {
  readonly code: Code;
  readonly message: string;
  readonly retryable: boolean;
}

/** A failure of any set, for those who only report it. No function fails with it by name. */
export type AnyFailure = Failure<string>;

/** A success carrying `value`. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A failure with a stable `code`; `retryable` when the same call may succeed later. */
export const fail = <Code extends string>(
  code: Code,
  message: string,
  retryable = false,
): { readonly ok: false; readonly error: Failure<Code> } => ({
  ok: false,
  error: { code, message, retryable },
});
