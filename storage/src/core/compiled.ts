import { Column, is, noopDecoder, Param, Placeholder, SQL } from 'drizzle-orm';
import type { Values } from './steps.ts';

/** A query that drizzle has prepared: its text, its parameters, and the columns of its rows. */
export interface Prepared {
  readonly params: readonly unknown[];
  /** Undefined when it returns no rows. */
  readonly fields?: readonly { readonly path: readonly string[]; readonly field: unknown }[] | undefined;
}

/** A frequent query's conversions. They do what drizzle does at every run, with its decisions made once. */
export interface Codecs {
  /** The parameters for `values`, in the driver's form. */
  readonly encode: (values: Values) => unknown[];
  /** A row from its cells, which are in the order of the columns. */
  readonly decode: (cells: readonly unknown[]) => unknown;
}

type Row = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

/** The conversions of a prepared query. Its joins are inner ones, so that every row has all of its parts. */
export function codecsOf({ params, fields = [] }: Prepared): Codecs {
  const encoders = params.map(encoderOf);
  const columns = fields.map(({ path, field }) => ({
    name: path.at(-1) as string,
    part: path.length > 1 ? (path[0] as string) : undefined,
    convert: decoderOf(field),
  }));
  // A copy of an object that has all names is made faster than one that gets them one by one.
  const empty: Row = Object.fromEntries(columns.map(({ name, part }) => [part ?? name, null]));
  return {
    encode: (values) => encoders.map((encoder) => encoder(values)),
    decode(cells) {
      const row = { ...empty };
      for (let index = 0; index < columns.length; index += 1) {
        const { name, part, convert } = columns[index] as (typeof columns)[number];
        const cell = cells[index];
        if (part !== undefined) row[part] ??= {};
        const holder = part === undefined ? row : (row[part] as Row);
        holder[name] = cell === null || convert === undefined ? cell : convert(cell);
      }
      return row;
    },
  };
}

/** The value of a parameter: a constant, or a placeholder's, encoded like the values of its column. */
function encoderOf(param: unknown): (values: Values) => unknown {
  if (is(param, Placeholder)) return (values) => given(values, param.name);
  if (is(param, Param) && is(param.value, Placeholder)) {
    const { name } = param.value;
    const { encoder } = param;
    if (is(encoder, Column) && encoder.mapToDriverValue === Column.prototype.mapToDriverValue) {
      return (values) => given(values, name);
    }
    return (values) => encoder.mapToDriverValue(given(values, name));
  }
  return () => param;
}

function given(values: Values, name: string): unknown {
  const value = values[name];
  if (value === undefined && !(name in values)) throw new Error(`a statement needs a value for ${name}`);
  return value;
}

/** The conversion of a column's cells; undefined when they are the values themselves. */
function decoderOf(field: unknown): Convert | undefined {
  if (is(field, Column)) {
    const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue;
    return isPlain ? undefined : (cell) => field.mapFromDriverValue(cell);
  }
  const { decoder } = (is(field, SQL) ? field : (field as { readonly sql: SQL }).sql) as unknown as {
    readonly decoder: { mapFromDriverValue: Convert };
  };
  return decoder === noopDecoder ? undefined : (cell) => decoder.mapFromDriverValue(cell);
}
