import Type, { type TSchema } from 'typebox';

/** Pattern of a text of one line: without control characters, separators of lines, and turns of the direction. */
export const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$';

/** Keyword for the name of a schema; the document contains the schema once, under that name. */
export const NAME_KEYWORD = 'x-name';

/** Keyword for members of a schema that the document has and that are not validated. */
export const DOCUMENT_KEYWORD = 'x-document';

/** Options of a schema with `members` that only the document has: the handler checks them with a better message. */
export const documentOnly = (members: Readonly<Record<string, unknown>>) => ({ [DOCUMENT_KEYWORD]: members });

/** The schema of a value that may be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** The same schema with a name in the OpenAPI document. Schemas with the same name must be equal. */
export const named = <T extends TSchema>(name: string, schema: T): T => Object.assign(schema, { [NAME_KEYWORD]: name });

/** The members of a JSON schema that are used here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly [NAME_KEYWORD]?: string;
}

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose members `refuseUnknown` would not see: no input has them. */
const UNCLOSABLE = ['$ref', '$dynamicRef', 'allOf', 'if', 'dependentSchemas', 'patternProperties', 'prefixItems'];

/**
 * A copy of a schema whose objects refuse unknown members, at any depth. A free-form object says so by
 * `additionalProperties` and stays as it is. Throws for a schema with which a member could get past that: a choice with
 * members beside other members, or a keyword that nothing here reads.
 */
export function refuseUnknown(schema: JsonSchema): JsonSchema {
  if (schema.additionalProperties !== undefined) return schema;
  const unclosable = UNCLOSABLE.find((keyword) => Object.hasOwn(schema, keyword));
  if (unclosable !== undefined) throw new Error(`an input cannot be declared with ${unclosable}`);
  const { properties, items, anyOf, oneOf } = schema;
  const choices = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (properties && choices.some((choice) => choice.properties)) {
    throw new Error('an input cannot be declared with members and a choice of further members');
  }
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, refuseUnknown) }),
    ...(items && { items: refuseUnknown(items) }),
    ...(anyOf && { anyOf: anyOf.map(refuseUnknown) }),
    ...(oneOf && { oneOf: oneOf.map(refuseUnknown) }),
    ...((properties || schema.type === 'object') && { additionalProperties: false }),
  };
}

/**
 * `value` with the members alone that `schema` declares, at any depth; objects with their own rule for additional
 * members stay whole. It is for bodies of foreign protocols, which may get further members later.
 */
export function declaredOnly(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return schema?.items ? value.map((item) => declaredOnly(item, schema.items)) : value;
  const { properties, additionalProperties } = schema ?? {};
  if (!isPlainObject(value) || properties === undefined || additionalProperties !== undefined) return value;
  const declared = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(declared.map(([name, member]) => [name, declaredOnly(member, properties[name])]));
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * `value` with the names of `schema` where it has the names of the protocol buffer's fields (`task_id` for `taskId`),
 * which parsers of ProtoJSON take, too; null, which ProtoJSON writes for what is absent, is left out. Free-form objects
 * stay unchanged. Throws TwiceGiven for a member in both spellings.
 */
export function fromProtoJson(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return schema?.items ? value.map((item) => fromProtoJson(item, schema.items)) : value;
  const { properties } = schema ?? {};
  if (!isPlainObject(value) || properties === undefined) return value;
  const fields = new Map(Object.keys(properties).map((name) => [snake(name), name]));
  const renamed = new Map<string, unknown>();
  for (const [key, member] of Object.entries(value)) {
    const name = fields.get(key) ?? key;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined && member === null && Object.keys(known).length > 0) continue;
    if (renamed.has(name)) throw new TwiceGiven(`${name} is given twice, as ${name} and ${snake(name)}`);
    renamed.set(name, fromProtoJson(member, known));
  }
  return Object.fromEntries(renamed);
}

export const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));

/** A member is given in two spellings. */
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
  const known = schema.properties ?? schema.anyOf?.find(({ properties }) => properties)?.properties;
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
