import assert from 'node:assert/strict';
import { outAt, type Terms, ZERO_32 } from '@causeway/protocol';
import { REMOTE } from '../../setting.ts';
import { HOME, otherLengths, QUOTED, type Swap, swapOf, useSettler, WIRE_IN } from '../../settler.ts';
import type { SettlerKind, SwapAsset } from '../../settler-under-test.ts';

const OUTS: readonly (readonly [string, SwapAsset])[] = [
  ['a token', 'wanted'],
  ['the native coin', 'native'],
];

export function fill(kind: SettlerKind): void {
  for (const [name, assetOut] of OUTS)
    describe(`fill with ${name}`, () => {
      const settler = useSettler(kind);
      let swap: Swap;
      beforeEach(async () => {
        swap = await settler.swap({}, 'bridged', assetOut);
      });
      const { recipient, solver } = { recipient: () => settler.recipient, solver: () => settler.solver };

      it('pays the recipient before the delivery, and keeps who did', async () => {
        const filled = { id: swap.id, solver: solver(), out: QUOTED };
        await settler.moves(
          () => settler.emits(settler.fill(swap), 'Filled', filled),
          [
            [assetOut, recipient(), QUOTED],
            [assetOut, solver(), -QUOTED],
          ],
        );
        await settler.assertState(swap, 'filled', solver());
      });

      it('pays after the delivery too, and leaves that where it is', async () => {
        await settler.deliver(swap);
        await settler.run(settler.fill(swap));
        await settler.assertHeld(swap, swap.terms.amountIn);
      });

      it('pays less from exclusiveUntil on, and takes no more from who offers more', async () => {
        const { exclusiveUntil, deadline } = swap.terms;
        for (const time of [exclusiveUntil, exclusiveUntil + 1n, (exclusiveUntil + deadline) / 2n, deadline - 1n]) {
          const next = swapOf({ ...swap.terms, salt: `0x${time.toString(16).padStart(64, '0')}` });
          await settler.until(time);
          const out = outAt(next.terms, time);
          assert.equal(out < QUOTED, time > exclusiveUntil);
          await settler.moves(
            () => settler.run(settler.fill(next, settler.stranger)),
            [
              [assetOut, recipient(), out],
              [assetOut, settler.stranger, -out],
            ],
          );
        }
      });

      it('is refused above the most that the caller pays', async () => {
        await settler.refuses(settler.fill(swap, solver(), QUOTED - 1n), 'OutAboveMaximum');
        await settler.until(swap.terms.exclusiveUntil + 300n);
        const out = outAt(swap.terms, swap.terms.exclusiveUntil + 300n);
        await settler.refuses(settler.fill(swap, solver(), out - 1n), 'OutAboveMaximum');
        await settler.run(settler.fill(swap, solver(), out));
      });

      it('is refused when less is offered than it pays', async () => {
        await settler.fails(settler.fill(swap, solver(), QUOTED, QUOTED - 1n), 'WrongValue');
        await settler.assertState(swap, 'none');
      });

      it('is refused when the recipient refuses, and nothing changes', async () => {
        await settler.under.block(assetOut, recipient(), true);
        await settler.moves(() => settler.fails(settler.fill(swap), 'PaymentFailed'), [[assetOut, solver(), 0n]]);
        await settler.assertState(swap, 'none');
        await settler.under.block(assetOut, recipient(), false);
        await settler.run(settler.fill(swap));
      });
    });

  describe('fill', () => {
    const settler = useSettler(kind);

    it('is the solver’s alone while the time is before exclusiveUntil', async () => {
      const swap = await settler.swap();
      const { exclusiveUntil } = swap.terms;
      await settler.refuses(settler.fill(swap, settler.stranger), 'NotSolver');
      await settler.until(exclusiveUntil - 1n);
      await settler.refuses(settler.fill(swap, settler.stranger), 'NotSolver');
      await settler.until(exclusiveUntil);
      await settler.run(settler.fill(swap, settler.stranger));
      await settler.assertState(swap, 'filled', settler.stranger);
    });

    it('is anyone’s where the terms name no solver', async () => {
      await settler.run(settler.fill(await settler.swap({ solver: ZERO_32 }), settler.stranger));
    });

    it('is possible while the time is before the deadline', async () => {
      const [swap, late] = [await settler.swap(), await settler.swap()];
      await settler.until(swap.terms.deadline - 1n);
      await settler.run(settler.fill(swap));
      await settler.until(swap.terms.deadline);
      for (const call of [settler.fill(late), settler.fillAndSettle(late)])
        await settler.refuses(call, 'DeadlinePassed');
    });

    it('happens once', async () => {
      const swap = await settler.swap({ solver: ZERO_32 });
      await settler.deliver(swap);
      await settler.run(settler.fill(swap));
      for (const by of [settler.solver, settler.stranger])
        for (const call of [settler.fill(swap, by), settler.fillAndSettle(swap, by)])
          await settler.refuses(call, 'AlreadyFilled');
      await settler.run(settler.settle(swap));
      for (const call of [settler.fill(swap), settler.fillAndSettle(swap)])
        await settler.refuses(call, 'AlreadySettled');
    });

    it('does not follow a return', async () => {
      const swap = await settler.swap();
      await settler.run(settler.withdraw(swap));
      for (const call of [settler.fill(swap), settler.fillAndSettle(swap)])
        await settler.refuses(call, 'AlreadyReturned');
    });

    it('of changed terms is another swap’s', async () => {
      const swap = await settler.swap();
      await settler.deliver(swap);
      await settler.run(settler.fill(swap));
      const changes: readonly Partial<Terms>[] = [
        { amountIn: swap.terms.amountIn - 1n },
        { minOut: 1n },
        { recipient: settler.stranger },
        { deadline: swap.terms.deadline + 1n },
        { finishFee: 0n },
        HOME,
      ];
      for (const fields of changes) {
        const changed = swapOf({ ...swap.terms, ...fields });
        await settler.assertState(changed, 'none');
        await settler.assertHeld(changed, 0n);
        await settler.refuses(settler.settle(changed), 'NotFilled');
        await settler.refuses(settler.fillAndSettle(changed), 'NotDelivered');
      }
      await settler.assertHeld(swap, swap.terms.amountIn);
    });

    it('is refused for terms that break a rule', async () => {
      const swap = await settler.swap();
      const { quotedOut, amountIn, exclusiveUntil, domain } = swap.terms;
      const faults: readonly (readonly [string, Partial<Terms>])[] = [
        ['UnknownVersion', { version: 2 }],
        ['WrongSettler', { domain: REMOTE.domain }],
        ['WrongSettler', { settler: settler.account('another settler') }],
        ['ZeroAmount', { minOut: 0n }],
        ['MinOutAboveQuotedOut', { minOut: quotedOut + 1n }],
        ['InvalidRecipient', { recipient: ZERO_32 }],
        ['InvalidRecipient', { recipient: settler.under.word }],
        ['InvalidDeadline', { deadline: exclusiveUntil }],
        ['InvalidFallback', { fallback: 2 }],
        ['InvalidFallback', { ...HOME, home: domain }],
        ['InvalidFallback', { home: REMOTE.domain }],
        ['InvalidFallback', { homeAddress: swap.id }],
        ['FinishFeeTooHigh', { finishFee: amountIn / 20n + 1n }],
      ];
      for (const [fault, fields] of faults) {
        const broken = swapOf({ ...swap.terms, ...fields });
        await settler.refuses(settler.fill(broken), fault);
        await settler.refuses(settler.fillAndSettle(broken), fault);
      }
      for (const encoded of otherLengths(swap)) {
        const cut = { ...swap, encoded };
        const calls = [settler.fill(cut), settler.fillAndSettle(cut), settler.settle(cut), settler.settleLess(cut, 1n)];
        for (const call of calls) await settler.refuses(call, 'MalformedTerms');
      }
    });

    it('of one swap leaves the vault of another alone', async () => {
      const [swap, other] = [await settler.swap(), await settler.swap()];
      await settler.deliver(swap);
      await settler.refuses(settler.fillAndSettle(other), 'NotDelivered');
      await settler.run(settler.fill(other));
      await settler.refuses(settler.settle(other), 'NotDelivered');
      await settler.refuses(settler.settleLess(other, 1n), 'NotDelivered');
      await settler.assertHeld(swap, swap.terms.amountIn);
    });

    it('takes terms at their limits: smallest amounts and the largest fee', async () => {
      const finishFee = (WIRE_IN * settler.unitOf('bridged')) / 20n;
      const small = await settler.swap({ quotedOut: 1n, minOut: 1n, finishFee });
      await settler.moves(() => settler.run(settler.fill(small)), [['wanted', settler.recipient, 1n]]);
    });
  });
}
