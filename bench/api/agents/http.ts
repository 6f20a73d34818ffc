import { once } from 'node:events';
import { join } from 'node:path';
import { type ApiProcess, startService } from '../../../api/test/support/api-process.ts';
import { median } from '../load.ts';
import { report } from '../report.ts';
import { AGENTS, type Contender, type Figures, measure } from './contender.ts';
import { agentsAt, bareAt, type CycleAnswers } from './over-http.ts';
import type { Share } from './profile.ts';
import { inFolder } from './service.ts';

const ROUND_MS = 3_000;
const ROUNDS = 3;
const BAR = 0.5;

const CHILD = new URL('service-child.ts', import.meta.url);

/** Starts the bench's API over `database`. */
export const startBenchApi = (database: string, ...mode: readonly 'profile'[]): Promise<ApiProcess> =>
  startService(CHILD, [database, ...mode]);

/** How the bare service commits: each request by itself, or all requests of a turn of the event loop together. */
const COMMITS = { own: 'a commit for each request', shared: 'a commit for the requests of a turn' } as const;
type Commits = keyof typeof COMMITS;

async function startBare(path: string, commits: Commits, answers: CycleAnswers): Promise<ApiProcess> {
  const module = new URL('bare-child.ts', import.meta.url);
  return startService(module, [path, commits], answers);
}

/** A service with its figures of each round. */
interface Side {
  readonly load: Contender;
  readonly service: ApiProcess;
  readonly rounds: Figures[];
}

const perSecond = ({ cycles, seconds }: Figures): number => cycles / seconds;
const perServerSecond = ({ cycles, serverSeconds }: Figures): number => cycles / serverSeconds;

function text({ rounds }: Side): string {
  const of = (figure: (one: Figures) => number): number => median(rounds.map(figure));
  return (
    `${of(perSecond).toFixed(0)} cycles/s, ${of(perServerSecond).toFixed(0)} per CPU second of the service, ` +
    `p50 ${of(({ p50 }) => p50).toFixed(1)} ms, p99 ${of(({ p99 }) => p99).toFixed(1)} ms`
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`;

/**
 * Submit, claim and complete over HTTP by 32 agents with their own API keys, beside bare services with as many durable
 * requests of the same sizes, alternately. The bar is a share of the bare service that commits each request by itself.
 */
export function benchHttp(): Promise<void> {
  return inFolder(async (folder) => {
    const service = await startBenchApi(join(folder, 'api.sqlite'));
    const load = await agentsAt(service.port);
    const own: Side = { load, service, rounds: [] };
    const bare = async (commits: Commits): Promise<Side> => {
      const plain = await startBare(join(folder, `${commits}.sqlite`), commits, load.answers);
      return { load: bareAt(plain.port), service: plain, rounds: [] };
    };
    const plain = { own: await bare('own'), shared: await bare('shared') };
    const sides = [plain.own, plain.shared, own];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const side of sides)
          side.rounds.push(await measure(side.load, ROUND_MS, [side.service.child.pid as number]));
      }
    } finally {
      for (const side of sides) await side.load.close();
      for (const side of sides) await side.service.stop();
    }
    report(`submit, claim and complete over HTTP, ${AGENTS} agents, SQLite`, text(own));
    for (const [commits, meaning] of Object.entries(COMMITS) as [Commits, string][]) {
      const { rounds } = plain[commits];
      const share = (of: (one: Figures) => number): number =>
        median(own.rounds.map((figures, round) => of(figures) / of(rounds[round] as Figures)));
      report(
        `beside bare Fastify, ${meaning}`,
        `${percent(share(perSecond))} of its cycles${commits === 'own' ? ` (bar ${percent(BAR)})` : ''}, ` +
          `${percent(share(perServerSecond))} per CPU second; it has ${text(plain[commits])}`,
        commits === 'own' ? share(perSecond) >= BAR : undefined,
      );
    }
    await profile(folder);
  });
}

/** The share of each step in the time of the API's main thread, under the same load. */
async function profile(folder: string): Promise<void> {
  const service = await startBenchApi(join(folder, 'profiled.sqlite'), 'profile');
  const load = await agentsAt(service.port);
  const tell = async <T>(command: 'start' | 'stop'): Promise<T> => {
    const answer = once(service.child, 'message');
    service.child.send(command);
    return (await answer)[0];
  };
  try {
    await tell('start');
    await measure(load, ROUND_MS);
    const shares = await tell<readonly Share[]>('stop');
    for (const { step, share } of shares) report(`share of time over HTTP: ${step}`, `${(share * 100).toFixed(1)} %`);
  } finally {
    await load.close();
    await service.stop();
  }
}
