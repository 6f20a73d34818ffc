import { z } from 'zod';
import { writableKeys } from '../bank.ts';
import { feeOf } from '../fees.ts';
import type { Block } from '../ledger.ts';
import { MAX_HASH_AGE } from '../ledger.ts';
import { address, contextConfig, hash, parse, u64 } from '../params.ts';
import { API_VERSION, View } from '../view.ts';
import { messageParam } from './decode.ts';
import type { Methods } from './method.ts';

const FEATURE_SET = 0;

/** The lowest price paid in `block`, by transactions that write one of `keys` if there are any. */
function smallestPrice(block: Block, keys: readonly string[]): bigint {
  const prices = block.transactions
    .filter((record) => keys.length === 0 || writableKeys(record).some((key) => keys.includes(key)))
    .map(({ computeUnitPrice }) => computeUnitPrice);
  return prices.reduce((least, price) => (price < least ? price : least), prices[0] ?? 0n);
}

export const clusterMethods: Methods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),
  getGenesisHash: ({ validator }) => validator.ledger.block(0)?.hash,
  getIdentity: ({ validator }) => ({ identity: validator.identity }),
  getSlotLeader: ({ validator }) => validator.identity,
  getSlotLeaders({ validator }, params) {
    const [, limit] = parse(params, u64, u64);
    return Array.from({ length: limit }, () => validator.identity);
  },
  getClusterNodes: ({ validator }) => [
    {
      pubkey: validator.identity,
      gossip: null,
      tpu: null,
      rpc: null,
      version: API_VERSION,
      featureSet: FEATURE_SET,
      shredVersion: 1,
    },
  ],

  getEpochInfo({ validator }, params) {
    const [config] = parse(params, contextConfig);
    const { slot, height } = new View(validator, config).block;
    const slotsInEpoch = Number(validator.bank.slotsPerEpoch);
    return {
      absoluteSlot: slot,
      blockHeight: height,
      epoch: Math.floor(slot / slotsInEpoch),
      slotIndex: slot % slotsInEpoch,
      slotsInEpoch,
      transactionCount: validator.ledger.transactionCount,
    };
  },

  getEpochSchedule({ validator }) {
    const slotsPerEpoch = validator.bank.slotsPerEpoch;
    return {
      slotsPerEpoch,
      leaderScheduleSlotOffset: slotsPerEpoch,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    };
  },

  getTransactionCount({ validator }) {
    return validator.ledger.transactionCount;
  },

  getLatestBlockhash({ validator }, params) {
    const [config] = parse(params, contextConfig);
    const view = new View(validator, config);
    // The open block has no hash yet; its transactions use its parent's.
    const block = view.block.hash === '' ? validator.ledger.parent(view.block) : view.block;
    return view.answer({ blockhash: block.hash, lastValidBlockHeight: block.height + MAX_HASH_AGE });
  },

  isBlockhashValid({ validator }, params) {
    const [blockhash, config] = parse(params, hash, contextConfig);
    const view = new View(validator, config);
    return view.answer(validator.ledger.usableHash(blockhash, view.block) !== undefined);
  },

  getFeeForMessage({ validator }, params) {
    const [message, config] = parse(params, messageParam, contextConfig);
    const view = new View(validator, config);
    const usable = validator.ledger.usableHash(message.recentBlockhash, view.block);
    return view.answer(usable ? feeOf(message).lamports : null);
  },

  getRecentPrioritizationFees({ validator }, params) {
    const [keys] = parse(params, z.array(address).max(128).default([]));
    const last = validator.ledger.at('confirmed').slot;
    return [...validator.ledger.blocks(Math.max(last - MAX_HASH_AGE + 1, 0), last)].map((block) => ({
      slot: block.slot,
      prioritizationFee: smallestPrice(block, keys),
    }));
  },
};
