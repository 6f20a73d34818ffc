import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CANDIDATES, openPlatformStorage, type PlatformStorage } from '../../storage/src/index.ts';
import { runsOf } from '../../storage/src/missions/index.ts';
import { runSql, startServer, stopServer } from '../../storage/test/support/postgres-server.ts';
import { CHOSEN, fill, idOf, ORIGIN, RARE, WORDS } from './growth-data.ts';

/**
 * npm run bench:growth: reads, lists and searches in a database with 10,000 missions, messages and holons, and in one
 * with 1,000,000, on both engines. `--size N` takes another number for the larger one, `--engine sqlite|postgres` one
 * engine. Every call finds the same number of rows in both, and the calls to both alternate, so that whatever else the
 * machine does slows both. Prints the medians of warm calls; ends with status 1 when a row misses its bar.
 */

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' }, engine: { type: 'string' } } });
const SMALL = 10_000;
const LARGE = Number(values.size);
const WARM_UP = 30;
const CALLS = 201;
const MAX_GROWTH = 2;
const MAX_COMMON_MS = 200;
const PAGE = 50;
/** Sorts after every id. */
const END = '~';

/** What is measured: calls that return their number of rows. */
type Calls = Readonly<Record<string, () => Promise<number>>>;

const length = async (page: Promise<{ readonly items: readonly unknown[] }>): Promise<number> =>
  (await page).items.length;
const there = async (row: Promise<unknown>): Promise<number> => ((await row) === undefined ? 0 : 1);

function callsOf({ holons, messages, missions }: PlatformStorage, size: number): Calls {
  const middle = idOf(size / 2);
  const mine = { avatarId: 'ann' };
  const published = { avatarId: null };
  const holonsFound = async (text: string) => length(holons.holons.search('ann', text, PAGE, 0));
  const field = { field: 'group', value: 'chosen' };
  const chosenRuns = Array.from({ length: PAGE }, (_, at) => idOf(at * (size / CHOSEN) + 9));
  return {
    'holon by id': () => there(holons.holons.get(middle)),
    'body of a holon': () => there(holons.bodies.get(middle.slice(-12))),
    'holons, first page': () => length(holons.holons.list(mine, null, PAGE)),
    'holons, page in the middle': () => length(holons.holons.list(mine, middle.slice(-12), PAGE)),
    'holons of a type': () => length(holons.holons.list({ ...mine, holonType: 'T7' }, null, PAGE)),
    'holons with a field': () => length(holons.holons.list({ ...mine, field }, null, PAGE)),
    'holons of a type with a field': () => length(holons.holons.list({ ...mine, holonType: 'T7', field }, null, PAGE)),
    'versions of a holon': async () => (await holons.holons.versions(middle, null, PAGE)).length,
    [`holons, a word of ${RARE}`]: () => holonsFound(WORDS.rare),
    'holons, two words': () => holonsFound(`${WORDS.common} ${WORDS.few}`),
    'holons, misspelt': () => holonsFound(WORDS.misspelt),
    'holons, word of all': () => holonsFound(WORDS.common),
    'message by id': () => there(messages.messages.get('ann', middle)),
    inbox: () => length(messages.messages.inbox('ann', false, null, PAGE)),
    'inbox, page in the middle': () => length(messages.messages.inbox('ann', false, middle, PAGE)),
    'unread messages': () => length(messages.messages.inbox('ann', true, null, PAGE)),
    'long conversation': () => length(messages.messages.conversation('ann', 'bob', null, PAGE)),
    'short conversation': () => length(messages.messages.conversation('ann', 'carol', null, PAGE)),
    'totals of messages': async () => Number((await messages.messages.totals('ann')).unread === CHOSEN),
    'mission by id': () => there(missions.missions.get(middle)),
    'versions of a mission': () => length(missions.missions.versions(middle, null, PAGE)),
    'version of a mission': () => there(missions.missions.version(middle, 1)),
    'published missions': () => length(missions.missions.list(published, null, PAGE)),
    'missions, page in the middle': () => length(missions.missions.list(published, middle, PAGE)),
    'missions of a type': () => length(missions.missions.list({ ...published, missionType: 'Hard' }, null, PAGE)),
    'missions, own and published': () => length(missions.missions.list(mine, null, PAGE)),
    'missions not started': () => length(missions.missions.list({ ...mine, status: 'Pending' }, null, PAGE)),
    'missions in progress': () => length(missions.missions.list({ ...mine, status: 'InProgress' }, null, PAGE)),
    'runs of a page': async () =>
      (await missions.context.read(() => runsOf(missions.context, 'ann', chosenRuns))).length,
    [`missions, a word of ${RARE}`]: () => length(missions.missions.search({ ...mine, text: WORDS.rare }, null, PAGE)),
    'missions, two words': () =>
      length(missions.missions.search({ ...mine, text: `${WORDS.common} ${WORDS.few}` }, null, PAGE)),
    'missions, misspelt': () => length(missions.missions.search({ ...mine, text: WORDS.misspelt }, null, PAGE)),
    'missions, word of all': () => length(missions.missions.search({ ...mine, text: WORDS.common }, null, PAGE)),
    leaderboard: () => length(missions.rewards.leaderboard(ORIGIN, null, PAGE)),
    'leaderboard, later page': () =>
      length(missions.rewards.leaderboard(ORIGIN, `${size / 2}.${size / 2}.${END}`, PAGE)),
    'balance of an avatar': async () => Number((await missions.rewards.balanceOf('ann')).missionsCompleted === CHOSEN),
  };
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

/** The median times of two calls, milliseconds, one after the other by turns. Throws unless both find as many rows. */
async function compare(
  name: string,
  calls: readonly [Calls, Calls],
  measured: number = CALLS,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP + measured; turn += 1) {
    const found: number[] = [];
    for (const at of [0, 1] as const) {
      const startedMs = performance.now();
      found.push((await calls[at][name]?.()) ?? 0);
      if (turn >= WARM_UP) times[at].push(performance.now() - startedMs);
    }
    if (found[0] !== found[1] || found[0] === 0) throw new Error(`${name} finds ${found.join(' and ')} rows`);
  }
  return [median(times[0]), median(times[1])];
}

