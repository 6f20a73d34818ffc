import type { ChainProvider, KeyHandle } from '@causeway/chains';
import type { Clock } from '@causeway/runtime';
import type { SolverStorage } from '@causeway/storage';
import { assetKey, type Held } from './lanes.ts';

/** An asset that a solver holds, and the account that holds it. */
export interface Account {
  readonly provider: ChainProvider;
  readonly key: KeyHandle;
  readonly asset: Held;
}

/** What the books say of an asset, and what its account holds. Nothing of the solver's explains `difference`. */
export interface Balance {
  readonly chain: string;
  readonly symbol: string;
  readonly address: string | null;
  readonly decimals: number;
  readonly booked: bigint;
  /** Null when the chain cannot be read. */
  readonly held: bigint | null;
  readonly difference: bigint | null;
}

/** Books what each account holds at the first start, from which on every change has an entry of its own. */
export async function openBooks(
  accounts: readonly Account[],
  { solver }: Pick<SolverStorage, 'solver'>,
  clock: Clock,
): Promise<void> {
  const booked = new Set((await solver.sums()).map(({ domain, asset }) => assetKey(domain, asset)));
  for (const { provider, key, asset } of accounts) {
    const { domain, address } = asset;
    if (booked.has(assetKey(domain, address))) continue;
    const held = await provider.wallet.holding(key.address, asset);
    if (!held.ok) throw new Error(`${provider.name}: ${held.error.message}`);
    const facts = { domain, asset: address, kind: 'opening' as const, isIncome: true, amount: held.value };
    await solver.book([
      {
        ...{ ...facts, id: `opening:${assetKey(domain, address)}` },
        ...{ lane: null, swapId: null, submissionId: null, atMs: clock.now() },
      },
    ]);
  }
}

/** The books beside the balances. While swaps are under way, what is on its way is a difference. */
export async function compareBooks(
  accounts: readonly Account[],
  { solver }: Pick<SolverStorage, 'solver'>,
): Promise<readonly Balance[]> {
  const sums = new Map((await solver.sums()).map(({ domain, asset, sum }) => [assetKey(domain, asset), sum]));
  return Promise.all(
    accounts.map(async ({ provider, key, asset }) => {
      const { symbol, address, decimals, domain } = asset;
      const booked = sums.get(assetKey(domain, address)) ?? 0n;
      const holding = await provider.wallet.holding(key.address, asset);
      const held = holding.ok ? holding.value : null;
      const difference = held === null ? null : held - booked;
      return { chain: provider.name, ...{ symbol, address, decimals, booked, held, difference } };
    }),
  );
}
