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
} from '@causeway/protocol';
import fc from 'fast-check';
import { flipBit, ZERO_WORD } from '../../test-support/bytes.ts';
import { addressOf, tokenAccountOf, wordOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { type Call, withAccounts, withArgs, withMembers } from './support/call.ts';
import { type Account, SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, HERE, LIMITS, OTHER, PAYER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { supplyOf, tokenAccount, tokenBalance } from './support/tokens.ts';

const HEAD_BYTES = 89;

/** A proof's bytes up to its siblings. */
const headOf = (proof: Hex): Hex => proof.slice(0, 2 + 2 * HEAD_BYTES) as Hex;
const proofOf = ({ args }: Call): Hex => args.proof as Hex;

describe('mintTokens', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const mint = calls.mintOf(REMOTE);
  const userToken = tokenAccountOf(mint, USER);
  const lock = (fields: Partial<Message> = {}) => bridge.inbound(KIND.lock, fields);
  const minted = (message: Message, credited = false) => ({
    messageId: messageIdOf(message),
    recipient: addressOf(message.recipient),
    wireAmount: message.wireAmount,
    reference: REFERENCE,
    credited,
  });
  /** The call for a Lock in the middle of five. Its recipient has a token account. */
  const mintOfLock = () => calls.mint(bridge.commitAround(lock()), 2);

  beforeEach(() => {
    bridge.giveTokens(USER, 0n, mint);
  });

  it('mints a Lock to the recipient’s token account', () => {
    const committed = bridge.commitAround(lock());
    bridge.runEmitting(calls.mint(committed, 2), 'tokensMinted', minted(committed.messages[2] as Message));
    assert.equal(tokenBalance(chain, userToken), 1_000n);
    assert.equal(supplyOf(chain, mint), 1_000n);
    assert.deepEqual(
      [1n, 2n, 3n].map((nonce) => bridge.statusOf(nonce)),
      ['none', 'executed', 'none'],
    );
  });

  it('mints the Cancel of a Burn', () => {
    bridge.run(calls.mint(bridge.commitAround(bridge.inbound(KIND.cancel)), 2));
    assert.equal(tokenBalance(chain, userToken), 1_000n);
  });

  it('mints any message of any batch', () => {
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
        bridge.giveTokens(USER, 0n, mint);
        const messages = Array.from({ length: size }, (_, i) => lock(i === index ? { wireAmount } : {}));
        bridge.run(calls.mint(bridge.commit(messages), index));
        assert.equal(tokenBalance(chain, userToken), wireAmount);
      }),
      { numRuns: 15, seed: 4 },
    );
  });

  it('keeps the statuses of neighbours apart', () => {
    const committed = bridge.commit(Array.from({ length: 30 }, () => lock()));
    for (let index = 0; index < 30; index += 3) bridge.run(calls.mint(committed, index));
    for (let index = 0; index < 30; index++)
      assert.equal(bridge.statusOf(BigInt(index)), index % 3 === 0 ? 'executed' : 'none');
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
    assert.equal(tokenBalance(chain, userToken), 1_000n);
  });

  it('is refused without the oracle', () => {
    bridge.refuse(withMembers(mintOfLock(), []), 'NotOracle');
  });

  it('waits while inbound is paused', () => {
    const call = mintOfLock();
    bridge.run(calls.pause('pauseInbound', GUARDIAN));
    bridge.refuse(call, 'InboundPaused');
    bridge.run(calls.pause('unpauseInbound'));
    bridge.run(call);
  });

  it('is refused the second time', () => {
    const call = mintOfLock();
    bridge.run(call);
    bridge.refuse(call, 'AlreadyExecuted');
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
    bridge.run(calls.pause('pauseInbound', GUARDIAN));
    const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: messageIdOf(message) };
    bridge.run(calls.replaceRoot(interval, []));
    bridge.run(calls.pause('unpauseInbound'));
    bridge.refuse(call, 'InvalidProof');
  });

  it('is refused for any flipped bit of the proof', () => {
    const call = mintOfLock();
    const bits = (proofOf(call).length - 2) * 4;
    for (let bit = 0; bit < bits; bit += 7) bridge.refuseAny(withArgs(call, { proof: flipBit(proofOf(call), bit) }));
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
    bridge.refuse(withArgs(call, { orderId: ZERO_WORD }), 'MessageIdMismatch');
    bridge.refuse(withArgs(call, { amount: 1_001n }), 'MessageIdMismatch');
    bridge.refuse(withArgs(call, { amount: 2n ** 64n - 1n }), 'MessageIdMismatch');
    bridge.refuse(withArgs(call, { amount: 0n }), 'ZeroAmount');
    const toAdmin = { recipientToken: tokenAccountOf(mint, ADMIN), claimable: bridge.at.claimable(mint, ADMIN) };
    bridge.refuse(withArgs(withAccounts(call, toAdmin), { recipient: ADMIN }), 'MessageIdMismatch');
    const nobody = addressOf(ZERO_WORD);
    const toNobody = { recipientToken: tokenAccountOf(mint, nobody), claimable: bridge.at.claimable(mint, nobody) };
    bridge.refuse(withArgs(withAccounts(call, toNobody), { recipient: nobody }), 'InvalidRecipient');
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
    const call = calls.mint(committed, 2);
    const asOther = withAccounts(call, {
      remote: bridge.at.remote(OTHER.domain),
      root: bridge.at.root(OTHER.domain, 0n, 5),
      status: bridge.at.status(OTHER.domain, 2n),
      mint: calls.mintOf(OTHER),
      recipientToken: tokenAccountOf(calls.mintOf(OTHER), USER),
      claimable: bridge.at.claimable(calls.mintOf(OTHER), USER),
    });
    bridge.commit([bridge.inbound(KIND.lock, {}, OTHER)], OTHER);
    bridge.refuse(asOther, 'UnknownRoot');
    bridge.refuse(call, 'InvalidAccount');
  });

  it('is refused for an interval that was not committed, or that the nonce is outside of', () => {
    const call = mintOfLock();
    const proof = proofOf(call);
    const withInterval = (firstNonce: bigint, count: number) => {
      const head = headOf(proof).slice(0, -24);
      const interval = firstNonce.toString(16).padStart(16, '0') + count.toString(16).padStart(8, '0');
      const root = bridge.at.root(REMOTE.domain, firstNonce, count);
      return withArgs(withAccounts(call, { root }), {
        proof: `${head}${interval}${proof.slice(headOf(proof).length)}`,
      });
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
    const level = (side: 'bridged' | 'canonical') => (bridge.remote()[side] as { level: bigint }).level;
    const tooLarge = bridge.commitAround(lock({ wireAmount: LIMITS.capacity + 1n }));
    bridge.refuse(calls.mint(tooLarge, 2), 'RateLimited');
    bridge.run(calls.mint(bridge.commitAround(lock({ wireAmount: LIMITS.capacity })), 2));
    assert.equal(level('bridged'), 0n);
    const next = bridge.commitAround(lock({ wireAmount: 10n * LIMITS.refillPerSecond }));
    chain.setTime(chain.time + 9n);
    bridge.refuse(calls.mint(next, 2), 'RateLimited');
    chain.setTime(chain.time + 2n);
    bridge.run(calls.mint(next, 2));
    assert.equal(level('bridged'), LIMITS.refillPerSecond);
    chain.setTime(chain.time + 10n ** 9n);
    bridge.run(calls.mint(bridge.commitAround(lock()), 2));
    assert.equal(level('bridged'), LIMITS.capacity - 1_000n);
    assert.equal(level('canonical'), LIMITS.capacity);
  });

  describe('credits a recipient whose token account cannot be paid', () => {
    const foreign = (fields: { mint?: typeof mint; owner?: typeof USER; frozen?: boolean }) => () =>
      tokenAccount(chain, { mint, owner: USER, ...fields });
    const unpayable: readonly (readonly [string, () => Account | undefined])[] = [
      ['is not there', () => undefined],
      ['is frozen', foreign({ frozen: true })],
      ['was given to another owner', foreign({ owner: STRANGER })],
      ['is of another mint', foreign({ mint: keyOf('another mint') })],
      ['is no token account', () => ({ lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() })],
      ['is not initialized', () => ({ ...tokenAccount(chain, { mint, owner: USER }), data: new Uint8Array(165) })],
      ['has another size', () => ({ ...tokenAccount(chain, { mint, owner: USER }), data: new Uint8Array(82) })],
      ['belongs to another program', () => ({ ...tokenAccount(chain, { mint, owner: USER }), owner: keyOf('evil') })],
    ];
    for (const [name, account] of unpayable) {
      it(name, () => {
        chain.put(userToken, account());
        const committed = bridge.commitAround(lock());
        bridge.runEmitting(calls.mint(committed, 2), 'tokensMinted', minted(committed.messages[2] as Message, true));
        assert.equal(supplyOf(chain, mint), 0n);
        assert.equal(bridge.credit(USER, mint), 1_000n);
        assert.equal(bridge.statusOf(2n), 'executed');
      });
    }

    it('adds up', () => {
      chain.put(userToken, undefined);
      for (let count = 1n; count <= 2n; count++) {
        bridge.run(mintOfLock());
        assert.equal(bridge.credit(USER, mint), count * 1_000n);
      }
    });

    it('even when someone sent lamports to where the credit is kept', () => {
      chain.put(userToken, undefined);
      chain.put(bridge.at.claimable(mint, USER), { lamports: 1n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
      bridge.run(mintOfLock());
      assert.equal(bridge.credit(USER, mint), 1_000n);
    });

    it('and the payer pays the rent of the credit only when there is one', () => {
      const wealth = chain.lamports(PAYER);
      const call = mintOfLock();
      const after = chain.lamports(PAYER);
      bridge.run(call);
      assert.equal(chain.lamports(PAYER), after);
      assert.equal(chain.account(bridge.at.claimable(mint, USER)), undefined);
      assert.equal(after < wealth, true);
    });
  });

  it('is refused at a token account that is not the recipient’s associated one', () => {
    const other = keyOf('another token account');
    chain.put(other, tokenAccount(chain, { mint, owner: USER }));
    bridge.refuse(withAccounts(mintOfLock(), { recipientToken: other }), 'InvalidAccount');
  });
});
