import { nearest } from '@causeway/config';
import type { FastifySchemaValidationError } from 'fastify';
import type { JsonSchema } from '../schema/schema.ts';
import { type Problem, refuse } from './errors.ts';

/** A validation error of Ajv with `verbose`, which Fastify's type does not include. */
type Verbose = FastifySchemaValidationError & { readonly parentSchema?: JsonSchema };

const listed = (words: readonly unknown[]): string => words.map(String).join(', ');

function unknownMember({ params, parentSchema }: Verbose): string {
  const name = String(params.additionalProperty).slice(0, 100);
  const known = Object.keys(parentSchema?.properties ?? {});
  const meant = nearest(name, known);
  if (meant !== undefined) return `${name} is unknown; did you mean ${meant}?`;
  return known.length > 0
    ? `${name} is unknown; known are ${listed(known)}`
    : `${name} is unknown: nothing is taken here`;
}

/** Describes the error of one member, in a sentence without its name. */
function sentence(error: Verbose): string {
  if (error.keyword === 'additionalProperties') return unknownMember(error);
  if (error.keyword === 'enum') return `must be one of ${listed(error.params.allowedValues as readonly unknown[])}`;
  return error.message ?? 'is not accepted';
}

/** The most useful error: if none of several forms matches, the error of the form that was meant. */
function telling(errors: readonly Verbose[]): Verbose {
  const [first] = errors as [Verbose];
  const choice = errors.find(({ keyword }) => keyword === 'anyOf');
  if (choice === undefined) return first;
  const forms = errors.filter((error) => error !== choice);
  const meant = forms.find(({ keyword, instancePath }) => keyword !== 'type' || instancePath !== choice.instancePath);
  if (meant) return meant;
  return { ...choice, message: `must be ${forms.map(({ params }) => params.type).join(' or ')}` };
}

/** The parts of a request in the words of its sender. */
const PARTS: Readonly<Record<string, string>> = { querystring: 'query', params: 'path', headers: 'header' };

/** The problem of a body, query, path or header that its schema refuses: the member and the reason. */
export function validationProblem(errors: readonly FastifySchemaValidationError[], context: string): Problem {
  const part = PARTS[context] ?? context;
  const error = telling(errors as readonly Verbose[]);
  const pointer = `#/${part}${error.instancePath}`;
  const message = sentence(error);
  const where = [part, ...error.instancePath.split('/').filter(Boolean)].join('.');
  return refuse('MALFORMED_REQUEST', `${where}: ${message}`, { facts: { errors: [{ pointer, message }] } }).error;
}
