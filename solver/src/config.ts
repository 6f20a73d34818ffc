import { acceptedDeviations, sharedConfig } from '@causeway/chains';
import { secretSource } from '@causeway/config';
import { ratesSettings } from '@causeway/prices';
import { httpSection, logLevel, signingKeysByKind } from '@causeway/process/config';
import { isPostgresUrl } from '@causeway/storage/location';
import { z } from 'zod';

const amount = z.string().regex(/^\d{1,60}(?:\.\d{1,60})?$/, 'must be a plain decimal');
const place = z.string().regex(/^[^@\s]+@[a-z][a-z0-9-]*$/, 'must be SYMBOL@chain');
const bps = z.int().min(0).max(5_000);

/** One direction in which the solver fills swaps. */
const lane = z.strictObject({
  /** What the user sends, and where: SYMBOL@chain. */
  from: place,
  /** What the solver pays, and where. */
  to: place,
  /** How much worse than the market the offers are, hundredths of a percent. */
  spreadBps: bps.default(30),
  /** How much of that must be left when the fill is signed, hundredths of a percent: the price may have moved. */
  leastSpreadBps: bps.default(5),
  /** The least and the most of one order, whole units of `from`. */
  minAmount: amount,
  maxAmount: amount,
  /** Fills before the delivery; none when absent. They bear the risk that the source takes the lock back. */
  early: z
    .strictObject({
      /** Blocks above the lock's. */
      confirmations: z.int().min(0).max(100_000),
      /** Most input of early fills that are not settled yet, whole units of `from`. */
      cap: amount,
      /** Seconds that must be left until the deadline. */
      leastSeconds: z.int().min(1).max(604_800).default(600),
    })
    .optional(),
  /** Bridged tokens above this go home in one batch, whole units of `from`; never when absent. */
  bringHomeAbove: amount.optional(),
});
export type LaneSettings = z.output<typeof lane>;

/** The solver's section. */
export const solverSection = z.strictObject({
  http: httpSection(9_300),
  logLevel,
  /** The accounts that fill, by kind of chain. They hold the inventory. */
  keys: signingKeysByKind.refine((keys) => Object.keys(keys).length > 0, 'give the key of at least one kind of chain'),
  api: z.strictObject({
    url: z.url(),
    /** An API key with the scope offers:write. */
    key: secretSource,
    /** Allows plain http to another machine. */
    insecureHttp: z.boolean().default(false),
  }),
  /** The same price sources as the API's, asked by the solver itself. */
  rates: ratesSettings.prefault({}),
  lanes: z.array(lane).min(1),
  /** Whole units that stay in the account and are never paid, by SYMBOL@chain. Keep some of each chain's coin. */
  keep: z.record(place, amount).default({}),
  /** What one call of a settler costs, coins by chain, before the first of them was measured. */
  gas: z.record(z.string(), amount).default({}),
  /** How long an offer counts without a new one, seconds. */
  validSeconds: z.int().min(2).max(60).default(10),
  /** A chain whose newest block is older than this is down, seconds. */
  chainDownSeconds: z.int().min(1).max(3_600).default(60),
  /** An early fill whose delivery takes longer than this stops its lane, seconds. */
  lateAfterSeconds: z.int().min(1).max(86_400).default(1_800),
  /** Whether swaps of anybody that nobody filled are finished when their fee pays for it. */
  finish: z.boolean().default(true),
  acceptDeviations: acceptedDeviations,
  intervals: z
    .strictObject({
      /** Milliseconds between two readings of the list of open swaps. */
      listMs: z.int().min(50).max(60_000).default(300),
      /** Milliseconds between two comparisons of the offers with inventory and prices. */
      offersMs: z.int().min(500).max(60_000).default(1_000),
      /** Milliseconds between two searches for bridged tokens to send home. */
      homewardMs: z.int().min(100).max(3_600_000).default(30_000),
      /** Milliseconds between two turns of a chain with swaps under way of which no new block is heard. */
      turnMs: z.int().min(50).max(60_000).default(2_000),
    })
    .prefault({}),
});

/** Configuration of `causeway solver`. */
export const solverConfig = sharedConfig.extend({
  database: sharedConfig.shape.database.refine(
    (database) => !isPostgresUrl(database),
    'a solver keeps a SQLite file of its own; give a path',
  ),
  solver: solverSection,
});
export type SolverConfig = z.infer<typeof solverConfig> & { readonly baseDir: string };
