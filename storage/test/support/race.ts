import type { Engine } from '../../src/core/engine.ts';
import { type Lock, type LockKind, locksOf } from '../../src/core/locks.ts';
import { type QuotaKind, type Quotas, UNLIMITED } from '../../src/core/quotas.ts';
import { runText, type TxScript } from '../../src/core/steps.ts';
import { openPlatformStorage, type PlatformStorage } from '../../src/index.ts';
import { putAroundEngines } from '../../src/open.ts';
import { aroundEngine } from './around.ts';
import { auditedEngine, BUILDERS, textsOf } from './audit.ts';
import { closeGate, waitAtGate } from './gate.ts';

const CHANGE = /^\s*(?:insert|update|delete)/i;

/** Where the first job stops: before its first change of the database, after so many answers, or before its commit. */
export type Stop = 'change' | number | 'end';

/** `steps`, which wait at the gate at `stop`. */
function* stopping<T>(steps: TxScript<T>, stop: Stop): TxScript<T> {
  let answers = 0;
  let step = steps.next();
  while (!step.done) {
    const request = step.value;
    const texts = textsOf(BUILDERS.postgres, request);
    if (stop === 'change' ? texts.some((text) => CHANGE.test(text)) : texts.length > 0 && answers === stop) {
      yield* waitAtGate();
      return yield* resumed(steps, step);
    }
    let answer: unknown;
    try {
      answer = yield request;
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    if (texts.length > 0) answers += 1;
    step = steps.next(answer);
  }
  if (stop === 'end') yield* waitAtGate();
  return step.value;
}

/** The rest of `steps`, from `step` on. */
function* resumed<T>(steps: TxScript<T>, from: IteratorResult<unknown, T>): TxScript<T> {
  let step = from;
  while (!step.done) {
    try {
      step = steps.next(yield step.value as never);
    } catch (error) {
      step = steps.throw(error);
    }
  }
  return step.value;
}

/** Two jobs that exclude each other, each of a process of its own. */
export interface Race<Facts> {
  /** The kinds of locks that keep them apart. */
  readonly locks: readonly LockKind[];
  readonly stop?: Stop;
  /** How many items of a kind an owner may store; any number when absent. */
  readonly quotas?: Partial<Readonly<Record<QuotaKind, number>>>;
  /** What both find. */
  prepare(storage: PlatformStorage): Promise<Facts>;
  /** Stops between its read and its write. */
  first(storage: PlatformStorage, facts: Facts): Promise<unknown>;
  second(storage: PlatformStorage, facts: Facts): Promise<unknown>;
  /** Throws when the two have not come one after the other. */
  check(ends: readonly [unknown, unknown], storage: PlatformStorage, facts: Facts): Promise<void> | void;
}

/** The result of a job, or its error. */
const endOf = (job: Promise<unknown>): Promise<unknown> => job.catch((error: unknown) => error);

/** Sessions of the database that wait for something. */
const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Runs a race on a PostgreSQL database: `first` stops, `second` runs until it waits or is done, and then both end. With
 * `without`, jobs do not take the locks of the race.
 */
export async function runRace<Facts>(database: string, race: Race<Facts>, without: boolean): Promise<void> {
  const stripped = (locks: readonly Lock[]) =>
    without ? locks.filter(({ kind }) => !race.locks.includes(kind)) : locks;
  let stops = false;
  let engine: Engine | undefined;
  const around = (inner: Engine): Engine => {
    engine = inner;
    return aroundEngine(inner, {
      write(durability, steps, how) {
        const { locks } = how;
        const stop = stops ? (race.stop ?? 'change') : undefined;
        stops = false;
        const own = () => (stop === undefined ? withoutSome(steps()) : stopping(withoutSome(steps()), stop));
        return inner.write(durability, own, { ...how, locks: () => stripped(locksOf(locks)) });
      },
    });
  };
  function* withoutSome<T>(steps: TxScript<T>): TxScript<T> {
    let step = steps.next();
    while (!step.done) {
      const request = step.value;
      try {
        step = steps.next(yield request.kind === 'lock' ? { kind: 'lock', locks: stripped(request.locks) } : request);
      } catch (error) {
        step = steps.throw(error);
      }
    }
    return step.value;
  }
  // Below the audit, which would refuse what has no lock.
  putAroundEngines((inner) => auditedEngine(around(inner)));
  const bounded = Object.entries(race.quotas ?? {}).map(([kind, items]) => [kind, { ...UNLIMITED.tasks, items }]);
  const quotas: Quotas = { ...UNLIMITED, ...Object.fromEntries(bounded) };
  const storages: PlatformStorage[] = [];
  try {
    for (let process = 0; process < 2; process += 1) storages.push(await openPlatformStorage(database, { quotas }));
    const [one, other] = storages as [PlatformStorage, PlatformStorage];
    const facts = await race.prepare(one);
    const openGate = await closeGate(database);
    const untilWaiting = async (count: number, isOver: () => boolean): Promise<void> => {
      for (;;) {
        if (isOver()) return;
        const [row] = (await engine?.read(() => runText<{ waiting: number }>(WAITING))) ?? [];
        if ((row?.waiting ?? 0) >= count) return;
      }
    };
    stops = true;
    let over = false;
    const first = endOf(race.first(one, facts)).finally(() => {
      over = true;
    });
    await untilWaiting(1, () => over);
    if (over) throw new Error(`the first job has not stopped: ${await first}`);
    const second = endOf(race.second(other, facts)).finally(() => {
      over = true;
    });
    await untilWaiting(2, () => over);
    await openGate();
    await race.check([await first, await second], one, facts);
  } finally {
    putAroundEngines(auditedEngine);
    for (const storage of storages) await storage.close();
  }
}
