import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatformStorage, type StorageOptions } from '@causeway/storage';
import { runText, type TxScript } from '@causeway/storage/jobs';
import type { Told } from './findings.ts';
import { OPERATIONS, type OperationName, type World } from './operations.ts';

/** What a server answers to a transaction that it takes back: serialization failure, deadlock, no lock in time. */
const TAKEN_BACK = ['40001', '40P01', '55P03'] as const;

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

/** `steps`, which the server takes back before the request number `at`, or before the commit. */
function* disturb<T>(steps: TxScript<T>, at: number, code: string, tell: (line: Line) => void): TxScript<T> {
  const raise = () => runText(`do $$ begin raise sqlstate '${code}'; end $$`);
  let step = steps.next();
  for (let number = 0; !step.done; number += 1) {
    if (number === at) {
      tell({ disturbed: code });
      yield* raise();
    }
    try {
      step = steps.next(yield step.value);
    } catch (error) {
      step = steps.throw(error);
    }
  }
  return step.value;
}

const pick = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;

const disturbing =
  ({ disturbed }: Load, tell: (line: Line) => void): NonNullable<StorageOptions['around']> =>
  (inner) => ({
    ...{ dialect: inner.dialect, label: inner.label, shared: inner.shared, now: inner.now, ahead: inner.ahead },
    read: (steps) => inner.read(steps),
    write(durability, steps, how) {
      let left = Math.random() < disturbed ? 1 + Math.floor(Math.random() * 2) : 0;
      return inner.write(
        durability,
        () => {
          if (left === 0) return steps();
          left -= 1;
          return disturb(steps(), Math.floor(Math.random() * 6), pick(TAKEN_BACK), tell);
        },
        how,
      );
    },
    probe: () => inner.probe(),
    onCommit: (listener, pollMs) => inner.onCommit(listener, pollMs),
    claim: () => inner.claim(),
    close: () => inner.close(),
  });

/** How long processes have the same key, milliseconds. */
const SLOT_MS = 100;
const NAMES = Object.keys(OPERATIONS) as OperationName[];

/** Carries out operations, several at a time, until `isOver`. Tells each answer. */
export async function runLoad(load: Load, tell: (line: Line) => void, isOver: () => boolean): Promise<void> {
  const { database, name, world } = load;
  const storage = await openPlatformStorage(database, { around: disturbing(load, tell) });
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
