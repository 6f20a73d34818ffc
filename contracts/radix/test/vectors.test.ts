// The blueprint against the vectors that every implementation of the protocol shares.
import assert from 'node:assert/strict';
import { decodePackedOrders, type Hex, MAX_WIRE_AMOUNT, ZERO_32 } from '@causeway/protocol';
import {
  ADDRESS_VECTORS,
  AMOUNT_VECTORS,
  type CallVector,
  FILLED,
  intervalOfVector,
  proofVectors,
  remoteOfLength,
  remotesOf,
  type Vector,
} from '../../conformance/src/vectors.ts';
import { addressOf, XRD } from './support/addresses.ts';
import { Bridge } from './support/bridge.ts';
import { type Call, paidWith } from './support/call.ts';
import { type Limits, type Remote, SIGNERS, USER } from './support/setting.ts';
import { useState } from './support/shared.ts';
import { createToken, WEALTH } from './support/tokens.ts';
import { DECIMALS } from './support/types.ts';

const vectors = proofVectors('radix');

const unlimited: Limits = { minAmount: 0n, maxAmount: MAX_WIRE_AMOUNT, capacity: MAX_WIRE_AMOUNT, refillPerSecond: 0n };

const FUNCTION_NAMES = {
  mintTokens: 'mint_tokens',
  releaseTokens: 'release_tokens',
  cancelOrder: 'cancel_order',
} as const;

const remotes = remotesOf(vectors);
const remoteOf = (domain: number): Remote =>
  remotes.find((remote) => remote.domain === domain) ?? assert.fail(`no remote ${domain}`);

describe('shared vectors', () => {
  const bridge = useState((chain) => {
    const deployed = Bridge.instantiateAt(addressOf(vectors.bridge), chain, XRD, { domain: Number(vectors.domain) });
    for (const remote of remotes) deployed.register(remote, unlimited);
    for (const interval of vectors.intervals) deployed.run(deployed.calls.commitRoot(intervalOfVector(interval)));
    return deployed;
  });
  const { calls, unit } = bridge;

  function callOf({ function: name, orderId, recipient, localAmount, proof }: CallVector): Call {
    const args = {
      orderId,
      proof,
      ...(recipient === null ? {} : { recipient: addressOf(recipient) }),
      ...(localAmount === null ? {} : { amount: BigInt(localAmount) }),
    };
    return { name: FUNCTION_NAMES[name], args, signers: SIGNERS };
  }

  it('are of a bridge like this one', () => {
    assert.equal(bridge.word, vectors.bridge);
    assert.equal(bridge.configuration().wireDecimals, Number(vectors.wireDecimals));
  });

  describe('proofs', () => {
    for (const vector of vectors.proofs) {
      it(vector.name, () => {
        const remote = remoteOf(Number(vector.source));
        if (vector.function === 'releaseTokens')
          bridge.run(calls.lock({ amount: BigInt(vector.wireAmount) * unit, to: remote, recipient: FILLED }));
        const { emitted } = bridge.run(callOf(vector));
        assert.equal(emitted.length, 1);
        const expected = vector.function === 'cancelOrder' ? vector.cancelMessageId : vector.orderId;
        assert.equal(emitted[0]?.data.messageId, expected);
        const status = vector.function === 'cancelOrder' ? 'cancelled' : 'executed';
        assert.equal(bridge.statusOf(BigInt(vector.nonce), remote), status);
      });
    }
  });

  describe('malformed proofs', () => {
    for (const vector of vectors.malformedProofs) {
      // No account has the zero address, so it cannot be an argument.
      if (vector.recipient === ZERO_32) continue;
      it(`refuses ${vector.name}`, () => bridge.refuse(callOf(vector), vector.error));
    }
  });

  describe('packed orders', () => {
    /** The call, with the accounts that its orders name. */
    function callOfPacked(packed: Hex): Call {
      const read = decodePackedOrders(packed);
      const paid = read.ok ? read.value.orders.filter((order) => order.function !== 'cancelOrder') : [];
      const recipients = paid.map(({ recipient }) => addressOf(recipient));
      return { name: 'execute_many', args: { packed, recipients }, signers: SIGNERS };
    }

    for (const { name, source, startNonce, functions, packed } of vectors.packed ?? [])
      it(name, () => {
        const remote = remoteOf(Number(source));
        bridge.run(calls.lock({ amount: 10n ** 10n * unit, to: remote, recipient: FILLED }), callOfPacked(packed));
        const done = functions.map((use) => (use === 'cancelOrder' ? 'cancelled' : 'executed'));
        assert.deepEqual(bridge.statuses(BigInt(startNonce), functions.length, remote), done);
      });

    for (const { name, packed, error } of vectors.malformedPacked ?? []) {
      // No account has that word, so it cannot be an argument.
      if (name === 'another recipient') continue;
      it(`refuses ${name}`, () => bridge.refuse(callOfPacked(packed), error));
    }
  });

  describe('malformed intervals', () => {
    for (const interval of vectors.malformedIntervals)
      it(`refuses ${interval.name}`, () =>
        bridge.refuse(calls.commitRoot(intervalOfVector(interval)), interval.error as string));
  });
});

describe('shared vectors of addresses', () => {
  const bridge = useState((chain) => {
    const deployed = Bridge.instantiate(chain, XRD);
    for (const length of new Set(ADDRESS_VECTORS.map((vector) => Number(vector.length))))
      deployed.register(remoteOfLength(length), unlimited);
    return deployed;
  });

  for (const { name, word, length, valid } of ADDRESS_VECTORS) {
    it(name, () => {
      const to = remoteOfLength(Number(length));
      const call = bridge.calls.lock({ amount: bridge.unit, recipient: word, to });
      if (valid) bridge.run(call);
      else bridge.refuse(call, 'InvalidRecipient');
    });
  }
});

describe('shared vectors of amounts', () => {
  const attosOf = ({ localAmount, localDecimals }: Vector): bigint =>
    BigInt(localAmount as string) * 10n ** BigInt(DECIMALS - Number(localDecimals));
  // No resource has more than 18 decimals, and no Decimal more than 192 bits.
  const amounts = AMOUNT_VECTORS.filter(
    (vector) => Number(vector.localDecimals) <= DECIMALS && attosOf(vector) < 2n ** 191n,
  );
  const remote = remoteOfLength(20, 7);
  const bridges = useState((chain) => {
    const deployed = new Map<string, Bridge>();
    for (const decimals of new Set(amounts.map(({ localDecimals }) => localDecimals as string))) {
      const bridge = Bridge.instantiate(chain, createToken(chain, USER, Number(decimals)));
      bridge.register(remote, unlimited);
      deployed.set(decimals, bridge);
    }
    return deployed;
  });

  for (const vector of amounts) {
    it(vector.name as string, () => {
      const bridge = bridges.get(vector.localDecimals as string) as Bridge;
      const amount = attosOf(vector);
      // The creator has only WEALTH of a token. A larger amount can be requested, but is not in the bucket.
      const paid = paidWith(bridge.calls.lock({ amount, to: remote }), { amount: amount < WEALTH ? amount : 0n });
      if (vector.error !== null) bridge.refuse(paid, vector.error as string);
      else if (amount >= WEALTH) bridge.refuse(paid, 'BalanceDeltaMismatch');
      else {
        bridge.run(paid);
        assert.equal(bridge.outstanding(remote), BigInt(vector.wireAmount as string));
      }
    });
  }
});
