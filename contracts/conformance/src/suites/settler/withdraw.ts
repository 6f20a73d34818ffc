import assert from 'node:assert/strict';
import { LITTLE, type Swap, swapOf, useSettler, WIRE_IN } from '../../settler.ts';
import type { SettlerKind } from '../../settler-under-test.ts';

export function withdraw(kind: SettlerKind): void {
  for (const asset of ['canonical', 'bridged'] as const)
    describe(`withdraw of the ${asset} asset`, () => {
      const settler = useSettler(kind);
      let swap: Swap;
      let to: `0x${string}`;
      beforeEach(async () => {
        swap = await settler.swap({}, asset);
        to = settler.account('elsewhere');
      });
      const deliver = (wireAmount = WIRE_IN) => settler.deliver(swap, { asset, wireAmount });

      it('pays all that is there wherever the recipient says, at any time, and ends the swap', async () => {
        await deliver();
        await deliver(LITTLE);
        const amount = (WIRE_IN + LITTLE) * settler.unitOf(asset);
        await settler.moves(
          () => settler.emits(settler.withdraw(swap, { to }), 'Returned', { id: swap.id, amount, home: 0 }),
          [
            [asset, to, amount],
            [asset, settler.recipient, 0n],
          ],
        );
        await settler.assertState(swap, 'returned');
        await settler.refuses(settler.fill(swap), 'AlreadyReturned');
        await settler.until(swap.terms.deadline);
        await settler.refuses(settler.giveBack(swap), 'AlreadyReturned');
      });

      it('is the recipient’s alone', async () => {
        await deliver();
        for (const by of [settler.solver, settler.stranger])
          await settler.refuses(settler.withdraw(swap, { by, to: by }), 'NotRecipient');
        await settler.assertHeld(swap, swap.terms.amountIn, asset);
      });

      it('pays neither nobody nor the settler', async () => {
        await deliver();
        for (const nobody of [`0x${'00'.repeat(32)}` as const, settler.under.word])
          await settler.fails(settler.withdraw(swap, { to: nobody }), 'InvalidRecipient');
        await settler.assertState(swap, 'none');
        // The same name while the filler is owed.
        await settler.run(settler.fill(swap));
        await settler.fails(settler.withdraw(swap, { to: settler.under.word }), 'InvalidRecipient');
      });

      it('is refused while the filler is owed, and pays what is left afterwards', async () => {
        await settler.run(settler.fill(swap));
        await deliver();
        await deliver(LITTLE);
        await settler.refuses(settler.withdraw(swap), 'AlreadyFilled');
        await settler.run(settler.settle(swap));
        const amount = LITTLE * settler.unitOf(asset);
        const swept = { id: swap.id, asset: swap.terms.assetIn, to, amount };
        await settler.moves(() => settler.emits(settler.withdraw(swap, { to }), 'Swept', swept), [[asset, to, amount]]);
        await settler.assertState(swap, 'settled', settler.solver);
        await settler.refuses(settler.withdraw(swap, { to }), 'NotDelivered');
      });

      it('cancels a swap before the delivery, which is the recipient’s then', async () => {
        await settler.emits(settler.withdraw(swap), 'Returned', { id: swap.id, amount: 0n, home: 0 });
        await settler.refuses(settler.withdraw(swap), 'NotDelivered');
        await settler.refuses(settler.fill(swap), 'AlreadyReturned');
        await deliver();
        await settler.moves(
          () => settler.run(settler.sweep(swap)),
          [
            [asset, settler.recipient, swap.terms.amountIn],
            [asset, settler.stranger, 0n],
          ],
        );
      });

      it('and sweep pay what is left of each other, and no more', async () => {
        await deliver();
        await settler.run(settler.withdraw(swap));
        await settler.refuses(settler.sweep(swap), 'NotDelivered');
        await deliver(LITTLE);
        await settler.moves(
          () => settler.run(settler.withdraw(swap, { to })),
          [[asset, to, LITTLE * settler.unitOf(asset)]],
        );
      });
    });

  describe('another asset that came', () => {
    const settler = useSettler(kind);
    let swap: Swap;
    const amount = () => WIRE_IN * settler.unitOf('canonical');
    const canonical = () => settler.under.asset('canonical');
    beforeEach(async () => {
      swap = await settler.swap();
      await settler.deliver(swap, { asset: 'canonical' });
    });

    it('is the recipient’s, who ends the swap by it', async () => {
      const to = settler.account('elsewhere');
      const asset = canonical();
      await settler.moves(async () => {
        const events = await settler.run(settler.withdraw(swap, { to, asset }));
        assert.deepEqual(events, [
          { name: 'Returned', fields: { id: swap.id, amount: 0n, home: 0 } },
          { name: 'Swept', fields: { id: swap.id, asset, to, amount: amount() } },
        ]);
      }, [['canonical', to, amount()]]);
      await settler.refuses(settler.fill(swap), 'AlreadyReturned');
    });

    it('is nobody’s while the filler is owed, and the recipient’s afterwards', async () => {
      await settler.run(settler.fill(swap));
      await settler.refuses(settler.withdraw(swap, { asset: canonical() }), 'AlreadyFilled');
      await settler.refuses(settler.sweep(swap, canonical()), 'NotOver');
      await settler.deliver(swap);
      await settler.run(settler.settle(swap));
      await settler.moves(
        () => settler.run(settler.sweep(swap, canonical())),
        [['canonical', settler.recipient, amount()]],
      );
    });
  });

  describe('sweep', () => {
    const settler = useSettler(kind);

    it('is refused before the swap is settled or returned', async () => {
      const swap = await settler.swap();
      await settler.deliver(swap);
      await settler.refuses(settler.sweep(swap), 'NotOver');
      await settler.until(swap.terms.deadline);
      await settler.refuses(settler.sweep(swap), 'NotOver');
      const filled = await settler.swap();
      await settler.deliver(filled);
      await settler.run(settler.fill(filled));
      await settler.refuses(settler.sweep(filled), 'NotOver');
    });

    it('pays nobody else’s vault', async () => {
      const [swap, other] = [await settler.swap(), await settler.swap()];
      await settler.deliver(other);
      await settler.run(settler.withdraw(swap));
      await settler.refuses(settler.sweep(swap), 'NotDelivered');
      await settler.refuses(settler.sweep(swapOf({ ...other.terms, salt: swap.id })), 'NotOver');
      await settler.assertHeld(other, other.terms.amountIn);
    });
  });

  if (!kind.creditsVaults) return;
  describe('collect', () => {
    const settler = useSettler(kind, { decimals: 12 });

    it('brings what the bridge credited to the vault, and nothing else', async () => {
      const swap = await settler.swap({}, 'canonical');
      const vault = await settler.under.vaultOf(swap.id);
      await settler.refuses(settler.collect(swap), 'NothingToClaim');
      await settler.under.block('canonical', vault, true);
      await settler.deliver(swap, { asset: 'canonical' });
      await settler.assertHeld(swap, 0n, 'canonical');
      await settler.refuses(settler.fillAndSettle(swap), 'NotDelivered');
      await settler.refuses(settler.collect(swap), 'PaymentFailed');
      await settler.under.block('canonical', vault, false);
      await settler.run(settler.collect(swap));
      await settler.assertHeld(swap, swap.terms.amountIn, 'canonical');
      await settler.refuses(settler.collect(swap), 'NothingToClaim');
      await settler.moves(
        () => settler.run(settler.fillAndSettle(swap)),
        [['canonical', settler.solver, swap.terms.amountIn]],
      );
    });
  });
}
