import type { TSchema } from 'typebox';

/** Keyword for the name of a schema; the document contains the schema once, under that name. */
export const NAME_KEYWORD = 'x-name';

/** Keyword for members of a schema that the document has and that are not validated. */
export const DOCUMENT_KEYWORD = 'x-document';

/** Options of a schema with `members` that only the document has: the handler checks them with a better message. */
export const documentOnly = (members: Readonly<Record<string, unknown>>) => ({ [DOCUMENT_KEYWORD]: members });

/** The same schema with a name in the OpenAPI document. Schemas with the same name must be equal. */
export const named = <T extends TSchema>(name: string, schema: T): T => Object.assign(schema, { [NAME_KEYWORD]: name });

/** The members of a JSON schema that are used here. */
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
 * A copy of a schema whose objects refuse unknown members, at any depth. An object with its own rule for additional
 * members (`metadata`) keeps it.
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

/** A member is given both in camelCase and in PascalCase. */
export class TwiceGiven extends Error {
  override readonly name = 'TwiceGiven';
}

/**
 * `value` in the spelling of `schema`: PascalCase keys become its camelCase keys, and enumeration values in another
 * case or given as an index become the listed ones. Keys that the schema does not know, and free-form objects, stay
 * unchanged. Throws TwiceGiven for a key in both forms.
 */
export function spelledAs(value: unknown, schema: JsonSchema | undefined): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return schema.items ? value.map((item) => spelledAs(item, schema.items)) : value;
  if (schema.enum) return listedAs(value, schema.enum);
  const known = schema.properties;
  if (known === undefined || !isPlainObject(value)) return value;
  const renamed = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const camel = key.charAt(0).toLowerCase() + key.slice(1);
    const name = Object.hasOwn(known, camel) ? camel : key;
    if (renamed.has(name)) throw new TwiceGiven(`${name} is given twice, in camelCase and PascalCase`);
    renamed.set(name, spelledAs(member, Object.hasOwn(known, name) ? known[name] : undefined));
  }
  // As own members, so that a member `__proto__` stays one and is refused like any other unknown one.
  return Object.fromEntries(renamed);
}

function listedAs(value: unknown, listed: readonly unknown[]): unknown {
  if (typeof value === 'number') return listed.includes(value) ? value : (listed[value] ?? value);
  if (typeof value !== 'string') return value;
  if (/^\d+$/.test(value) && !listed.includes(value)) return listed[Number(value)] ?? value;
  const folded = value.toLowerCase();
  return listed.find((one) => typeof one === 'string' && one.toLowerCase() === folded) ?? value;
}
