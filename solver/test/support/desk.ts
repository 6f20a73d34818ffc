import { strict as assert } from 'node:assert';
import type { KeyHandle } from '@causeway/chains';
import { encodeTerms, FALLBACK, type Hex, ok, padLeft, type Terms, ZERO_32 } from '@causeway/protocol';
import { type Clock, systemClock } from '@causeway/runtime';
import type { SolverStorage } from '@causeway/storage';
import { pino } from 'pino';
import { Desk } from '../../src/desk.ts';
import type { Lane } from '../../src/lanes.ts';
import type { LockWatch } from '../../src/locks.ts';
import { Metrics } from '../../src/metrics.ts';
import { Quotes } from '../../src/quotes.ts';
import { Treasury } from '../../src/treasury.ts';
import { Worth } from '../../src/worth.ts';
import { type FakeChain, type Life, SETTLER, SOLVER, TOKEN } from './fake-chain.ts';

/** Now, in seconds, on the chain. */
export const NOW = 1_800_000_000n;
export const HOUR = 3_600n;
export const KEY = { address: SOLVER } as unknown as KeyHandle;
const log = pino({ level: 'silent' });

/** Terms of a swap that pays this solver, and has an hour of its own and another one. */
export const termsOf = (salt: number, change: Partial<Terms> = {}): Hex =>
  encodeTerms({
    ...{ version: 1, domain: 1, settler: SETTLER, assetIn: padLeft(TOKEN as Hex), amountIn: 1_000n, assetOut: ZERO_32 },
    ...{ quotedOut: 900n, minOut: 800n, recipient: padLeft(`0x${'a'.repeat(40)}`), solver: ZERO_32 },
    ...{ exclusiveUntil: NOW + HOUR, deadline: NOW + 2n * HOUR, fallback: FALLBACK.token, home: 0 },
    ...{ homeAddress: ZERO_32, finishFee: 50n, salt: padLeft(`0x${salt.toString(16).padStart(40, '0')}`) },
    ...change,
  });

/** A lock of each swap that is deep enough. */
const locks = (): LockWatch =>
  ({
    want() {},
    forget() {},
    read: async () => ok(100),
    depthOf: async () => 100,
    lockOf: (id: Hex) => ({
      block: { number: 1, hash: '', timeMs: 0 },
      message: {
        ...{ reference: id, destination: 1, destinationBridge: padLeft(`0x${'8'.repeat(40)}`), recipient: id },
        ...{ assetHome: 2, wireAmount: 1_000n },
      },
    }),
  }) as unknown as LockWatch;

/** A desk for the chain, in a process of its own that ends with `life`. */
export function deskOf(chain: FakeChain, storage: SolverStorage, life: Life, clock: Clock = systemClock): Desk {
  const provider = chain.provider(life);
  const settler = provider.settler ?? assert.fail('no settler');
  const at = { domain: 1, decimals: 0 };
  const lane: Lane = {
    ...{ name: 'lane', from: 'IN@there', to: 'OUT@here', family: 'main', destination: provider, settler },
    source: { domain: 2, name: 'there', onHead: () => () => {} } as unknown as Lane['source'],
    input: { ...at, symbol: 'IN', address: TOKEN, word: padLeft(TOKEN as Hex), home: 2, wireDecimals: 0 },
    output: { ...at, symbol: 'OUT', address: null, word: ZERO_32 },
    bounds: { minAmount: 1n, maxAmount: 10_000n },
    ...{ spreadBps: 10, leastSpreadBps: 5, homeAbove: null },
    early: { confirmations: 1, cap: 5_000n, leastSeconds: 10 },
  };
  const same = { rate: '1', fromToken: 'A', toToken: 'B', timestamp: '', sources: [], stale: false };
  const coins = new Map([[1, { symbol: 'OUT', decimals: 0 }]]);
  const worth = new Worth(new Quotes({ rate: async () => ok(same) }), coins, new Map(), () => undefined);
  return new Desk({
    ...{ here: { provider, since: 0 }, settler, key: KEY, account: padLeft(SOLVER as Hex), lanes: [lane], others: [] },
    ...{ locks: new Map([[2, locks()]]), treasury: new Treasury(new Map()), worth, finishes: true },
    storage: { ...storage, solver: life.guard(storage.solver), submissions: life.guard(storage.submissions) },
    ...{ escalateAfterMs: 60_000, turnMs: 1, clock, random: () => 0, metrics: new Metrics(), log },
    onFailure: (error) => {
      throw error;
    },
  });
}
