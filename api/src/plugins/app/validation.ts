import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import stringifier from 'fast-json-stringify';
import fp from 'fastify-plugin';
import { DOCUMENT_KEYWORD, NAME_KEYWORD } from '../../http/schema.ts';

const compiler = (options: Options): Ajv => {
  const ajv = new Ajv({ useDefaults: true, removeAdditional: false, allErrors: false, verbose: true, ...options });
  formats.default(ajv);
  ajv.addKeyword(NAME_KEYWORD);
  ajv.addKeyword(DOCUMENT_KEYWORD);
  return ajv;
};

/** A validator that is compiled for its first value. */
function validateLater(compile: () => ValidateFunction) {
  let validate: ValidateFunction | undefined;
  const later = (value: unknown) => {
    validate ??= compile();
    const valid = validate(value);
    later.errors = validate.errors ?? null;
    return valid;
  };
  later.errors = null as NonNullable<ValidateFunction['errors']> | null;
  return later;
}

/** A serializer that is compiled for its first value. */
function stringifyLater(schema: object): (value: unknown) => string {
  let stringify: ((value: unknown) => string) | undefined;
  return (value) => {
    stringify ??= stringifier(schema);
    return stringify(value);
  };
}

/**
 * The validators of one service, by the part of a request. Bodies are validated as sent: no coercion, which would turn an
 * exact amount string into a number, and no removal of members, which would empty free-form metadata. Path, query and
 * headers are text, so their types are coerced.
 */
export function newValidators(): (part: string | undefined) => Ajv {
  const exact = compiler({ coerceTypes: false });
  const coercing = compiler({ coerceTypes: 'array' });
  return (part) => (part === 'body' ? exact : coercing);
}

/**
 * Validates requests and writes answers by the schemas of their operations. An operation's schemas are compiled at its
 * first request: for all operations at once that takes most of the time in which a process starts.
 */
export const validation = fp(
  async (app) => {
    const validators = newValidators();
    app.setValidatorCompiler<object>(({ schema, httpPart }) =>
      validateLater(() => validators(httpPart).compile(schema)),
    );
    app.setSerializerCompiler<object>(({ schema }) => stringifyLater(schema));
  },
  { name: 'validation' },
);
