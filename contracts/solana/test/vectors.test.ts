// The program against the vectors that every implementation of the protocol shares.
import assert from 'node:assert/strict';
import type { Hex } from '@causeway/protocol';
import { ZERO_WORD } from '../../conformance/src/bytes.ts';
import {
  ADDRESS_VECTORS,
  AMOUNT_VECTORS,
  type CallVector,
  FILLED,
  intervalOfVector,
  proofVectors,
  remoteOfLength,
  remotesOf,
} from '../../conformance/src/vectors.ts';
import { addressOf, TOKEN_PROGRAM, tokenAccountOf } from './support/addresses.ts';
import { Bridge } from './support/bridge.ts';
import type { Call } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { type Limits, PAYER, type Remote, SIGNERS, USER } from './support/setting.ts';

const vectors = proofVectors('solana');

const unlimited: Limits = { minAmount: 0n, maxAmount: 2n ** 64n - 1n, capacity: 2n ** 64n - 1n, refillPerSecond: 0n };
const remotes = remotesOf(vectors);
const remoteOf = (domain: number): Remote =>
  remotes.find((remote) => remote.domain === domain) ?? (remotes[0] as Remote);

/** The fields at the start of a proof, up to its end. They decide which accounts the caller passes. */
function headOf(proof: Hex) {
  const bytes = Buffer.alloc(89);
  Buffer.from(proof.slice(2), 'hex').copy(bytes);
  return {
    source: bytes.readUInt32BE(1),
    nonce: bytes.readBigUInt64BE(5),
    firstNonce: bytes.readBigUInt64BE(77),
    count: bytes.readUInt32BE(85),
  };
}

describe('shared vectors', () => {
  const bridge = new Bridge({ program: addressOf(vectors.bridge) });
  const { calls, chain, at } = bridge;

  bridge.run(calls.initialize({ domain: Number(vectors.domain) }));
  for (const remote of remotes) bridge.register(remote, unlimited);
  for (const interval of vectors.intervals) bridge.run(calls.commitRoot(intervalOfVector(interval)));
  chain.checkpoint();
  beforeEach(() => chain.restore());

  function callOf(vector: CallVector): Call {
    const { nonce, firstNonce, count } = headOf(vector.proof);
    const remote = remoteOf(headOf(vector.proof).source);
    const recipient = addressOf(vector.recipient ?? ZERO_WORD);
    const { orderId, proof } = vector;
    const accounts = {
      payer: PAYER,
      bridge: at.bridge,
      oracles: at.oracles,
      remote: at.remote(remote.domain),
      root: at.root(remote.domain, firstNonce, count),
      status: at.status(remote.domain, nonce),
      systemProgram: SYSTEM_PROGRAM,
      eventAuthority: at.eventAuthority,
      program: bridge.program,
    };
    const args = { orderId, proof };
    if (vector.function === 'cancelOrder') return { name: vector.function, args, accounts, members: SIGNERS };
    if (vector.function === 'releaseTokens') {
      const paid = {
        escrow: at.escrow,
        recipient,
        recipientToken: null,
        claimable: at.claimable(undefined, recipient),
      };
      const all = { ...accounts, ...paid, tokenProgram: null };
      return { name: vector.function, args: { ...args, recipient }, accounts: all, members: SIGNERS };
    }
    const mint = calls.mintOf(remote);
    const paid = { mint, recipientToken: tokenAccountOf(mint, recipient), claimable: at.claimable(mint, recipient) };
    const all = { ...accounts, ...paid, tokenProgram: TOKEN_PROGRAM };
    const amount = BigInt(vector.localAmount as string);
    return { name: vector.function, args: { ...args, recipient, amount }, accounts: all, members: SIGNERS };
  }

  describe('proofs', () => {
    for (const vector of vectors.proofs) {
      it(vector.name, () => {
        const remote = remoteOf(Number(vector.source));
        const wireAmount = BigInt(vector.wireAmount);
        if (vector.function === 'releaseTokens') {
          bridge.fund(USER, 2n * wireAmount + 10n ** 10n);
          bridge.run(calls.lock({ amount: wireAmount, to: remote, recipient: FILLED }));
        }
        const { events } = bridge.run(callOf(vector));
        assert.equal(events.length, 1);
        const expected = vector.function === 'cancelOrder' ? vector.cancelMessageId : vector.orderId;
        assert.equal(events[0]?.data.messageId, expected);
        const status = vector.function === 'cancelOrder' ? 'cancelled' : 'executed';
        assert.equal(bridge.statusOf(BigInt(vector.nonce), remote), status);
      });
    }
  });

  describe('malformed proofs', () => {
    for (const vector of vectors.malformedProofs) {
      it(`refuses ${vector.name}`, () => {
        const { source } = headOf(vector.proof);
        const unknown = source !== 0 && remotes.every(({ domain }) => domain !== source);
        // A source that was never registered has no account to pass, and another source's account does not match the
        // message.
        bridge.refuse(callOf(vector), unknown ? 'InvalidAccount' : vector.error);
      });
    }
  });

  describe('malformed intervals', () => {
    for (const interval of vectors.malformedIntervals)
      it(`refuses ${interval.name}`, () =>
        bridge.refuse(calls.commitRoot(intervalOfVector(interval)), interval.error as string));
  });
});

describe('shared vectors of addresses', () => {
  const bridge = new Bridge();
  bridge.run(bridge.calls.initialize());
  for (const length of new Set(ADDRESS_VECTORS.map((vector) => Number(vector.length))))
    bridge.register(remoteOfLength(length), unlimited);
  bridge.chain.checkpoint();
  beforeEach(() => bridge.chain.restore());

  for (const { name, word, length, valid } of ADDRESS_VECTORS) {
    it(name, () => {
      const call = bridge.calls.lock({ amount: 1n, recipient: word, to: remoteOfLength(Number(length)) });
      if (valid) bridge.run(call);
      else bridge.refuse(call, 'InvalidRecipient');
    });
  }
});

describe('shared vectors of amounts', () => {
  // Amounts above 64 bits cannot be encoded here, and a token with a larger wire unit cannot be a canonical asset.
  const amounts = AMOUNT_VECTORS.filter(
    ({ localAmount, localDecimals }) => BigInt(localAmount as string) < 2n ** 64n && Number(localDecimals) <= 28,
  );
  const remote = remoteOfLength(20, 7);
  const bridges = new Map<string, Bridge>();
  for (const decimals of new Set(amounts.map(({ localDecimals }) => localDecimals as string))) {
    const bridge = new Bridge({ decimals: Number(decimals) });
    bridge.run(bridge.calls.initialize());
    bridge.register(remote, unlimited);
    bridge.giveTokens(USER, 2n ** 64n - 1n);
    bridge.chain.checkpoint();
    bridges.set(decimals, bridge);
  }

  for (const { name, localAmount, localDecimals, wireAmount, error } of amounts) {
    it(name as string, () => {
      const bridge = bridges.get(localDecimals as string) as Bridge;
      bridge.chain.restore();
      const call = bridge.calls.lock({ amount: BigInt(localAmount as string), to: remote });
      if (error !== null) return bridge.refuse(call, error as string);
      bridge.run(call);
      assert.equal(bridge.outstanding(remote), BigInt(wireAmount as string));
    });
  }
});
