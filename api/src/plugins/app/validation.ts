import { Ajv, type Options } from 'ajv';
import formats from 'ajv-formats';
import fp from 'fastify-plugin';
import { DOCUMENT_KEYWORD, NAME_KEYWORD } from '../../http/schema.ts';

const compiler = (options: Options): Ajv => {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, verbose: true, ...options });
  formats.default(ajv);
  ajv.addKeyword(NAME_KEYWORD);
  ajv.addKeyword(DOCUMENT_KEYWORD);
  return ajv;
};

/**
 * Bodies are validated as sent: no coercion, which would turn an exact amount string into a number, and no removal of
 * members, which would empty free-form metadata. Path, query and headers are text, so their types are coerced.
 */
export const validation = fp(
  async (app) => {
    const exact = compiler({ coerceTypes: false });
    const coercing = compiler({ coerceTypes: 'array' });
    app.setValidatorCompiler<object>(({ schema, httpPart }) =>
      (httpPart === 'body' ? exact : coercing).compile(schema),
    );
  },
  { name: 'validation' },
);
