import { isPlainObject, type JsonSchema } from '../../http/schema/schema.ts';

/** The result of a tool: what the operation answers, without its envelope. */
export type ToolResult = Readonly<Record<string, unknown>>;

/** Members of the API's envelope around a result or a page of a list. */
const isEnvelope = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.hasOwn(value, 'result') && Object.hasOwn(value, 'isError');

/**
 * The body of an answer without its envelopes, as the object that MCP asks for: a page is `{ items, nextCursor }`, and
 * what is no object is `{ value }`.
 */
export function resultOf(body: unknown): ToolResult {
  if (!isPlainObject(body)) return body === undefined ? {} : { value: body };
  if (!isEnvelope(body)) return body;
  const { result, nextCursor } = body;
  if (Array.isArray(result)) return { items: result, ...(nextCursor !== undefined && { nextCursor }) };
  return resultOf(result);
}

/**
 * One schema of an object that has one of several forms, because MCP asks for an object: a member has any of the
 * schemas that the forms give it.
 */
function mergedForms(forms: readonly JsonSchema[]): JsonSchema {
  const members = new Map<string, JsonSchema[]>();
  for (const { properties = {} } of forms) {
    for (const [name, schema] of Object.entries(properties)) members.set(name, [...(members.get(name) ?? []), schema]);
  }
  const merged = [...members].map(([name, schemas]) => {
    const [only, ...others] = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    return [name, others.length === 0 ? only : { anyOf: [only, ...others] }];
  });
  return { type: 'object', properties: Object.fromEntries(merged) };
}

/** The schema of `resultOf(body)` for bodies of `schema`. */
export function resultSchema(schema: JsonSchema): JsonSchema {
  const { properties, anyOf } = schema;
  if (anyOf?.every(({ type }) => type === 'object')) return mergedForms(anyOf);
  if (schema.type !== 'object') return { type: 'object', properties: { value: schema } };
  if (properties === undefined || !isEnvelope(properties)) return schema;
  const { result, nextCursor } = properties as { readonly result: JsonSchema; readonly nextCursor?: JsonSchema };
  if (result.type !== 'array') return resultSchema(result);
  return { type: 'object', properties: { items: result, ...(nextCursor && { nextCursor }) } };
}
