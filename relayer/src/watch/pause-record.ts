import { readFileSync } from 'node:fs';
import { ConfigError, replaceFile } from '@causeway/config';
import { PRIVATE_FILE } from '@causeway/protocol';
import { z } from 'zod';
import type { Pause } from './decisions.ts';

const extent = z.string().regex(/^\d+$/).transform(BigInt);

const pauseSchema = z.strictObject({
  place: z.strictObject({ family: z.string(), domain: z.int() }),
  part: z.int().nullable(),
  causes: z.array(z.strictObject({ id: z.string(), extent })),
  state: z.enum(['intended', 'paused', 'failed']),
  found: z.boolean(),
  attempts: z.int(),
  atMs: z.number(),
  transactions: z.array(z.string()),
  failure: z.string().nullable(),
});
const recordSchema = z.strictObject({ version: z.literal(1), pauses: z.array(pauseSchema) });

/** The pauses of a watch, in a file of its own: a kill at any moment leaves the record before or after a change. */
export class PauseRecord {
  readonly #file: string;
  #pauses: readonly Pause[];

  /** Reads `file`, or begins without pauses where there is none. Throws ConfigError when it cannot be read. */
  constructor(file: string) {
    this.#file = file;
    this.#pauses = readRecord(file);
  }

  get pauses(): readonly Pause[] {
    return this.#pauses;
  }

  /**
   * Keeps `pauses`, fully durable. They hold in this process also when it throws because the disk does not take them.
   */
  keep(pauses: readonly Pause[]): void {
    if (pauses === this.#pauses) return;
    this.#pauses = pauses;
    replaceFile(this.#file, `${JSON.stringify({ version: 1, pauses }, amountsAsText, 1)}\n`, PRIVATE_FILE);
  }
}

const amountsAsText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

function readRecord(file: string): readonly Pause[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new ConfigError(`database: ${file}, the record of pauses, cannot be read: ${(error as Error).message}`);
  }
  const parsed = recordSchema.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data.pauses;
  const advice = 'move it away, and the watch pauses once more for what it still finds';
  throw new ConfigError(`database: ${file} is no record of pauses: ${advice}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
