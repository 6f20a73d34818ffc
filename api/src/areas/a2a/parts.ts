import { ok, type Result } from '@causeway/protocol';
import type { RpcError } from '../../http/requests/json-rpc.ts';
import { isPlainObject } from '../../http/schema/schema.ts';
import { invalidParams } from './errors.ts';
import type { Part } from './schemas.ts';

/** Kinds of a part's content. A part has exactly one. */
const KINDS = ['text', 'data', 'url', 'raw'] as const;

const FILE_MEMBERS = ['url', 'raw', 'mediaType', 'filename'] as const;

/** A file as agents get it: `url` or `raw` (base64), with its media type and name. */
const fileOf = (part: Part) =>
  Object.fromEntries(FILE_MEMBERS.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])));

/**
 * The task's input: the members of the data parts, the text parts as `text`, and the files as `files`. So one data part
 * is the input itself.
 */
export function inputOf(parts: readonly Part[]): Result<Record<string, unknown>, RpcError> {
  const input: Record<string, unknown> = {};
  for (const [at, part] of parts.entries()) {
    const kinds = KINDS.filter((kind) => part[kind] !== undefined);
    const field = `message.parts.${at}`;
    if (kinds.length !== 1) {
      return { ok: false, error: invalidParams({ field, description: 'must have one of text, data, url, raw' }) };
    }
    if (part.data !== undefined) {
      if (!isPlainObject(part.data)) {
        return { ok: false, error: invalidParams({ field: `${field}.data`, description: 'must be an object' }) };
      }
      Object.assign(input, part.data);
    }
  }
  const texts = parts.flatMap(({ text }) => text ?? []);
  const files = parts.filter(({ url, raw }) => url !== undefined || raw !== undefined).map(fileOf);
  return ok({ ...input, ...(texts.length > 0 && { text: texts.join('\n') }), ...(files.length > 0 && { files }) });
}

/** The answer to an agent's question: a text alone is the text itself. */
export function answerOf(parts: readonly Part[]): Result<unknown, RpcError> {
  const [only, ...more] = parts;
  return more.length === 0 && only?.text !== undefined && only.data === undefined ? ok(only.text) : inputOf(parts);
}

/** Form of base64, padded or not. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Media types whose content is text, although their names do not begin with `text/`. */
const TEXTUAL = /^text\/|[/+](?:json|xml|yaml|javascript|toml|csv)$/;

/** The content of a file: `url` or `raw` (base64), perhaps with a media type and a name, and nothing else. */
function isContent(value: unknown): value is Part {
  if (!isPlainObject(value)) return false;
  const { url, raw, mediaType, filename, ...more } = value;
  return (
    [url, raw].filter((content) => content !== undefined).length === 1 &&
    [url, raw, mediaType, filename].every((text) => text === undefined || typeof text === 'string') &&
    Object.keys(more).length === 0
  );
}

/** A file as agents give it alone: by its media type or its name one knows that it is no data. */
const isFile = (value: unknown): value is Part =>
  isContent(value) && (value.mediaType !== undefined || value.filename !== undefined);

/**
 * What an agent made, as parts: a file, or text, data and files as in an input. A text of a media type that is no
 * text's is the encoded bytes of a file named `name`.
 */
export function madeParts(value: unknown, mediaType?: string, name?: string): readonly Part[] {
  if (isFile(value)) return [value];
  const isBytes = mediaType !== undefined && !TEXTUAL.test(mediaType);
  if (isBytes && typeof value === 'string' && value.length % 4 !== 1 && BASE64.test(value)) {
    return [{ raw: value, mediaType, ...(name !== undefined && { filename: name }) }];
  }
  return partsOf(value).map((part) => ({
    ...part,
    ...(mediaType !== undefined && { mediaType: part.mediaType ?? mediaType }),
  }));
}

/** A part with JSON of the platform. */
const partOf = (value: unknown): Part => (typeof value === 'string' ? { text: value } : { data: value });

/** An input, answer or result of the platform as parts: the inverse of `inputOf`. */
export function partsOf(value: unknown): readonly Part[] {
  if (!isPlainObject(value)) return [partOf(value)];
  const { text, files, ...data } = value;
  const isText = typeof text === 'string';
  const isFiles = Array.isArray(files) && files.length > 0 && files.every(isContent);
  const rest = {
    ...data,
    ...(!isText && text !== undefined && { text }),
    ...(!isFiles && files !== undefined && { files }),
  };
  const parts: Part[] = [...(isText ? [{ text }] : []), ...(isFiles ? (files as Part[]) : [])];
  return Object.keys(rest).length > 0 || parts.length === 0 ? [...parts, { data: rest }] : parts;
}
