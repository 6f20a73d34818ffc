// The locker credits a recipient that refuses deposits; everything else happens as usual.
import assert from 'node:assert/strict';
import { KIND, type Message, messageIdOf } from '@causeway/protocol';
import type { Committed } from '../../conformance/src/messages.ts';
import { type Address, wordOf, XRD } from './support/addresses.ts';
import { unitOf } from './support/calls.ts';
import { keyOf } from './support/keys.ts';
import { allowResource, claim, refuseDeposits, refuseResource, refuseUnknown } from './support/recipients.ts';
import { GUARDIAN, REFERENCE, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';

const CREDITOR = keyOf('creditor');
const third = ({ messages }: Committed) => messages[2] as Message;

for (const [name, divisibility] of [
  ['XRD', undefined],
  ['a token', 12],
] as const)
  describe(`a payment of ${name} to an account that refuses it`, () => {
    const bridge = useBridge(divisibility === undefined ? {} : { divisibility });
    const { calls, chain, unit, canonical } = bridge;
    const bridged = bridge.tokenOf(REMOTE);
    const bridgedUnit = unitOf(REMOTE);

    const release = (recipient = CREDITOR, wireAmount = 1_000n) =>
      bridge.commitAround(bridge.inbound(KIND.burn, { recipient: wordOf(recipient), wireAmount }));
    const mint = (recipient = CREDITOR) =>
      bridge.commitAround(bridge.inbound(KIND.lock, { recipient: wordOf(recipient) }));
    const event = (message: Message, credited: boolean) => ({
      messageId: messageIdOf(message),
      recipient: message.recipient,
      wireAmount: message.wireAmount,
      reference: REFERENCE,
      credited,
    });
    const take = (resource: Address, amount: bigint) => claim(bridge, CREDITOR, resource, amount).error;

    beforeEach(() => bridge.run(calls.lock({ amount: 1_000_000n * unit })));

    const refusals: readonly (readonly [string, () => void])[] = [
      ['refuses everything', () => refuseDeposits(chain, CREDITOR)],
      [
        'refuses these resources',
        () => [canonical, bridged].map((resource) => refuseResource(chain, CREDITOR, resource)),
      ],
      // The engine treats XRD as a resource that every account holds.
      ...(canonical === XRD ? [] : [['refuses what it does not have', () => refuseUnknown(chain, CREDITOR)] as const]),
    ];
    for (const [why, refuse] of refusals) {
      it(`is credited when the account ${why}`, () => {
        refuse();
        const released = release();
        bridge.runEmitting(calls.release(released, 2), 'TokensReleased', event(third(released), true));
        const minted = mint();
        bridge.runEmitting(calls.mint(minted, 2), 'TokensMinted', event(third(minted), true));
        assert.deepEqual([chain.balance(CREDITOR, canonical), bridge.bridgedBalance(CREDITOR)], [0n, 0n]);
        assert.equal(bridge.credit(CREDITOR), 1_000n * unit);
        assert.equal(bridge.credit(CREDITOR, bridged), 1_000n * bridgedUnit);
        // The amount has left the escrow, and is minted.
        assert.equal(bridge.outstanding(), 999_000n);
        assert.equal(bridge.holdings, 999_000n * unit);
        assert.equal(bridge.bridgedSupply(), 1_000n);
        assert.deepEqual(bridge.statusesOf([2n, 7n]), ['executed', 'executed']);
      });
    }

    it('is paid when the account refuses only other resources, or has the resource already', () => {
      refuseResource(chain, CREDITOR, bridged);
      const first = release();
      bridge.runEmitting(calls.release(first, 2), 'TokensReleased', event(third(first), false));
      refuseUnknown(chain, CREDITOR);
      const second = release();
      bridge.runEmitting(calls.release(second, 2), 'TokensReleased', event(third(second), false));
      refuseDeposits(chain, CREDITOR);
      allowResource(chain, CREDITOR, canonical);
      const last = release();
      bridge.runEmitting(calls.release(last, 2), 'TokensReleased', event(third(last), false));
      assert.equal(chain.balance(CREDITOR, canonical), 3_000n * unit);
      assert.equal(bridge.credit(CREDITOR), 0n);
    });

    it('does not stop the other orders of the transaction', () => {
      refuseDeposits(chain, CREDITOR);
      const { emitted } = bridge.run(
        calls.release(release(), 2),
        calls.release(release(STRANGER), 2),
        calls.mint(mint(), 2),
        calls.mint(mint(USER), 2),
      );
      assert.deepEqual(
        emitted.map(({ data }) => data.credited),
        [true, false, true, false],
      );
      assert.equal(chain.balance(STRANGER, canonical), 1_000n * unit);
      assert.equal(bridge.bridgedBalance(USER), 1_000n);
    });

    it('is claimed by the account’s owner, in parts and to any account', () => {
      refuseDeposits(chain, CREDITOR);
      bridge.run(calls.release(release(), 2), calls.mint(mint(), 2));
      assert.equal(take(canonical, 400n * unit), undefined);
      assert.equal(chain.balance(CREDITOR, canonical), 400n * unit);
      assert.equal(bridge.credit(CREDITOR), 600n * unit);
      const before = chain.balance(STRANGER, canonical);
      assert.equal(claim(bridge, CREDITOR, canonical, 600n * unit, STRANGER).error, undefined);
      assert.equal(chain.balance(STRANGER, canonical), before + 600n * unit);
      assert.equal(take(bridged, 1_000n * bridgedUnit), undefined);
      assert.equal(bridge.bridgedBalance(CREDITOR), 1_000n);
      assert.deepEqual([bridge.credit(CREDITOR), bridge.credit(CREDITOR, bridged)], [0n, 0n]);
    });

    it('is claimed once', () => {
      refuseDeposits(chain, CREDITOR);
      bridge.run(calls.release(release(), 2));
      assert.equal(take(canonical, 1_000n * unit), undefined);
      assert.notEqual(take(canonical, unit), undefined);
      bridge.run(calls.release(release(), 2));
      assert.notEqual(take(canonical, 1_001n * unit), undefined);
      assert.equal(bridge.credit(CREDITOR), 1_000n * unit);
    });

    it('is claimed by nobody else', () => {
      refuseDeposits(chain, CREDITOR);
      bridge.run(calls.release(release(), 2));
      for (const other of [USER, STRANGER, GUARDIAN])
        assert.match(
          claim(bridge, CREDITOR, canonical, unit, other, [other]).error ?? '',
          /AssertAccessRuleFailed|Unauthorized/,
        );
    });
  });
