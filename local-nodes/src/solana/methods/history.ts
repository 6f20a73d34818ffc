import { z } from 'zod';
import { encodeStatus, encodeTransaction, memoOf } from '../encode-transaction.ts';
import { compareRecords, FINALITY_SLOTS, MAX_HASH_AGE, type TransactionRecord } from '../ledger.ts';
import { address, context, parse, signature, transactionEncoding } from '../params.ts';
import type { Validator } from '../validator.ts';
import { View, withContext } from '../view.ts';
import { requireConfirmed } from './blocks.ts';
import type { Methods } from './method.ts';

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1_000;
/** Slots whose statuses are known without a search of the history. */
const STATUS_CACHE_SLOTS = FINALITY_SLOTS + 2 * MAX_HASH_AGE;

const transactionConfig = z
  .union([
    transactionEncoding.transform((encoding) => ({ encoding, commitment: 'finalized' as const })),
    z.object({
      commitment: context.commitment,
      encoding: transactionEncoding.nullish(),
      maxSupportedTransactionVersion: z.number().int().min(0).max(255).nullish(),
    }),
  ])
  .default({ commitment: 'finalized' });

const signaturesConfig = z
  .object({
    ...context,
    before: signature.nullish(),
    until: signature.nullish(),
    limit: z
      .number()
      .int()
      .min(1, `Invalid limit; max ${MAX_SIGNATURES}`)
      .max(MAX_SIGNATURES, `Invalid limit; max ${MAX_SIGNATURES}`)
      .nullish(),
  })
  .default({ commitment: 'finalized' });

const statusesConfig = z.object({ searchTransactionHistory: z.boolean().nullish() }).default({});

function statusOf({ ledger }: Validator, { slot, error }: TransactionRecord) {
  const confirmationStatus = ledger.commitmentOf(slot);
  return {
    slot,
    confirmations: confirmationStatus === 'finalized' ? null : ledger.open.slot - slot,
    ...encodeStatus(error),
    confirmationStatus,
  };
}

export const historyMethods: Methods = {
  getSignatureStatuses({ validator }, params) {
    const signatures = z.array(signature).max(MAX_STATUSES, `Too many inputs provided; max ${MAX_STATUSES}`);
    const [wanted, config] = parse(params, signatures, statusesConfig);
    const now = validator.ledger.open.slot;
    const oldest = config.searchTransactionHistory ? 0 : now - STATUS_CACHE_SLOTS;
    const statuses = wanted.map((one) => {
      const record = validator.ledger.transaction(one);
      return record && record.slot >= oldest ? statusOf(validator, record) : null;
    });
    return withContext(now, statuses);
  },

  getTransaction({ validator }, params) {
    const [wanted, config] = parse(params, signature, transactionConfig);
    requireConfirmed(config.commitment);
    const { ledger } = validator;
    const record = ledger.transaction(wanted);
    if (!record || record.slot > ledger.at(config.commitment).slot) return null;
    const version = 'maxSupportedTransactionVersion' in config ? config.maxSupportedTransactionVersion : undefined;
    return {
      slot: record.slot,
      ...encodeTransaction(record, config.encoding ?? 'json', version),
      blockTime: ledger.block(record.slot)?.time,
    };
  },

  getSignaturesForAddress({ validator }, params) {
    const [key, config] = parse(params, address, signaturesConfig);
    requireConfirmed(config.commitment);
    const { ledger } = validator;
    const newest = new View(validator, config).slot;
    const before = config.before == null ? undefined : ledger.transaction(config.before);
    if (config.before != null && !before) return [];
    const until = config.until == null ? undefined : ledger.transaction(config.until);
    const records = ledger.transactionsOf(key);
    const found: TransactionRecord[] = [];
    for (let at = firstAfter(records, before, newest) - 1; at >= 0; at--) {
      const record = records[at] as TransactionRecord;
      if ((until && compareRecords(record, until) <= 0) || found.length === (config.limit ?? MAX_SIGNATURES)) break;
      found.push(record);
    }
    return found.map((record) => ({
      signature: record.wire.signature,
      slot: record.slot,
      err: record.error,
      memo: memoOf(record),
      blockTime: ledger.block(record.slot)?.time,
      confirmationStatus: ledger.commitmentOf(record.slot),
    }));
  },
};

/** Index of the first record, oldest first, that is at or after `before` or in a slot above `newest`. */
function firstAfter(records: readonly TransactionRecord[], before: TransactionRecord | undefined, newest: number) {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = records[middle] as TransactionRecord;
    if (record.slot > newest || (before && compareRecords(record, before) >= 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
