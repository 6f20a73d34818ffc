import { MAX_U64, MAX_WIRE_AMOUNT, toWireAmount } from '../../src/index.ts';

const MAX_U256 = (1n << 256n) - 1n;

/** Local amounts with their wire amount, or with the error that refuses them. */
export function amountVectors() {
  const decimals: [local: number, wire: number][] = [
    [18, 9],
    [9, 9],
    [6, 6],
    [0, 0],
    [24, 9],
    [47, 9],
  ];
  return decimals.flatMap(([localDecimals, wireDecimals]) => {
    const unit = 10n ** BigInt(localDecimals - wireDecimals);
    const localAmounts = [
      0n,
      1n,
      unit - 1n,
      unit,
      unit + 1n,
      15n * unit,
      MAX_U64 * unit,
      MAX_WIRE_AMOUNT * unit,
      MAX_WIRE_AMOUNT * unit + 1n,
      (MAX_WIRE_AMOUNT + 1n) * unit,
      MAX_U256,
      MAX_U256 - (MAX_U256 % unit),
    ];
    const distinct = [...new Set(localAmounts)].filter((localAmount) => localAmount <= MAX_U256);
    return distinct.map((localAmount) => {
      const wire = toWireAmount(localAmount, localDecimals, wireDecimals);
      return {
        name: `${localAmount} of ${localDecimals} decimals`,
        localAmount,
        localDecimals,
        wireDecimals,
        wireAmount: wire.ok ? wire.value : null,
        error: wire.ok ? null : wire.error.code,
      };
    });
  });
}
