import assert from 'node:assert/strict';
import { LITTLE, QUOTED, type Swap, useSettler, WIRE_IN } from '../../settler.ts';
import type { SettlerKind } from '../../settler-under-test.ts';

const INPUTS = ['canonical', 'bridged'] as const;

export function settle(kind: SettlerKind): void {
  for (const asset of INPUTS)
    describe(`settle of the ${asset} asset`, () => {
      const settler = useSettler(kind);
      let swap: Swap;
      beforeEach(async () => {
        swap = await settler.swap({}, asset);
        await settler.run(settler.fill(swap));
      });
      const deliver = (wireAmount = WIRE_IN) => settler.deliver(swap, { asset, wireAmount });

      it('pays exactly amountIn to the filler, whoever calls it', async () => {
        await deliver();
        const { amountIn } = swap.terms;
        const event = { id: swap.id, to: settler.solver, amount: amountIn };
        await settler.moves(
          () => settler.emits(settler.settle(swap), 'Settled', event),
          [
            [asset, settler.solver, amountIn],
            [asset, settler.stranger, 0n],
          ],
        );
        await settler.assertState(swap, 'settled', settler.solver);
      });

      it('is refused until all of amountIn is there, whatever dust is', async () => {
        for (const wireAmount of [LITTLE, WIRE_IN - 2n * LITTLE]) {
          await settler.refuses(settler.settle(swap), 'NotDelivered');
          await deliver(wireAmount);
        }
        await settler.refuses(settler.settle(swap), 'NotDelivered');
        await settler.assertState(swap, 'filled', settler.solver);
        await deliver(LITTLE);
        await settler.run(settler.settle(swap));
        await settler.assertHeld(swap, 0n, asset);
      });

      it('happens once, and what more comes is the recipient’s', async () => {
        const { amountIn, assetIn } = swap.terms;
        await deliver();
        await deliver();
        await settler.moves(() => settler.run(settler.settle(swap)), [[asset, settler.solver, amountIn]]);
        await settler.refuses(settler.settle(swap), 'AlreadySettled');
        await settler.refuses(settler.settleLess(swap, 1n), 'AlreadySettled');
        await settler.refuses(settler.giveBack(swap), 'AlreadySettled');
        const swept = { id: swap.id, asset: assetIn, to: settler.recipient, amount: amountIn };
        await settler.moves(
          () => settler.emits(settler.sweep(swap), 'Swept', swept),
          [[asset, settler.recipient, amountIn]],
        );
        await settler.refuses(settler.sweep(swap), 'NotDelivered');
      });

      it('comes long after the deadline too, and no return before it', async () => {
        await settler.until(swap.terms.deadline + 10n ** 7n);
        await deliver();
        await settler.refuses(settler.giveBack(swap), 'AlreadyFilled');
        await settler.run(settler.settle(swap));
      });

      it('takes less where the filler says so, finally', async () => {
        const unit = settler.unitOf(asset);
        await deliver(WIRE_IN / 2n);
        const held = (WIRE_IN / 2n) * unit;
        await settler.refuses(settler.settleLess(swap, held + 1n), 'NotDelivered');
        await settler.refuses(settler.settleLess(swap, 0n), 'ZeroAmount');
        for (const by of [settler.stranger, settler.recipient])
          await settler.refuses(settler.settleLess(swap, 1n, by), 'NotFiller');
        const event = { id: swap.id, to: settler.solver, amount: held };
        await settler.moves(
          () => settler.emits(settler.settleLess(swap, held), 'Settled', event),
          [[asset, settler.solver, held]],
        );
        await settler.assertState(swap, 'settled', settler.solver);
        await deliver(WIRE_IN / 2n);
        await settler.refuses(settler.settle(swap), 'AlreadySettled');
        await settler.moves(() => settler.run(settler.sweep(swap)), [[asset, settler.recipient, held]]);
      });

      it('takes no less where all is there, and nothing where nothing is', async () => {
        await settler.refuses(settler.settleLess(swap, 1n), 'NotDelivered');
        await deliver();
        await settler.refuses(settler.settleLess(swap, 1n), 'FullyDelivered');
      });
    });

  describe('settle', () => {
    const settler = useSettler(kind);

    it('is refused without a fill, and after a return', async () => {
      const swap = await settler.swap();
      await settler.deliver(swap);
      await settler.refuses(settler.settle(swap), 'NotFilled');
      await settler.refuses(settler.settleLess(swap, 1n), 'NotFilled');
      await settler.run(settler.withdraw(swap));
      await settler.refuses(settler.settle(swap), 'AlreadyReturned');
      await settler.refuses(settler.settleLess(swap, 1n), 'AlreadyReturned');
    });

    it('is refused for another asset that came instead', async () => {
      const swap = await settler.swap();
      await settler.run(settler.fill(swap));
      await settler.deliver(swap, { asset: 'canonical' });
      await settler.refuses(settler.settle(swap), 'NotDelivered');
      await settler.refuses(settler.settleLess(swap, 1n), 'NotDelivered');
    });
  });

  describe('fillAndSettle', () => {
    const settler = useSettler(kind);

    for (const asset of INPUTS)
      for (const assetOut of ['wanted', 'native', 'bridged'] as const)
        it(`pays both sides at once: the ${asset} asset for ${assetOut}`, async () => {
          const swap = await settler.swap({}, asset, assetOut);
          await settler.under.give(assetOut, settler.solver, QUOTED);
          await settler.deliver(swap, { asset });
          const { amountIn } = swap.terms;
          const changes: [typeof asset | typeof assetOut, `0x${string}`, bigint][] = [
            [assetOut, settler.recipient, QUOTED],
            [asset, settler.solver, amountIn],
          ];
          // Where both assets are one, the solver keeps the difference.
          const same = settler.under.asset(asset) === settler.under.asset(assetOut);
          if (same) changes[1] = [asset, settler.solver, amountIn - QUOTED];
          await settler.moves(async () => {
            assert.deepEqual(await settler.run(settler.fillAndSettle(swap)), [
              { name: 'Filled', fields: { id: swap.id, solver: settler.solver, out: QUOTED } },
              { name: 'Settled', fields: { id: swap.id, to: settler.solver, amount: amountIn } },
            ]);
          }, changes);
          await settler.assertState(swap, 'settled', settler.solver);
          await settler.assertHeld(swap, 0n, asset);
        });

    it('is both or neither', async () => {
      const swap = await settler.swap();
      const nothing = [
        ['wanted', settler.solver, 0n],
        ['wanted', settler.recipient, 0n],
      ] as const;
      await settler.moves(() => settler.refuses(settler.fillAndSettle(swap), 'NotDelivered'), nothing);
      await settler.deliver(swap, { wireAmount: WIRE_IN - 1n });
      await settler.moves(() => settler.refuses(settler.fillAndSettle(swap), 'NotDelivered'), nothing);
      await settler.assertState(swap, 'none');
      await settler.deliver(swap, { wireAmount: 1n });
      await settler.under.block('wanted', settler.recipient, true);
      await settler.fails(settler.fillAndSettle(swap), 'PaymentFailed');
      await settler.assertHeld(swap, swap.terms.amountIn);
      await settler.assertState(swap, 'none');
    });

    it('is refused like a fill: of another solver, above the most, with too little', async () => {
      const swap = await settler.swap();
      await settler.deliver(swap);
      await settler.refuses(settler.fillAndSettle(swap, settler.stranger), 'NotSolver');
      await settler.refuses(settler.fillAndSettle(swap, settler.solver, QUOTED - 1n), 'OutAboveMaximum');
      await settler.fails(settler.fillAndSettle(swap, settler.solver, QUOTED, QUOTED - 1n), 'WrongValue');
    });
  });
}
