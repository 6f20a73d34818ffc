import { strict as assert } from 'node:assert';
import { fail, ok, type Result } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { evmSettings } from '../../src/evm/config.ts';
import { currentFees, escalate, gweiToWei, median } from '../../src/evm/fees.ts';
import type { EvmRpc } from '../../src/evm/rpc.ts';
import type { ReadFailure } from '../../src/failures.ts';
import { codeOf, must } from '../support/bridges.ts';

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n });
const fees = fc
  .tuple(wei, wei)
  .map(([a, b]) =>
    a > b ? { maxFeePerGas: a, maxPriorityFeePerGas: b } : { maxFeePerGas: b, maxPriorityFeePerGas: a },
  );

describe('fees', () => {
  it('of a replacement are at least a tenth higher in both fields, within the cap, or refused', () => {
    fc.assert(
      fc.property(fees, fees, wei, (old, fresh, cap) => {
        const next = escalate(old, fresh, cap);
        if (!next.ok) {
          assert(10n * cap < 11n * old.maxFeePerGas + 10n);
          return;
        }
        const { maxFeePerGas, maxPriorityFeePerGas } = next.value;
        assert(maxFeePerGas <= cap && maxPriorityFeePerGas <= maxFeePerGas);
        assert(10n * maxFeePerGas >= 11n * old.maxFeePerGas && maxFeePerGas > old.maxFeePerGas);
        assert(10n * maxPriorityFeePerGas >= 11n * old.maxPriorityFeePerGas);
      }),
      cases(100, 10_000),
    );
  });

  it('rise by an eighth where the market has not moved', () => {
    const old = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.deepEqual(must(escalate(old, old, 10_000n)), { maxFeePerGas: 900n, maxPriorityFeePerGas: 90n });
  });

  it('follow a market that moved further', () => {
    const old = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    const fresh = { maxFeePerGas: 2_000n, maxPriorityFeePerGas: 200n };
    assert.deepEqual(must(escalate(old, fresh, 10_000n)), fresh);
  });

  it('use the room below the cap, and fail when there is none', () => {
    const old = { maxFeePerGas: 800n, maxPriorityFeePerGas: 80n };
    assert.equal(must(escalate(old, old, 880n)).maxFeePerGas, 880n);
    const refused = escalate(old, old, 879n);
    assert.equal(codeOf(refused), 'FEE_CAP_EXCEEDED');
    assert(!refused.ok && refused.error.retryable);
  });

  it('of a rollup have the priority that its nodes suggest, zero too, and never more than its price without one', async () => {
    const baseFeePerGas = 20_000_000n;
    const at = (suggested: Result<readonly bigint[], ReadFailure>) =>
      currentFees(
        { head: async () => ok({ baseFeePerGas }), gather: async () => suggested } as unknown as EvmRpc,
        10n ** 9n,
      );
    assert.deepEqual(must(await at(ok([0n, 0n, 5n]))), { maxFeePerGas: 2n * baseFeePerGas, maxPriorityFeePerGas: 0n });
    const none = must(await at(fail('RPC_UNAVAILABLE', 'no such method', true)));
    assert.deepEqual(none, { maxFeePerGas: 3n * baseFeePerGas, maxPriorityFeePerGas: baseFeePerGas });
    const free = (suggested: Result<readonly bigint[], ReadFailure>) =>
      currentFees(
        { head: async () => ok({ baseFeePerGas: 0n }), gather: async () => suggested } as unknown as EvmRpc,
        10n * 10n ** 9n,
      );
    // Without a base fee, the priority is all that a block's maker gets.
    const whole = must(await free(fail('RPC_UNAVAILABLE', 'no such method', true)));
    assert.deepEqual(whole, { maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n });
    assert.equal(must(await free(ok([0n]))).maxPriorityFeePerGas, 0n);
    const above = currentFees(
      { head: async () => ok({ baseFeePerGas }), gather: async () => ok([0n]) } as unknown as EvmRpc,
      1n,
    );
    assert.equal(codeOf(await above), 'FEE_CAP_EXCEEDED');
  });

  it('have a cap of whole wei, which the configuration bounds', () => {
    const cap = evmSettings.shape.maxFeePerGasGwei;
    for (const gwei of [0, -1, 1e-10, 1e300, Number.POSITIVE_INFINITY]) assert(!cap.safeParse(gwei).success, `${gwei}`);
    for (const gwei of [1e-9, 0.05, 500, 1e9]) assert(gweiToWei(cap.parse(gwei)) >= 1n);
  });

  it('take gwei with fractions, and the lower middle of several estimates', () => {
    assert.equal(gweiToWei(0.5), 500_000_000n);
    assert.equal(median([9n, 1n, 5n]), 5n);
    assert.equal(median([7n, 3n]), 3n);
  });
});
