import assert from 'node:assert/strict';
import { type Hex, KIND, type Message, messageIdOf, packProof } from '@causeway/protocol';
import { flipBit } from '../../test-support/bytes.ts';
import { type Address, wordOf } from './support/addresses.ts';
import { type Call, signedBy, withArgs } from './support/call.ts';
import type { Committed } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, HERE, LIMITS, MEMBERS, OTHER, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const RECIPIENT = keyOf('recipient');
/** Wire units. */
const LOCKED = 1_000_000n;
const AMOUNT = 1_234n;

const released = (message: Message) => ({
  messageId: messageIdOf(message),
  recipient: message.recipient,
  wireAmount: message.wireAmount,
  reference: REFERENCE,
  credited: false,
});
const third = ({ messages }: Committed) => messages[2] as Message;

describe('releaseTokens of XRD', () => {
  const bridge = useBridge();
  const { calls, chain, unit } = bridge;
  const burn = (fields: Partial<Message> = {}) =>
    bridge.inbound(KIND.burn, { recipient: wordOf(RECIPIENT), wireAmount: AMOUNT, ...fields });
  const releaseOf = (message: Message): Call => calls.release(bridge.commitAround(message), 2);
  const balance = (account = RECIPIENT) => chain.balance(account, bridge.canonical);

  beforeEach(() => {
    bridge.run(calls.lock({ amount: LOCKED * unit }));
  });

  it('pays a Burn out of the escrow', () => {
    const committed = bridge.commitAround(burn());
    bridge.runEmitting(calls.release(committed, 2), 'TokensReleased', released(third(committed)));
    assert.equal(balance(), AMOUNT * unit);
    assert.equal(bridge.holdings, (LOCKED - AMOUNT) * unit);
    assert.equal(bridge.outstanding(), LOCKED - AMOUNT);
    assert.equal(bridge.statusOf(2n), 'executed');
    assert.equal(bridge.credit(RECIPIENT), 0n);
  });

  it('pays the Cancel of a Lock', () => {
    bridge.run(releaseOf(burn({ kind: KIND.cancel, assetHome: HERE })));
    assert.equal(balance(), AMOUNT * unit);
  });

  it('pays the last locked unit', () => {
    bridge.run(releaseOf(burn({ wireAmount: LOCKED })));
    assert.equal(bridge.outstanding(), 0n);
    assert.equal(bridge.holdings, 0n);
  });

  it('is refused above the outstanding amount', () => {
    bridge.refuse(releaseOf(burn({ wireAmount: LOCKED + 1n })), 'InsufficientOutstanding');
    bridge.refuse(releaseOf(burn({ wireAmount: 2n ** 64n })), 'InsufficientOutstanding');
    bridge.refuse(releaseOf(burn({ wireAmount: 2n ** 128n - 1n })), 'InsufficientOutstanding');
  });

  it('leaves the outstanding amount of another remote unchanged', () => {
    bridge.register(OTHER);
    const theirs = bridge.commit([{ ...burn(), source: OTHER.domain, sourceBridge: OTHER.bridge }], OTHER);
    bridge.refuse(calls.release(theirs, 0), 'InsufficientOutstanding');
  });

  it('is refused without the oracle', () => {
    const call = releaseOf(burn());
    for (const signers of [[], [STRANGER, ADMIN, GUARDIAN, RECIPIENT]])
      bridge.refuse(signedBy(call, signers), 'NotOracle');
  });

  it('waits while inbound is paused', () => {
    const call = releaseOf(burn());
    bridge.run(calls.pause('pause_inbound', GUARDIAN));
    bridge.refuse(call, 'InboundPaused');
    bridge.run(calls.pause('unpause_inbound'), call);
  });

  it('is refused the second time', () => {
    const call = releaseOf(burn());
    bridge.run(call);
    bridge.refuse(call, 'AlreadyExecuted');
  });

  it('is refused for a cancelled message', () => {
    const committed = bridge.commitAround(burn());
    bridge.run(calls.cancel(committed, 2));
    bridge.refuse(calls.release(committed, 2), 'AlreadyCancelled');
  });

  it('is refused for a Lock, and for the Cancel of a Burn, which mintTokens serves', () => {
    bridge.refuse(releaseOf(bridge.inbound(KIND.lock, { recipient: wordOf(RECIPIENT) })), 'WrongAssetHome');
    bridge.refuse(releaseOf(burn({ kind: KIND.cancel, assetHome: REMOTE.domain })), 'MessageIdMismatch');
  });

  it('is refused for arguments that are not the message’s', () => {
    const committed = bridge.commitAround(burn());
    const call = calls.release(committed, 2);
    const orderId = call.args.orderId as Hex;
    const proof = call.args.proof as Hex;
    bridge.refuse(withArgs(call, { orderId: flipBit(orderId, 0) }), 'MessageIdMismatch');
    bridge.refuse(withArgs(call, { recipient: ADMIN }), 'MessageIdMismatch');
    // The amount is the last byte of the tail, after the 89 bytes of the head.
    bridge.refuse(withArgs(call, { proof: flipBit(proof, 8 * 104) }), 'MessageIdMismatch');
    const mintProof = packProof('mintTokens', third(committed), committed.batch);
    bridge.refuse(withArgs(call, { proof: mintProof }), 'MalformedProof');
    const cancelProof = packProof('cancelOrder', third(committed), committed.batch);
    bridge.refuse(withArgs(call, { proof: cancelProof }), 'MessageIdMismatch');
  });

  it('is refused for a recipient that is no account', () => {
    const call = releaseOf(burn());
    for (const recipient of [bridge.address, bridge.canonical, bridge.locker])
      bridge.fails(withArgs(call, { recipient }), /SchemaValidation|TypeCheckError/);
  });

  it('is refused for siblings missing or left over, and for bytes left over', () => {
    const call = releaseOf(burn());
    const proof = call.args.proof as Hex;
    for (const siblings of [`${proof}${'00'.repeat(32)}`, proof.slice(0, -64)])
      bridge.refuse(withArgs(call, { proof: siblings }), 'InvalidProof');
    for (const bytes of [`${proof}00`, proof.slice(0, -2), '0x'])
      bridge.refuse(withArgs(call, { proof: bytes }), 'MalformedProof');
  });

  it('is refused for any flipped bit of the proof', () => {
    const call = releaseOf(burn());
    const proof = call.args.proof as Hex;
    for (let bit = 0; bit < (proof.length - 2) * 4; bit += 29)
      bridge.refuseAny(withArgs(call, { proof: flipBit(proof, bit) }));
  });

  it('draws on the canonical bucket, refunds too', () => {
    bridge.run(calls.lock({ amount: LIMITS.maxAmount * unit }), calls.lock({ amount: LIMITS.maxAmount * unit }));
    bridge.run(releaseOf(burn({ wireAmount: LIMITS.capacity })));
    const refund = releaseOf(burn({ kind: KIND.cancel, assetHome: HERE, wireAmount: LOCKED }));
    bridge.refuse(refund, 'RateLimited');
    chain.setTime(chain.time + 1n);
    bridge.run(refund);
    assert.equal(bridge.level('canonical'), LIMITS.refillPerSecond - LOCKED);
    assert.equal(bridge.level('bridged'), LIMITS.capacity);
  });

  // Every recipient gets paid or credited, whatever entity it is.
  for (const [name, recipient] of Object.entries({
    user: USER,
    admin: ADMIN,
    'oracle member that signs': MEMBERS[0] as Address,
    'oracle member that does not sign': MEMBERS[4] as Address,
  }))
    it(`pays the ${name}`, () => {
      const before = balance(recipient);
      bridge.run(releaseOf(burn({ recipient: wordOf(recipient) })));
      assert.equal(balance(recipient), before + AMOUNT * unit);
    });
});

describe('releaseTokens of a token', () => {
  for (const divisibility of [12, 6]) {
    const bridge = useBridge({ divisibility });
    const { calls, chain, unit } = bridge;

    it(`pays the recipient in local units, with ${divisibility} digits`, () => {
      bridge.run(calls.lock({ amount: 10_000n * unit }));
      const committed = bridge.commitAround(bridge.inbound(KIND.burn, { recipient: wordOf(RECIPIENT) }));
      bridge.runEmitting(calls.release(committed, 2), 'TokensReleased', released(third(committed)));
      assert.equal(chain.balance(RECIPIENT, bridge.canonical), 1_000n * unit);
      assert.equal(bridge.holdings, 9_000n * unit);
      assert.equal(bridge.outstanding(), 9_000n);
    });
  }
});
