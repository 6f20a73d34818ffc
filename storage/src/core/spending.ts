import type { Frozen } from './freezes.ts';
import type { Steps } from './steps.ts';

/** An amount of an asset, exact whatever the decimals of a chain's token: `units` of 10^-`decimals`. */
export interface Quantity {
  readonly units: bigint;
  readonly decimals: number;
}

/** One asset that is to leave a custodial wallet. */
export interface Leaving {
  readonly kind: 'send' | 'order' | 'fee';
  /** The asset under whose name the limit of a day stands, on every chain and in every form. */
  readonly asset: string;
  readonly amount: Quantity;
  /** The service's own limit of a day; null: any amount. */
  readonly limit: Quantity | null;
}

/**
 * Who spends. `recent`: a session that got the password just now; `session`: one that got it earlier; `apiKey` and
 * `agent`: somebody without a password, up to the allowance of `id`. The credential must not have ended.
 */
export interface Spender {
  readonly kind: 'recent' | 'session' | 'apiKey' | 'agent';
  /** The session, the API key, or the agent's avatar. */
  readonly id: string;
  readonly credential: { readonly kind: 'token' | 'apiKey'; readonly id: string };
}

/** A send, or an order with its fee, that a custodial wallet is to pay. */
export interface Spend {
  readonly avatarId: string;
  readonly walletId: string;
  readonly spender: Spender;
  readonly leaving: readonly Leaving[];
  /** Most sends of an avatar within a day, failed ones included. */
  readonly sendsPerDay: number;
  /** The part of a limit that a session may spend within a day without recent authentication, in millionths. */
  readonly partWithoutPassword: number;
}

/** The rule that a spend would break. Quantities are those of one asset within a day. */
export type SpendRefused =
  /** The wallet was deleted. */
  | { readonly code: 'WALLET_GONE' }
  /** The account or the wallet is frozen. */
  | { readonly code: 'FROZEN'; readonly frozen: Frozen }
  /** The session or API key ended meanwhile. */
  | { readonly code: 'CREDENTIAL_ENDED' }
  | { readonly code: 'TOO_MANY'; readonly freeAtMs: number }
  /** `freeAtMs`: when enough of the limit is free again; null: the amount alone is more than the limit. */
  | ({ readonly code: 'TOO_MUCH'; readonly of: 'avatar' | 'wallet'; readonly freeAtMs: number | null } & Bound)
  /** `most` is what an earlier password allows. */
  | ({ readonly code: 'NEEDS_PASSWORD' } & Bound)
  /** `most` is the allowance. */
  | ({ readonly code: 'NEEDS_APPROVAL' } & Bound);

/** What may be spent of an asset in a day, and what is spent. */
export interface Bound {
  readonly asset: string;
  readonly most: Quantity;
  readonly used: Quantity;
}

/** The ledger of what leaves custodial wallets. Both steps belong to the transaction that reserves the funds. */
export interface Ledger {
  /** The first rule that `spend` would break. */
  refused(spend: Spend): Steps<SpendRefused | undefined>;
  /** Writes `spend` down. `reference` is its transfer or order, whose state decides whether it still counts. */
  record(spend: Spend, reference: string): Steps<void>;
}

/** The only ledger of a database. Throws RangeError when it has none: then nothing may leave. */
export function ledgerOf([ledger]: readonly Ledger[]): Ledger {
  if (ledger === undefined) throw new RangeError('this database has no ledger, so no wallet may spend');
  return ledger;
}
