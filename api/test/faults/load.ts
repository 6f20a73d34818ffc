import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatformStorage } from '@causeway/storage';
import { disturbing } from '@causeway/storage/test-support/disturbing';
import type { Told } from './findings.ts';
import { OPERATIONS, type OperationName, type World } from './operations.ts';

/** What a load tells: an answer, an operation that failed, its start, or a transaction that is taken back. */
export type Line =
  | Told
  | { readonly op: OperationName; readonly failed: string }
  | { readonly started: string }
  | { readonly disturbed: string };

/** A load of one process; the server takes back a share of its jobs. */
export interface Load {
  readonly database: string;
  readonly name: string;
  readonly world: World;
  readonly disturbed: number;
}

/** How long processes have the same key, milliseconds. */
const SLOT_MS = 100;
const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Carries out operations, several at a time, until `isOver`. Tells each answer. */
export async function runLoad(load: Load, tell: (line: Line) => void, isOver: () => boolean): Promise<void> {
  const { database, name, world } = load;
  const storage = await openPlatformStorage(database, {
    around: disturbing(load.disturbed, (code) => tell({ disturbed: code })),
  });
  async function work(worker: number): Promise<void> {
    for (let number = worker; !isOver(); number += 1) {
      const op = NAMES[number % NAMES.length] as OperationName;
      const key = Math.floor(Date.now() / SLOT_MS) % 1_000_000;
      try {
        tell({ op, ...(await OPERATIONS[op](storage, world, key, `${name} ${worker}`)) });
      } catch (error) {
        tell({ op, failed: error instanceof Error ? `${error.name}: ${error.message}` : `${error}` });
        await sleep(10);
      }
    }
  }
  tell({ started: name });
  await Promise.all([0, 4, 8, 11].map(work));
  await storage.close();
}
