// Compute units and transaction sizes of the settler against the committed figures and their bars.
import assert from 'node:assert/strict';
import { keccak256, type Terms, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { wordOf } from './support/addresses.ts';
import { type Call, withAccounts } from './support/call.ts';
import { sizesOf } from './support/chain.ts';
import { STRANGER } from './support/setting.ts';
import { assertSnapshot, PACKET_BYTES, preamble } from './support/snapshot.ts';
import {
  HOME,
  type Input,
  LANE_FEE,
  OUT,
  RECIPIENT,
  SOLVER,
  type Swap,
  type Swaps,
  useSwaps,
  WANTED,
} from './support/swaps.ts';

/** Highest compute units of these calls. */
const BARS: Readonly<Record<string, number>> = {
  'fillAndSettle, a bridged token for a token': 30_000,
  'fillAndSettle, a bridged token for SOL': 30_000,
  'fillAndSettle, SOL for a token': 30_000,
  'fillAndSettle, a canonical token for a token': 30_000,
};

const computeUnits: Record<string, number> = {};
/** Legacy transactions. */
const transactionBytes: Record<string, number> = {};

describe('compute units and sizes of the settler', () => {
  const sol = useSwaps();
  const token = useSwaps({ decimals: 6 });

  /** The swap of a figure: its addresses, and with them the figure, are the same in every run. */
  const of = (name: string, fields: Partial<Terms> = {}): Partial<Terms> => ({
    salt: keccak256(`0x${Buffer.from(name).toString('hex')}`),
    ...fields,
  });

  /** Measures a call, and its transaction when `by`, who calls, pays for it. */
  function measure(name: string, swaps: Swaps, call: Call, by: Address, opens?: readonly [Address, Address]): void {
    const paid = 'payer' in call.accounts ? withAccounts(call, { payer: by }) : call;
    const [owner, mint] = opens ?? [by, undefined];
    transactionBytes[name] = sizesOf([...preamble(by, owner, mint), swaps.instruction(paid)], by, {}).legacy;
    computeUnits[name] = swaps.run(call).computeUnits;
  }

  const filled = (swaps: Swaps, swap: Swap): Swap => {
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    return swap;
  };

  it('of a fill', () => {
    const [one, other] = [sol.swap('bridged', of('fill')), sol.swap('bridged', of('fill SOL', { assetOut: ZERO_32 }))];
    measure('fill, a token', sol, sol.fill(one.encoded, OUT, SOLVER), SOLVER, [RECIPIENT, WANTED]);
    measure('fill, SOL', sol, sol.fill(other.encoded, OUT, SOLVER), SOLVER);
  });

  it('of fillAndSettle', () => {
    const cases: readonly (readonly [string, Swaps, Input, Partial<Terms>])[] = [
      ['a bridged token for a token', sol, 'bridged', {}],
      ['a bridged token for SOL', sol, 'bridged', { assetOut: ZERO_32 }],
      ['SOL for a token', sol, 'sol', {}],
      ['a canonical token for a token', token, 'canonical', {}],
    ];
    for (const [name, swaps, input, fields] of cases) {
      const { encoded, terms } = swaps.delivered(input, of(name, fields));
      const opens = terms.assetOut === ZERO_32 ? undefined : ([RECIPIENT, WANTED] as const);
      measure(`fillAndSettle, ${name}`, swaps, swaps.fillAndSettle(encoded, OUT, SOLVER), SOLVER, opens);
    }
  });

  it('of a settlement', () => {
    for (const [name, input] of [
      ['a token', 'bridged'],
      ['SOL', 'sol'],
    ] as const) {
      const { encoded } = filled(sol, sol.delivered(input, of(`settle ${name}`)));
      measure(`settle, ${name}`, sol, sol.settle(encoded, SOLVER), STRANGER);
    }
    const swap = filled(sol, sol.swap('bridged', of('settle less')));
    sol.deliver(swap, 'bridged', 1_000n);
    measure('settleLess, a token', sol, sol.settleLess(swap.encoded, 1n, SOLVER), SOLVER);
  });

  it('of a return', () => {
    const cases: readonly (readonly [string, Swaps, Input, Partial<Terms>])[] = [
      ['a token', sol, 'bridged', {}],
      ['SOL', sol, 'sol', {}],
      ['home, a burn', sol, 'bridged', HOME],
      ['home, a lock of SOL', sol, 'sol', HOME],
      ['home, a lock of a token', token, 'canonical', HOME],
    ];
    for (const [name, swaps, input, fields] of cases) {
      const { encoded } = swaps.expired(input, of(`back ${name}`, fields));
      measure(`giveBack, ${name}`, swaps, swaps.giveBack(encoded, LANE_FEE, STRANGER), STRANGER);
    }
  });

  it('of the other ways out', () => {
    const asset = wordOf(sol.bridged);
    const swap = sol.delivered('bridged', of('withdraw'));
    measure('withdraw', sol, sol.withdraw(swap.encoded, asset, RECIPIENT, RECIPIENT), RECIPIENT, [
      RECIPIENT,
      sol.bridged,
    ]);
    sol.deliver(swap, 'bridged');
    measure('sweep', sol, sol.sweep(swap.encoded, asset), STRANGER, [RECIPIENT, sol.bridged]);
    const late = sol.swap('bridged', of('collect'));
    sol.deliver(late, 'bridged', 1_000n, false);
    sol.bridge.giveTokens(sol.vault(late.id), 0n, sol.bridged);
    measure('collect', sol, sol.collect(late.encoded, sol.bridged), STRANGER, [sol.vault(late.id), sol.bridged]);
    sol.until(swap.terms.deadline);
    measure('closeSlot', sol, sol.closeSlot(swap.encoded), STRANGER);
  });

  it('stay within the bars', () => {
    for (const [name, bar] of Object.entries(BARS)) {
      const units = computeUnits[name];
      assert(units !== undefined && units <= bar, `${name}: ${units}`);
    }
  });

  it('fit a legacy transaction', () => {
    for (const [name, bytes] of Object.entries(transactionBytes)) assert(bytes <= PACKET_BYTES, `${name}: ${bytes}`);
  });

  it('equal the snapshot', () => assertSnapshot({ settler: { computeUnits, legacyBytes: transactionBytes } }));
});
