// The blueprint against the vectors that every implementation of the protocol shares.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Hex, MAX_WIRE_AMOUNT, ZERO_32 } from '@causeway/protocol';
import { addressOf, XRD } from './support/addresses.ts';
import { Bridge } from './support/bridge.ts';
import { type Call, paidWith } from './support/call.ts';
import { type Limits, type Remote, SIGNERS, USER } from './support/setting.ts';
import { useState } from './support/shared.ts';
import { createToken, WEALTH } from './support/tokens.ts';
import { DECIMALS } from './support/types.ts';

type Fields = Readonly<Record<string, string>>;
interface CallVector {
  readonly name: string;
  readonly function: 'mintTokens' | 'releaseTokens' | 'cancelOrder';
  readonly orderId: Hex;
  readonly recipient: Hex | null;
  readonly localAmount: string | null;
  readonly proof: Hex;
}
interface ProofVector extends CallVector {
  readonly kind: string;
  readonly source: string;
  readonly nonce: string;
  readonly wireAmount: string;
  readonly cancelMessageId: Hex | null;
}
interface Vectors {
  readonly domain: string;
  readonly bridge: Hex;
  readonly wireDecimals: string;
  readonly remotes: readonly Fields[];
  readonly intervals: readonly Fields[];
  readonly proofs: readonly ProofVector[];
  readonly malformedIntervals: readonly Fields[];
  readonly malformedProofs: readonly (CallVector & { readonly error: string })[];
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8'));
const vectors = read<Vectors>('proofs-radix');

const unlimited: Limits = { minAmount: 0n, maxAmount: MAX_WIRE_AMOUNT, capacity: MAX_WIRE_AMOUNT, refillPerSecond: 0n };
const filled: Hex = `0x${'01'.padStart(64, '0')}`;

const FUNCTION_NAMES = {
  mintTokens: 'mint_tokens',
  releaseTokens: 'release_tokens',
  cancelOrder: 'cancel_order',
} as const;

const remotes = vectors.remotes.map(
  (fields): Remote => ({
    domain: Number(fields.domain),
    bridge: fields.bridge as Hex,
    addressLength: Number(fields.addressLength),
    wireDecimals: Number(fields.wireDecimals),
  }),
);
const remoteOf = (domain: number): Remote =>
  remotes.find((remote) => remote.domain === domain) ?? assert.fail(`no remote ${domain}`);
const intervalOf = ({ source, firstNonce, count, root }: Fields) => ({
  source: Number(source),
  firstNonce: BigInt(firstNonce as string),
  count: Number(count),
  root: root as Hex,
});

describe('shared vectors', () => {
  const bridge = useState((chain) => {
    const deployed = Bridge.instantiateAt(addressOf(vectors.bridge), chain, XRD, { domain: Number(vectors.domain) });
    for (const remote of remotes) deployed.register(remote, unlimited);
    for (const interval of vectors.intervals) deployed.run(deployed.calls.commitRoot(intervalOf(interval)));
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
          bridge.run(calls.lock({ amount: BigInt(vector.wireAmount) * unit, to: remote, recipient: filled }));
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

  describe('malformed intervals', () => {
    for (const interval of vectors.malformedIntervals)
      it(`refuses ${interval.name}`, () =>
        bridge.refuse(calls.commitRoot(intervalOf(interval)), interval.error as string));
  });
});

describe('shared vectors of addresses', () => {
  const addresses = read<readonly { name: string; word: Hex; length: string; valid: boolean }[]>('addresses');
  const remoteOfLength = (length: number): Remote => ({
    domain: 1_000 + length,
    bridge: filled,
    addressLength: length,
    wireDecimals: 9,
  });
  const bridge = useState((chain) => {
    const deployed = Bridge.instantiate(chain, XRD);
    for (const length of new Set(addresses.map((vector) => Number(vector.length))))
      deployed.register(remoteOfLength(length), unlimited);
    return deployed;
  });

  for (const { name, word, length, valid } of addresses) {
    it(name, () => {
      const to = remoteOfLength(Number(length));
      const call = bridge.calls.lock({ amount: bridge.unit, recipient: word, to });
      if (valid) bridge.run(call);
      else bridge.refuse(call, 'InvalidRecipient');
    });
  }
});

describe('shared vectors of amounts', () => {
  const attosOf = ({ localAmount, localDecimals }: Fields): bigint =>
    BigInt(localAmount as string) * 10n ** BigInt(DECIMALS - Number(localDecimals));
  // No resource has more than 18 decimals, and no Decimal more than 192 bits.
  const amounts = read<readonly Fields[]>('amounts').filter(
    (vector) => Number(vector.localDecimals) <= DECIMALS && attosOf(vector) < 2n ** 191n,
  );
  const remote: Remote = { domain: 7, bridge: filled, addressLength: 20, wireDecimals: 9 };
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
