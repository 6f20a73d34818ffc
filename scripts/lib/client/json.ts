import { readFileSync } from 'node:fs';
import { usageError } from '../keys/key-flags.ts';

const parse = (text: string, from: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${from} has no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** The JSON in `file`; - is standard input. Throws when it is none. */
export const readJson = (file: string): unknown => parse(readFileSync(file === '-' ? 0 : file, 'utf8'), file);

/** What `--input` and the like take. */
export const JSON_ARGUMENT = 'JSON, @ and a file with it, or - for standard input';

/** The JSON that an argument gives: itself, `@` and a file, or `-` for standard input. */
export function jsonOf(argument: string): unknown {
  if (argument === '-') return readJson(argument);
  return argument.startsWith('@') ? readJson(argument.slice(1)) : parse(argument, argument);
}

/** The members of a JSON object. Throws for other JSON. */
export function objectOf(argument: string): Record<string, unknown> {
  const value = jsonOf(argument);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw usageError('it must be a JSON object, such as {"prompt":"a bridge"}');
}
