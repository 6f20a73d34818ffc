import Type, { type TSchema, type TSchemaOptions } from 'typebox';
import { type JsonSchema, NAME_KEYWORD, nullable } from './schema.ts';

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

/** Wraps `result` in an envelope. */
export const success = <T>(result: T, message = 'OK'): Success<T> => ({ result, isError: false, message });

/**
 * Wraps a payload with a `result` member (a task's status, a workflow run) twice: clients unwrap `result` twice and
 * would otherwise remove the payload's own.
 */
export const successTwice = <T extends { result: unknown }>(payload: T, message = 'OK'): Success<Success<T>> =>
  success(success(payload, message), message);

/** Wraps one page of a list in an envelope. */
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

/**
 * Options of an envelope's schema: its name comes from the wrapped schema. A named schema has its own examples; the
 * examples of an unnamed one are wrapped here.
 */
function wrapping(inner: TSchema, form: 'Answer' | 'Page', wrap: (example: unknown) => unknown): TSchemaOptions {
  const { [NAME_KEYWORD]: name, examples = [] } = inner as JsonSchema & { readonly examples?: readonly unknown[] };
  if (name !== undefined) return { [NAME_KEYWORD]: `${name}${form}` };
  return examples.length > 0 ? { examples: examples.map(wrap) } : {};
}

/** Schema of `success(result)`. */
export const successSchema = <T extends TSchema>(result: T) =>
  Type.Object(
    { result, ...envelopeFields },
    wrapping(result, 'Answer', (example) => success(example)),
  );

/** Schema of `successTwice(payload)`. */
export const successTwiceSchema = <T extends TSchema>(payload: T) => successSchema(successSchema(payload));

/** Schema of `successPage(items)`. */
export const successPageSchema = <T extends TSchema>(item: T) =>
  Type.Object(
    {
      result: Type.Array(item),
      ...envelopeFields,
      resultsCount: Type.Integer({ minimum: 0 }),
      nextCursor: nullable(Type.String()),
    },
    wrapping(item, 'Page', (example) => successPage([example], null)),
  );
