import { ok } from '@causeway/protocol';
import type { HolonFacts, HolonField } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { isPlainObject } from '../../http/schema/schema.ts';
import { refuse } from './errors.ts';

/** The type of the holons in which agents keep what they know. */
export const AGENT_MEMORY = 'AgentMemory';

/** The content of one version. */
export interface HolonBody {
  readonly name: string;
  readonly holonType: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The body as it is stored, with the members in the given order. */
export const bodyText = ({ name, holonType, metadata }: HolonBody): string =>
  JSON.stringify({ name, holonType, metadata });

/** The content of a stored body. Its checksum was compared, so it parses. */
export const parseBody = (text: string): HolonBody => JSON.parse(text) as HolonBody;

/** Fields that are found, of one holon; their depth; and the length of a field's name and of its value. */
const MAX_FIELDS = 32;
const MAX_FIELD_DEPTH = 5;
const MAX_FIELD_LENGTH = 200;
/** Searched characters of the metadata. */
const MAX_TEXT = 20_000;

/** The fields of `value` that have a text, a number or a truth value, in their order. */
function* fieldsOf(value: Readonly<Record<string, unknown>>, path: readonly string[] = []): Generator<HolonField> {
  for (const [name, member] of Object.entries(value)) {
    const own = [...path, name];
    if (isPlainObject(member)) {
      if (own.length < MAX_FIELD_DEPTH) yield* fieldsOf(member, own);
    } else if (['string', 'number', 'boolean'].includes(typeof member)) {
      yield { field: own.join('.'), value: String(member) };
    }
  }
}

/** PostgreSQL has no NUL in text, and neither database half of a character. */
const isStorable = (text: string): boolean =>
  text.length <= MAX_FIELD_LENGTH && !text.includes('\0') && text.isWellFormed();

/** Every text within `value`. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsOf(member);
}

/** What a holon is found by, besides its name and its type. */
export function factsOf({ metadata }: HolonBody): HolonFacts {
  const fields = new Map<string, string>();
  for (const { field, value } of fieldsOf(metadata)) {
    if (fields.size === MAX_FIELDS) break;
    // Two members can have the same path, when a name has a dot.
    if (isStorable(field) && isStorable(value) && !fields.has(field)) fields.set(field, value);
  }
  let text = '';
  for (const one of textsOf(metadata)) {
    if (text.length >= MAX_TEXT) break;
    text += ` ${one.slice(0, MAX_TEXT)}`;
  }
  return { fields: [...fields].map(([field, value]) => ({ field, value })), text: text.slice(0, MAX_TEXT) };
}

/** Refuses the memory of an agent that lacks a member, or that another agent saves. */
export function checkAgentMemory({ holonType, metadata }: HolonBody, caller: Caller): Answer<void> {
  if (holonType !== AGENT_MEMORY) return ok(undefined);
  const { agentId, knowledge, timestamp } = metadata;
  const invalid = (message: string) => refuse('AGENT_MEMORY_INVALID', message);
  if (typeof agentId !== 'string' || agentId === '') return invalid('metadata.agentId must name the agent');
  if (!isPlainObject(knowledge)) return invalid('metadata.knowledge must be an object');
  if (typeof timestamp !== 'string' || !ISO_8601.test(timestamp) || Number.isNaN(Date.parse(timestamp))) {
    return invalid('metadata.timestamp must be a time in ISO 8601, such as 2026-01-05T12:00:00Z');
  }
  if (caller.agentId !== null && caller.agentId.toLowerCase() !== agentId.toLowerCase()) {
    return invalid('an agent saves its own memory only: metadata.agentId must be its id');
  }
  return ok(undefined);
}

/** A date with a time of day and its offset from UTC. */
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
