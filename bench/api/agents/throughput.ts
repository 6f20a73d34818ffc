import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres } from '../../../api/test/support/postgres.ts';
import { report } from '../report.ts';
import type { Figures } from './contender.ts';
import type { ContenderName } from './contenders.ts';
import { startRedis } from './redis.ts';
import { CACHE, inFolder } from './service.ts';

const LOAD_MS = 5_000;
const CHILD = fileURLToPath(new URL('contender-child.ts', import.meta.url));
const PEERS = fileURLToPath(new URL('peers/', import.meta.url));

/** Cycles per second and per second of all processors, of processes and their servers together. */
interface Rate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Runs `count` processes of a contender at once; `servers` are the processes whose time counts, too. */
async function contend(
  title: string,
  [name, target, count = 1]: readonly [ContenderName, string, number?],
  servers: readonly number[] = [],
): Promise<Rate> {
  const children = [];
  for (let started = 0; started < count; started += 1) {
    const child = fork(CHILD, [name, target, String(LOAD_MS), ...servers.map(String)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended`)));
    ended.catch(() => {});
    await Promise.race([once(child, 'message'), ended]);
    children.push(child);
  }
  const figures: Figures[] = await Promise.all(
    children.map(async (child) => {
      const answer = once(child, 'message');
      child.send('go');
      return (await answer)[0];
    }),
  );
  // Several processes load the same servers at the same time.
  const serverSeconds = figures.reduce((most, one) => Math.max(most, one.serverSeconds), 0);
  await Promise.all(children.map((child) => child.exitCode === null && once(child, 'exit')));
  const sum = (of: (one: Figures) => number): number => figures.reduce((total, one) => total + of(one), 0);
  const perSecond = sum(({ cycles, seconds }) => cycles / seconds);
  const perCpuSecond = sum(({ cycles }) => cycles) / (sum(({ cpuSeconds }) => cpuSeconds) + serverSeconds);
  const worst = (of: (one: Figures) => number): string => Math.max(...figures.map(of)).toFixed(1);
  report(
    title,
    `${perSecond.toFixed(0)}/s, ${perCpuSecond.toFixed(0)} per CPU second (servers ${serverSeconds.toFixed(1)} s), ` +
      `p50 ${worst(({ p50 }) => p50)} ms, p99 ${worst(({ p99 }) => p99)} ms, ${sum(({ megabytes }) => megabytes).toFixed(0)} MB`,
  );
  return { perSecond, perCpuSecond };
}

/** The dependencies of the peers, which are no dependencies of the project. */
async function installPeers(): Promise<void> {
  if (existsSync(join(PEERS, 'node_modules'))) return;
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PEERS });
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Submit, claim and complete by 32 agents, beside a bare loop, BullMQ and graphile-worker at equal durability. */
export function benchThroughput(): Promise<void> {
  return inFolder(async (folder) => {
    await installPeers();
    const own = await contend('SQLite, in process', ['causeway', join(folder, 'own.sqlite')]);
    const bare = await contend('SQLite, bare loop of the same rows', ['bare', join(folder, 'bare.sqlite')]);
    const share = own.perSecond / bare.perSecond;
    const cpuShare = percent(own.perCpuSecond / bare.perCpuSecond);
    report(
      'in process',
      `${percent(share)} of the bare loop's cycles (bar 50 %), ${cpuShare} per CPU second`,
      share >= 0.5,
    );

    const redis = await startRedis(CACHE, join(folder, 'redis'));
    const bull = await contend('BullMQ, Redis with appendfsync always', ['bullmq', redis.socket], [redis.pid]).finally(
      redis.stop,
    );
    const ahead = own.perCpuSecond >= bull.perCpuSecond;
    report('beside BullMQ', `${percent(own.perCpuSecond / bull.perCpuSecond)} of its cycles per CPU second`, ahead);

    const data = join(folder, 'postgres');
    const server = await startPostgres({ folder: data, cache: CACHE, durable: true });
    try {
      const postmaster = Number(readFileSync(join(data, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      const graphile = await contend('graphile-worker, PostgreSQL', ['graphile', server.url], [postmaster]);
      const rates: Rate[] = [];
      for (const count of [1, 2, 3]) {
        rates.push(await contend(`PostgreSQL, ${count} processes`, ['causeway', server.url, count], [postmaster]));
      }
      const [one] = rates as [Rate];
      report(
        'beside graphile-worker',
        `${percent(one.perCpuSecond / graphile.perCpuSecond)} of its cycles per CPU second`,
        one.perCpuSecond >= graphile.perCpuSecond,
      );
    } finally {
      await server.stop();
    }
  });
}
