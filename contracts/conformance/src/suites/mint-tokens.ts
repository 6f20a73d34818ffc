import assert from 'node:assert/strict';
import {
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
import { batchOf, executionFields, messageAt, useBridge, withArgs } from '../bridge.ts';
import type { Kind } from '../bridge-under-test.ts';
import { flipBit } from '../bytes.ts';
import { LIMITS, OTHER, REMOTE } from '../setting.ts';

const HEAD_BYTES = 89;
/** A proof's bytes up to its siblings. */
const headOf = (proof: Hex): Hex => proof.slice(0, 2 + 2 * HEAD_BYTES) as Hex;

export const mintTokens = (kind: Kind) =>
  describe('mintTokens', () => {
    const bridge = useBridge(kind);
    const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
    const mintOf = async (message: Message) => bridge.mint(await bridge.commitAround(message), 2);
    /** The call for a Lock in the middle of five. */
    const mintOfLock = () => mintOf(lock());

    beforeEach(() => bridge.under.prepare(REMOTE.domain, bridge.user));

    it('mints a Lock to the recipient', async () => {
      const committed = await bridge.commitAround(lock());
      await bridge.emits(bridge.mint(committed, 2), 'TokensMinted', executionFields(messageAt(committed, 2)));
      assert.deepEqual([await bridge.bridgedBalance(), await bridge.bridgedSupply()], [1_000n, 1_000n]);
      assert.deepEqual(await bridge.statusesOf([1n, 2n, 3n]), ['none', 'executed', 'none']);
    });

    it('mints the Cancel of a Burn', async () => {
      await bridge.run(await mintOf(bridge.inbound(KIND.cancel)));
      assert.equal(await bridge.bridgedBalance(), 1_000n);
    });

    it('mints any message of any batch, to the last wire unit', async () => {
      const batches = fc
        .integer({ min: 1, max: 64 })
        .chain((size) =>
          fc.tuple(
            fc.constant(size),
            fc.integer({ min: 0, max: size - 1 }),
            fc.bigInt({ min: 1n, max: LIMITS.capacity }),
          ),
        );
      await fc.assert(
        fc.asyncProperty(batches, async ([size, index, wireAmount]) => {
          await bridge.under.restore();
          await bridge.under.prepare(REMOTE.domain, bridge.user);
          const messages = Array.from({ length: size }, (_, i) => lock(i === index ? { wireAmount } : {}));
          await bridge.run(bridge.mint(await bridge.commit(messages), index));
          assert.equal(await bridge.under.balance(REMOTE.domain, bridge.user), wireAmount * bridge.unitOf(REMOTE));
        }),
        { numRuns: 10, seed: 4 },
      );
    });

    it('keeps the statuses of neighbours apart', async () => {
      const executed = [0, 3, 30, 31, 32, 60, 63];
      const committed = await bridge.commit(Array.from({ length: 64 }, () => lock()));
      await bridge.run(...executed.map((index) => bridge.mint(committed, index)));
      for (const index of executed)
        for (const near of [index - 1, index, index + 1])
          assert.equal(
            await bridge.statusOf(BigInt(Math.max(near, 0))),
            executed.includes(Math.max(near, 0)) ? 'executed' : 'none',
          );
    });

    it('keeps the statuses and tokens of remotes apart', async () => {
      await bridge.register(OTHER);
      await bridge.under.prepare(OTHER.domain, bridge.user);
      const ours = await bridge.commitAround(lock());
      const theirs = await bridge.commitAround(bridge.inbound(KIND.lock, {}, OTHER), OTHER);
      await bridge.run(bridge.mint(ours, 2));
      assert.deepEqual([await bridge.statusOf(2n), await bridge.statusOf(2n, OTHER)], ['executed', 'none']);
      await bridge.run(bridge.mint(theirs, 2, OTHER));
      assert.deepEqual(
        [await bridge.bridgedBalance(), await bridge.bridgedBalance(bridge.user, OTHER)],
        [1_000n, 1_000n],
      );
    });

    it('mints the right local amount of a remote with fewer decimals', async () => {
      const six = { ...OTHER, wireDecimals: 6 };
      await bridge.register(six);
      await bridge.under.prepare(six.domain, bridge.user);
      await bridge.run(bridge.mint(await bridge.commitAround(bridge.inbound(KIND.lock, {}, six), six), 2, six));
      assert.equal(await bridge.under.balance(six.domain, bridge.user), 1_000n * bridge.unitOf(six));
    });

    it('takes a proof of 32 siblings', async () => {
      const message = lock();
      const siblings = Array.from({ length: 32 }, (_, depth) => keccak256(`0x${depth.toString(16).padStart(2, '0')}`));
      const pair = (a: Hex, b: Hex) => keccak256(a < b ? concatHex(a, b) : concatHex(b, a));
      const root = siblings.reduce(pair, leafOf(messageIdOf(message)));
      await bridge.run(bridge.commitRoot({ source: REMOTE.domain, firstNonce: 0n, count: 1, root }));
      const call = bridge.mint(batchOf([message]), 0);
      await bridge.refuses(call, 'InvalidProof');
      await bridge.run(withArgs(call, { proof: concatHex(call.args.proof, ...siblings) }));
      assert.equal(await bridge.bridgedBalance(), 1_000n);
    });

    it('is refused without the oracle', async () =>
      bridge.refusesCallers(await mintOfLock(), [...bridge.notOracles, bridge.user], 'NotOracle'));

    it('waits while inbound is paused', async () => {
      const call = await mintOfLock();
      await bridge.run(bridge.pause('pauseInbound'));
      await bridge.refuses(call, 'InboundPaused');
      await bridge.run(bridge.pause('unpauseInbound'), call);
    });

    it('is refused the second time', async () => {
      const call = await mintOfLock();
      await bridge.run(call);
      await bridge.refuses(call, 'AlreadyExecuted');
    });

    it('is refused for a cancelled message', async () => {
      const committed = await bridge.commitAround(lock());
      await bridge.run(bridge.cancel(committed, 2));
      await bridge.refuses(bridge.mint(committed, 2), 'AlreadyCancelled');
    });

    it('is refused for a proof with bytes missing or left over', async () => {
      const call = await mintOfLock();
      const { proof } = call.args;
      const more = (bytes: number): Hex => `${proof}${'00'.repeat(bytes)}`;
      const malformed: Hex[] = ['0x', more(1), more(16), more(31), headOf(proof).slice(0, -2) as Hex];
      malformed.push(`${headOf(proof)}${'00'.repeat(33 * 32)}`);
      for (const bytes of malformed) await bridge.refuses(withArgs(call, { proof: bytes }), 'MalformedProof');
      await bridge.refuses(withArgs(call, { proof: `${headOf(proof)}${'00'.repeat(32 * 32)}` }), 'InvalidProof');
    });

    it('is refused for siblings missing, left over, or of another message', async () => {
      const committed = await bridge.commitAround(lock());
      const call = bridge.mint(committed, 2);
      const { proof } = call.args;
      const other = packProof('mintTokens', messageAt(committed, 1), committed.batch);
      const wrong: Hex[] = [`${proof}${'00'.repeat(32)}`, proof.slice(0, -64) as Hex, headOf(proof)];
      wrong.push(`${headOf(proof)}${other.slice(headOf(other).length)}`);
      for (const siblings of wrong) await bridge.refuses(withArgs(call, { proof: siblings }), 'InvalidProof');
    });

    it('is refused when the root is the message’s id instead of its hash', async () => {
      const message = lock();
      const call = bridge.mint(await bridge.commitAs([message], 0n), 0);
      // Replaces the interval's root with the root that a prover without the leaf hash would commit.
      const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: messageIdOf(message) };
      await bridge.run(bridge.pause('pauseInbound'), bridge.replaceRoot(interval, []), bridge.pause('unpauseInbound'));
      await bridge.refuses(call, 'InvalidProof');
    });

    it('is refused for any flipped bit of the proof', async () => {
      const call = await mintOfLock();
      const { proof } = call.args;
      for (let bit = 0; bit < (proof.length - 2) * 4; bit += kind.flippedBits)
        await bridge.refusesAny(withArgs(call, { proof: flipBit(proof, bit) }));
    });

    it('is refused for a kind that no message has, or that this one has not', async () => {
      const call = await mintOfLock();
      const withKind = (code: string) => withArgs(call, { proof: `0x${code}${call.args.proof.slice(4)}` });
      for (const code of ['00', '04', 'ff']) await bridge.refuses(withKind(code), 'InvalidKind');
      await bridge.refuses(withKind('03'), 'MessageIdMismatch');
      await bridge.refuses(withKind('02'), 'WrongAssetHome');
    });

    it('is refused for a Burn, which releaseTokens pays', async () =>
      bridge.refuses(await mintOf(bridge.inbound(KIND.burn)), 'WrongAssetHome'));

    it('is refused for the Cancel of a Lock, which releaseTokens pays', async () =>
      bridge.refuses(await mintOf(bridge.inbound(KIND.cancel, { assetHome: bridge.here })), 'MessageIdMismatch'));

    it('is refused for arguments that are not the message’s', async () => {
      const call = await mintOfLock();
      const { orderId, amount } = call.args;
      for (const id of [flipBit(orderId, 255), ZERO_32])
        await bridge.refuses(withArgs(call, { orderId: id }), 'MessageIdMismatch');
      const unit = bridge.unitOf(REMOTE);
      for (const other of [amount - unit, amount + unit, 2n ** 60n * unit])
        await bridge.refuses(withArgs(call, { amount: other }), 'MessageIdMismatch');
      await bridge.refuses(withArgs(call, { amount: 0n }), 'ZeroAmount');
      await bridge.refuses(withArgs(call, { recipient: bridge.actor('admin') }), 'MessageIdMismatch');
      await bridge.fails(withArgs(call, { recipient: ZERO_32 }), 'InvalidRecipient');
    });

    // Where a bridged token has wire decimals and amounts have 64 bits, these cannot be written.
    if (kind.bridgedUnit(REMOTE.wireDecimals) > 1n)
      it('is refused for dust, and for more than 128 bits of wire units', async () => {
        const call = await mintOfLock();
        const unit = bridge.unitOf(REMOTE);
        for (const amount of [1_000n * unit + 1n, 1n]) await bridge.refuses(withArgs(call, { amount }), 'DustAmount');
        await bridge.refuses(withArgs(call, { amount: 2n ** 128n * unit }), 'AmountTooLarge');
      });

    it('is refused for a message that this lane cannot carry', async () => {
      const foreign: Partial<Message>[] = [
        { destination: bridge.here + 1 },
        { destinationBridge: bridge.user },
        { sourceBridge: OTHER.bridge },
        { assetHome: OTHER.domain },
      ];
      for (const fields of foreign) await bridge.refuses(await mintOf(lock(fields)), 'MessageIdMismatch');
    });

    it('is refused for a message of another remote than the root’s', async () => {
      await bridge.register(OTHER);
      const theirs = bridge.inbound(KIND.lock, {}, OTHER);
      // REMOTE commits a message that claims to come from OTHER, whose lane has an interval of its own.
      const call = bridge.mint(await bridge.commitAround(theirs), 2, OTHER);
      await bridge.commit([theirs], OTHER);
      await bridge.refuses(call, 'UnknownRoot');
    });

    it('is refused for a source that was never registered', async () => {
      const message = lock({ source: OTHER.domain, assetHome: OTHER.domain });
      // UnknownRoot, or UnknownRemote where the call has to name the remote's account.
      await bridge.refusesAny(await mintOf(message));
    });

    it('is refused for an interval that was not committed, or that the nonce is outside of', async () => {
      const call = await mintOfLock();
      const { proof, place } = call.args;
      const withInterval = (firstNonce: bigint, count: number) => {
        const head = headOf(proof).slice(0, -24);
        const interval = firstNonce.toString(16).padStart(16, '0') + count.toString(16).padStart(8, '0');
        const forged: Hex = `${head as Hex}${interval}${proof.slice(headOf(proof).length)}`;
        return withArgs(call, { proof: forged, place: { ...place, firstNonce, count } });
      };
      await bridge.refuses(withInterval(0n, 4), 'UnknownRoot');
      await bridge.refuses(withInterval(1n, 5), 'UnknownRoot');
      for (const [first, count] of [
        [3n, 5],
        [0n, 2],
        [2n, 0],
      ] as const)
        await bridge.refuses(withInterval(first, count), 'NonceOutOfRange');
    });

    it('is refused for a message in the tree whose nonce is beyond the interval', async () => {
      // The message would be executed again under its own nonce.
      const messages = [0n, 1n, 5n, 3n, 4n].map((nonce) => lock({ nonce }));
      const call = bridge.mint(await bridge.commitAs(messages, 0n), 1);
      const { proof } = call.args;
      const head = headOf(proof).replace('0000000000000001', '0000000000000005') as Hex;
      await bridge.refuses(withArgs(call, { proof: `${head}${proof.slice(head.length)}` }), 'NonceOutOfRange');
    });

    it('draws on the bridged bucket of the remote, which refills', async () => {
      await bridge.refuses(await mintOf(lock({ wireAmount: LIMITS.capacity + 1n })), 'RateLimited');
      await bridge.run(await mintOf(lock({ wireAmount: LIMITS.capacity })));
      assert.equal(await bridge.level('bridged'), 0n);
      const next = await mintOf(lock({ wireAmount: 10n * LIMITS.refillPerSecond }));
      await bridge.under.pass(9n);
      await bridge.refuses(next, 'RateLimited');
      await bridge.under.pass(2n);
      await bridge.run(next);
      assert.equal(await bridge.level('bridged'), LIMITS.refillPerSecond);
      await bridge.under.pass(10n ** 9n);
      await bridge.run(await mintOfLock());
      assert.equal(await bridge.level('bridged'), LIMITS.capacity - 1_000n);
      assert.equal(await bridge.level('canonical'), LIMITS.capacity);
    });
  });
