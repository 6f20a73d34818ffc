import type { TSchema } from 'typebox';

/** Names a schema where it is used; the document then holds it once, under that name. */
export const NAME_KEYWORD = 'x-name';

/** The same schema under a name of its own in the OpenAPI document. Named schemas of one name must be equal. */
export const named = <T extends TSchema>(name: string, schema: T): T => Object.assign(schema, { [NAME_KEYWORD]: name });

/** What a request's value is checked against, as far as it is looked into here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly [NAME_KEYWORD]?: string;
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A copy of a schema whose objects refuse the members they do not name, at any depth. An object that says itself
 * whether it takes others (`metadata`) keeps what it says.
 */
export function refuseUnknown(schema: JsonSchema): JsonSchema {
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, mapValues(value as Record<string, JsonSchema>, refuseUnknown)];
      if (key === 'items' && isPlainObject(value)) return [key, refuseUnknown(value)];
      if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(value))
        return [key, value.map(refuseUnknown)];
      return [key, value];
    }),
  ) as JsonSchema;
  return copy.properties && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** A member that is given in camelCase and in PascalCase. */
export class TwiceGiven extends Error {
  override readonly name = 'TwiceGiven';
}

/**
 * `value` in the spelling of `schema`: PascalCase keys become the camelCase ones it knows, and an enumeration's value
 * the one it lists, whether it came in another case or as its index. What the schema does not know, and with it every
 * free-form object, stays as it is. Throws TwiceGiven for a key in both forms.
 */
export function spelledAs(value: unknown, schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return schema.items ? value.map((item) => spelledAs(item, schema.items)) : value;
  if (schema.enum) return listedAs(value, schema.enum);
  const known = schema.properties;
  if (known === undefined || !isPlainObject(value)) return value;
  const renamed: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const camel = key.charAt(0).toLowerCase() + key.slice(1);
    const name = Object.hasOwn(known, camel) ? camel : key;
    if (Object.hasOwn(renamed, name)) throw new TwiceGiven(`${name} is given twice, in camelCase and PascalCase`);
    renamed[name] = spelledAs(member, Object.hasOwn(known, name) ? known[name] : undefined);
  }
  return renamed;
}

function listedAs(value: unknown, listed: readonly unknown[]): unknown {
  if (typeof value === 'number') return listed.includes(value) ? value : (listed[value] ?? value);
  if (typeof value !== 'string') return value;
  if (/^\d+$/.test(value) && !listed.includes(value)) return listed[Number(value)] ?? value;
  const folded = value.toLowerCase();
  return listed.find((one) => typeof one === 'string' && one.toLowerCase() === folded) ?? value;
}
