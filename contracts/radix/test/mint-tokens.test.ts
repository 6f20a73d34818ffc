import assert from 'node:assert/strict';
import {
  buildBatch,
  concatHex,
  type Hex,
  KIND,
  keccak256,
  leafOf,
  type Message,
  messageIdOf,
  packProof,
  ZERO_32,
} from '@causeway/protocol';
import fc from 'fast-check';
import { flipBit } from '../../test-support/bytes.ts';
import { addressOf, wordOf } from './support/addresses.ts';
import { type Call, signedBy, withArgs } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, HERE, LIMITS, OTHER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createAccount, MOST_MINTED } from './support/tokens.ts';

const HEAD_BYTES = 89;
const UNIT = unitOf(REMOTE);

/** A proof's bytes up to its siblings. */
const headOf = (proof: Hex): Hex => proof.slice(0, 2 + 2 * HEAD_BYTES) as Hex;
const proofOf = ({ args }: Call): Hex => args.proof as Hex;

describe('mintTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
  const minted = (message: Message) => ({
    messageId: messageIdOf(message),
    recipient: message.recipient,
    wireAmount: message.wireAmount,
    reference: REFERENCE,
    credited: false,
  });
  /** The call for a Lock in the middle of five. */
  const mintOfLock = () => calls.mint(bridge.commitAround(lock()), 2);

  it('mints a Lock to the recipient’s account', () => {
    const committed = bridge.commitAround(lock());
    bridge.runEmitting(calls.mint(committed, 2), 'TokensMinted', minted(committed.messages[2] as Message));
    assert.equal(bridge.bridgedBalance(), 1_000n);
    assert.equal(bridge.bridgedSupply(), 1_000n);
    assert.deepEqual(bridge.statusesOf([1n, 2n, 3n]), ['none', 'executed', 'none']);
  });

  it('mints the Cancel of a Burn', () => {
    bridge.run(calls.mint(bridge.commitAround(bridge.inbound(KIND.cancel)), 2));
    assert.equal(bridge.bridgedBalance(), 1_000n);
  });

  it('mints to an account that was never used', () => {
    const recipient = keyOf('never used');
    const committed = bridge.commitAround(lock({ recipient: wordOf(recipient) }));
    bridge.runEmitting(calls.mint(committed, 2), 'TokensMinted', minted(committed.messages[2] as Message));
    assert.equal(bridge.bridgedBalance(recipient), 1_000n);
  });

  it('mints to an account that belongs to no key', () => {
    const recipient = createAccount(chain);
    const committed = bridge.commitAround(lock({ recipient: wordOf(recipient) }));
    bridge.runEmitting(calls.mint(committed, 2), 'TokensMinted', minted(committed.messages[2] as Message));
    assert.equal(bridge.bridgedBalance(recipient), 1_000n);
  });

  it('mints any message of any batch, to the last of 18 digits', () => {
    const batches = fc
      .integer({ min: 1, max: 64 })
      .chain((size) =>
        fc.tuple(
          fc.constant(size),
          fc.integer({ min: 0, max: size - 1 }),
          fc.bigInt({ min: 1n, max: LIMITS.capacity }),
        ),
      );
    fc.assert(
      fc.property(batches, ([size, index, wireAmount]) => {
        chain.restore();
        const messages = Array.from({ length: size }, (_, i) => lock(i === index ? { wireAmount } : {}));
        bridge.run(calls.mint(bridge.commit(messages), index));
        assert.equal(chain.balance(USER, bridge.tokenOf(REMOTE)), wireAmount * UNIT);
      }),
      { numRuns: 10, seed: 4 },
    );
  });

  it('keeps the statuses of neighbours apart, across pages', () => {
    const committed = bridge.commit(Array.from({ length: 70 }, () => lock()));
    const executed = [0, 3, 31, 32, 60, 63, 64, 66, 69];
    bridge.run(...executed.map((index) => calls.mint(committed, index)));
    const statuses = bridge.statusesOf(committed.messages.map(({ nonce }) => nonce));
    assert.deepEqual(
      statuses,
      committed.messages.map((_, index) => (executed.includes(index) ? 'executed' : 'none')),
    );
  });

  it('keeps the statuses of remotes apart', () => {
    bridge.register(OTHER);
    const [ours, theirs] = [REMOTE, OTHER].map((remote) =>
      bridge.commitAround(bridge.inbound(KIND.lock, {}, remote), remote),
    );
    assert(ours !== undefined && theirs !== undefined);
    bridge.run(calls.mint(ours, 2));
    assert.deepEqual([bridge.statusOf(2n), bridge.statusOf(2n, OTHER)], ['executed', 'none']);
    bridge.run(calls.mint(theirs, 2, OTHER));
    assert.deepEqual([bridge.bridgedBalance(), bridge.bridgedBalance(USER, OTHER)], [1_000n, 1_000n]);
  });

  it('takes a proof of 32 siblings', () => {
    const message = lock();
    const siblings = Array.from({ length: 32 }, (_, depth) => keccak256(`0x${depth.toString(16).padStart(2, '0')}`));
    const pair = (a: Hex, b: Hex) => keccak256(a < b ? concatHex(a, b) : concatHex(b, a));
    const root = siblings.reduce(pair, leafOf(messageIdOf(message)));
    const shallow = { messages: [message], batch: buildBatch(0n, [messageIdOf(message)]) };
    bridge.run(calls.commitRoot({ source: REMOTE.domain, firstNonce: 0n, count: 1, root }));
    const call = calls.mint(shallow, 0);
    bridge.refuse(call, 'InvalidProof');
    bridge.run(withArgs(call, { proof: concatHex(proofOf(call), ...siblings) }));
    assert.equal(bridge.bridgedBalance(), 1_000n);
  });

  it('is refused without the oracle', () => {
    const call = mintOfLock();
    for (const signers of [[], [STRANGER, ADMIN, GUARDIAN, USER]]) bridge.refuse(signedBy(call, signers), 'NotOracle');
  });

  it('waits while inbound is paused', () => {
    const call = mintOfLock();
    bridge.run(calls.pause('pause_inbound', GUARDIAN));
    bridge.refuse(call, 'InboundPaused');
    bridge.run(calls.pause('unpause_inbound'), call);
  });

  it('is refused the second time', () => {
    const call = mintOfLock();
    bridge.run(call);
    bridge.refuse(call, 'AlreadyExecuted');
  });

  it('is refused the second time in the same transaction, with all of it', () => {
    const call = mintOfLock();
    assert.deepEqual(bridge.refusal(call, call), { kind: 'error', name: 'AlreadyExecuted' });
    assert.equal(bridge.statusOf(2n), 'none');
    assert.equal(bridge.bridgedSupply(), 0n);
  });

  it('is refused for a cancelled message', () => {
    const committed = bridge.commitAround(lock());
    bridge.run(calls.cancel(committed, 2));
    bridge.refuse(calls.mint(committed, 2), 'AlreadyCancelled');
  });

  it('is refused for a proof with bytes missing or left over', () => {
    const call = mintOfLock();
    const proof = proofOf(call);
    const more = (bytes: number): Hex => `${proof}${'00'.repeat(bytes)}`;
    const malformed: Hex[] = ['0x', more(1), more(16), more(31), headOf(proof).slice(0, -2) as Hex];
    malformed.push(`${headOf(proof)}${'00'.repeat(33 * 32)}`);
    for (const bytes of malformed) bridge.refuse(withArgs(call, { proof: bytes }), 'MalformedProof');
    bridge.refuse(withArgs(call, { proof: `${headOf(proof)}${'00'.repeat(32 * 32)}` }), 'InvalidProof');
  });

  it('is refused for siblings missing, left over, or of another message', () => {
    const committed = bridge.commitAround(lock());
    const call = calls.mint(committed, 2);
    const proof = proofOf(call);
    const other = packProof('mintTokens', committed.messages[1] as Message, committed.batch);
    const wrong: Hex[] = [`${proof}${'00'.repeat(32)}`, proof.slice(0, -64) as Hex, headOf(proof)];
    wrong.push(`${headOf(proof)}${other.slice(headOf(other).length)}`);
    for (const siblings of wrong) bridge.refuse(withArgs(call, { proof: siblings }), 'InvalidProof');
  });

  it('is refused when the root is the message’s id instead of its hash', () => {
    const message = lock();
    const call = calls.mint(bridge.commitAs([message], 0n), 0);
    // Replaces the interval's root with the root that a prover without the leaf hash would commit.
    const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: messageIdOf(message) };
    bridge.run(calls.pause('pause_inbound', GUARDIAN), calls.replaceRoot(interval, []), calls.pause('unpause_inbound'));
    bridge.refuse(call, 'InvalidProof');
  });

  it('is refused for any flipped bit of the proof', () => {
    const call = mintOfLock();
    const bits = (proofOf(call).length - 2) * 4;
    for (let bit = 0; bit < bits; bit += 29) bridge.refuseAny(withArgs(call, { proof: flipBit(proofOf(call), bit) }));
  });

  it('is refused for a kind that no message has, or that this one has not', () => {
    const call = mintOfLock();
    const withKind = (kind: string) => withArgs(call, { proof: `0x${kind}${proofOf(call).slice(4)}` });
    for (const kind of ['00', '04', 'ff']) bridge.refuse(withKind(kind), 'InvalidKind');
    bridge.refuse(withKind('03'), 'MessageIdMismatch');
    bridge.refuse(withKind('02'), 'WrongAssetHome');
  });

  it('is refused for a Burn, which releaseTokens pays', () => {
    bridge.refuse(calls.mint(bridge.commitAround(bridge.inbound(KIND.burn)), 2), 'WrongAssetHome');
  });

  it('is refused for the Cancel of a Lock, which releaseTokens pays', () => {
    const cancel = bridge.inbound(KIND.cancel, { assetHome: HERE });
    bridge.refuse(calls.mint(bridge.commitAround(cancel), 2), 'MessageIdMismatch');
  });

  it('is refused for arguments that are not the message’s', () => {
    const call = mintOfLock();
    const orderId = call.args.orderId as Hex;
    bridge.refuse(withArgs(call, { orderId: flipBit(orderId, 255) }), 'MessageIdMismatch');
    bridge.refuse(withArgs(call, { orderId: ZERO_32 }), 'MessageIdMismatch');
    for (const wireAmount of [999n, 1_001n, 2n ** 64n])
      bridge.refuse(withArgs(call, { amount: wireAmount * UNIT }), 'MessageIdMismatch');
    for (const amount of [0n, -1_000n * UNIT]) bridge.refuse(withArgs(call, { amount }), 'ZeroAmount');
    for (const amount of [1_000n * UNIT + 1n, 1n]) bridge.refuse(withArgs(call, { amount }), 'DustAmount');
    bridge.refuse(withArgs(call, { amount: 2n ** 128n * UNIT }), 'AmountTooLarge');
    bridge.refuse(withArgs(call, { recipient: ADMIN }), 'MessageIdMismatch');
  });

  it('is refused for a recipient that is no account', () => {
    const call = mintOfLock();
    for (const recipient of [bridge.address, bridge.canonical, bridge.locker])
      bridge.fails(withArgs(call, { recipient }), /SchemaValidation|TypeCheckError/);
  });

  it('is refused for more than the engine mints at once', () => {
    const most = MOST_MINTED / UNIT;
    bridge.run(
      calls.setLimits(REMOTE, 'bridged', { ...LIMITS, capacity: 2n ** 128n - 1n, refillPerSecond: 2n ** 127n }),
    );
    chain.setTime(chain.time + 10n);
    for (const wireAmount of [most + 1n, 2n ** 128n - 1n])
      bridge.refuse(calls.mint(bridge.commitAround(lock({ wireAmount })), 2), 'AmountTooLarge');
    bridge.run(calls.mint(bridge.commitAround(lock({ wireAmount: most })), 2));
    assert.equal(bridge.bridgedSupply(), most);
  });

  it('is refused for a message that this lane cannot carry', () => {
    const foreign: Partial<Message>[] = [
      { destination: HERE + 1 },
      { destinationBridge: wordOf(USER) },
      { sourceBridge: OTHER.bridge },
      { assetHome: OTHER.domain },
    ];
    for (const fields of foreign) bridge.refuse(calls.mint(bridge.commitAround(lock(fields)), 2), 'MessageIdMismatch');
  });

  it('is refused for a message of another remote than the root’s', () => {
    bridge.register(OTHER);
    const theirs = bridge.inbound(KIND.lock, {}, OTHER);
    // REMOTE commits a message that claims to come from OTHER.
    const committed = bridge.commitAround(theirs);
    const call = calls.mint(committed, 2, OTHER);
    bridge.commit([theirs], OTHER);
    bridge.refuse(call, 'UnknownRoot');
  });

  it('is refused for a source that was never registered', () => {
    const message = lock({ source: OTHER.domain, assetHome: OTHER.domain });
    bridge.refuse(calls.mint(bridge.commitAround(message), 2), 'UnknownRoot');
  });

  it('is refused for an interval that was not committed, or that the nonce is outside of', () => {
    const call = mintOfLock();
    const proof = proofOf(call);
    const withInterval = (firstNonce: bigint, count: number) => {
      const head = headOf(proof).slice(0, -24);
      const interval = firstNonce.toString(16).padStart(16, '0') + count.toString(16).padStart(8, '0');
      return withArgs(call, { proof: `${head}${interval}${proof.slice(headOf(proof).length)}` });
    };
    bridge.refuse(withInterval(0n, 4), 'UnknownRoot');
    bridge.refuse(withInterval(1n, 5), 'UnknownRoot');
    for (const [first, count] of [
      [3n, 5],
      [0n, 2],
      [2n, 0],
    ] as const)
      bridge.refuse(withInterval(first, count), 'NonceOutOfRange');
  });

  it('is refused for a message in the tree whose nonce is beyond the interval', () => {
    // The message would be executed again under its own nonce.
    const messages = [0n, 1n, 5n, 3n, 4n].map((nonce) => lock({ nonce }));
    const committed = bridge.commitAs(messages, 0n);
    const call = calls.mint(committed, 1);
    const proof = proofOf(call).slice(headOf(proofOf(call)).length);
    const head = headOf(proofOf(call)).replace('0000000000000001', '0000000000000005');
    bridge.refuse(withArgs(call, { proof: `${head as Hex}${proof}` as Hex }), 'NonceOutOfRange');
  });

  it('draws on the bridged bucket of the remote, which refills', () => {
    const tooLarge = bridge.commitAround(lock({ wireAmount: LIMITS.capacity + 1n }));
    bridge.refuse(calls.mint(tooLarge, 2), 'RateLimited');
    bridge.run(calls.mint(bridge.commitAround(lock({ wireAmount: LIMITS.capacity })), 2));
    assert.equal(bridge.level('bridged'), 0n);
    const next = bridge.commitAround(lock({ wireAmount: 10n * LIMITS.refillPerSecond }));
    chain.setTime(chain.time + 9n);
    bridge.refuse(calls.mint(next, 2), 'RateLimited');
    chain.setTime(chain.time + 2n);
    bridge.run(calls.mint(next, 2));
    assert.equal(bridge.level('bridged'), LIMITS.refillPerSecond);
    chain.setTime(chain.time + 10n ** 9n);
    bridge.run(calls.mint(bridge.commitAround(lock()), 2));
    assert.equal(bridge.level('bridged'), LIMITS.capacity - 1_000n);
    assert.equal(bridge.level('canonical'), LIMITS.capacity);
  });

  it('mints the right local amount of a remote with fewer decimals', () => {
    const six = { ...OTHER, wireDecimals: 6 };
    bridge.register(six);
    const committed = bridge.commitAround(bridge.inbound(KIND.lock, {}, six), six);
    bridge.run(calls.mint(committed, 2, six));
    assert.equal(chain.balance(USER, bridge.tokenOf(six)), 1_000n * 10n ** 12n);
    assert.equal(addressOf(committed.messages[2]?.recipient as Hex), USER);
  });
});
