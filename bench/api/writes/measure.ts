import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfTree } from '../agents/contender.ts';
import { percentile } from '../load.ts';
import type { People } from './people.ts';
import { Pipelined } from './pipelined.ts';
import type { Work } from './work.ts';

/** Connections of the load, over all processes of a side. */
const CONNECTIONS = 16;
const WARM_MS = 700;

/** Processes whose time is measured, with their children. */
export interface Processes {
  readonly services: readonly number[];
  readonly database: readonly number[];
  readonly proxy: readonly number[];
}

/** What a side did in one round. */
export interface Round {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Processors that were busy on the average: of the machine, the services, the database, the proxy and the load. */
  readonly machine: number;
  readonly services: number;
  readonly database: number;
  readonly proxy: number;
  readonly load: number;
}

/** Time of the machine's processors since its start that they were busy, seconds. */
const busySeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000;

/** How a side is loaded. */
export interface Loaded {
  readonly ports: readonly number[];
  readonly people: People;
  readonly processes: Processes;
}

/**
 * `flows` flows do `work` after a warm-up, for so many milliseconds or until something else is over. Throws when an
 * answer is not the wanted one.
 */
export async function measure(
  { ports, people, processes }: Loaded,
  work: Work,
  { flows, until }: { readonly flows: number; readonly until: number | Promise<unknown> },
): Promise<Round> {
  const connections = Array.from(
    { length: Math.min(CONNECTIONS, flows) },
    (_, n) => new Pipelined(ports[n % ports.length] as number),
  );
  const latencies: number[] = [];
  let phase: 'warms' | 'counts' | 'over' = 'warms';
  let failure: unknown;
  const all = Array.from({ length: flows }, async (_, number) => {
    const flow = work.flow(people, number);
    const connection = connections[number % connections.length] as Pipelined;
    while (phase !== 'over') {
      const startedMs = performance.now();
      await flow(connection);
      if (phase === 'counts') latencies.push(performance.now() - startedMs);
    }
  });
  const running = Promise.all(all).catch((error: unknown) => {
    failure = error;
    phase = 'over';
  });
  const times = () => ({
    ms: performance.now(),
    machine: busySeconds(),
    services: cpuOfTree(processes.services),
    database: cpuOfTree(processes.database),
    proxy: cpuOfTree(processes.proxy),
    load: (({ user, system }) => (user + system) / 1e6)(process.cpuUsage()),
  });
  if (typeof until === 'number') await Promise.race([sleep(WARM_MS), running]);
  if (failure === undefined) phase = 'counts';
  const before = times();
  await Promise.race([typeof until === 'number' ? sleep(until) : until, running]);
  phase = 'over';
  const after = times();
  await running;
  for (const connection of connections) connection.close();
  if (failure !== undefined) throw failure;
  const seconds = (after.ms - before.ms) / 1_000;
  const share = (of: 'machine' | 'services' | 'database' | 'proxy' | 'load') => (after[of] - before[of]) / seconds;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5) ?? Number.NaN,
    p99: percentile(latencies, 0.99) ?? Number.NaN,
    ...{ machine: share('machine'), services: share('services'), database: share('database') },
    ...{ proxy: share('proxy'), load: share('load') },
  };
}

/** One value of several rounds: that of the round with the most work, because other programs only take away. */
export const best = (rounds: readonly Round[]): Round =>
  rounds.reduce((most, round) => (round.perSecond > most.perSecond ? round : most));
