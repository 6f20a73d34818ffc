import { Ajv, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import stringifier from 'fast-json-stringify';
import fp from 'fastify-plugin';
import { DOCUMENT_KEYWORD, NAME_KEYWORD } from '../../http/schema/schema.ts';

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

/** Serializers by their schemas, which are constants of the operations: services of one process share them. */
const stringifiers = new WeakMap<object, (value: unknown) => string>();

/** A serializer that is compiled for its first value. */
function stringifyLater(schema: object): (value: unknown) => string {
  return (value) => {
    const stringify = stringifiers.get(schema) ?? stringifier(schema);
    stringifiers.set(schema, stringify);
    return stringify(value);
  };
}

let exact: Ajv | undefined;
let coercing: Ajv | undefined;

/**
 * The compiler of validators for a part of a request. It keeps each validator by its schema, and services of one
 * process share it. Bodies are validated as sent: no coercion, which would turn an exact amount string into a number,
 * and no removal of members, which would empty free-form metadata. Path, query and headers are text, so their types are
 * coerced.
 */
export function compilerFor(part: string | undefined): Ajv {
  if (part === 'body') {
    exact ??= compiler({ coerceTypes: false });
    return exact;
  }
  coercing ??= compiler({ coerceTypes: 'array' });
  return coercing;
}

/**
 * Validates requests and writes answers by the schemas of their operations. An operation's schemas are compiled at its
 * first request: for all operations at once that takes most of the time in which a process starts.
 */
export const validation = fp(
  async (app) => {
    app.setValidatorCompiler<object>(({ schema, httpPart }) =>
      validateLater(() => compilerFor(httpPart).compile(schema)),
    );
    app.setSerializerCompiler<object>(({ schema }) => stringifyLater(schema));
  },
  { name: 'validation' },
);
