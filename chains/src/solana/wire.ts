import { z } from 'zod';
import { readLanded } from './landed-bytes.ts';

/** Schemas of the parts of JSON-RPC answers that are read. Any other answer counts as the endpoint's failure. */

/** 32 and 64 bytes in base58. */
const hash = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
const base64 = z.tuple([z.string(), z.literal('base64')]).transform(([text]) => text);

/** A slot, a block height, a number of bytes. */
const small = z.int().min(0);
/** An amount of lamports; exact above 2^53 if the endpoint's JSON was parsed that way. */
const lamports = z.union([small, z.bigint()]).transform((value) => BigInt(value));

/** The cluster's error of an execution (TransactionError), or null. */
const transactionError = z.json();
export type TransactionError = Exclude<z.infer<typeof transactionError>, null>;

/** getBlock with transactionDetails none or signatures. */
export const blockAnswer = z.object({
  blockhash: hash,
  previousBlockhash: hash,
  blockHeight: small,
  blockTime: z.int(),
  signatures: z.array(signature).optional(),
});

/** `owner` in base58 and `data` in base64, so that equal accounts are equal texts. */
const account = z.object({ data: base64, owner: hash, lamports, executable: z.boolean() });
export type RpcAccount = z.infer<typeof account>;

/** getMultipleAccounts of `count` accounts with encoding base64. */
export const accountsAnswer = (count: number) =>
  z.object({ context: z.object({ slot: small }), value: z.array(account.nullable()).length(count) });

/** getSignaturesForAddress. */
export const signaturesAnswer = z.array(
  z.object({ signature, slot: small, err: transactionError, confirmationStatus: z.string().nullish() }),
);

/** getSignatureStatuses. */
export const statusesAnswer = z
  .object({
    value: z.array(
      z.object({ slot: small, err: transactionError, confirmationStatus: z.string().nullish() }).nullable(),
    ),
  })
  .transform(({ value }) => value);

/** What a transaction did. */
const transactionMeta = z.object({
  err: transactionError,
  fee: lamports,
  /** Balances of all accounts; the first one pays. */
  preBalances: z.array(lamports).min(1),
  postBalances: z.array(lamports).min(1),
  computeUnitsConsumed: small.optional(),
  innerInstructions: z
    .array(z.object({ instructions: z.array(z.object({ programIdIndex: small, data: z.string() })) }))
    .nullish(),
  loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).optional(),
});
export type TransactionMeta = z.infer<typeof transactionMeta>;

/** getTransaction with encoding base64: for json, base58 of the instructions is most of an endpoint's work. */
export const transactionAnswer = z
  .object({
    slot: small,
    transaction: base64.transform((text) => readLanded(Buffer.from(text, 'base64'))),
    meta: transactionMeta,
  })
  .nullable();

/** The signers of a transaction, by getTransaction with encoding json. */
export const signersAnswer = z
  .object({
    transaction: z.object({
      signatures: z.array(signature).min(1),
      message: z.object({ accountKeys: z.array(z.string()) }),
    }),
  })
  .transform(({ transaction: { signatures, message } }) => message.accountKeys.slice(0, signatures.length))
  .nullable();

/** simulateTransaction. */
export const simulationAnswer = z
  .object({ value: z.object({ err: transactionError, unitsConsumed: small.optional() }) })
  .transform(({ value }) => value);

/** getRecentPrioritizationFees. */
export const prioritizationFeesAnswer = z.array(z.object({ slot: small, prioritizationFee: small }));

/** getProgramAccounts in base64: the data of each account. */
export const programAccountsAnswer = z
  .array(z.object({ account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) }))
  .transform((accounts) => accounts.map(({ account }) => account.data[0]));

/** getSlot, getBlockHeight. */
export const numberAnswer = small;
/** getBlocks. */
export const slotsAnswer = z.array(small);
/** isBlockhashValid. */
export const validityAnswer = z.object({ value: z.boolean() }).transform(({ value }) => value);
/** getGenesisHash. */
export const hashAnswer = hash;
/** sendTransaction. */
export const signatureAnswer = signature;