/** Fills the two databases of an engine, then prints a line for every call. */
async function measure(engine: string, databases: readonly [string, string]): Promise<void> {
  for (const [at, size] of [SMALL, LARGE].entries()) {
    const startedMs = performance.now();
    await (await openPlatformStorage(databases[at] as string)).close();
    await fill(databases[at] as string, size);
    process.stdout.write(
      `${engine}: filled with ${size} of each in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s\n`,
    );
  }
  const small = await openPlatformStorage(databases[0]);
  const large = await openPlatformStorage(databases[1]);
  try {
    const cut = (await large.search.find({ collection: 'holons', text: WORDS.common, avatarId: 'ann', limit: 1 })).cut;
    if (cut !== LARGE > CANDIDATES) throw new Error('the search for a word of all is not cut as stated');
    const calls = [callsOf(small, SMALL), callsOf(large, LARGE)] as const;
    process.stdout.write(`\n| ${engine} | ${SMALL} | ${LARGE} | ratio | bar | |\n|---|---:|---:|---:|---|---|\n`);
    // Once through everything, so that the first rows are as warm as the last.
    for (const name of Object.keys(calls[0])) await compare(name, calls, WARM_UP);
    for (const name of Object.keys(calls[0])) {
      const [before, after] = await compare(name, calls);
      const isCommon = name.endsWith('word of all');
      const holds = isCommon ? after <= MAX_COMMON_MS : after <= MAX_GROWTH * before;
      const bar = isCommon ? `≤ ${MAX_COMMON_MS} ms, the best of ${CANDIDATES}` : `≤ ${MAX_GROWTH} times`;
      const ratio = (after / before).toFixed(2);
      process.stdout.write(
        `| ${name} | ${before.toFixed(3)} ms | ${after.toFixed(3)} ms | ${ratio} | ${bar} | ${holds ? 'met' : '**MISSED**'} |\n`,
      );
      if (!holds) process.exitCode = 1;
    }
    process.stdout.write('\n');
  } finally {
    await small.close();
    await large.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'causeway-growth-'));
try {
  if (values.engine !== 'postgres') await measure('SQLite', [join(folder, 'small.db'), join(folder, 'large.db')]);
  if (values.engine !== 'sqlite') {
    const { url } = await startServer();
    await runSql(url, 'create database small');
    const small = new URL(url);
    small.pathname = '/small';
    await measure('PostgreSQL', [small.href, url]);
  }
} finally {
  await stopServer();
  rmSync(folder, { recursive: true, force: true });
}
