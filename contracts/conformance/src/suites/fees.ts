import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { messageFields, type SendOptions, useBridge } from '../bridge.ts';
import type { Asset, Call, Kind } from '../bridge-under-test.ts';
import { ORACLE, OTHER, REFERENCE, REMOTE } from '../setting.ts';

/** Smallest units of the native coin. */
const FEE = 2_500_000n;
const SUPPLY = 100_000n;

type SendCall = Call<'lockTokens' | 'lockTokensWithReference' | 'burnTokens' | 'burnTokensWithReference'>;

const ASSETS: readonly (readonly [string, Asset])[] = [
  ['the native coin', 'native'],
  ['a token', { decimals: 12 }],
];

export function fees(kind: Kind): void {
  const isExact = kind.fee === 'exact';
  const refusal = isExact ? 'WrongValue' : 'FeeTooHigh';

  for (const [name, asset] of ASSETS)
    describe(`the delivery fee at a bridge of ${name}`, () => {
      const bridge = useBridge(kind, asset);
      const coins = () => bridge.under.coins(bridge.user);
      /** All ways to send: locks and burns, with and without a reference. */
      const sends = (fee: bigint, options: Partial<SendOptions> = {}): readonly SendCall[] =>
        [{}, { reference: REFERENCE }].flatMap((reference) => {
          const all = { wireAmount: 1_000n, fee, ...reference, ...options };
          return [bridge.lock(all), bridge.burn(all)] as SendCall[];
        });
      /** The native coins that the call moves as its amount. */
      const movedBy = ({ name, args }: SendCall): bigint =>
        asset === 'native' && name.startsWith('lock') ? args.amount : 0n;
      const assertPays = async (call: SendCall, fee: bigint) => {
        const [had, fees] = [await coins(), await bridge.under.fees()];
        await bridge.run(call);
        assert.equal(had - (await coins()), movedBy(call) + fee, `${call.name} pays its fee`);
        assert.equal((await bridge.under.fees()) - fees, fee, `${call.name} leaves its fee here`);
      };
      const setFee = (fee: bigint) => bridge.run(bridge.setFee(REMOTE, fee));

      beforeEach(() => bridge.giveBridged(SUPPLY));

      it('is zero until the guardian or the admin sets it', async () => {
        assert.equal(await bridge.under.fee(REMOTE.domain), 0n);
        for (const call of sends(0n)) await assertPays(call, 0n);
        for (const [by, fee] of [
          ['guardian', FEE],
          ['admin', 2n * FEE],
        ] as const) {
          const event = { remote: REMOTE.domain, fee };
          await bridge.emits(bridge.setFee(REMOTE, fee, bridge.actor(by)), 'FeeSet', event);
          assert.equal(await bridge.under.fee(REMOTE.domain), fee);
        }
        await setFee(0n);
        assert.equal(await bridge.under.fee(REMOTE.domain), 0n);
      });

      it('is set by nobody else, and for a registered remote only', async () => {
        const others = [bridge.actor('stranger'), bridge.user, ORACLE];
        await bridge.refusesCallers(bridge.setFee(REMOTE, FEE), others, 'NotGuardian');
        await bridge.refuses(bridge.setFee(OTHER, FEE), 'UnknownRemote');
        assert.equal(await bridge.under.fee(OTHER.domain), 0n);
      });

      it('is paid on top of the amount by every lock and burn', async () => {
        await setFee(FEE);
        for (const call of sends(FEE)) await assertPays(call, FEE);
      });

      it('changes nothing else: message, outstanding amount, supply and escrow', async () => {
        await setFee(FEE);
        const lock = bridge.outbound(KIND.lock, 0n, 1_000n);
        await bridge.emits(bridge.lock({ wireAmount: 1_000n, fee: FEE }), 'TokensLocked', messageFields(lock));
        const burn = bridge.outbound(KIND.burn, 1n, 1_000n);
        await bridge.emits(bridge.burn({ wireAmount: 1_000n, fee: FEE }), 'TokensBurned', messageFields(burn));
        assert.deepEqual([await bridge.outstanding(), await bridge.bridgedSupply()], [1_000n, SUPPLY - 1_000n]);
        const inEscrow = asset === 'native' && kind.feesInEscrow ? 2n * FEE : 0n;
        assert.equal(await bridge.under.held(), 1_000n * bridge.unit + inEscrow);
      });

      it('is not paid by who did not sign it, nor in part', async () => {
        await setFee(FEE);
        for (const fee of [0n, FEE - 1n]) for (const call of sends(fee)) await bridge.refuses(call, refusal);
        assert.equal(await bridge.under.fees(), 0n);
      });

      it('takes no more than the fee', async () => {
        for (const fee of [0n, FEE]) {
          await setFee(fee);
          for (const call of sends(fee + 1n))
            if (isExact) await bridge.refuses(call, 'WrongValue');
            else await assertPays(call, fee);
        }
      });

      it('that changes after the signing only makes the call fail', async () => {
        await setFee(FEE);
        const signed = sends(FEE);
        await setFee(FEE + 100n);
        for (const call of signed) await bridge.refuses(call, refusal);
        await setFee(FEE - 100n);
        for (const call of signed)
          if (isExact) await bridge.refuses(call, 'WrongValue');
          else await assertPays(call, FEE - 100n);
      });

      it('is each remote’s own', async () => {
        await bridge.register(OTHER);
        await setFee(FEE);
        await bridge.run(bridge.setFee(OTHER, 3n * FEE));
        await assertPays(bridge.lock({ wireAmount: 1_000n, fee: FEE }) as SendCall, FEE);
        await assertPays(bridge.lock({ wireAmount: 1_000n, fee: 3n * FEE, to: OTHER }) as SendCall, 3n * FEE);
        assert.equal(await bridge.under.fee(REMOTE.domain), FEE);
      });

      it('stays over a new registration', async () => {
        await bridge.run(bridge.setRemote(OTHER), bridge.setFee(OTHER, FEE), bridge.setRemote(OTHER));
        assert.equal(await bridge.under.fee(OTHER.domain), FEE);
      });

      it('is not paid by a cancellation', async () => {
        await setFee(FEE);
        await bridge.run(bridge.cancel(await bridge.commitAround(bridge.inbound(KIND.lock)), 2));
        assert.equal(await bridge.under.fees(), 0n);
      });

      it('stays here when the amount is refunded', async () => {
        await setFee(FEE);
        await bridge.run(bridge.lock({ wireAmount: 1_000n, fee: FEE }));
        const before = await bridge.under.balance('canonical', bridge.user);
        const refund = bridge.inbound(KIND.cancel, { assetHome: bridge.here });
        await bridge.run(bridge.release(await bridge.commitAround(refund), 2));
        assert.equal((await bridge.under.balance('canonical', bridge.user)) - before, 1_000n * bridge.unit);
        assert.deepEqual([await bridge.under.fees(), await bridge.outstanding()], [FEE, 0n]);
      });

      describe('collected', () => {
        const collect = (remote = REMOTE) => bridge.collectFees(bridge.under.account('treasury'), remote);
        const treasury = () => bridge.under.coins(bridge.under.account('treasury'));
        const assertCollects = async (amount: bigint, remote = REMOTE) => {
          const before = await treasury();
          await bridge.run(collect(remote));
          assert.equal((await treasury()) - before, amount);
        };

        beforeEach(async () => {
          await setFee(FEE);
          await bridge.run(...sends(FEE));
        });

        it('goes to an account of the admin’s choice, once', async () => {
          const to = bridge.under.account('treasury');
          const before = await treasury();
          await bridge.emits(collect(), 'FeesCollected', { to, amount: 4n * FEE });
          assert.equal((await treasury()) - before, 4n * FEE);
          assert.equal(await bridge.under.fees(), 0n);
          await assertCollects(0n);
          await bridge.run(bridge.lock({ wireAmount: 1_000n, fee: FEE }));
          await assertCollects(FEE);
        });

        it('goes to nobody without the admin', () => bridge.refusesCallers(collect(), bridge.notAdmins, 'NotAdmin'));

        it('is all of it, whichever remotes were paid for', async () => {
          await bridge.register(OTHER);
          await bridge.run(bridge.setFee(OTHER, 3n * FEE));
          await bridge.run(bridge.lock({ wireAmount: 1_000n, fee: 3n * FEE, to: OTHER }));
          const before = await treasury();
          await bridge.run(collect(), collect(OTHER));
          assert.equal((await treasury()) - before, 7n * FEE);
          assert.equal(await bridge.under.fees(), 0n);
        });

        it('leaves what is owed: outstanding amounts of every remote, and credits', async () => {
          const [creditor, to] = ['creditor', 'account of the creditor’s choice'].map((of) => bridge.under.account(of));
          assert(creditor !== undefined && to !== undefined);
          await bridge.register(OTHER);
          await bridge.under.prepare('canonical', to);
          await bridge.under.block('canonical', creditor);
          const amount = 10n ** 6n;
          await bridge.run(
            bridge.lock({ wireAmount: 3n * amount, fee: FEE }),
            bridge.lock({ wireAmount: amount, to: OTHER }),
          );
          const burn = { recipient: creditor, wireAmount: amount };
          await bridge.run(bridge.release(await bridge.commitAround(bridge.inbound(KIND.burn, burn)), 2));
          await assertCollects(5n * FEE);
          // Two locks before each test left 2,000 wire units here; one credit of three amounts is still in the escrow.
          const owed = 4n * amount + 2_000n;
          assert.equal(await bridge.under.held(), owed * bridge.unit);
          await assertCollects(0n);
          const rest = { recipient: to, wireAmount: 2n * amount + 2_000n };
          const other = { recipient: to, wireAmount: amount };
          const before = await bridge.under.balance('canonical', to);
          await bridge.run(
            bridge.claim('canonical', creditor, to),
            bridge.release(await bridge.commitAround(bridge.inbound(KIND.burn, rest)), 2),
            bridge.release(await bridge.commitAround(bridge.inbound(KIND.burn, other, OTHER), OTHER), 2),
          );
          assert.equal((await bridge.under.balance('canonical', to)) - before, owed * bridge.unit);
          assert.equal(await bridge.under.held(), 0n);
        });

        it('can be collected while everything is paused', async () => {
          await bridge.run(bridge.pause('pauseInbound'), bridge.pause('pauseOutbound'));
          await assertCollects(4n * FEE);
        });
      });
    });
}
