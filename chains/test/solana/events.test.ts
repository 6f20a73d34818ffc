import { strict as assert } from 'node:assert';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { eventDataOf } from '../../src/solana/events.ts';
import type { TransactionMeta } from '../../src/solana/wire.ts';

const BRIDGE = PublicKey.unique();
const OTHER = PublicKey.unique();
const TAG = 'e445a52e51cb9a1d';
const EVENT = '0102030405060708';
const KEYS = [OTHER, BRIDGE];

const inner = (programIdIndex: number, data = TAG + EVENT) => ({
  programIdIndex,
  data: bs58.encode(Buffer.from(data, 'hex')),
});

interface Given {
  readonly meta: TransactionMeta;
  readonly keys: readonly PublicKey[];
}

const transaction = (meta: Partial<TransactionMeta>, keys = KEYS): Given => ({
  keys,
  meta: {
    err: null,
    fee: 0n,
    preBalances: [0n],
    postBalances: [0n],
    innerInstructions: [{ instructions: [inner(1)] }],
    ...meta,
  },
});
const eventsOf = ({ meta, keys }: Given) =>
  eventDataOf(
    meta,
    keys.map((key) => key.toBytes()),
    BRIDGE,
  ).map((data) => Buffer.from(data, 'base64').toString('hex'));

describe('events in a Solana transaction', () => {
  it('are the tagged calls that the bridge made to itself', () => {
    assert.deepEqual(eventsOf(transaction({})), [EVENT]);
  });

  it('are found when a lookup table names the bridge', () => {
    const loadedAddresses = { writable: [OTHER.toBase58()], readonly: [BRIDGE.toBase58()] };
    const innerInstructions = [{ instructions: [inner(2)] }];
    assert.deepEqual(eventsOf(transaction({ innerInstructions, loadedAddresses }, [OTHER])), [EVENT]);
  });

  it('exclude calls of other programs and other calls of the bridge', () => {
    const innerInstructions = [{ instructions: [inner(0), inner(1, EVENT), inner(1, TAG.slice(2)), inner(7)] }];
    assert.deepEqual(eventsOf(transaction({ innerInstructions })), []);
  });

  it('are none in a failed transaction', () => {
    assert.deepEqual(eventsOf(transaction({ err: { InstructionError: [0, { Custom: 6_000 }] } })), []);
  });

  it('are not treated as absent when the endpoint does not keep inner calls', () => {
    assert.throws(() => eventsOf(transaction({ innerInstructions: null })), /does not keep/);
    assert.throws(() => eventsOf(transaction({ innerInstructions: undefined })), /does not keep/);
  });
});
