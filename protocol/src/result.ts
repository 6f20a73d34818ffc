/** The outcome of an operation with expected failures. Failures are values, exceptions are defects. */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** An expected failure: a stable code, a sentence for people, and whether a later attempt can succeed. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** A success carrying `value`. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

/** A failure with a stable `code`; `retryable` when the same call may succeed later. */
export const fail = (
  code: string,
  message: string,
  retryable = false,
): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error: { code, message, retryable },
});
