import type { VoidAllowance } from '@causeway/storage';
import type { Bridges, NamedBridge } from '../bridges.ts';

/** An allowance as JSON and for people. */
export interface PlainAllowance {
  /** The chain's name, or its domain where it is not configured any more. */
  readonly chain: string;
  readonly family: string;
  readonly anchor: string;
  /** ISO time from which it allows nothing. */
  readonly until: string;
}

/** `allowances` with the names of their chains. */
export const plainAllowances = (
  allowances: readonly VoidAllowance[],
  bridges: Bridges<NamedBridge>,
): readonly PlainAllowance[] =>
  allowances.map(({ family, domain, anchor, expiresAtMs }) => ({
    chain: bridges.get(family, domain)?.provider.name ?? String(domain),
    family,
    anchor,
    until: new Date(expiresAtMs).toISOString(),
  }));
