import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { refuse, unwrap } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent; empty without one. */
    rawBody: string;
  }
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * `value` with PascalCase keys renamed to the camelCase ones that `schema` knows. Keys the schema does not know, and
 * with them all free-form objects, stay as they are. Throws MALFORMED_REQUEST when a key is given in both forms.
 */
export function camelCaseKeys(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return schema?.items ? value.map((item) => camelCaseKeys(item, schema.items)) : value;
  const known = schema?.properties;
  if (known === undefined || !isPlainObject(value)) return value;
  const renamed: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const camel = key.charAt(0).toLowerCase() + key.slice(1);
    const name = Object.hasOwn(known, camel) ? camel : key;
    if (Object.hasOwn(renamed, name)) {
      return unwrap(refuse('MALFORMED_REQUEST', `${name} is given twice, in camelCase and PascalCase`));
    }
    renamed[name] = camelCaseKeys(member, known[name]);
  }
  return renamed;
}

/** JSON bodies: the only media type, an empty body is an empty object, keys in camelCase or PascalCase. */
export const jsonBody = fp(
  async (app) => {
    const parse = app.getDefaultJsonParser('error', 'error');
    app.decorateRequest('rawBody', '');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = body;
      if (body.trim() === '') done(null, {});
      else parse(request, body, done);
    });
    app.addHook('preValidation', async (request: FastifyRequest) => {
      request.body = camelCaseKeys(request.body, request.routeOptions.schema?.body as JsonSchema | undefined);
    });
  },
  { name: 'json-body' },
);
