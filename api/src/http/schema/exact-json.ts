import { parseExactJson } from '@causeway/protocol';
import { type Static, Type } from 'typebox';
import { isPlainObject, type JsonSchema, spelledAs } from './schema.ts';

/** Marks a member of a body that handlers get as decimal text, however the client wrote it. */
const EXACT = Symbol('exact');

/** A schema of a decimal that is given as a string or as a JSON number. Its value is text. */
export const exactDecimal = (description: string) =>
  Object.assign(
    Type.Unsafe<string>(Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 130 })], { description })),
    { [EXACT]: true },
  );
export type ExactDecimal = Static<ReturnType<typeof exactDecimal>>;

/** `number` as a plain decimal with the fewest digits that identify it: 1e-7 is "0.0000001". */
function plainDecimal(number: number): string {
  const [digits = '', exponent] = String(number).split('e');
  if (exponent === undefined) return digits;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift < 0) return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return `${whole}${fraction.padEnd(shift, '0')}`;
}

/** Digits and power of ten of a JSON number's text. Equal values give equal results, however they are written. */
function canonical(text: string): string {
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (all.length - significant.length);
  return significant === '' ? '0' : `${significant}e${power}`;
}

/**
 * `body` with every `exactDecimal` of `schema` as decimal text; `text` is the body as received. A number is written in
 * its shortest decimal form. One with more digits than a JSON number can carry is handed to `onInexact` as it was
 * written.
 */
export function withExactDecimals(
  body: unknown,
  text: string,
  schema: JsonSchema,
  onInexact: (written: string) => never,
): unknown {
  const names = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => (EXACT in member ? [name] : []));
  if (!isPlainObject(body) || !names.some((name) => typeof body[name] === 'number')) return body;
  const written = spelledAs(parseExactJson(text), schema) as Readonly<Record<string, unknown>>;
  const texts = names.map((name) => {
    const value = body[name];
    if (typeof value !== 'number') return [name, value];
    const source = String(written[name]);
    return [name, canonical(source) === canonical(String(value)) ? plainDecimal(value) : onInexact(source)];
  });
  return { ...body, ...Object.fromEntries(texts) };
}
