import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatformStorage, type StorageOptions } from '@causeway/storage';
import { runText, type TxScript } from '@causeway/storage/jobs';
import { OPERATIONS, type OperationName, type World } from './operations.ts';

/**
 * Carries out operations on the database until it gets SIGTERM. Prints each with its answer, in a line of JSON. A share
 * of all jobs is taken back by the server at some point.
 */
const [database = '', name = '', shared = '{}', disturbed = '0'] = process.argv.slice(2);
const world = JSON.parse(shared) as World;

/** What a server answers to a transaction that it takes back: serialization failure, deadlock, no lock in time. */
const TAKEN_BACK = ['40001', '40P01', '55P03'] as const;

/** `steps`, which the server takes back before the request number `at`, or before the commit. */
function* disturb<T>(steps: TxScript<T>, at: number, code: string): TxScript<T> {
  const raise = () => runText(`do $$ begin raise sqlstate '${code}'; end $$`);
  let step = steps.next();
  for (let number = 0; !step.done; number += 1) {
    if (number === at) {
      console.log(JSON.stringify({ disturbed: code }));
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

const around: NonNullable<StorageOptions['around']> = (inner) => ({
  ...{ dialect: inner.dialect, label: inner.label, shared: inner.shared, now: inner.now, ahead: inner.ahead },
  read: (steps) => inner.read(steps),
  write(durability, steps, how) {
    let left = Math.random() < Number(disturbed) ? 1 + Math.floor(Math.random() * 2) : 0;
    return inner.write(
      durability,
      () => {
        if (left === 0) return steps();
        left -= 1;
        return disturb(steps(), Math.floor(Math.random() * 6), pick(TAKEN_BACK));
      },
      how,
    );
  },
  probe: () => inner.probe(),
  onCommit: (listener, pollMs) => inner.onCommit(listener, pollMs),
  claim: () => inner.claim(),
  close: () => inner.close(),
});

const storage = await openPlatformStorage(database, { around });
let ends = false;
process.on('SIGTERM', () => {
  ends = true;
});

/** How long processes have the same key, milliseconds. */
const SLOT_MS = 100;
const names = Object.keys(OPERATIONS) as OperationName[];

async function work(worker: number): Promise<void> {
  for (let number = worker; !ends; number += 1) {
    const op = names[number % names.length] as OperationName;
    const key = Math.floor(Date.now() / SLOT_MS) % 1_000_000;
    try {
      const answer = await OPERATIONS[op](storage, world, key, `${name} ${worker}`);
      console.log(JSON.stringify({ op, ...answer }));
    } catch (error) {
      console.log(
        JSON.stringify({ op, failed: error instanceof Error ? `${error.name}: ${error.message}` : `${error}` }),
      );
      await sleep(10);
    }
  }
}

console.log(JSON.stringify({ started: name }));
await Promise.all([0, 4, 8, 11].map(work));
await storage.close();
process.exit();
