import type { NewAudit } from '../avatars/index.ts';
import type { Row } from '../core/dialect.ts';
import type { WalletTables } from './schema.ts';
import type { LimitSubject, Quantity, SpenderKind } from './values.ts';

/** The most of one asset that may leave within a day. */
export type LimitRow = Row<WalletTables['spendingLimits']>;

/** A limit to set; without an amount it is removed. */
export interface NewLimit extends Pick<LimitRow, 'subject' | 'subjectId' | 'asset' | 'ownerId' | 'setBy'> {
  readonly amount: Quantity | null;
}

/** What an avatar spent of one asset from one wallet by one spender, in units of 10^-decimals, and counts. */
export interface Spent extends Quantity {
  readonly asset: string;
  readonly walletId: string;
  readonly spender: SpenderKind;
  readonly spenderId: string;
}

/** Limits of a day, and what counts against them. */
export interface LimitRepository {
  /** Sets or removes limits, with one security event, in one fully durable transaction. */
  set(limits: readonly NewLimit[], audit: NewAudit): Promise<void>;
  /** The limits that belong to an avatar: its own, its wallets', and allowances that it gave. */
  ownedBy(ownerId: string): Promise<readonly LimitRow[]>;
  of(subject: LimitSubject, subjectId: string): Promise<readonly LimitRow[]>;
  /** What an avatar has spent within the last day. */
  spent(avatarId: string): Promise<readonly Spent[]>;
  /** Removes spends before `beforeMs`, which no limit counts any more. Returns their number. */
  forget(beforeMs: number): Promise<number>;
}
