import type { Domain } from '@causeway/protocol';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { lockOf } from '../core/locks.ts';
import { all, run } from '../core/steps.ts';
import type { BridgeContext } from './context.ts';

/** One anchor of one bridge's oracle. */
export interface AnchorKey {
  readonly family: string;
  readonly domain: Domain;
  readonly anchor: string;
}

/** What a signer's operator allows: a transaction without an effect that takes the anchor. */
export interface VoidAllowance extends AnchorKey {
  /** Unix milliseconds from which it allows nothing. */
  readonly expiresAtMs: number;
}

/** Anchors that a signer may help to use up. Only its operator's command allows one. */
export interface VoidAllowanceRepository {
  /**
   * Allows `key` until `expiresAtMs`, in place of any earlier allowance for it, and forgets expired ones. Fully
   * durable.
   */
  allow(key: AnchorKey, expiresAtMs: number): Promise<void>;
  /** Takes the allowance for `key` back, fully durable. False when nothing was allowed. */
  withdraw(key: AnchorKey): Promise<boolean>;
  /** The allowances that have not expired, the next to expire first. */
  list(): Promise<readonly VoidAllowance[]>;
  /** True while exactly `key` is allowed. */
  allows(key: AnchorKey): Promise<boolean>;
}

/** VoidAllowanceRepository over void_allowances. */
export function createVoidAllowanceRepository({ read, write, clock, tables }: BridgeContext): VoidAllowanceRepository {
  const { voidAllowances } = tables;
  /** Operators' commands, which are rare. */
  const alone = { locks: [lockOf('area', 'void allowances')] };
  const isOpen = () => gt(voidAllowances.expiresAtMs, clock.now());
  const at = ({ family, domain, anchor }: AnchorKey) =>
    and(eq(voidAllowances.family, family), eq(voidAllowances.domain, domain), eq(voidAllowances.anchor, anchor));
  const { family, domain, anchor, expiresAtMs } = voidAllowances;
  const columns = { family, domain, anchor, expiresAtMs };
  return {
    allow: (key, until) =>
      write(
        'full',
        function* () {
          yield* run((db) => db.delete(voidAllowances).where(lte(expiresAtMs, clock.now())));
          const row = { family: key.family, domain: key.domain, anchor: key.anchor, expiresAtMs: until };
          const target = [family, domain, anchor];
          yield* run((db) =>
            db
              .insert(voidAllowances)
              .values(row)
              .onConflictDoUpdate({ target, set: { expiresAtMs: until } }),
          );
        },
        alone,
      ),

    withdraw: (key) =>
      write(
        'full',
        function* () {
          return (yield* run((db) => db.delete(voidAllowances).where(and(at(key), isOpen())))) === 1;
        },
        alone,
      ),

    list: () =>
      read(() =>
        all((db) => db.select(columns).from(voidAllowances).where(isOpen()).orderBy(asc(expiresAtMs), asc(anchor))),
      ),

    allows: async (key) => {
      const found = await read(() =>
        all((db) =>
          db
            .select(columns)
            .from(voidAllowances)
            .where(and(at(key), isOpen())),
        ),
      );
      return found.length === 1;
    },
  };
}
