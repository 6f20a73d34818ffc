import { strict as assert } from 'node:assert';
import type { SendArguments } from '@causeway/chains';
import { KIND, ZERO_32 } from '@causeway/protocol';
import { codeOf, must } from '../test/support/bridges.ts';
import { allEvents, lastMessage, sent, succeeded } from '../test/support/traffic.ts';
import { onEveryKind } from './on-every-kind.ts';

/** Wire units of one coin. */
const WIRE = 10n ** 9n;

onEveryKind('sending as any caller', (chain) => {
  it('carries amount, recipient, reference and refund address into the message, and moves the amount', async () => {
    const { here, there, alice, unit } = chain;
    const before = must(await here.lane(there.domain));
    const [held, holdings] = [must(await here.balance(alice.address, here.domain)), must(await here.holdings())];
    const reference = `0x${'5a'.repeat(32)}` as const;
    const refundAddress = chain.actors.outsider.address;
    const args = chain.args({ reference, refundAddress });
    const submissions = await sent(here, 'lockTokens', args);
    const event = (await allEvents(here)).at(-1);
    assert(event?.type === 'message' && event.at.transaction === submissions.at(-1)?.reference);
    assert.deepEqual(event.message, {
      kind: KIND.lock,
      source: here.domain,
      destination: there.domain,
      nonce: before.nextOutboundNonce,
      sourceBridge: here.bridge,
      destinationBridge: there.bridge,
      assetHome: here.domain,
      sender: must(here.parseAddress(refundAddress)),
      recipient: args.recipient,
      wireAmount: WIRE,
      reference,
    });
    const after = must(await here.lane(there.domain));
    assert.equal(after.outstanding - before.outstanding, WIRE);
    assert.equal(after.nextOutboundNonce, before.nextOutboundNonce + 1n);
    assert.equal(must(await here.holdings()) - holdings, unit);
    assert(held - must(await here.balance(alice.address, here.domain)) >= unit);
  });

  it("is refused before anything is signed, with the contract's own reason", async () => {
    const { here, alice, unit } = chain;
    const refusal = async (change: Partial<SendArguments>, key = alice) =>
      codeOf(await here.prepareSend('lockTokens', key, chain.args(change)));
    const balance = must(await here.balance(alice.address, here.domain));
    assert.equal(await refusal({ localAmount: 0n }), 'ZeroAmount');
    assert.equal(await refusal({ localAmount: unit / WIRE }), 'BelowMinimum');
    if (unit > WIRE) assert.equal(await refusal({ localAmount: unit + 1n }), 'DustAmount');
    assert.equal(await refusal({ localAmount: (balance / unit + 1n) * unit }), 'INSUFFICIENT_FUNDS');
    assert.equal(await refusal({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refusal({ remote: 77 }), 'UnknownRemote');
    assert.equal(await refusal({ refundAddress: 'nowhere' }), chain.refundRefusal);
    assert.equal(await refusal({}, chain.actors.outsider), 'INSUFFICIENT_FUNDS');
    const supply = must(await here.bridgedSupply(chain.there.domain));
    const burn = await here.prepareSend('burnTokens', alice, chain.args({ localAmount: supply + unit }));
    assert.equal(codeOf(burn), chain.burnRefusal);
    assert.equal(codeOf(await here.prepareSend('burnTokens', alice, chain.args({ remote: 77 }))), 'UnknownRemote');
    assert.equal(must(await here.balance(alice.address, here.domain)), balance);
  });

  it('waits while the bridge is paused', async () => {
    const { here, alice } = chain;
    await chain.pauseOutbound(true);
    assert.deepEqual(must(await here.paused()), { outbound: true, inbound: false });
    const refused = await here.prepareSend('lockTokens', alice, chain.args());
    assert(!refused.ok && refused.error.code === 'OutboundPaused' && refused.error.retryable);
    await chain.pauseOutbound(false);
    assert.deepEqual(must(await here.paused()), { outbound: false, inbound: false });
    await sent(here, 'lockTokens', chain.args());
  });

  it('is a separate transaction each time, also for equal amounts at once', async () => {
    const { here, alice } = chain;
    const { nextOutboundNonce } = must(await here.lane(chain.there.domain));
    const prepared = await Promise.all([1, 2, 3].map(() => here.prepareSend('lockTokens', alice, chain.args())));
    const submissions = prepared.flatMap((result) => must(result));
    assert.equal(new Set(submissions.map(({ reference }) => reference)).size, 3);
    for (const submission of submissions) must(await here.broadcast(submission));
    for (const submission of submissions) {
      const outcome = await succeeded(here, submission);
      assert.deepEqual(
        outcome.events.map(({ type, at }) => [type, at.transaction]),
        [['message', submission.reference]],
      );
    }
    assert.equal(must(await here.lane(chain.there.domain)).nextOutboundNonce, nextOutboundNonce + 3n);
  });

  it('has no claim without a credit, and names the contract that would have it', async () => {
    const { here, alice } = chain;
    const claim = (from: string, to?: string) => here.unsignedClaim(from, { home: here.domain, ...(to && { to }) });
    assert.equal(codeOf(await claim(alice.address)), 'NothingToClaim');
    assert.equal(codeOf(await claim('nowhere')), 'INVALID_ADDRESS');
    assert.equal(codeOf(await claim(alice.address, 'nowhere')), 'INVALID_ADDRESS');
    assert(here.creditor.length > 0);
  });

  it('can be left to a wallet', async () => {
    const { here, alice } = chain;
    const [unsigned, ...rest] = must(await here.unsignedSend('lockTokens', alice.address, chain.args()));
    assert(unsigned && rest.length === 0);
    assert.equal(unsigned.kind, here.kind);
    const before = must(await here.lane(chain.there.domain)).nextOutboundNonce;
    await chain.sendUnsigned(unsigned);
    while (must(await here.lane(chain.there.domain)).nextOutboundNonce === before) await new Promise(setImmediate);
    const message = await lastMessage(here);
    assert.deepEqual([message.nonce, message.sender], [before, must(here.parseAddress(alice.address))]);
    const unknown = await here.unsignedSend('lockTokens', undefined, chain.args());
    assert.equal(codeOf(unknown), chain.senderRequired ? 'SENDER_REQUIRED' : 'InvalidRefundAddress');
    assert.equal(codeOf(await here.unsignedSend('lockTokens', '0x00', chain.args())), 'INVALID_ADDRESS');
  });
});

onEveryKind(
  'the pause of a remote',
  (chain) => {
    it('lets sends wait, and is seen in the lane', async () => {
      const { here, there, alice } = chain;
      await chain.pauseRemote?.(true);
      assert.equal(must(await here.lane(there.domain)).paused, true);
      assert.deepEqual(must(await here.paused()), { outbound: false, inbound: false });
      const refused = await here.prepareSend('lockTokens', alice, chain.args());
      assert(!refused.ok && refused.error.code === 'RemotePaused' && refused.error.retryable);
      await chain.pauseRemote?.(false);
      assert.equal(must(await here.lane(there.domain)).paused, false);
      await sent(here, 'lockTokens', chain.args());
    });
  },
  ({ pauseRemote }) => pauseRemote !== undefined,
);

onEveryKind(
  'the delivery fee',
  (chain) => {
    const FEE = 250_000n;
    beforeEach(() => chain.setFee?.(FEE));
    afterEach(() => chain.setFee?.(0n));

    it('is read, and paid on top of the amount, which alone is in the message', async () => {
      const { here, there, alice, unit } = chain;
      assert.equal(must(await here.fee(there.domain)), FEE);
      const held = must(await here.balance(alice.address, here.domain));
      await sent(here, 'lockTokens', chain.args({ maxFee: FEE }));
      assert.equal((await lastMessage(here)).wireAmount, WIRE);
      assert(held - must(await here.balance(alice.address, here.domain)) >= unit + FEE);
    });

    it('is carried by the transaction of a wallet', async () => {
      const { here, there, alice } = chain;
      const [unsigned] = must(await here.unsignedSend('lockTokens', alice.address, chain.args()));
      assert(unsigned);
      const { nextOutboundNonce } = must(await here.lane(there.domain));
      await chain.sendUnsigned(unsigned);
      while (must(await here.lane(there.domain)).nextOutboundNonce === nextOutboundNonce)
        await new Promise(setImmediate);
    });

    it('is never paid by a payer who accepts less', async () => {
      const { here, alice } = chain;
      const args = chain.args({ maxFee: FEE - 1n });
      assert.equal(codeOf(await here.prepareSend('lockTokens', alice, args)), 'FeeTooHigh');
      assert.equal(codeOf(await here.prepareSend('burnTokens', alice, args)), 'FeeTooHigh');
      assert.equal(codeOf(await here.unsignedSend('lockTokens', alice.address, args)), 'FeeTooHigh');
    });
  },
  ({ setFee }) => setFee !== undefined,
);
