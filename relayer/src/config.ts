import { acceptedDeviations, cancelAfterSection, sharedConfig } from '@causeway/chains';
import { identityName, signingKeySource } from '@causeway/keys';
import { httpSection, keysByKind, logLevel, signingKeysByKind } from '@causeway/process/config';
import { isPostgresUrl } from '@causeway/storage/location';
import { z } from 'zod';

const seconds = z.int().min(1).max(31_536_000);

/** A signer: where it listens, and by which identity its answers are known. */
const signerPeer = z.strictObject({ url: z.url(), identity: identityName });
export type SignerPeer = z.infer<typeof signerPeer>;

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** The relayer's section. */
export const relayerSection = z.strictObject({
  http: httpSection(9_100),
  logLevel,
  /** Payers of oracle transactions, by kind of chain. */
  payers: keysByKind,
  /** The key by which signers know this relayer. */
  identity: signingKeySource,
  signers: z
    .array(signerPeer)
    .min(1)
    .refine((signers) => distinct(signers.map(({ identity }) => identity)), 'two signers have the same identity'),
  signerTimeoutMs: z.int().min(100).max(60_000).default(5_000),
  /** Most messages executed or cancelled in one transaction; as many as fit into a part of a block when absent. */
  maxBatchOrders: z.int().min(1).max(512).optional(),
  /** Most transactions of one chain's oracle under way at a time. Signers sign no fifth one on top of four. */
  maxInFlight: z.int().min(1).max(4).default(4),
  /** Most messages committed under one root. */
  maxCommitMessages: z.int().min(1).max(4_096).default(256),
  /** How long final messages are collected before a batch, milliseconds; 0 takes the present ones. */
  batchWindowMs: z.int().min(0).max(60_000).default(0),
  cancelAfterSeconds: cancelAfterSection,
  /**
   * How long a message is delivered rather than cancelled from when it turned final, though it is too late by then, as
   * a whole backlog is after its chain's final block stood still; seconds. It begins anew with the process.
   */
  deliverAfterFinalSeconds: z.int().min(0).max(86_400).default(600),
  /** Seconds after which a missing lock is given up, whether it never arrived or a reorganisation removed it. */
  lockTimeoutSeconds: seconds.default(3_600),
  /** By chain: coins below which the payer's balance is an alarm. */
  payerMinimum: z.record(z.string(), z.number().positive()).default({}),
  /** By chain: what a native coin is worth, all in one unit. They compare cost with income and decide nothing. */
  prices: z.record(z.string(), z.number().positive()).default({}),
  acceptDeviations: acceptedDeviations,
  intervals: z
    .strictObject({
      /** Milliseconds between two searches for overdue orders. */
      sweepMs: z.int().min(50).max(600_000).default(1_000),
      /** Milliseconds between two comparisons of all open orders with the chain view. */
      reconcileMs: z.int().min(100).max(3_600_000).default(30_000),
      /** Milliseconds between two checks of the invariants. */
      invariantsMs: z.int().min(100).max(600_000).default(15_000),
      /** Milliseconds between two readings of payers' balances and delivery fees. */
      booksMs: z.int().min(100).max(3_600_000).default(60_000),
    })
    .prefault({}),
});

/** A signer's section. */
export const signerSection = z.strictObject({
  http: httpSection(9_200),
  logLevel,
  /** This signer's keys by kind of chain. Each is a member of the oracles on those chains. */
  keys: signingKeysByKind.refine((keys) => Object.keys(keys).length > 0, 'give the key of at least one kind of chain'),
  /** The key by which relayers know this signer. */
  identity: signingKeySource,
  /** The identities of the relayers for which this signer signs. */
  relayers: z.array(identityName).min(1),
  /** Milliseconds between two updates of this signer's view. A proposal that needs a newer view triggers an update. */
  pollMs: z.int().min(50).max(60_000).default(10_000),
  cancelAfterSeconds: cancelAfterSection,
  acceptDeviations: acceptedDeviations,
});

/** Configuration of `causeway relayer`. */
export const relayerConfig = sharedConfig.extend({ relayer: relayerSection });
export type RelayerConfig = z.infer<typeof relayerConfig> & { readonly baseDir: string };

/** Configuration of `causeway signer`. */
export const signerConfig = sharedConfig.extend({
  database: sharedConfig.shape.database.refine(
    (database) => !isPostgresUrl(database),
    'a signer keeps a SQLite file of its own; give a path',
  ),
  signer: signerSection,
});
export type SignerConfig = z.infer<typeof signerConfig> & { readonly baseDir: string };

/** The section of `causeway watch`. */
export const watchSection = z.strictObject({
  http: httpSection(9_400),
  logLevel,
  /** Guardians' keys by kind of chain, which pause. Where there is none, it only raises alarms. */
  keys: signingKeysByKind.default({}),
  /** Milliseconds between two readings of a chain. */
  pollMs: z.int().min(50).max(60_000).default(3_000),
  /** Milliseconds between two checks of the invariants. */
  invariantsMs: z.int().min(100).max(600_000).default(15_000),
  /** Most pauses of one bridge within an hour. */
  pausesPerHour: z.int().min(1).max(1_000).default(4),
  acceptDeviations: acceptedDeviations,
});

/** Configuration of `causeway watch`. */
export const watchConfig = sharedConfig.extend({
  database: sharedConfig.shape.database.refine(
    (database) => !isPostgresUrl(database),
    'a watch keeps a SQLite file of its own; give a path',
  ),
  watch: watchSection,
});
export type WatchConfig = z.infer<typeof watchConfig> & { readonly baseDir: string };

/** What the commands about a view need of the configuration of a relayer or a signer: who it is, and whom it knows. */
export const peerConfig = sharedConfig.extend({
  relayer: z.looseObject({ identity: signingKeySource, signers: z.array(signerPeer) }).optional(),
  signer: z.looseObject({ identity: signingKeySource, relayers: z.array(identityName) }).optional(),
});
