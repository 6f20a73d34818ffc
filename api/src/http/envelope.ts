import Type, { type TSchema } from 'typebox';

/** The body of a success: `{ result, isError: false, message }`. */
export interface Success<T> {
  readonly result: T;
  readonly isError: false;
  readonly message: string;
}

/** The body of a list: the page in `result`, its length, and where the next page starts (null at the end). */
export interface SuccessPage<T> extends Success<T[]> {
  readonly resultsCount: number;
  readonly nextCursor: string | null;
}

/** Wraps `result` for the wire. */
export const success = <T>(result: T, message = 'OK'): Success<T> => ({ result, isError: false, message });

/**
 * Wraps a payload that has a `result` of its own (a task's status, a workflow run) a second time: clients unwrap
 * `result` twice and would otherwise strip the payload's own.
 */
export const successTwice = <T extends { result: unknown }>(payload: T, message = 'OK'): Success<Success<T>> =>
  success(success(payload, message), message);

/** Wraps one page of a list for the wire. */
export const successPage = <T>(items: readonly T[], nextCursor: string | null, message = 'OK'): SuccessPage<T> => ({
  result: [...items],
  isError: false,
  message,
  resultsCount: items.length,
  nextCursor,
});

const envelopeFields = {
  isError: Type.Literal(false),
  message: Type.String({ examples: ['OK'] }),
};

/** Whole examples of a schema; the envelopes show them wrapped. */
const examplesOf = (schema: TSchema): readonly unknown[] =>
  (schema as { readonly examples?: readonly unknown[] }).examples ?? [];

const withExamples = (examples: readonly unknown[]) => (examples.length > 0 ? { examples: [...examples] } : {});

/** Schema of `success(result)`. */
export const successSchema = <T extends TSchema>(result: T) =>
  Type.Object({ result, ...envelopeFields }, withExamples(examplesOf(result).map((example) => success(example))));

/** Schema of `successTwice(payload)`. */
export const successTwiceSchema = <T extends TSchema>(payload: T) => successSchema(successSchema(payload));

/** Schema of `successPage(items)`. */
export const successPageSchema = <T extends TSchema>(item: T) =>
  Type.Object(
    {
      result: Type.Array(item),
      ...envelopeFields,
      resultsCount: Type.Integer({ minimum: 0 }),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    },
    withExamples(examplesOf(item).map((example) => successPage([example], null))),
  );
