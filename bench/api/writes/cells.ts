import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../api/test/support/postgres.ts';
import { CACHE, inFolder } from '../agents/service.ts';
import { median } from '../load.ts';
import { best, type Loaded, measure, type Round } from './measure.ts';
import { type People, signUpPeople } from './people.ts';
import { type LateWay, type Side, startLateWay, startSide } from './side.ts';
import { WORKS, type WorkName } from './work.ts';

/** Avatars of each kind on each side. */
const AVATARS = 64;
/** How long new processes do each kind of work before they are measured, milliseconds. */
const WARM_MS = 3_000;
/** Round trips that are measured by each way. */
const TRIPS = 50;

export interface Plan {
  readonly works: readonly WorkName[];
  readonly processes: readonly number[];
  /** Delays of the database's answers, milliseconds; 0 is the server's own socket. */
  readonly delays: readonly number[];
  readonly flows: number;
  readonly ms: number;
  readonly rounds: number;
}

/** The figures of one kind of work, number of processes and delay. */
export interface Cell {
  readonly work: WorkName;
  readonly processes: number;
  readonly delay: number;
  /** Median round trip to the database, milliseconds. */
  readonly tripMs: number;
  readonly here: Round;
  readonly base: Round | undefined;
}

/** A checkout, and its database with its people. */
interface Contender {
  readonly name: string;
  readonly root: string;
  readonly database: string;
  people: People | undefined;
}

/** A server for the bench, with a late way to it. */
export interface Ground {
  readonly url: string;
  readonly way: LateWay;
  readonly postmaster: number;
}

/** Calls `use` with a server that flushes every commit, and a late way to it. */
export function onGround<T>(use: (ground: Ground) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const data = join(folder, 'postgres');
    const server = await startPostgres({ folder: data, cache: CACHE, durable: true });
    // The path of a socket has a hundred characters at most.
    const sockets = mkdtempSync(join(tmpdir(), 'causeway-late-'));
    try {
      const postmaster = Number(readFileSync(join(data, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      const way = await startLateWay(server.url, sockets);
      try {
        return await use({ url: server.url, way, postmaster });
      } finally {
        await way.stop();
      }
    } finally {
      await server.stop();
      rmSync(sockets, { recursive: true, force: true });
    }
  });
}

/** Makes an empty database beside the one at `url`; returns its URL. */
export async function newDatabase(url: string, name: string): Promise<string> {
  await onSession(url, (client) => client.query(`create database ${name}`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

/** Calls `use` with a session of the database at `url`. */
export async function onSession<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The median of some round trips to the database at `url`, milliseconds. */
const tripOf = (url: string): Promise<number> =>
  onSession(url, async (client) => {
    const trips: number[] = [];
    for (let trip = 0; trip < TRIPS; trip += 1) {
      const startedMs = performance.now();
      await client.query('select 1');
      trips.push(performance.now() - startedMs);
    }
    return median(trips);
  });

/** Measures every cell of the plan, here and at the base if there is one; `done` gets each as soon as it is known. */
export function measureCells(
  here: string,
  base: string | undefined,
  plan: Plan,
  done: (cell: Cell) => void,
): Promise<readonly Cell[]> {
  return onGround(async (ground) => {
    const contenders: Contender[] = [];
    for (const [name, root] of Object.entries({ ...(base !== undefined && { base }), here })) {
      contenders.push({ name, root, database: await newDatabase(ground.url, name), people: undefined });
    }
    const cells: Cell[] = [];
    for (const isLate of [false, true]) {
      const delays = plan.delays.filter((delay) => delay > 0 === isLate);
      for (const processes of delays.length > 0 ? plan.processes : []) {
        await onSides(ground, contenders, { isLate, processes, works: plan.works }, async (sides) => {
          for (const delay of delays) {
            if (isLate) await ground.way.late(delay);
            const tripMs = await tripOf(isLate ? ground.way.by(ground.url) : ground.url);
            for (const work of plan.works) {
              const { here: own, base: other } = await alternate(sides, work, plan);
              const cell = { work, processes, delay, tripMs, here: own as Round, base: other };
              cells.push(cell);
              done(cell);
            }
          }
          await ground.way.late(0);
        });
      }
    }
    return cells;
  });
}

type NamedSides = readonly (Loaded & { readonly name: string })[];

/** Calls `use` while all contenders run in `processes` processes each. */
async function onSides(
  { way, postmaster }: Ground,
  contenders: readonly Contender[],
  { isLate, processes, works }: { readonly isLate: boolean; readonly processes: number } & Pick<Plan, 'works'>,
  use: (sides: NamedSides) => Promise<void>,
): Promise<void> {
  const started: Side[] = [];
  const counts = { plain: AVATARS, owners: works.includes('custodial') ? AVATARS : 0 };
  try {
    const sides = [];
    for (const contender of contenders) {
      const database = isLate ? way.by(contender.database) : contender.database;
      const side = await startSide(contender.name, contender.root, database, processes);
      started.push(side);
      contender.people ??= await signUpPeople(side, counts);
      await side.fund(contender.people.owners.map(({ wallet }) => wallet));
      const measured = { services: side.pids, database: [postmaster], proxy: isLate ? [way.pid] : [] };
      const loaded = { name: contender.name, ports: side.ports, people: contender.people, processes: measured };
      for (const work of works) await measure(loaded, WORKS[work], { flows: AVATARS, until: WARM_MS });
      sides.push(loaded);
    }
    await use(sides);
  } finally {
    await Promise.all(started.map((side) => side.stop()));
  }
}

/** Each side does the work in turn; each goes first as often as the other. */
async function alternate(sides: NamedSides, work: WorkName, { rounds, flows, ms }: Plan) {
  const measured = new Map<string, Round[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      measured.get(side.name)?.push(await measure(side, WORKS[work], { flows, until: ms }));
    }
  }
  const of = (name: string): Round | undefined => {
    const own = measured.get(name);
    return own && best(own);
  };
  return { here: of('here'), base: of('base') };
}
