import type { SpendingLimits } from '@causeway/client';
import type { Column, Output } from './output.ts';

type Limit = { readonly limit: string | null; readonly used: string; readonly left: string | null };
type Row = Limit & { readonly asset: string; readonly of: string; readonly without?: string };

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ASSET', of: ({ asset }) => asset },
  { title: 'A DAY', of: ({ limit }) => limit ?? 'any', align: 'right' },
  { title: 'USED', of: ({ used }) => used, align: 'right' },
  { title: 'LEFT', of: ({ left }) => left ?? 'any', align: 'right' },
  { title: 'OF', of: ({ of }) => of },
];

const allowancesOf = ({ allowances }: SpendingLimits): readonly Row[] =>
  allowances.map((row) => ({ ...row, of: row.agentId === null ? `API key ${row.apiKeyId}` : `agent ${row.agentId}` }));

/** Prints the limits of all wallets, of single wallets, and the allowances. */
export async function showLimits(out: Output, limits: SpendingLimits): Promise<void> {
  const assets = limits.assets.map((row) => ({
    ...row,
    of: `all wallets${row.setBy === 'admin' ? ', set by an admin' : ''}; ${row.withoutPassword.limit} without a recent password`,
  }));
  const wallets = limits.wallets.map((row) => ({ ...row, of: `wallet ${row.walletId}` }));
  await out.list([...assets, ...wallets, ...allowancesOf(limits)], COLUMNS, 'no asset is known here');
}

/** Prints the allowances alone. */
export const showAllowances = (out: Output, limits: SpendingLimits): Promise<void> =>
  out.list(allowancesOf(limits), COLUMNS, 'no agent and no API key of yours may spend');
