import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPlatformStorage, type StoredOffer } from '@causeway/storage';
import { offerStorage } from '../../api/src/areas/offers/rules/offer-repository.ts';
import { testApi } from '../../api/test/support/api.ts';
import { testChains } from '../../api/test/support/chains.ts';
import { startPostgres } from '../../api/test/support/postgres.ts';

/**
 * npm run bench:offers: quotes of swaps while 20 solvers have 10,000 offers of one pair, on SQLite and PostgreSQL:
 * first while nobody changes them, then while another process replaces them all twice a second, as fast as solvers may.
 * Prints the median and the 99th percentile beside quotes without a swap of the same run. Ends with status 1 when the
 * 99th percentile of the first misses the bar.
 */

const SOLVERS = 20;
const OFFERS = 500;
const QUOTES = 3_000;
const WARM_UP = 300;
const BAR_MS = 20;
const REPLACING_MS = 500;

/** The offers of one solver, in the form in which they are stored. */
const offersOf = (solver: number): readonly StoredOffer[] =>
  Array.from({ length: OFFERS }, (_, index) => ({
    from: 'ETH@ethereum',
    to: 'POL@polygon',
    rate: `74${solver % 10}${index % 10}.${String(index).padStart(3, '0')}000000000000001`,
    minAmount: '0.1',
    maxAmount: String(1 + (index % 20)),
    validSeconds: 60,
    solverAddress: `0x${String(solver).padStart(40, '1')}`,
  }));

/** Replaces the offers of every solver. */
async function replaceAll(offers: ReturnType<typeof offerStorage>): Promise<void> {
  for (let solver = 0; solver < SOLVERS; solver += 1) {
    const id = `0198c5b2-0000-7000-8000-${String(solver).padStart(12, '0')}`;
    const replaced = await offers.replace({ solverId: id, accountId: id }, offersOf(solver), 1_000_000);
    if (!replaced.ok && replaced.error.code !== 'TOO_OFTEN') throw new Error(JSON.stringify(replaced.error));
  }
}

/** The other process: replaces offers until its parent ends it. */
async function replaceOn(database: string): Promise<void> {
  const storage = await openPlatformStorage(database);
  for (;;) {
    const startedMs = performance.now();
    await replaceAll(offerStorage(storage.offers));
    process.send?.('replaced');
    const leftMs = Math.max(0, REPLACING_MS - (performance.now() - startedMs));
    await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}

const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;

async function measure(engine: string, database: string): Promise<void> {
  const api = await testApi({
    chains: testChains({ settlers: ['polygon'] }),
    databasePath: database,
    api: { rates: { local: { ETH: '3000', POL: '0.4' } }, rateLimits: { perMinute: 1_000_000_000 } },
  });
  Object.defineProperty(api.clock, 'nowMs', { get: Date.now });
  const timesOf = async (url: string): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let quote = 0; quote < WARM_UP + QUOTES; quote += 1) {
      const startedMs = performance.now();
      const answer = await api.app.inject({ url });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      if (quote >= WARM_UP) times.push(performance.now() - startedMs);
      // Timers and other processes have their turns.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return times.sort((a, b) => a - b);
  };
  const report = async (title: string, barMs?: number): Promise<void> => {
    const swap = await timesOf('/api/v1/quote?mode=swap&from=ETH&to=POL&amount=3');
    const plain = await timesOf('/api/v1/quote?from=ETH&to=polygon&amount=3');
    const p99 = percentile(swap, 0.99);
    const met = barMs === undefined || p99 <= barMs;
    if (!met) process.exitCode = 1;
    const show = (times: readonly number[]) =>
      `median ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`;
    const bar = barMs === undefined ? '       ' : met ? 'met    ' : 'MISSED ';
    const against = barMs === undefined ? '' : ` (bar ${barMs} ms)`;
    console.log(`${bar}${engine}, ${title}: ${show(swap)}${against}; without a swap ${show(plain)}`);
  };
  try {
    await replaceAll(offerStorage(api.storage.offers));
    await report(`${SOLVERS * OFFERS} offers that stay`, BAR_MS);
    const other = fork(fileURLToPath(import.meta.url), [database]);
    await once(other, 'message');
    await report('all of them replaced twice a second');
    other.kill();
  } finally {
    await api.close();
  }
}

const [given] = process.argv.slice(2);
if (given !== undefined) await replaceOn(given);
else {
  // Not below the folder of temporary files: PostgreSQL's server runs as another user, who must reach its data.
  const cache = fileURLToPath(new URL('../../.causeway/bench/', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'offers-'));
  chmodSync(folder, 0o755);
  try {
    await measure('SQLite', join(folder, 'offers.sqlite'));
    const server = await startPostgres({ folder: join(folder, 'postgres'), cache, durable: false });
    await measure('PostgreSQL', server.url).finally(() => server.stop());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
