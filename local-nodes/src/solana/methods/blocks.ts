import { z } from 'zod';
import { encodeAccounts, encodeTransaction } from '../encode-transaction.ts';
import type { Block, Commitment } from '../ledger.ts';
import { contextConfig, parse, transactionEncoding, u64 } from '../params.ts';
import { blockNotAvailable, invalidParams, slotSkipped } from '../rpc-error.ts';
import type { Validator } from '../validator.ts';
import { View } from '../view.ts';
import type { Methods } from './method.ts';

const MAX_BLOCK_RANGE = 500_000;

const blockConfig = z
  .object({
    commitment: contextConfig.unwrap().shape.commitment,
    encoding: transactionEncoding.nullish(),
    transactionDetails: z.enum(['full', 'accounts', 'signatures', 'none']).nullish(),
    rewards: z.boolean().nullish(),
    maxSupportedTransactionVersion: z.number().int().min(0).max(255).nullish(),
  })
  .default({ commitment: 'finalized' });

/** Refuses the commitment for which no history is kept. */
export function requireConfirmed(commitment: Commitment): void {
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
}

function requireBlock(validator: Validator, slot: number, commitment: Commitment): Block {
  const { ledger } = validator;
  const block = slot <= ledger.at(commitment).slot ? ledger.block(slot) : undefined;
  if (block) return block;
  throw slot <= ledger.at('finalized').slot ? slotSkipped(slot) : blockNotAvailable(slot);
}

function encodeTransactions({ transactions }: Block, config: z.infer<typeof blockConfig>) {
  const { encoding, transactionDetails, maxSupportedTransactionVersion: version } = config;
  switch (transactionDetails ?? 'full') {
    case 'none':
      return {};
    case 'signatures':
      return { signatures: transactions.map(({ wire }) => wire.signature) };
    case 'accounts':
      return { transactions: transactions.map((record) => encodeAccounts(record, version)) };
    default:
      return { transactions: transactions.map((record) => encodeTransaction(record, encoding ?? 'json', version)) };
  }
}

export const blockMethods: Methods = {
  getSlot({ validator }, params) {
    const [config] = parse(params, contextConfig);
    return new View(validator, config).slot;
  },

  getBlockHeight({ validator }, params) {
    const [config] = parse(params, contextConfig);
    return new View(validator, config).block.height;
  },

  getBlock({ validator }, params) {
    const [slot, config] = parse(params, u64, blockConfig);
    requireConfirmed(config.commitment);
    const block = requireBlock(validator, slot, config.commitment);
    return {
      blockHeight: block.height,
      blockTime: block.time,
      blockhash: block.hash,
      parentSlot: block.parentSlot,
      previousBlockhash: validator.ledger.parent(block).hash,
      ...(config.rewards !== false && { rewards: [] }),
      ...encodeTransactions(block, config),
    };
  },

  getBlocks({ validator }, params) {
    // A client may omit the last slot and pass the configuration in its place.
    const [first, last] = parse(params, u64, z.union([u64, z.object({})]).optional());
    const hasLast = typeof last === 'number';
    const [config] = parse(params.slice(hasLast || params[1] == null ? 2 : 1), contextConfig);
    requireConfirmed(config.commitment);
    const newest = new View(validator, config).slot;
    const end = Math.min(hasLast ? last : newest, newest);
    if (end - first > MAX_BLOCK_RANGE) throw invalidParams(`Slot range too large; max ${MAX_BLOCK_RANGE}`);
    return [...validator.ledger.blocks(first, end)].map(({ slot }) => slot);
  },

  getBlocksWithLimit({ validator }, params) {
    const [first, limit, config] = parse(params, u64, u64.max(MAX_BLOCK_RANGE), contextConfig);
    requireConfirmed(config.commitment);
    const slots: number[] = [];
    for (const { slot } of validator.ledger.blocks(first, new View(validator, config).slot)) {
      if (slots.length === limit) break;
      slots.push(slot);
    }
    return slots;
  },

  getBlockTime({ validator }, params) {
    const [slot] = parse(params, u64);
    return requireBlock(validator, slot, 'confirmed').time;
  },

  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,
};
