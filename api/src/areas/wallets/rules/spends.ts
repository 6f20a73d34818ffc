import type { Frozen, Quantity, SpenderKind } from '@causeway/storage';

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
  readonly kind: SpenderKind;
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

/** The rule that a spend would break. Quantities are of one asset within a day. */
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
