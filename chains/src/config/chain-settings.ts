import { z } from 'zod';
import { profileName } from './profile.ts';

/** Settings of a chain of any kind. Each kind's `config.ts` adds its own, with their defaults. */
export const commonSettings = {
  /**
   * The public network whose settings of `@causeway/networks` are taken where this section has none of its own.
   */
  profile: profileName.optional(),
  /**
   * False for a network whose assets are worth nothing: a local or a test network. On a network of value signers refuse
   * an RPC list in which one endpoint could decide.
   */
  value: z.boolean().default(true),
  rpc: z.array(z.url()).min(1),
  /** RPC endpoints that must agree on a read; a majority of `rpc` by default. */
  quorum: z.int().min(1).optional(),
  /**
   * Milliseconds between two polls for a new head. Beside a subscription, which announces heads, polls find heads that
   * it missed, and are ten times rarer on EVM chains.
   */
  pollMs: z.int().min(50).max(60_000).default(1_000),
  /** Most blocks in one log query. */
  logRange: z.int().min(1).max(100_000).default(2_000),
  /** Time for one answer of an endpoint, milliseconds. It begins when the request is sent. */
  rpcTimeoutMs: z.int().min(100).default(5_000),
  /**
   * Most requests to one endpoint at a time; further ones wait for their turn. A request has up to 20 quick calls. 32
   * keep a distant endpoint busy. An endpoint with a limit of requests per second needs fewer: one that answers in 100
   * ms gets ten times this number per second at most.
   */
  rpcInFlight: z.int().min(1).max(1_000).default(32),
  /** After this time without inclusion a submission is replaced at a higher fee, milliseconds. */
  escalateAfterMs: z.int().min(200).default(30_000),
};

/**
 * Settings of the kinds of chain that announce blocks and finalize them later. Where depth alone can decide finality
 * (`depth` of the kind), a network of value must give `finalizedTag`, see `settingsOf`.
 */
export const laterFinal = {
  webSocket: z.url().optional(),
  finality: z
    .strictObject({ blocks: z.int().min(1).default(32), finalizedTag: z.boolean().default(false) })
    .prefault({}),
};
