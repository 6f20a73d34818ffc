declare const HELD: unique symbol;

/** JSON as text that holds a T. Only `jsonText` makes one, and only `readJson` parses it. */
export type JsonText<T> = string & { readonly [HELD]: T };

/** `value` as JSON text. Throws TypeError for values that JSON cannot hold, such as a bigint. */
export const jsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;

/** The value in `text`. */
export const readJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T;
