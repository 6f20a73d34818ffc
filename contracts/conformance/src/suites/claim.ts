import assert from 'node:assert/strict';
import { type Hex, KIND, type Message } from '@causeway/protocol';
import { executionFields, messageAt, useBridge } from '../bridge.ts';
import type { Asset, Currency, Kind } from '../bridge-under-test.ts';
import { REMOTE } from '../setting.ts';

const CREDIT = 1_000_000n;

interface Payment {
  readonly name: string;
  readonly asset: Asset;
  readonly currency: Currency;
}
const RELEASES: readonly Payment[] = [
  { name: 'the native coin', asset: 'native', currency: 'canonical' },
  { name: 'a token', asset: { decimals: 12 }, currency: 'canonical' },
];
const MINT: Payment = { name: 'a bridged token', asset: 'native', currency: REMOTE.domain };

export function claim(kind: Kind): void {
  for (const { name, asset, currency } of kind.mintsCanFail ? [...RELEASES, MINT] : RELEASES)
    describe(`a payment of ${name} that fails`, () => {
      const bridge = useBridge(kind, asset);
      const isMint = currency !== 'canonical';
      let creditor: Hex;
      let to: Hex;

      const unit = () => (isMint ? bridge.unitOf(REMOTE) : bridge.unit);
      const inbound = (recipient = creditor): Message =>
        bridge.inbound(isMint ? KIND.lock : KIND.burn, { recipient, wireAmount: CREDIT });
      async function pay(recipient = creditor) {
        const committed = await bridge.commitAround(inbound(recipient));
        const call = isMint ? bridge.mint(committed, 2) : bridge.release(committed, 2);
        return { call, message: messageAt(committed, 2) };
      }
      const credit = async (of = creditor) => (await bridge.under.credit(currency, of)) / unit();
      const balance = async (of: Hex) => bridge.under.balance(currency, of);
      const claimed = () => bridge.claim(currency, creditor, to);

      beforeEach(async () => {
        creditor = bridge.under.account('creditor');
        to = bridge.under.account('account of the creditor’s choice');
        await bridge.under.prepare(currency, to);
        await bridge.under.block(currency, creditor);
        await bridge.run(bridge.lock({ wireAmount: 10n * CREDIT }));
      });

      it('is credited to the recipient', async () => {
        const { call, message } = await pay();
        const event = { ...executionFields(message), credited: true };
        await bridge.emits(call, isMint ? 'TokensMinted' : 'TokensReleased', event);
        assert.equal(await credit(), CREDIT);
        assert.equal(await bridge.outstanding(), isMint ? 10n * CREDIT : 9n * CREDIT);
        assert.equal(await bridge.statusOf(message.nonce), 'executed');
      });

      it('adds up', async () => {
        for (let count = 1n; count <= 2n; count++) {
          await bridge.run((await pay()).call);
          assert.equal(await credit(), count * CREDIT);
        }
      });

      it('does not stop the payments of others', async () => {
        await bridge.run((await pay()).call);
        const before = await balance(to);
        await bridge.run((await pay(to)).call);
        assert.equal((await balance(to)) - before, CREDIT * unit());
        assert.equal(await credit(to), 0n);
      });

      it('is claimed at once, to an account of the creditor’s choice', async () => {
        await bridge.run((await pay()).call, (await pay()).call);
        const before = await balance(to);
        // A chain whose bridge does not pay credits itself has no event of the bridge.
        for (const event of await bridge.run(claimed()))
          assert.deepEqual(event, { name: 'Claimed', fields: { creditor, to, amount: 2n * CREDIT * unit() } });
        assert.equal((await balance(to)) - before, 2n * CREDIT * unit());
        assert.equal(await credit(), 0n);
        if (isMint) assert.equal(await bridge.bridgedSupply(), 2n * CREDIT);
        else assert.equal(await bridge.under.held(), 8n * CREDIT * bridge.unit);
      });

      it('is claimed once, and credited anew afterwards', async () => {
        await bridge.run((await pay()).call, claimed());
        await bridge.fails(claimed(), 'NothingToClaim');
        await bridge.run((await pay()).call);
        assert.equal(await credit(), CREDIT);
      });

      it('is claimed by nobody else', async () => {
        await bridge.run((await pay()).call);
        for (const by of [bridge.actor('stranger'), bridge.user])
          await bridge.fails({ ...claimed(), by }, 'NothingToClaim');
        assert.equal(await credit(), CREDIT);
      });

      it('can be claimed while both directions are paused', async () => {
        await bridge.run((await pay()).call, bridge.pause('pauseInbound'), bridge.pause('pauseOutbound'), claimed());
        assert.equal(await credit(), 0n);
      });

      if (isMint)
        it('is burned like any other token after the claim', async () => {
          await bridge.run((await pay()).call, claimed(), bridge.burn({ wireAmount: CREDIT, by: to }));
          assert.equal(await bridge.bridgedSupply(), 0n);
        });

      it('leaves the credits of others alone', async () => {
        const other = bridge.under.account('another creditor');
        await bridge.under.block(currency, other);
        await bridge.run((await pay()).call, (await pay(other)).call, claimed());
        assert.deepEqual([await credit(), await credit(other)], [0n, CREDIT]);
      });
    });
}
