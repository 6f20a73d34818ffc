import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type BlockRef, encodeMessage, fail, type Hex, isHex, ok, type Result } from '@causeway/protocol';
import type { RecordedEvents } from '@causeway/storage';
import { z } from 'zod';
import type { ExportFailure } from '../failures.ts';

// The file of an exported view: JSON, one object a line. First the file's head; then, for each bridge, its head and the
// blocks in which it emitted something, in their order; then the end, which signs every byte before it.

export const FORMAT = 'causeway-view';
export const VERSION = 1;

const hash = z.custom<Hex>((value) => isHex(value, 32), 'not 32 bytes');
const block = z.strictObject({ number: z.int().min(0), hash: z.string(), timeMs: z.int() });

const fileHead = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  chain: z.string(),
  /** The identity that signs the file. */
  exporter: z.string(),
});
export type FileHead = z.infer<typeof fileHead>;

const bridgeHead = z.strictObject({
  family: z.string(),
  domain: z.int(),
  bridge: hash,
  deployedAtBlock: z.int().min(0),
  /** The final block up to which the export reaches. */
  to: block,
});
export type BridgeHead = z.infer<typeof bridgeHead>;

/** A block with events, and the digest of what the bridge emitted there. */
const eventBlock = z.strictObject({ block: z.int().min(0), digest: hash });
export type EventBlock = z.infer<typeof eventBlock>;

const fileEnd = z.strictObject({
  lines: z.int().min(1),
  signature: z.custom<Hex>((value) => isHex(value, 64), 'not 64 bytes'),
});

/** One line between head and end. */
export type Part = BridgeHead | EventBlock;

const sha256 = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

/** What an exporter signs: 32 bytes, in which no other message of the protocols begins. */
export const signedBytes = (contentDigest: string): Hex => sha256(`${FORMAT} ${VERSION}\n${contentDigest}`);

/** The blocks of `events`, in order, each with the digest of its hash and of all that the events say. */
export function blocksOf({ messages, outcomes, roots }: RecordedEvents): readonly EventBlock[] {
  const blocks = new Map<
    number,
    { readonly ref: BlockRef; readonly events: (readonly [index: number, text: string])[] }
  >();
  const add = (
    { at }: { readonly at: RecordedEvents['roots'][number]['at'] },
    ...facts: readonly (string | number)[]
  ) => {
    const here = blocks.get(at.block.number) ?? { ref: at.block, events: [] };
    blocks.set(at.block.number, here);
    here.events.push([at.index, [...facts, at.block.hash, at.transaction].join(' ')]);
  };
  for (const row of messages) add(row, 'message', row.messageId, encodeMessage(row.message));
  for (const row of outcomes) add(row, row.status, row.messageId, String(row.credited));
  for (const row of roots) add(row, 'root', row.lane.source, String(row.firstNonce), row.count, row.root);
  return [...blocks]
    .map(([number, { ref, events }]) => {
      const texts = events.map(([index, text]) => `${index} ${text}`).sort();
      return { block: number, digest: sha256([ref.hash, ...texts].join('\n')) };
    })
    .sort((a, b) => a.block - b.block);
}

/**
 * The head of a whole file that one of the `known` identities signed. Fails with EXPORT_INCOMPLETE, EXPORT_FORMAT,
 * EXPORTER_UNKNOWN or EXPORT_SIGNATURE.
 */
export async function verifyFile(
  file: string,
  known: readonly string[],
  isSignedBy: (name: string, data: Buffer, signature: Buffer) => boolean,
): Promise<Result<FileHead, ExportFailure>> {
  const content = createHash('sha256');
  let head: FileHead | undefined;
  let last: string | undefined;
  let lines = 0;
  for await (const line of linesOf(file)) {
    if (last !== undefined) content.update(`${last}\n`);
    else {
      const parsed = parse(fileHead, line);
      if (!parsed.ok) return parsed;
      head = parsed.value;
    }
    last = line;
    lines += 1;
  }
  const end = parse(fileEnd, last ?? '');
  if (!head || !end.ok) return fail('EXPORT_INCOMPLETE', `${file} has no end: it was cut off, or is no exported view`);
  if (end.value.lines !== lines - 1)
    return fail('EXPORT_INCOMPLETE', `${file} has ${lines - 1} lines of ${end.value.lines}`);
  if (!known.includes(head.exporter)) {
    return fail(
      'EXPORTER_UNKNOWN',
      `${head.exporter} signs ${file}, whom the configuration does not name; --from names it`,
    );
  }
  const bytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex');
  const signed = isSignedBy(head.exporter, bytes(signedBytes(content.digest('hex'))), bytes(end.value.signature));
  return signed ? ok(head) : fail('EXPORT_SIGNATURE', `${file} is not what ${head.exporter} signed`);
}

/** The lines between head and end of a verified file. */
export async function* partsIn(file: string): AsyncGenerator<Result<Part, ExportFailure>> {
  let number = 0;
  for await (const line of linesOf(file)) {
    if (number++ === 0) continue;
    if (fileEnd.safeParse(json(line)).success) return;
    yield parse(z.union([eventBlock, bridgeHead]), line);
  }
}

const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });

function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parse<S extends z.ZodType>(schema: S, line: string): Result<z.infer<S>, ExportFailure> {
  const parsed = schema.safeParse(json(line));
  if (parsed.success) return ok(parsed.data);
  return fail('EXPORT_FORMAT', `a line is not of ${FORMAT} version ${VERSION}: ${line.slice(0, 80)}`);
}
