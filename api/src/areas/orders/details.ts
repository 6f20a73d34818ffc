import type { OrderRow } from '@causeway/storage';

/** Who signs the lock: the service, with the caller's wallet that it holds, or the caller. */
export type Custody = 'service' | 'self';

/** What the API notes on an order it created, besides what the protocol needs; as text in OrderRow.details. */
export interface OrderDetails {
  readonly custody: Custody | null;
  readonly exchangeRate: string | null;
  readonly exchangeRateToken: string | null;
  readonly valueUsd: string | null;
  /** Who the lock asks to be refunded, in the source chain's local form; null: its sender. */
  readonly refundAddress: string | null;
  /** Unsigned transactions as JSON. */
  readonly transactions: string | null;
}

/** The details of an order; all null for orders found on chain. */
export function detailsOf({ details }: OrderRow): OrderDetails {
  return {
    custody: (details.custody as Custody | undefined) ?? null,
    exchangeRate: details.exchangeRate ?? null,
    exchangeRateToken: details.exchangeRateToken ?? null,
    valueUsd: details.valueUsd ?? null,
    refundAddress: details.refundAddress ?? null,
    transactions: details.transactions ?? null,
  };
}
