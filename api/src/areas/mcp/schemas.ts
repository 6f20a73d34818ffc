import { DOCUMENT_KEYWORD, isPlainObject, type JsonSchema, mapValues, NAME_KEYWORD } from '../../http/schema/schema.ts';

/** How much of a tool the list has: everything, or what a model needs to choose and call it. */
export type Extent = 'whole' | 'brief';

/** A schema without the keywords of this service. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (!isPlainObject(schema)) return schema;
  const { [NAME_KEYWORD]: _name, [DOCUMENT_KEYWORD]: _document, ...rest } = schema;
  return mapValues(rest, plain);
}

/** The schema of an argument: as it is, or its types with the first sentence about it. */
export function argumentSchema(schema: JsonSchema, extent: Extent): unknown {
  if (extent === 'whole') return plain(schema);
  const { description, default: usual } = schema as { readonly description?: string; readonly default?: unknown };
  const [about] = description?.split(/(?<=\.) |[;:] /) ?? [];
  return {
    ...outline(schema, 1),
    ...(usual !== undefined && { default: usual }),
    ...(about && { description: about }),
  };
}

/** The types of choices that have nothing but a type each; undefined when one has more. */
function plainTypes(choices: readonly JsonSchema[]): JsonSchema['type'] | undefined {
  if (choices.some((one) => Object.keys(one).join() !== 'type')) return undefined;
  return [...new Set(choices.flatMap(({ type = [] }) => type))];
}

/**
 * The names, types and values of `schema` down to `levels` levels of objects and lists: whatever fits the schema fits
 * the outline. The whole schema is in the OpenAPI document.
 */
export function outline(schema: unknown, levels: number): JsonSchema {
  if (!isPlainObject(schema)) return {};
  const {
    type,
    const: constant,
    enum: values,
    properties,
    items,
    anyOf,
    oneOf,
  } = schema as JsonSchema & {
    readonly const?: unknown;
  };
  const choices = (anyOf ?? oneOf)?.map((one) => outline(one, levels));
  const types = choices ? plainTypes(choices) : type;
  return {
    ...(types !== undefined && { type: types }),
    ...(constant !== undefined && { const: constant }),
    ...(values && { enum: values }),
    ...(choices && types === undefined && { anyOf: choices }),
    ...(levels > 0 && items && { items: outline(items, levels - 1) }),
    ...(levels > 0 && properties && { properties: mapValues(properties, (one) => outline(one, levels - 1)) }),
  };
}

/** The names of an object's members, as the shortest schema that tells them. */
export const memberNames = ({ properties = {} }: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: mapValues(properties, () => ({})),
});
